// A command that must not outlive whoever it works for.
#include "app/runner/guard.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ; // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace {

using Clock = std::chrono::steady_clock;

// It ends by itself where it sees the end of its input; srun passes SIGTERM on, or leaves the
// queue.
constexpr std::chrono::seconds kAfterInput{3}, kAfterTerm{20};
constexpr int kPollMilliseconds = 100;

/// SIGTERM is for the command, which gets it with its group: this process waits for it to end.
int start(pid_t& child, char* const* command) {
    signal(SIGTERM, SIG_IGN);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGTERM);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    const int error = posix_spawnp(&child, command[0], nullptr, &attributes, command, environ);
    posix_spawnattr_destroy(&attributes);
    return error;
}

bool hasInputEnded() {
    pollfd input{STDIN_FILENO, POLLRDHUP, 0};
    return poll(&input, 1, kPollMilliseconds) > 0;
}

/// The signal that is due so long after the end of the input; 0: none.
int dueSignal(Clock::duration since) {
    return since >= kAfterInput + kAfterTerm ? SIGKILL : since >= kAfterInput ? SIGTERM : 0;
}

int exitCodeOf(int status) {
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

} // namespace

int guard(char* const* command) {
    pid_t child = 0;
    if (const int error = start(child, command); error != 0) {
        std::fprintf(stderr, "mw-runner: '%s' cannot be started: %s\n", command[0],
                     std::strerror(error));
        return 127;
    }
    Clock::time_point ended{};
    int sent = 0, status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (ended == Clock::time_point{}) {
            if (hasInputEnded())
                ended = Clock::now();
            continue;
        }
        const int due = dueSignal(Clock::now() - ended);
        if (due != sent && kill(child, due) == 0)
            sent = due;
        poll(nullptr, 0, kPollMilliseconds);
    }
    return exitCodeOf(status);
}
