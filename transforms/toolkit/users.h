#pragma once

#include "transforms/framework/view.h"

#include <string>
#include <vector>

// Who names a container, in all states of its SDFG.

namespace mw::transforms {

/// An access node, and the state that it is in.
struct User {
    BlockId state;
    const ir::Node* node = nullptr;

    bool operator==(const User&) const = default;
};

/// The access nodes of the SDFG with exactly this data (a container, or a member of one), in the
/// order of the file; nested SDFGs are not entered.
const std::vector<User>& usersOf(const DocumentView& view, const ir::SdfgPtr& sdfg,
                                 const std::string& data);

} // namespace mw::transforms
