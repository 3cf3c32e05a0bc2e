// The connection to the client: a thread of its own reads, so that its end is noticed during any
// work.
#include "core/exec/runner/channel.h"

#include <cerrno>
#include <signal.h>
#include <string_view>
#include <thread>
#include <unistd.h>

namespace mw::exec {

namespace {

/// The client is gone: whatever runs here (kernels, compilers) is of no use to anybody.
[[noreturn]] void endEverything() {
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

Channel::Channel(int in, int out) : out_(out) {
    std::thread([this, in] { readForEver(in); }).detach();
}

void Channel::readForEver(int in) {
    MessageReader reader;
    while (true) {
        std::size_t size = 0;
        std::byte* space = reader.space(size);
        const ssize_t count = read(in, space, size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0 || !reader.received(static_cast<std::size_t>(count)))
            endEverything();
        if (auto message = reader.take()) {
            const std::lock_guard lock(mutex_);
            messages_.push(std::move(*message));
            arrived_.notify_one();
        }
    }
}

Message Channel::next() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return !messages_.empty(); });
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
