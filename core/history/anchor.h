#pragma once

#include "core/history/element_hash.h"
#include "core/history/surroundings.h"
#include "core/ir/index.h"
#include "core/support/id.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace mw::history {

/// Radius of each ring of an anchor, in edges; the first is the element alone.
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
    Around around{};    ///< what surrounds it, as sets; all empty in recipes of the past

    bool operator==(const Anchor&) const = default;
};

/// How like an element is to the one that an anchor was made of: 0 not at all, 1 in kind, label and
/// what it writes, then one more for each equal ring.
using Likeness = int;
inline constexpr Likeness kSame = 1 + static_cast<int>(kReach.size()); ///< as far as anchors look

/// Names the elements of one document. Built in one pass over it; the index must outlive it.
class AnchorIndex {
public:
    explicit AnchorIndex(const ir::DocumentIndex& index);

    /// The element must exist.
    Anchor anchor(ElementId id, std::string role = {}) const;
    /// Compares an anchor of any document with an element of this one; 0 where that does not exist.
    Likeness likeness(const Anchor& anchor, ElementId id) const;
    /// What they share of their surroundings; nothing where that is of another kind.
    Shared sharedAround(const Anchor& anchor, ElementId id) const;
    /// Whether it also has the same number among elements that are alike in all rings.
    bool sameOrdinal(const Anchor& anchor, ElementId id) const;
    /// All that can be named, in the order of the file.
    const std::vector<ElementId>& elements() const { return order_; }
    /// Hash of the whole document, ids included: equal where every id names the same element.
    std::uint64_t fingerprint() const { return fingerprint_; }

private:
    const Rings& rings(ElementId id) const;
    Around around(ElementId id) const;
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
    /// Made when somebody asks first, in any thread.
    struct Later {
        std::once_flag made;
        std::optional<Surroundings> surroundings;
    };
    std::shared_ptr<Later> later_ = std::make_shared<Later>();
    std::uint64_t fingerprint_ = 0;
};

} // namespace mw::history
