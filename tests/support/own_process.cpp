// Runs a function in a child process, so that a crash is a result like any other.
#include "tests/support/own_process.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

namespace mw::test {

namespace {

void writeAll(int fd, const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
        const ssize_t count = write(fd, text.data() + at, text.size() - at);
        if (count < 0 && errno != EINTR)
            return;
        at += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
}

std::string readAll(int fd) {
    std::string text;
    std::array<char, 65536> buffer{};
    while (true) {
        const ssize_t count = read(fd, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return text;
        text.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

/// First byte: how it ended. Of an error follow code, a zero, the sentence.
std::string reply(const Expected<std::string>& result) {
    if (result)
        return "+" + *result;
    return "-" + result.error().code + std::string(1, '\0') + result.error().sentence;
}

Expected<std::string> resultOf(const std::string& text, int status) {
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        return fail("endless", "the program did not end in time");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || text.empty())
        return fail("crashed", fmt::format("the program's process ended with status {}", status));
    if (text.front() == '+')
        return text.substr(1);
    const auto zero = text.find('\0');
    return fail(text.substr(1, zero - 1), text.substr(zero + 1));
}

} // namespace

Expected<std::string> inOwnProcess(const std::function<Expected<std::string>()>& work,
                                   unsigned seconds) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0)
        return fail("no-process", "no pipe");
    const pid_t child = fork();
    if (child == 0) {
        ::close(ends[0]);
        // Catch2's handlers would report the crash as the test's own.
        for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS, SIGTERM})
            std::signal(signal, SIG_DFL);
        alarm(seconds);
        [&]() noexcept { writeAll(ends[1], reply(work())); }(); // what it throws is a crash
        _exit(0);
    }
    ::close(ends[1]);
    const std::string text = readAll(ends[0]);
    ::close(ends[0]);
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return resultOf(text, status);
}

} // namespace mw::test
