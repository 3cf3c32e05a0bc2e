#pragma once

#include "core/ir/sdfg.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mw::interp {

/// What ran of a program, in all runs that were given the same one.
struct Coverage {
    struct Sides {
        bool held = false, failed = false;
        bool operator==(const Sides&) const = default;
    };
    std::set<BlockId> blocks; ///< of all kinds
    /// Of conditional blocks, by number; the number of branches where none was taken.
    std::set<std::pair<BlockId, std::size_t>> branches;
    std::set<EdgeId> edges; ///< with a condition, that were taken
    std::set<NodeId> maps;  ///< with an iteration
    /// Of conditional expressions and `if` in tasklets, by the condition's text.
    std::map<std::pair<NodeId, std::string>, Sides> conditions;

    bool operator==(const Coverage&) const = default;
    /// With what ran in other runs; whether that is more.
    bool add(const Coverage& other);
};

/// A part of a program that did not run.
struct NeverRan {
    std::string sentence; ///< "the branch 'flag == 0' never ran"
    /// What decides about it, as Python; of a map without iterations that of
    /// the branch around it, empty: there is none.
    std::string condition;
};
/// In the order of the program. Nothing is said of what lies inside a part that did not run.
std::vector<NeverRan> neverRan(const ir::Document& document, const Coverage& coverage);

} // namespace mw::interp
