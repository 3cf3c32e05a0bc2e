// Starts the layout helper, talks to it, and kills it when it takes too long.
#include "viewers/layout/helper_process.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ; // NOLINT(readability-redundant-declaration): POSIX leaves it to the user

namespace mw::layout {

std::filesystem::path HelperProcess::find(const std::filesystem::path& given) {
    if (!given.empty())
        return given;
    if (const char* variable = std::getenv("MAPWRIGHT_LAYOUT_HELPER"); variable && *variable)
        return variable;
    std::error_code error;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
    for (const char* folder : {".", "../libexec/mapwright", "../lib/mapwright"}) {
        const auto candidate = self.parent_path() / folder / "mw-layout";
        if (!error && std::filesystem::exists(candidate, error))
            return candidate;
    }
    return {};
}

bool HelperProcess::start() {
    if (pid_ > 0)
        return true;
    if (program_.empty())
        return false;
    int ends[2] = {-1, -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    std::string name = program_.string();
    char* arguments[] = {name.data(), nullptr};
    const int failed = posix_spawn(&pid_, name.c_str(), &actions, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (failed != 0) {
        close(ends[0]);
        pid_ = 0;
        return false;
    }
    socket_ = ends[0];
    return true;
}

void HelperProcess::stop() {
    if (socket_ >= 0)
        close(socket_);
    socket_ = -1;
    if (pid_ <= 0)
        return;
    kill(pid_, SIGKILL);
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
    pid_ = 0;
}

bool HelperProcess::wait(short events, Deadline deadline) const {
    while (true) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            deadline - std::chrono::steady_clock::now());
        if (left.count() <= 0)
            return false;
        pollfd waiting{socket_, events, 0};
        const int ready = poll(&waiting, 1, static_cast<int>(left.count()));
        if (ready > 0)
            return true;
        if (ready < 0 && errno != EINTR)
            return false;
    }
}

bool HelperProcess::send(const std::string& bytes, Deadline deadline) {
    std::size_t done = 0;
    while (done < bytes.size()) {
        if (!wait(POLLOUT, deadline))
            return false;
        const ssize_t put =
            ::send(socket_, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (put < 0 && (errno == EAGAIN || errno == EINTR))
            continue;
        if (put <= 0)
            return false;
        done += static_cast<std::size_t>(put);
    }
    return true;
}

bool HelperProcess::receive(char* into, std::size_t size, Deadline deadline) {
    while (size > 0) {
        if (!wait(POLLIN, deadline))
            return false;
        const ssize_t got = recv(socket_, into, size, MSG_DONTWAIT);
        if (got < 0 && (errno == EAGAIN || errno == EINTR))
            continue;
        if (got <= 0)
            return false;
        into += got;
        size -= static_cast<std::size_t>(got);
    }
    return true;
}

std::optional<protocol::Answer>
HelperProcess::request(const std::vector<const RankedGraph*>& graphs,
                       std::chrono::milliseconds timeout) {
    if (!start())
        return std::nullopt;
    const Deadline deadline = std::chrono::steady_clock::now() + timeout;
    std::uint32_t size = 0;
    char head[sizeof size];
    std::string bytes;
    bool good =
        send(protocol::encodeRequest(graphs), deadline) && receive(head, sizeof head, deadline);
    if (good) {
        std::memcpy(&size, head, sizeof size);
        good = size <= protocol::kMaxMessage;
    }
    if (good) {
        bytes.resize(size);
        good = receive(bytes.data(), size, deadline);
    }
    auto answer = good ? protocol::decodeAnswer(bytes) : std::nullopt;
    if (!answer || answer->size() != graphs.size()) {
        stop();
        return std::nullopt;
    }
    return answer;
}

} // namespace mw::layout
