#pragma once

#include "transforms/framework/view.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/replacement.h"

#include <variant>

// A copy from one container to another: which elements become which.

namespace mw::transforms {

struct Copy {
    StateView at;
    const ir::Node* first = nullptr;
    const ir::Node* second = nullptr;
    const ir::Edge* edge = nullptr;
    symbolic::Subset read, written; ///< of the first and of the second

    const ir::StateIndex& index() const { return *at.index; }
    const ir::Sdfg& sdfg() const { return *at.sdfg; }
    const std::string& from() const { return first->as<ir::AccessNode>()->data; }
    const std::string& to() const { return second->as<ir::AccessNode>()->data; }
    const ir::DataDescriptor& source() const { return *sdfg().data(from()); }
    const ir::DataDescriptor& target() const { return *sdfg().data(to()); }
    std::vector<ElementId> ids() const { return {first->id, second->id}; }
};

/// What an edge between two access nodes, with a memlet, copies: regions that are known, without
/// steps, unconditionally.
std::variant<Copy, Refusal> copyAlong(int condition, const StateView& at, const ir::Edge& edge);
/// The same for the only edge between two access nodes.
std::variant<Copy, Refusal> copyBetween(int condition, const StateView& at, const ir::Node& first,
                                        const ir::Node& second);

/// Both are plain arrays or scalars of one type, in the same kind of memory.
MaybeRefusal checkAlike(int condition, const Copy& copy);

/// Where the elements of `from` are in `to` when they are moved in row-major order: dimension by
/// dimension with the same extents, apart from those of one index. nullopt: in another shape.
std::optional<Placement> placementOf(const symbolic::Subset& from, const symbolic::Subset& to);

} // namespace mw::transforms
