// Work in a copy of the process, whose answer comes back through a pipe.
#include "core/support/isolated.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mw {

namespace {

using Clock = std::chrono::steady_clock;

// The first byte of an answer. An error is its code, a line break, its sentence.
constexpr char kValue = 'v';
constexpr char kError = 'e';

void writeAll(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        const auto written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return; // nobody reads any more
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

/// A crash is this process' own affair: no handler of the program's, no core file, no words.
void becomeQuiet() {
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPIPE})
        std::signal(signal, SIG_DFL);
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    if (const int nothing = ::open("/dev/null", O_WRONLY | O_CLOEXEC); nothing >= 0)
        dup2(nothing, STDERR_FILENO);
}

[[noreturn]] void answer(int file, const std::function<Expected<std::string>()>& work) {
    becomeQuiet();
    try {
        const auto result = work();
        writeAll(file, {result ? &kValue : &kError, 1});
        writeAll(file, result ? *result : result.error().code + '\n' + result.error().sentence);
    } catch (...) {
        std::abort();
    }
    _exit(0); // without the destructors of what belongs to the other process
}

/// All that comes until the other end is closed; false: not in time.
bool readAll(int file, Clock::time_point until, std::string& bytes) {
    std::array<char, 1 << 16> buffer{};
    while (true) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
        if (left <= 0)
            return false;
        pollfd wanted{file, POLLIN, 0};
        if (poll(&wanted, 1, static_cast<int>(std::min<long>(left, 60'000))) <= 0)
            continue;
        const auto got = ::read(file, buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return true;
        bytes.append(buffer.data(), static_cast<std::size_t>(got));
    }
}

int waitFor(pid_t process) {
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

} // namespace

Expected<std::string> isolated(const std::string& what, std::chrono::seconds limit,
                               const std::function<Expected<std::string>()>& work) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return fail("no-process", fmt::format("{} could not begin: {}", what, strerror(errno)));
    const pid_t process = fork();
    if (process == 0) {
        ::close(ends[0]);
        answer(ends[1], work);
    }
    ::close(ends[1]);
    if (process < 0) {
        ::close(ends[0]);
        return fail("no-process", fmt::format("{} could not begin: {}", what, strerror(errno)));
    }
    std::string bytes;
    const bool inTime = readAll(ends[0], Clock::now() + limit, bytes);
    ::close(ends[0]);
    if (!inTime)
        kill(process, SIGKILL);
    const int status = waitFor(process);
    if (!inTime)
        return fail("timed-out", fmt::format("{} took longer than {} s", what, limit.count()));
    if (WIFSIGNALED(status))
        return fail("crashed",
                    fmt::format("{} ended in a crash ({})", what, strsignal(WTERMSIG(status))));
    if (WEXITSTATUS(status) != 0 || bytes.empty())
        return fail("crashed", fmt::format("{} ended in a crash", what));
    const char kind = bytes.front();
    bytes.erase(0, 1);
    if (kind == kValue)
        return bytes;
    const auto line = bytes.find('\n');
    return fail(bytes.substr(0, line), bytes.substr(line + 1));
}

} // namespace mw
