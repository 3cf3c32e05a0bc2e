#pragma once

#include "core/codegen/library/runtime/arithmetic.h"

#include <cstdlib>
#include <cstring>

// The steps of calls as graphs of a device, which takes less time to start one than step by step.

namespace mw::library {

/// What a call is given (pointers, values of symbols, memory of temporaries) decides all that its
/// steps do, where they read nothing that the device computes. The second call that is given the
/// same is recorded, and from then on its graph is started. A model that swaps two fields gives
/// two keys in turns; what is forgotten first was not used longest.
template <class Device>
class Recordings {
public:
    /// `begin`, `end`: of the key, which `steps` may change.
    template <class Steps>
    void run(Device& device, Status& status, void* begin, const void* end, const Steps& steps) {
        const auto bytes =
            static_cast<std::size_t>(static_cast<const char*>(end) - static_cast<char*>(begin));
        if (off_ || !device.records())
            return steps();
        Entry* const known = find(begin, bytes);
        if (!known) {
            remember(device, begin, bytes);
            return steps();
        }
        known->used = ++clock_;
        if (!known->graph)
            record(device, status, *known, begin, bytes, steps);
        if (known->graph)
            device.startGraph(status, known->graph);
        else if (status.code == kFine)
            steps();
    }
    /// When nothing runs any more.
    void end(Device& device) {
        for (Entry& entry : entries_)
            forget(device, entry);
        device.endRecording();
    }

private:
    struct Entry {
        void* key = nullptr;
        std::size_t bytes = 0;
        void* graph = nullptr; ///< null: seen once
        unsigned long used = 0;
    };

    Entry* find(const void* key, std::size_t bytes) {
        for (Entry& entry : entries_)
            if (entry.key && entry.bytes == bytes && std::memcmp(entry.key, key, bytes) == 0)
                return &entry;
        return nullptr;
    }
    void remember(Device& device, const void* key, std::size_t bytes) {
        Entry* oldest = entries_;
        for (Entry& entry : entries_)
            if (entry.used < oldest->used)
                oldest = &entry;
        forget(device, *oldest); // one that still runs ends before it goes
        oldest->key = std::malloc(bytes);
        if (!oldest->key)
            return;
        std::memcpy(oldest->key, key, bytes);
        oldest->bytes = bytes;
        oldest->used = ++clock_;
    }
    void forget(Device& device, Entry& entry) {
        if (entry.graph)
            device.dropGraph(entry.graph);
        std::free(entry.key);
        entry = Entry{};
    }
    /// Without a graph in the end nothing was done, and nobody tries again where it was not for a
    /// step that is refused.
    template <class Steps>
    void record(Device& device, Status& status, Entry& entry, void* begin, std::size_t bytes,
                const Steps& steps) {
        if (device.beginGraph()) {
            steps();
            entry.graph = device.endGraph(status.code == kFine);
        }
        if (entry.graph)
            return;
        std::memcpy(begin, entry.key, bytes);
        off_ = status.code == kFine;
        status = Status{};
    }

    Entry entries_[4];
    unsigned long clock_ = 0;
    bool off_ = false;
};

} // namespace mw::library
