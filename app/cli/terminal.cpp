// What is done for somebody who looks on.
#include "app/cli/terminal.h"

#include "core/support/printable.h"
#include "core/support/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <mutex>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

extern char** environ; // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace mw::cli {

namespace {

Manner manner;

bool isTerminal(int stream) {
    return isatty(stream) != 0;
}

/// Before a pager stands in its place.
bool outputIsTerminal() {
    static const bool is = isTerminal(STDOUT_FILENO);
    return is;
}

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

/// Where the continuation of a line begins: below what stands behind a gap of two blanks or more in
/// its first half, else two blanks further in than the line.
std::size_t hangingIndent(std::string_view line, std::size_t width) {
    const auto begin = std::min(line.find_first_not_of(' '), line.size());
    const auto gap = line.find("  ", begin);
    if (gap != std::string_view::npos) {
        const auto column = line.find_first_not_of(' ', gap);
        if (column != std::string_view::npos && charactersIn(line.substr(0, column)) <= width / 2)
            return charactersIn(line.substr(0, column));
    }
    return begin + 2 <= width / 2 ? begin + 2 : 0;
}

/// Bytes of the text up to the last blank within `width` characters, or the first one after them.
std::size_t breakOf(std::string_view text, std::size_t from, std::size_t width) {
    std::size_t at = 0, count = 0, last = std::string_view::npos;
    for (; at < text.size(); ++at) {
        const bool begins = (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
        if (text[at] == ' ' && at >= from && count <= width)
            last = at;
        if (begins && ++count > width && last != std::string_view::npos)
            return last;
        if (text[at] == ' ' && at >= from && count > width)
            return at;
    }
    return std::string_view::npos;
}

std::string wrappedLine(std::string_view line, std::size_t width) {
    std::string out;
    const std::size_t indent = hangingIndent(line, width);
    std::size_t from = indent; // nothing is broken before the second column
    std::string rest(line);
    while (charactersIn(rest) > width) {
        const auto end = breakOf(rest, std::max<std::size_t>(from, 1), width);
        if (end == std::string::npos)
            break;
        const auto next = rest.find_first_not_of(' ', end);
        if (next == std::string::npos)
            break;
        out += rest.substr(0, rest.find_last_not_of(' ', end) + 1) + "\n";
        rest = std::string(indent, ' ') + rest.substr(next);
        from = indent + 1;
    }
    return out + rest;
}

/// Whether a program of this name is on the search path, or there by its own path.
bool canRun(const std::string& program) {
    if (program.find('/') != std::string::npos)
        return access(program.c_str(), X_OK) == 0;
    const std::string paths = variable("PATH");
    for (std::size_t at = 0; at <= paths.size();) {
        const auto end = std::min(paths.find(':', at), paths.size());
        if (access((paths.substr(at, end - at) + "/" + program).c_str(), X_OK) == 0)
            return true;
        at = end + 1;
    }
    return false;
}

/// The command line of the pager; empty: none.
std::string pagerCommand() {
    std::string command = "less";
    for (const char* name : {"PAGER", "MAPWRIGHT_PAGER"})
        if (const char* value = std::getenv(name))
            command = value;
    const auto words = splitWords(command);
    if (!words || words->empty() || words->front() == "cat" || !canRun(words->front()))
        return {};
    return command;
}

struct Pager {
    pid_t child = 0;
    int terminal = -1; ///< standard output as it was
};
Pager pager;

/// Its input takes the place of standard output.
void startPager(const std::string& command) {
    std::array<int, 2> pipe{};
    if (pipe2(pipe.data(), O_CLOEXEC) != 0)
        return;
    setenv("LESS", "FRX", /*overwrite=*/0); // as git does: what fits the screen is not paged
    setenv("LV", "-c", /*overwrite=*/0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipe[0], STDIN_FILENO);
    posix_spawnattr_t attributes; // it has its own way with signals that we ignore
    posix_spawnattr_init(&attributes);
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGINT);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    std::string shell = "sh", flag = "-c", line = command;
    char* const words[] = {shell.data(), flag.data(), line.data(), nullptr};
    pid_t child = 0;
    const bool started = posix_spawnp(&child, "sh", &actions, &attributes, words, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (started) {
        pager = {child, fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)};
        dup2(pipe[1], STDOUT_FILENO);
        std::signal(SIGINT, SIG_IGN); // it is the pager's now
    }
    close(pipe[0]);
    close(pipe[1]);
}

std::mutex progressLock;
std::string progressText;   ///< what goes on
bool progressShown = false; ///< there is a line of it on the terminal
bool progressOver = false;  ///< output has begun

void eraseLine() { // under the lock
    if (std::exchange(progressShown, false))
        std::fputs("\r\033[K", stderr);
}

} // namespace

std::size_t charactersIn(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

void setManner(const Manner& as) {
    manner = as;
}

bool isQuiet() {
    return manner.quiet;
}

std::optional<std::size_t> terminalWidth() {
    if (!outputIsTerminal())
        return std::nullopt;
    constexpr std::size_t kUsual = 80, kLeast = 20;
    if (const auto said = std::strtoul(variable("COLUMNS").c_str(), nullptr, 10); said > 0)
        return std::max<std::size_t>(said, kLeast);
    winsize size{};
    for (const int stream : {pager.terminal, STDOUT_FILENO})
        if (stream >= 0 && ioctl(stream, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
            return std::max<std::size_t>(size.ws_col, kLeast);
    return kUsual;
}

std::string wrapped(std::string_view text, std::size_t width) {
    std::string out;
    for (const auto line : splitLines(text))
        out += wrappedLine(line, width) + "\n";
    if (!text.empty() && text.back() != '\n')
        out.pop_back();
    return out;
}

std::string forTerminal(const std::string& text) {
    const auto width = manner.wraps ? terminalWidth() : std::nullopt;
    return width ? wrapped(text, *width) : text;
}

std::string coloured(std::string_view text, Colour colour) {
    static const bool wanted =
        isTerminal(STDERR_FILENO) && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
    constexpr std::array<std::string_view, 4> kBegin = {"", "\033[31m", "\033[33m", "\033[36m"};
    if (!wanted || colour == Colour::none)
        return std::string(text);
    return fmt::format("{}{}\033[m", kBegin.at(static_cast<std::size_t>(colour)), text);
}

void beginOutput() {
    {
        const std::lock_guard lock(progressLock);
        progressOver = true;
        eraseLine();
    }
    static bool begun = false;
    if (std::exchange(begun, true) || !manner.pages || !outputIsTerminal())
        return;
    if (const auto command = pagerCommand(); !command.empty())
        startPager(command);
}

void endPager() {
    if (pager.child == 0)
        return;
    std::fflush(stdout);
    dup2(pager.terminal, STDOUT_FILENO);
    while (waitpid(pager.child, nullptr, 0) < 0 && errno == EINTR) {
    }
    pager = {};
}

struct Progress::Line {
    std::condition_variable_any ends;
    std::jthread thread; // last, so that it ends first
};

Progress::Progress(std::string what) {
    using Clock = std::chrono::steady_clock;
    {
        const std::lock_guard lock(progressLock);
        progressText = std::move(what);
        progressOver = manner.quiet || !isTerminal(STDERR_FILENO);
        if (progressOver)
            return;
    }
    line_ = std::make_unique<Line>();
    line_->thread = std::jthread([this, begin = Clock::now()](const std::stop_token& stop) {
        constexpr std::chrono::milliseconds kFirst(1000), kEach(200);
        std::unique_lock lock(progressLock);
        auto next = begin + kFirst;
        while (!line_->ends.wait_until(lock, stop, next, [&] { return stop.stop_requested(); })) {
            if (progressOver || stop.stop_requested())
                break;
            const std::chrono::duration<double> spent = Clock::now() - begin;
            std::fputs(
                fmt::format("\r\033[K{} ({:.0f} s)", printable(progressText, 60), spent.count())
                    .c_str(),
                stderr);
            progressShown = true;
            next += kEach;
        }
    });
}

Progress::~Progress() {
    if (!line_)
        return;
    line_->thread.request_stop();
    line_->thread.join();
    const std::lock_guard lock(progressLock);
    eraseLine();
}

void setProgress(std::string what) {
    const std::lock_guard lock(progressLock);
    progressText = std::move(what);
}

bool showsProgress() {
    const std::lock_guard lock(progressLock);
    return !progressOver && !manner.quiet && isTerminal(STDERR_FILENO);
}

void clearProgress() {
    const std::lock_guard lock(progressLock);
    eraseLine();
}

} // namespace mw::cli
