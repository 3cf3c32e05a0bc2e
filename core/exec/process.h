#pragma once

#include "core/exec/message.h"

#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <sys/types.h>
#include <vector>

namespace mw::exec {

/// A child process that speaks the runner's protocol on its standard streams, in a process group of
/// its own (its compilers die with it). All calls from one thread, except `kill`.
class Process {
public:
    using Deadline = std::chrono::steady_clock::time_point;

    static Expected<std::unique_ptr<Process>> start(const std::vector<std::string>& command);
    ~Process(); ///< kills and reaps
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    /// Errors: "runner-died" (with how it ended and its last lines), "timeout" (it was killed).
    Expected<void> send(const Message& message, Deadline deadline);
    Expected<Message> receive(Deadline deadline);

    /// Ends the process at once; from any thread.
    void kill();

private:
    Process() = default;

    Expected<void> pump(Deadline deadline, bool wantsWrite);
    Expected<void> readReply();
    void readLog();
    void addToLog(std::string_view text);
    Unexpected death();
    Unexpected lastWords();
    std::string howItEnded();
    void reap();

    std::mutex mutex_; ///< guards pid_ against a kill after the reaping
    pid_t pid_ = 0;
    int in_ = -1, out_ = -1, log_ = -1;
    std::string name_;
    int status_ = 0;
    std::string_view toWrite_;
    MessageReader reader_;
    std::deque<std::string> logLines_;
    std::string partialLine_;
};

} // namespace mw::exec
