// The runner as a child process: started without a shell, read with a time limit, ended with its
// children.
#include "core/exec/process.h"

#include "core/exec/lost_runner.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

extern char** environ; // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace mw::exec {

namespace {

constexpr std::size_t kLogLines = 200;
constexpr std::size_t kLogLinesShown = 12;
constexpr std::size_t kMaxLineLength = 4096;

// What is ended has so long after the end of its input, and so long after SIGTERM: a launcher
// (srun, ssh) passes both on, and nothing passes SIGKILL on.
constexpr std::chrono::seconds kAfterInput{3};
constexpr std::chrono::seconds kAfterTerm{5};

struct Pair {
    int ours = -1, theirs = -1;
};

/// A socket rather than a pipe for what we write: writing to a dead reader is then an error instead
/// of a signal.
bool makeSocket(Pair& pair) {
    std::array<int, 2> fds{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds.data()) != 0)
        return false;
    pair = {fds[0], fds[1]};
    return true;
}

bool makePipe(Pair& pair) {
    std::array<int, 2> fds{};
    if (pipe2(fds.data(), O_CLOEXEC) != 0)
        return false;
    pair = {fds[0], fds[1]};
    return true;
}

void closeAll(std::initializer_list<int> fds) {
    for (const int fd : fds)
        if (fd >= 0)
            close(fd);
}

int spawn(pid_t& pid, const std::vector<std::string>& command, int in, int out, int log) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, log, STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    std::vector<char*> arguments;
    for (const std::string& argument : command)
        arguments.push_back(const_cast<char*>(argument.c_str())); // NOLINT: POSIX signature
    arguments.push_back(nullptr);
    const int error =
        posix_spawnp(&pid, arguments[0], &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

void makeNonBlocking(int fd) {
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

} // namespace

Expected<std::unique_ptr<Process>> Process::start(const std::vector<std::string>& command,
                                                  std::string name) {
    Pair in;
    Pair out;
    Pair log;
    if (!makeSocket(in) || !makePipe(out) || !makePipe(log)) {
        closeAll({in.ours, in.theirs, out.ours, out.theirs});
        return fail("no-runner",
                    fmt::format("'{}' cannot be started: {}", command[0], std::strerror(errno)));
    }
    std::unique_ptr<Process> process(new Process);
    process->name_ = name.empty() ? command[0] : std::move(name);
    process->in_ = in.ours;
    process->out_ = out.ours;
    process->log_ = log.ours;
    const int error = spawn(process->pid_, command, in.theirs, out.theirs, log.theirs);
    closeAll({in.theirs, out.theirs, log.theirs});
    if (error != 0) {
        process->pid_ = 0;
        return fail("no-runner",
                    fmt::format("'{}' cannot be started: {}", command[0], std::strerror(error)));
    }
    makeNonBlocking(process->out_);
    makeNonBlocking(process->log_);
    return process;
}

Process::~Process() {
    endSoon();
    closeAll({std::exchange(out_, -1)}); // nobody listens: a write of it fails and does not wait
    waitForEnd();
    closeAll({in_, log_});
}

void Process::endSoon() {
    std::int64_t notYet = 0;
    if (endBegan_.compare_exchange_strong(
            notYet, std::chrono::steady_clock::now().time_since_epoch().count()))
        shutdown(in_, SHUT_WR);
}

bool Process::hasEnded() const {
    siginfo_t info{};
    const int error = waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT | WNOHANG);
    return error != 0 ? errno != EINTR : info.si_pid != 0;
}

/// The signal that is due where the end was asked for, to all that it started here.
void Process::escalate() {
    const std::int64_t began = endBegan_;
    if (began == 0 || pid_ == 0)
        return;
    const auto since = std::chrono::steady_clock::now().time_since_epoch() -
                       std::chrono::steady_clock::duration(began);
    if (since >= kAfterInput + kAfterTerm)
        ::kill(-pid_, SIGKILL);
    else if (since >= kAfterInput && !std::exchange(terminated_, true))
        ::kill(-pid_, SIGTERM);
}

/// Ends it, and reaps it.
void Process::waitForEnd() {
    if (pid_ == 0)
        return;
    endSoon();
    while (!hasEnded()) {
        constexpr int kMilliseconds = 10;
        pollfd log{log_, POLLIN, 0};
        if (poll(&log, 1, kMilliseconds) > 0)
            readLog(); // a full pipe would hold it up
        escalate();
    }
    ::kill(-pid_, SIGKILL); // what it left running
    while (waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
    }
    pid_ = 0;
}

std::vector<std::string> Process::lastLines() {
    readLog();
    const std::size_t first = logLines_.size() - std::min(logLines_.size(), kLogLinesShown);
    return {logLines_.begin() + static_cast<std::ptrdiff_t>(first), logLines_.end()};
}

void Process::addToLog(std::string_view text) {
    for (const char c : text) {
        if (c != '\n' && partialLine_.size() < kMaxLineLength) {
            partialLine_ += c;
            continue;
        }
        logLines_.push_back(std::move(partialLine_));
        partialLine_.clear();
        if (logLines_.size() > kLogLines)
            logLines_.pop_front();
    }
}

void Process::readLog() {
    std::array<char, 4096> buffer{};
    ssize_t count = 0;
    while (log_ >= 0 && (count = read(log_, buffer.data(), buffer.size())) > 0)
        addToLog({buffer.data(), static_cast<std::size_t>(count)});
    if (count == 0 && log_ >= 0) {
        close(log_);
        log_ = -1;
    }
}

std::string Process::howItEnded() const {
    if (WIFSIGNALED(status_) && WTERMSIG(status_) == SIGKILL)
        return "was killed from outside (signal 9): by somebody, or for want of memory";
    if (WIFSIGNALED(status_))
        return fmt::format("was ended by signal {} ({})", WTERMSIG(status_),
                           strsignal(WTERMSIG(status_)));
    return fmt::format("ended with exit code {}", WEXITSTATUS(status_));
}

Unexpected Process::death() {
    // Standard output is closed: it has ended, or is of no use any more.
    waitForEnd();
    readLog();
    if (!partialLine_.empty())
        addToLog("\n");
    Diagnostic diagnostic;
    diagnostic.code = "runner-died";
    diagnostic.sentence = fmt::format("the runner ({}) {}", name_, howItEnded());
    if (const std::string said = reader_.unfinished(); !said.empty())
        diagnostic.sentence +=
            fmt::format("; it said '{}', which is not what mw-runner says", said);
    diagnostic.notes = lastLines();
    if (const std::string loss = lossOf({logLines_.begin(), logLines_.end()}); !loss.empty()) {
        diagnostic.code = "runner-lost";
        diagnostic.sentence = fmt::format("the runner ({}) was lost: {}", name_, loss);
    }
    return Unexpected(std::move(diagnostic));
}

Expected<void> Process::readReply() {
    std::size_t size = 0;
    std::byte* space = reader_.space(size);
    if (size == 0)
        return {}; // a complete message waits to be taken
    const ssize_t count = read(out_, space, size);
    if (count > 0)
        return reader_.received(static_cast<std::size_t>(count));
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return {};
    return death();
}

/// The error for a process that reads no more, with the last that it wrote.
Unexpected Process::lastWords() {
    constexpr int kGraceMilliseconds = 2000;
    pollfd out{out_, POLLIN, 0};
    while (poll(&out, 1, kGraceMilliseconds) > 0) {
        std::size_t size = 0;
        reader_.space(size);
        if (size == 0) // a complete message: nothing asked for it
            break;
        if (auto read = readReply(); !read)
            return Unexpected(std::move(read).error());
    }
    return death();
}

/// Waits for one event and handles it: log lines, parts of a reply, room for what is to be written.
Expected<void> Process::pump(Deadline deadline, bool wantsWrite) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) {
        endSoon();
        return fail("timeout", "the runner did not answer in time and was ended");
    }
    std::array<pollfd, 3> fds = {{{out_, POLLIN, 0}, {log_, POLLIN, 0}, {in_, POLLOUT, 0}}};
    if (!wantsWrite)
        fds[2].fd = -1;
    escalate();
    constexpr std::int64_t kMostMilliseconds = 200; // where its end is asked for meanwhile
    const int wait = static_cast<int>(std::min(left.count() + 1, kMostMilliseconds));
    if (poll(fds.data(), fds.size(), wait) <= 0)
        return {};
    if (fds[1].revents != 0)
        readLog();
    if (fds[2].revents != 0) {
        const std::size_t chunk = std::min(toWrite_.size(), std::size_t{1} << 20U);
        const ssize_t count = ::send(in_, toWrite_.data(), chunk, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count > 0)
            toWrite_.remove_prefix(static_cast<std::size_t>(count));
        else if (count < 0 && errno != EAGAIN && errno != EINTR)
            return lastWords();
    }
    if (fds[0].revents != 0)
        return readReply();
    return {};
}

Expected<void> Process::send(const Message& message, Deadline deadline) {
    const std::string prefix = wirePrefix(message);
    toWrite_ = prefix;
    while (!toWrite_.empty())
        MW_CHECK(pump(deadline, true));
    for (const SharedBytes& frame : message.frames) {
        toWrite_ = {reinterpret_cast<const char*>(frame->data()), frame->size()};
        while (!toWrite_.empty())
            MW_CHECK(pump(deadline, true));
    }
    return {};
}

Expected<Message> Process::receive(Deadline deadline) {
    while (true) {
        if (auto message = reader_.take())
            return std::move(*message);
        MW_CHECK(pump(deadline, false));
    }
}

} // namespace mw::exec
