#pragma once

#include "core/codegen/plan.h"

#include <any>
#include <deque>
#include <mutex>
#include <utility>

namespace mw::codegen {

/// A kernel that a memo knows (kernel_memo.h), as it was before the passes over the plan, with
/// answers about it: what depends on it alone is found once, in whichever plans it stands. For any
/// threads.
class KnownKernel {
public:
    explicit KnownKernel(Kernel kernel) : kernel_(std::move(kernel)) {}

    const Kernel& kernel() const { return kernel_; }

    /// What `find()` says, which depends on this kernel and on `key` alone. One type of key for
    /// each question; the last few answers are kept.
    template <class Key, class Find>
    auto answer(Key key, const Find& find) const {
        using Answer = decltype(find());
        struct Known {
            Key key;
            Answer answer;
        };
        {
            const std::lock_guard lock(mutex_);
            for (const std::any& one : answers_)
                if (const auto* known = std::any_cast<Known>(&one); known && known->key == key)
                    return known->answer;
        }
        Answer answer = find();
        const std::lock_guard lock(mutex_);
        answers_.push_back(Known{std::move(key), answer});
        constexpr std::size_t kMost = 16;
        if (answers_.size() > kMost)
            answers_.pop_front();
        return answer;
    }

private:
    Kernel kernel_;
    mutable std::mutex mutex_;
    mutable std::deque<std::any> answers_;
};

} // namespace mw::codegen
