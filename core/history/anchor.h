#pragma once

#include "core/history/element_hash.h"
#include "core/ir/index.h"
#include "core/support/id.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mw::history {

/// How far the rings of an anchor reach, in edges: itself alone first.
inline constexpr std::array kReach{0, 1, 2, 4, 8, 16};
using Rings = std::array<std::uint64_t, kReach.size()>;

/// An element, named so that it is found again: in the very document that it was named in by its
/// id, in another one (a file exported again, another generation, another stencil) by what it is:
/// hashes of what it says itself and of all that is around it, further and further. Ids, order in
/// the file, labels, names of temporaries and how data lies in memory do not count.
struct Anchor {
    std::string
        role; ///< what it is in the step, e.g. "first"; empty: its place in the list says it
    ElementId id;
    std::string kind; ///< "map exit", ...; empty: only the id is known
    Rings rings{};
    std::string writes; ///< containers, for people and as a hint
    std::string label;  ///< a hint
    int ordinal = 0;    ///< place among the elements with the same rings, in the order of the file
    int equals = 1;     ///< how many these are

    bool operator==(const Anchor&) const = default;
};

/// How much an element is what an anchor names: 0 not at all, 1 by kind, label and what it writes,
/// then one more for each ring that is the same.
using Likeness = int;
inline constexpr Likeness kSame = 1 + static_cast<int>(kReach.size()); ///< as far as anchors look

/// Names the elements of one document. Built in one pass over it; the index must outlive it.
class AnchorIndex {
public:
    explicit AnchorIndex(const ir::DocumentIndex& index);

    /// The element must exist.
    Anchor anchor(ElementId id, std::string role = {}) const;
    /// Of an element of this document and an anchor of any; 0 where it does not exist.
    Likeness likeness(const Anchor& anchor, ElementId id) const;
    /// Whether it also has the anchor's place among its equals: tells twins apart.
    bool sameOrdinal(const Anchor& anchor, ElementId id) const;
    /// Of the whole document, ids included: equal for documents in which every id names the same.
    std::uint64_t fingerprint() const { return fingerprint_; }

private:
    const Rings& rings(ElementId id) const;
    void addState(BlockId id);
    void addEdge(const ir::Edge& edge, std::uint64_t own);
    void addSdfg(const ir::Sdfg& sdfg, const Names& names);
    void addBlocks(const ir::Sdfg& sdfg);
    void add(ElementId id, const Rings& rings);
    void mix(std::uint64_t value); ///< into the fingerprint
    std::string writes(ElementId id) const;

    const ir::DocumentIndex& index_;
    std::map<const ir::Sdfg*, Names> names_;
    std::vector<Rings> rings_;     ///< by id
    std::vector<ElementId> order_; ///< of the file
    std::uint64_t fingerprint_ = 0;
};

} // namespace mw::history
