#pragma once

#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/copy.h"
#include "transforms/toolkit/new_place.h"
#include "transforms/toolkit/own_elements.h"

#include <string>
#include <vector>

// One of the two containers of a copy goes: what wrote or read it uses the other. Each check takes
// the number that its condition has in the transformation that asks; they are to be asked in this
// order.

namespace mw::transforms {

struct CopyRemoval {
    Copy copy;
    bool firstGoes = false; ///< else the second
    Placement placement;    ///< of what goes in what stays
    std::vector<LayoutChange> layout;
    /// Inside of maps that read what stays and wrote what goes: what has to come before what.
    OrderedNodes order = {};

    const ir::Node& gone() const { return firstGoes ? *copy.first : *copy.second; }
    const ir::Node& kept() const { return firstGoes ? *copy.second : *copy.first; }
    const std::string& goneName() const { return firstGoes ? copy.from() : copy.to(); }
    const std::string& keptName() const { return firstGoes ? copy.to() : copy.from(); }
    const ir::DataDescriptor& goneData() const { return firstGoes ? copy.source() : copy.target(); }
    const ir::DataDescriptor& keptData() const { return firstGoes ? copy.target() : copy.source(); }
    const symbolic::Subset& copied() const { return firstGoes ? copy.read : copy.written; }
};

/// The uses of what goes, apart from the copy and ordering edges.
std::vector<Access> usesOfGone(const CopyRemoval& removal);
/// Compares regions outside of all maps, for sizes for which something is copied at all.
SubsetRelation relationOf(const CopyRemoval& removal);
/// Of a use that is a copy from or to what stays: once the placement is known, it would copy every
/// element to itself.
bool movesNothing(const CopyRemoval& removal, const Access& use);

/// What goes is a temporary, and this access node is all that uses it. Inside a map what stays
/// belongs to that map alone.
MaybeRefusal checkOnlyUse(int condition, const DocumentView& view, const CopyRemoval& removal);
/// The copy moves a box to a box of the same extents; sets the placement.
MaybeRefusal checkPlacement(int condition, CopyRemoval& removal);
/// Everything else at what goes uses copied elements only, and can be led elsewhere. When the first
/// goes, all that is copied has certainly been written before; when the second goes, nothing else
/// writes it.
MaybeRefusal checkUses(int condition, const CopyRemoval& removal);
/// What looks at a part of what goes with strides of its own can be told; sets the layout.
MaybeRefusal checkLayout(int condition, CopyRemoval& removal);
/// The elements of what stays have the same values for everybody without the copy: what else
/// touches them is ordered by the dataflow, or is in the iteration of a map that will write them
/// and can be put in order there; and no cycle comes about. Sets the order.
MaybeRefusal checkMeanwhile(int condition, const DocumentView& view, CopyRemoval& removal);

/// What is left of what stays goes too where nothing else uses it.
ir::EditResult removeCopy(const ir::DocumentPtr& document, const CopyRemoval& removal);

} // namespace mw::transforms
