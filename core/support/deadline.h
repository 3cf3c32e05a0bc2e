#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

namespace mw {

/// Stops when something else does, or when its time is up.
class Deadline {
public:
    Deadline(std::stop_token other, std::chrono::milliseconds time)
        : other_(std::move(other), [this] { source_.request_stop(); }),
          timer_([this, time](const std::stop_token& ended) { wait(ended, time); }) {}

    std::stop_token token() const { return source_.get_token(); }
    bool isPast() const { return past_; } ///< its time was up, and it stopped by that

private:
    void wait(const std::stop_token& ended, std::chrono::milliseconds time) {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any().wait_for(lock, ended, time, [] { return false; });
        if (!ended.stop_requested())
            past_ = source_.request_stop();
    }

    std::stop_source source_;
    std::atomic<bool> past_ = false;
    std::stop_callback<std::function<void()>> other_;
    std::jthread timer_; ///< last: ends before the rest goes
};

} // namespace mw
