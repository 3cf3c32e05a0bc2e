#pragma once

#include "transforms/toolkit/block_order.h"
#include "transforms/toolkit/copy.h"
#include "transforms/toolkit/new_place.h"

#include <set>
#include <string>
#include <vector>

// A temporary that is copied to a container, with all that uses it in the whole SDFG.

namespace mw::transforms {

/// One use of the temporary, in whichever state.
struct BufferUse {
    StateView at;
    Access access;
    symbolic::Subset region; ///< of the temporary
    bool copies = false;     ///< from or to the container, each element to its own place

    bool reads() const { return access.reads; }
};

struct Buffer {
    Copy copy;           ///< that of the match, or one of several
    Placement placement; ///< of the temporary in the container
    std::vector<BufferUse> uses;
    std::vector<LayoutChange> layout;

    const ir::Sdfg& sdfg() const { return copy.sdfg(); }
    const std::string& name() const { return copy.from(); }
    const std::string& container() const { return copy.to(); }
    NewPlace newPlace() const { return {sdfg(), name(), container(), placement}; }
};

/// The states of the SDFG that have an access node of the container.
std::vector<StateView> statesWith(const DocumentView& view, const ir::Sdfg& sdfg,
                                  const std::string& container);
/// Both are in one state, or the control flow says it: the first use is over when the second
/// begins, in every run.
bool isNeverAfter(const BlockOrder& order, const StateView& firstAt, const Access& first,
                  const StateView& secondAt, const Access& second);
/// The copies back that run some time after each time that this use writes.
std::vector<const BufferUse*> copiesAfter(const Buffer& buffer, const BlockOrder& order,
                                          const BufferUse& write);

/// The elements that another use of the container touches, under its own name, with symbols that
/// always have the same value; nullopt: not known.
std::optional<symbolic::Subset> constantRegion(const Buffer& buffer, const StateView& at,
                                               const Access& use);
/// Other temporaries that take elements of the container and hand them back before anything
/// changes them, with the buffer as without it.
std::set<std::string> restoredFrom(const DocumentView& view, const Buffer& buffer,
                                   const BlockOrder& order);

/// Condition 4: the temporary is one, used under its own name, outside of maps, by dataflow alone,
/// and for the time of one run; the container is used by dataflow alone.
MaybeRefusal checkKind(const DocumentView& view, const Buffer& buffer);
/// Condition 5: every copy between the two moves elements by the same offset, which means the same
/// everywhere. Sets placement and uses.
MaybeRefusal checkCopies(const DocumentView& view, Buffer& buffer);
/// Condition 6: everything that is written is copied back later, or overwritten in the container;
/// everything that is copied back was written before, and nothing reads other elements; every use
/// can be led to the container.
MaybeRefusal checkWrites(const DocumentView& view, const Buffer& buffer, const BlockOrder& order);
/// Condition 8: what else uses these elements of the container sees and makes the same values.
MaybeRefusal checkOthers(const DocumentView& view, const Buffer& buffer, const BlockOrder& order);

ir::EditResult removeBuffer(const ir::DocumentPtr& document, const Buffer& buffer);

} // namespace mw::transforms
