#pragma once

#include "core/ir/reads.h"

#include <cstddef>
#include <map>
#include <memory>
#include <typeindex>
#include <utility>

namespace mw::analysis {

/// Results of analyses about immutable parts of documents (blocks, SDFGs), one of each type per
/// part. A result lives as long as its part, whichever documents share it: an edit leaves those of
/// everything that it did not touch. For one thread.
class PartCache {
public:
    /// The result of type `Result` about `part`; made by `make(*part)` when it is asked for first.
    template <class Result, class Part, class Make>
    std::shared_ptr<const Result> of(const std::shared_ptr<const Part>& part, const Make& make) {
        const Key key{part.get(), std::type_index(typeid(Result))};
        if (const auto known = entries_.find(key);
            known != entries_.end() && !known->second.part.expired()) {
            ir::note(known->second.reads);
            return std::static_pointer_cast<const Result>(known->second.result);
        }
        auto reads = std::make_shared<ir::Reads>();
        std::shared_ptr<const Result> result;
        {
            const ir::NoteReads noting(*reads);
            result = std::make_shared<const Result>(make(*part));
        }
        reads->tidy();
        ir::note(reads);
        forgetTheDead();
        entries_[key] = {part, result, std::move(reads)};
        return result;
    }

private:
    using Key = std::pair<const void*, std::type_index>;
    struct Entry {
        std::weak_ptr<const void> part; ///< a new part may get the address of one that is gone
        std::shared_ptr<const void> result;
        std::shared_ptr<const ir::Reads> reads;
    };

    void forgetTheDead() {
        if (entries_.size() < bound_)
            return;
        std::erase_if(entries_, [](const auto& entry) { return entry.second.part.expired(); });
        bound_ = 2 * entries_.size() + 64;
    }

    std::map<Key, Entry> entries_;
    std::size_t bound_ = 64;
};

} // namespace mw::analysis
