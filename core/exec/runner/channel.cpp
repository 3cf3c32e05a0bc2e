// The connection to the client: a thread of its own reads, so that its end is noticed during any
// work.
#include "core/exec/runner/channel.h"

#include "core/support/environment.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <poll.h>
#include <signal.h>
#include <string_view>
#include <thread>
#include <unistd.h>

namespace mw::exec {

namespace {

/// The client is gone: whatever runs here (kernels, compilers) is of no use to anybody.
[[noreturn]] void endEverything() {
    const bool inSlurm = !environmentVariable("SLURM_JOB_ID").empty();
    if (inSlurm) // it ends what a task leaves, and calls a task that was killed a failed one
        _exit(0);
    if (getpgrp() == getpid())
        kill(0, SIGKILL);
    _exit(0);
}

bool writeAll(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = write(fd, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

} // namespace

Channel::Channel(int in, int out, std::chrono::milliseconds silence)
    : out_(out), silence_(silence) {
    std::thread([this, in] { readForEver(in); }).detach();
}

bool Channel::isSilent() {
    const std::lock_guard lock(mutex_);
    return idle_ && messages_.empty() && Clock::now() - idleSince_ >= silence_;
}

/// Returns when there is something to read.
void Channel::waitForInput(int in) {
    if (silence_.count() == 0)
        return;
    constexpr std::int64_t kMostMilliseconds = 1000;
    const int wait = static_cast<int>(std::min<std::int64_t>(silence_.count(), kMostMilliseconds));
    pollfd input{in, POLLIN, 0};
    while (poll(&input, 1, wait) <= 0)
        if (isSilent()) {
            std::fputs("mw-runner: nothing was asked for longer than --silence allows; it ends\n",
                       stderr);
            endEverything();
        }
}

void Channel::readForEver(int in) {
    MessageReader reader;
    while (true) {
        waitForInput(in);
        std::size_t size = 0;
        std::byte* space = reader.space(size);
        const ssize_t count = read(in, space, size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0 || !reader.received(static_cast<std::size_t>(count)))
            endEverything();
        if (auto message = reader.take()) {
            const std::lock_guard lock(mutex_);
            idleSince_ = Clock::now();
            messages_.push(std::move(*message));
            arrived_.notify_one();
        }
    }
}

Message Channel::next() {
    std::unique_lock lock(mutex_);
    idle_ = true;
    idleSince_ = Clock::now();
    arrived_.wait(lock, [this] { return !messages_.empty(); });
    idle_ = false;
    Message message = std::move(messages_.front());
    messages_.pop();
    return message;
}

bool Channel::send(const Message& message) const {
    if (!writeAll(out_, wirePrefix(message)))
        return false;
    for (const SharedBytes& frame : message.frames)
        if (!writeAll(out_, {reinterpret_cast<const char*>(frame->data()), frame->size()}))
            return false;
    return true;
}

} // namespace mw::exec
