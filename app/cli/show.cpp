#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/dot_text.h"
#include "core/io/file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>

extern char** environ; // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace mw::cli {

namespace {

/// Runs `dot -TFORMAT -o OUT IN`.
Expected<void> runDot(const std::string& format, const std::string& in, const std::string& out) {
    std::string program = "dot";
    std::string formatFlag = "-T" + format;
    std::string outFlag = "-o" + out;
    std::string input = in;
    char* const arguments[] = {program.data(), formatFlag.data(), outFlag.data(), input.data(),
                               nullptr};
    pid_t child = 0;
    if (const int error = posix_spawnp(&child, "dot", nullptr, nullptr, arguments, environ))
        return fail("no-tool", std::string("Graphviz's dot cannot be started (") +
                                   std::strerror(error) +
                                   "): install the package graphviz, or write a .dot file");
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return fail("dot-failed", "Graphviz's dot failed on this graph");
    return {};
}

} // namespace

Exit show(const ShowOptions& options) {
    const auto document = load(options.file);
    if (!document)
        return Exit::badFile;
    namespace fs = std::filesystem;
    const std::string extension = fs::path(options.out).extension().string();
    const std::string text = dotText(*document);
    if (extension == ".dot" || extension == ".gv") {
        if (auto written = io::writeFileAtomically(options.out, text); !written)
            return failed(written.error(), Exit::badFile);
    } else if (extension == ".svg" || extension == ".png" || extension == ".pdf") {
        const std::string temporary = options.out + ".dot.tmp";
        if (auto written = io::writeFileAtomically(temporary, text); !written)
            return failed(written.error(), Exit::badFile);
        const auto drawn = runDot(extension.substr(1), temporary, options.out);
        fs::remove(temporary);
        if (!drawn)
            return failed(drawn.error(), Exit::runFailed);
    } else {
        return failed({Severity::error,
                       "bad-format",
                       "'" + options.out + "' must end in .svg, .png, .pdf or .dot",
                       {},
                       {}},
                      Exit::usage);
    }
    printWritten(options.out, options.json);
    return Exit::done;
}

} // namespace mw::cli
