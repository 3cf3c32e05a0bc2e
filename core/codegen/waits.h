#pragma once

#include "core/codegen/plan.h"

namespace mw::codegen {

/// Loads that a thread waits for one after the other, since each is known only when the one before
/// has come: its index was loaded, or a branch on what was loaded decides whether it happens. Loads
/// that wait for nothing are under way together and count as one.
struct Waits {
    int shared =
        0; ///< the longest chain of loads that all levels of a thread share, before the first
    /// Of a level: loads that wait for a branch on what was loaded. A thread goes through such
    /// branches level by level, and nothing of the next level is under way meanwhile.
    int behindBranches = 0;
};

/// As the body is, one iteration of each loop inside; the launch says which loads are shared by
/// levels.
Waits waitsOf(const Kernel& kernel);

} // namespace mw::codegen
