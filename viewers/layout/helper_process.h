#pragma once

#include "viewers/layout/protocol.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace mw::layout {

/// The running layout helper. Started at the first request (or start()), kept, killed when it does
/// not answer in time, started anew at the request after that. Not thread-safe.
class HelperProcess {
public:
    explicit HelperProcess(std::filesystem::path program) : program_(std::move(program)) {}
    ~HelperProcess() { stop(); }
    HelperProcess(const HelperProcess&) = delete;
    HelperProcess& operator=(const HelperProcess&) = delete;

    bool start(); ///< true when it runs
    void stop();
    pid_t pid() const { return pid_; }

    /// nullopt: missing, died, or took longer than `timeout` (then it has been killed).
    std::optional<protocol::Answer> request(const std::vector<const RankedGraph*>& graphs,
                                            std::chrono::milliseconds timeout);

    /// `given`, else MAPWRIGHT_LAYOUT_HELPER, else mw-layout beside this program (empty: none).
    static std::filesystem::path find(const std::filesystem::path& given);

private:
    using Deadline = std::chrono::steady_clock::time_point;
    bool send(const std::string& bytes, Deadline deadline);
    bool receive(char* into, std::size_t size, Deadline deadline);
    bool wait(short events, Deadline deadline) const;

    std::filesystem::path program_;
    pid_t pid_ = 0;
    int socket_ = -1;
};

} // namespace mw::layout
