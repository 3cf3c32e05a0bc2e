#pragma once

#include "core/ir/index.h"
#include "core/ir/reads.h"

#include <bitset>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

namespace mw::ir {

/// What reads differently in one document than in another: whoever read nothing of it would find
/// the same again.
class ReadChanges {
public:
    using IndexOf = std::function<std::shared_ptr<const StateIndex>(const DocumentIndex&, BlockId)>;

    /// O(elements), where the two share parts only by looking them up. Keeps both. `indexOf`: the
    /// index of a state that one of them has.
    ReadChanges(const std::shared_ptr<const DocumentIndex>& was,
                const std::shared_ptr<const DocumentIndex>& is, const IndexOf& indexOf);

    /// Whether something that was read is, or may be, another. `where`: for Reads::otherAnswer, of
    /// the second document; what it said is kept.
    bool concern(const Reads& reads, const void* where) const;

private:
    /// A state that is not as it was.
    struct ChangedState {
        std::shared_ptr<const StateIndex> was, is;
    };

    void compare(const DocumentIndex::Place& before, const DocumentIndex::Place& after,
                 ElementId id, const IndexOf& indexOf);
    void compareStates(ChangedState state, BlockId id);
    void compareContainers(const Sdfg& before, const Sdfg& after);
    void add(ReadKey key);
    bool contain(ReadKey key) const;
    bool concernPart(const std::shared_ptr<const Reads>& part, const void* where) const;
    bool otherReach(NodeId from, NodeId to) const;

    static constexpr std::size_t kFilter = 1U << 14U;

    bool everything_ = false;   ///< what is not noted when it is read
    std::vector<ReadKey> keys_; ///< sorted
    std::bitset<kFilter> filter_;
    std::shared_ptr<const DocumentIndex> was_;
    std::shared_ptr<const DocumentIndex> is_;
    std::vector<ChangedState> states_;
    mutable std::unordered_map<std::shared_ptr<const Reads>, bool> known_; ///< of parts
};

} // namespace mw::ir
