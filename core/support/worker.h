#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>

namespace mw {

/// A thread that does tasks one after the other, in the order in which they are given. What has not
/// begun when it ends is not done.
class Worker {
public:
    Worker() : thread_([this](const std::stop_token& stop) { work(stop); }) {}

    /// The future has what the task returns or throws.
    template <class Task>
    std::future<std::invoke_result_t<Task&>> give(Task task) {
        using Result = std::invoke_result_t<Task&>;
        auto packaged = std::make_shared<std::packaged_task<Result()>>(std::move(task));
        auto result = packaged->get_future();
        {
            const std::lock_guard lock(mutex_);
            tasks_.push_back([packaged] { (*packaged)(); });
        }
        wake_.notify_one();
        return result;
    }

private:
    void work(const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        while (wake_.wait(lock, stop, [this] { return !tasks_.empty(); }) &&
               !stop.stop_requested()) {
            const auto task = std::move(tasks_.front());
            tasks_.pop_front();
            lock.unlock();
            task();
            lock.lock();
        }
    }

    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::deque<std::function<void()>> tasks_;
    std::jthread thread_; ///< last: joins before the rest goes
};

} // namespace mw
