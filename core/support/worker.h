#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <iterator>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace mw {

/// Threads that begin tasks in the order in which they are given; a single one does them one after
/// the other. What has not begun when it ends is not done. The threads are begun by whoever gives
/// the first task, and have the priority of that thread.
class Worker {
    /// Done once, by who comes first.
    template <class Result>
    struct Task {
        std::packaged_task<Result()> task;
        std::atomic<bool> begun = false;

        void run() {
            if (!begun.exchange(true))
                task();
        }
    };

public:
    /// The result of a task that was offered; get() once.
    template <class Result>
    class Pending {
    public:
        Pending() = default;
        explicit Pending(std::shared_ptr<Task<Result>> task)
            : task_(std::move(task)), result_(task_->task.get_future()) {}

        bool valid() const { return result_.valid(); }
        /// What the task returns or throws; does it here where nobody has begun.
        Result get() {
            task_->run();
            return result_.get();
        }

    private:
        std::shared_ptr<Task<Result>> task_;
        std::future<Result> result_;
    };

    explicit Worker(int threads = 1) : count_(threads) {}

    /// The future has what the task, done in those threads, returns or throws.
    template <class Function>
    std::future<std::invoke_result_t<Function&>> give(Function function) {
        using Result = std::invoke_result_t<Function&>;
        auto task = std::make_shared<std::packaged_task<Result()>>(std::move(function));
        auto result = task->get_future();
        append([task = std::move(task)] { (*task)(); });
        return result;
    }
    /// A task that any thread may do: whoever needs a result that the worker has not begun with
    /// makes it at once, so that nobody waits behind other tasks.
    template <class Function>
    Pending<std::invoke_result_t<Function&>> offer(Function function) {
        using Result = std::invoke_result_t<Function&>;
        auto task = std::make_shared<Task<Result>>();
        task->task = std::packaged_task<Result()>(std::move(function));
        Pending<Result> pending(task);
        append([task = std::move(task)] { task->run(); });
        return pending;
    }

private:
    void append(std::function<void()> task) {
        {
            const std::lock_guard lock(mutex_);
            tasks_.push_back(std::move(task));
            while (std::ssize(threads_) < count_)
                threads_.emplace_back([this](const std::stop_token& stop) { work(stop); });
        }
        wake_.notify_one();
    }

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

    int count_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::deque<std::function<void()>> tasks_;
    std::vector<std::jthread> threads_; ///< last: join before the rest goes
};

} // namespace mw
