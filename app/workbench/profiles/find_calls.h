#pragma once

#include "app/workbench/profiles/expected.h"
#include "app/workbench/profiles/read.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mw::workbench {

/// Which kernels of a profile a kernel of ours can be: by its grid.
struct Fitting {
    std::vector<std::vector<std::size_t>> ofOurs;  ///< per kernel of ours: kernels of the profile
    std::vector<std::optional<std::size_t>> group; ///< per kernel of the profile
    std::vector<std::size_t> groupOfOurs; ///< kernels that a grid does not tell apart are one group
};
Fitting fitting(const ExpectedCall& call, const Profile& profile);

/// Our kernel whose map's label (or whose own name) the name begins with, the longest one; none
/// where two kernels have that.
std::optional<std::size_t> namedBy(const std::string& foreign, const ExpectedCall& call);

/// One way to read a trace as calls of the program.
struct Reading {
    /// Per kernel of ours: its name in the profile; none: it could be several.
    std::vector<std::optional<std::string>> names;
    std::vector<bool> byName;                   ///< per kernel of ours: only its name decided
    std::vector<std::vector<std::string>> open; ///< per kernel of ours: what it could be
    std::int64_t calls = 0;
    std::int64_t covered = 0;                           ///< launches in these calls
    std::map<std::string, std::vector<double>> seconds; ///< of the names, in these calls
};
/// All that differ in what is what, those that leave no launch of their kernels out first.
std::vector<Reading> readings(const ExpectedCall& call, const Profile& profile,
                              const Fitting& fitting);

} // namespace mw::workbench
