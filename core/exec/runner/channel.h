#pragma once

#include "core/exec/message.h"

#include <queue>

#include <condition_variable>
#include <mutex>

namespace mw::exec {

/// The runner's end of the connection. A thread of its own reads, so that the end of the client is
/// noticed during any work: the whole process group then ends at once.
class Channel {
public:
    Channel(int in, int out);

    Message next();                          ///< waits
    bool send(const Message& message) const; ///< false: nobody listens any more

private:
    void readForEver(int in);

    int out_;
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::queue<Message> messages_;
};

} // namespace mw::exec
