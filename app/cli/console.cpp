// What the commands print, and how they end.
#include "app/cli/console.h"

#include "app/cli/remedies.h"
#include "app/cli/terminal.h"
#include "app/workbench/export.h"
#include "app/workbench/program.h"
#include "core/io/file.h"
#include "core/support/printable.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace mw::cli {

namespace {

/// The first error of writing to standard output.
int outputError = 0;

std::vector<std::string> arguments;

/// How often the command line names a file that is there, also as `--option=FILE` and `-oFILE`.
std::ptrdiff_t timesNamed(const std::string& file) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored))
        return 0;
    return std::ranges::count_if(arguments, [&](const std::string& argument) {
        const auto value = argument.find('=');
        return workbench::isSameFile(argument, file) ||
               (argument.starts_with("--") && value != std::string::npos &&
                workbench::isSameFile(argument.substr(value + 1), file)) ||
               (argument.starts_with("-") && argument.size() > 2 &&
                workbench::isSameFile(argument.substr(2), file));
    });
}

/// What to do about it: by its code, else by what it is about. Empty: neither says it.
std::string whatToDo(const Diagnostic& diagnostic) {
    if (auto remedy = remedyOf(diagnostic.code); !remedy.empty())
        return remedy;
    if (!diagnostic.location.path.empty())
        return "Mend the file at this place, or write it again with the program that made it.";
    if (!diagnostic.location.elements.empty()) // a condition of a transformation
        return "Apply it elsewhere (`mw matches FILE NAME`), with other parameters, or after a "
               "step "
               "that mends what the sentence names.";
    return {};
}

/// Writes with control characters spelled out, so that none of a file's reaches a terminal.
bool write(const std::string& text, std::FILE* to) {
    const std::string shown = printableLines(text);
    return std::fwrite(shown.data(), 1, shown.size(), to) == shown.size();
}

} // namespace

void print(const std::string& text) {
    beginOutput();
    // Flushed: a file may be written to the same place next.
    const bool written = write(forTerminal(text), stdout) && std::fflush(stdout) == 0;
    if (!written && outputError == 0)
        outputError = errno;
}

void leaveToExit(std::shared_ptr<const void> value) {
    static auto* const kept =
        new std::vector<std::shared_ptr<const void>>; // reachable, never freed
    kept->push_back(std::move(value));
}

Exit finish(Exit exit) {
    endPager();
    if (outputError == 0 || outputError == EPIPE) // `mw ... | head` has seen enough
        return exit;
    complain({Severity::error,
              "unwritable-file",
              "standard output cannot be written: " + std::generic_category().message(outputError),
              {},
              {}});
    return exit == Exit::done || exit == Exit::finding ? Exit::badFile : exit;
}

void printAbout(const std::string& file, const std::string& text) {
    std::error_code ignored;
    const auto status = std::filesystem::status(file, ignored);
    if (file.empty() || !std::filesystem::exists(status) ||
        std::filesystem::is_regular_file(status))
        return print(text);
    clearProgress();
    write(text, stderr);
}

void rememberArguments(int count, const char* const* given) {
    arguments.assign(given, given + count);
}

bool canWrite(const std::vector<std::string>& files, const std::vector<std::string>& inputs) {
    for (auto file = files.begin(); file != files.end(); ++file) {
        if (file->empty())
            continue;
        auto read = inputs;
        if (timesNamed(*file) > 1)
            read.push_back(*file);
        const auto allowed =
            workbench::checkNoInput(*file, read).and_then([&] { return io::checkWritable(*file); });
        if (!allowed) {
            complain(allowed.error());
            return false;
        }
        std::error_code ignored;
        const bool device = std::filesystem::exists(*file, ignored) &&
                            !std::filesystem::is_regular_file(*file, ignored);
        if (!device && std::find(files.begin(), file, *file) != file) {
            complain({Severity::error,
                      "same-file",
                      "'" + *file + "' is named for two different results",
                      {},
                      {}});
            return false;
        }
    }
    return true;
}

void printWritten(const std::string& file, bool json) {
    if (!json)
        return printAbout(file, "wrote " + file + "\n");
    std::error_code error;
    const auto bytes = std::filesystem::file_size(file, error); // none of a device
    const nlohmann::ordered_json said{
        {"written", file},
        {"bytes", error ? nlohmann::ordered_json() : nlohmann::ordered_json(bytes)}};
    printAbout(file, said.dump(2) + "\n");
}

void remark(std::string_view kind, const std::string& text) {
    if (isQuiet())
        return;
    clearProgress();
    const auto head = coloured("mw:", kind == "warning" ? Colour::yellow
                                      : kind.empty()    ? Colour::none
                                                        : Colour::cyan);
    std::fputs((head + " ").c_str(), stderr);
    write((kind.empty() ? "" : std::string(kind) + ": ") + text + "\n", stderr);
}

void complain(const Diagnostic& diagnostic) {
    clearProgress();
    std::fputs((coloured("mw:", Colour::red) + " ").c_str(), stderr);
    write(toString(diagnostic) + "\n", stderr);
    const auto remedy = isQuiet() ? std::string() : whatToDo(diagnostic);
    if (diagnostic.severity == Severity::error && !remedy.empty())
        write(forTerminal("  what to do: " + remedy + "\n"), stderr);
}

Exit failed(const Diagnostic& diagnostic, Exit otherwise) {
    complain(diagnostic);
    constexpr std::array<std::string_view, 7> kMissing = {
        "no-device",     "no-compiler", "missing-library", "no-runner",
        "not-available", "no-tool",     "out-of-memory"};
    for (const auto code : kMissing)
        if (diagnostic.code == code)
            return Exit::missing;
    constexpr std::array<std::string_view, 3> kUsage = {"which-program", "unknown-pass",
                                                        "needed-pass"};
    for (const auto code : kUsage)
        if (diagnostic.code == code)
            return Exit::usage;
    return diagnostic.code == "untrusted-code"  ? Exit::untrusted
           : diagnostic.code == "invalid-graph" ? Exit::badFile
                                                : otherwise;
}

} // namespace mw::cli
