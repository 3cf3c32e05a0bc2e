#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <vector>

namespace mw {

/// What was worked out for something that does not change, once for all who ask: while somebody has
/// it, and for the last few that were asked about. For any threads: who asks while it is being made
/// waits for it, and for nothing else.
template <class Key, class Value>
class LastFew {
public:
    template <class Make>
    std::shared_ptr<const Value> of(const std::shared_ptr<const Key>& key, const Make& make) {
        const auto entry = entryOf(key);
        const std::lock_guard making(entry->making);
        auto value = entry->value.lock();
        if (!value) {
            value = make();
            entry->value = value;
        }
        keep(value);
        return value;
    }

private:
    struct Entry {
        std::weak_ptr<const Key> key;
        std::mutex making; ///< guards value
        std::weak_ptr<const Value> value;
    };

    std::shared_ptr<Entry> entryOf(const std::shared_ptr<const Key>& key) {
        const std::lock_guard lock(mutex_);
        for (const auto& entry : entries_)
            if (entry->key.lock() == key)
                return entry;
        std::erase_if(entries_, [](const auto& entry) { // nobody has it, or asks for it
            return entry.use_count() == 1 && entry->value.expired();
        });
        entries_.push_back(std::make_shared<Entry>());
        entries_.back()->key = key;
        return entries_.back();
    }

    void keep(std::shared_ptr<const Value> value) {
        const std::lock_guard lock(mutex_);
        auto place = std::ranges::find(last_, value);
        if (place == last_.end())
            (--place)->swap(value); // what goes, goes when the lock is left
        std::rotate(last_.begin(), place, place + 1);
    }

    std::mutex mutex_;
    std::vector<std::shared_ptr<Entry>> entries_;
    std::array<std::shared_ptr<const Value>, 8> last_; ///< newest first
};

} // namespace mw
