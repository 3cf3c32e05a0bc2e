#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>

namespace mw {

/// What was worked out for the last few of something that does not change, once for all who ask.
/// `Kept`: a std::shared_ptr of it, or a std::weak_ptr, where it is to go with those who have it.
/// For any threads: who asks while it is being made waits for it, and for nothing else.
template <class Key, class Kept>
class LastFew {
public:
    template <class Make>
    auto of(const std::shared_ptr<const Key>& key, const Make& make) {
        const auto entry = entryOf(key);
        const std::lock_guard lock(entry->making);
        auto value = held(entry->kept);
        if (!value)
            entry->kept = value = make();
        return value;
    }

private:
    struct Entry {
        std::weak_ptr<const Key> key;
        std::mutex making;
        Kept kept;
    };

    template <class Value>
    static std::shared_ptr<Value> held(const std::shared_ptr<Value>& kept) {
        return kept;
    }
    template <class Value>
    static std::shared_ptr<Value> held(const std::weak_ptr<Value>& kept) {
        return kept.lock();
    }

    std::shared_ptr<Entry> entryOf(const std::shared_ptr<const Key>& key) {
        const std::lock_guard lock(mutex_);
        for (const auto& entry : last_)
            if (entry && entry->key.lock() == key)
                return entry;
        std::ranges::rotate(last_, last_.end() - 1);
        last_.front() = std::make_shared<Entry>();
        last_.front()->key = key;
        return last_.front();
    }

    std::mutex mutex_;
    std::array<std::shared_ptr<Entry>, 8> last_; ///< newest first
};

} // namespace mw
