#pragma once

#include "core/exec/message.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

namespace mw::exec {

/// A child process that speaks the runner's protocol on its standard streams, in a process group of
/// its own (its compilers die with it). All calls from one thread, except `endSoon`.
class Process {
public:
    using Deadline = std::chrono::steady_clock::time_point;

    /// `name`: what errors call it; empty: its program.
    static Expected<std::unique_ptr<Process>> start(const std::vector<std::string>& command,
                                                    std::string name = {});
    ~Process(); ///< ends it and waits for that: see endSoon()
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    /// Errors: "runner-died" (with how it ended and its last lines), "runner-lost" (the same, where
    /// it was taken away: lost_runner.h), "timeout" (it was ended).
    Expected<void> send(const Message& message, Deadline deadline);
    Expected<Message> receive(Deadline deadline);

    /// Closes its input, at which a runner ends with all that it started, here or elsewhere; from
    /// any thread. What has not ended after that is sent SIGTERM, then SIGKILL, by whoever waits
    /// for it: a call that is under way, else the destructor.
    void endSoon();
    bool isRunning() const { return !hasEnded(); }
    /// The last lines of its standard error, oldest first.
    std::vector<std::string> lastLines();

private:
    Process() = default;

    Expected<void> pump(Deadline deadline, bool wantsWrite);
    Expected<void> readReply();
    void readLog();
    void addToLog(std::string_view text);
    Unexpected death();
    Unexpected lastWords();
    std::string howItEnded() const;
    bool hasEnded() const;
    void escalate();
    void waitForEnd();

    pid_t pid_ = 0; ///< leads a group of its own; 0: reaped
    std::atomic<std::int64_t> endBegan_ =
        0; ///< when endSoon() was called (ticks of Deadline); 0: not
    int in_ = -1, out_ = -1, log_ = -1;
    bool terminated_ = false; ///< SIGTERM was sent
    std::string name_;
    int status_ = 0;
    std::string_view toWrite_;
    MessageReader reader_;
    std::deque<std::string> logLines_;
    std::string partialLine_;
};

} // namespace mw::exec
