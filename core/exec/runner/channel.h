#pragma once

#include "core/exec/message.h"

#include <queue>

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace mw::exec {

/// The runner's end of the connection. A thread of its own reads, so that the end of the client is
/// noticed during any work: the whole process group then ends at once. So it does where nothing is
/// asked for so long (`silence`; 0: never) while there is nothing to do: a client whose machine is
/// gone does not close the connection.
class Channel {
public:
    Channel(int in, int out, std::chrono::milliseconds silence = {});

    Message next();                          ///< waits
    bool send(const Message& message) const; ///< false: nobody listens any more

private:
    using Clock = std::chrono::steady_clock;
    void readForEver(int in);
    void waitForInput(int in);
    bool isSilent();

    int out_;
    std::chrono::milliseconds silence_;
    std::mutex mutex_; ///< guards what follows
    Clock::time_point idleSince_ = Clock::now();
    bool idle_ = false; ///< the server waits for a request
    std::condition_variable arrived_;
    std::queue<Message> messages_;
};

} // namespace mw::exec
