#pragma once

#include "app/workbench/profiles/expected.h"
#include "app/workbench/profiles/read.h"

#include <optional>
#include <string>
#include <vector>

namespace mw::workbench {

/// What a kernel of ours is known by in a profile.
enum class Evidence : std::uint8_t {
    order, ///< whole calls of the program, grid by grid, in an order that its data leave no choice
    name,  ///< grids (where the file has them) leave several; one name begins with the map's label
    grid   ///< no call was found whole; nothing else in the file has a grid that fits
};
std::string_view name(Evidence evidence);

struct MatchedKernel {
    std::string foreign; ///< the name that it has in the profile
    Evidence evidence = Evidence::order;
    KernelTimes times;
};
/// A kernel of ours in all profiles.
struct ProfileRow {
    ExpectedKernel kernel;
    std::vector<std::optional<MatchedKernel>> matches; ///< in the order of the files
};
struct ProfileComparison {
    std::string program;
    std::vector<std::string> files, tools;
    std::vector<std::optional<std::int64_t>> calls; ///< of the program that were found whole
    std::vector<ProfileRow> rows;                   ///< in our order of first launch
    /// What could be several, what is not there, each as a sentence.
    std::vector<std::string> notes;

    /// Seconds of all launches of a call; 0: not matched.
    double perCall(const ProfileRow& row, std::size_t file) const;
    /// The first file's time over this one's; 0 where one of them lacks the kernel.
    double speedup(const ProfileRow& row, std::size_t file) const;
    /// Per call, of the kernels that both files have.
    double totalSeconds(std::size_t file, std::size_t against) const;
    double totalSpeedup(std::size_t file) const;
    std::size_t common(std::size_t file) const; ///< kernels that the first file and this one have
};

/// Finds a program's kernels in profiles of it, whatever wrote and named them. A kernel that could
/// be several of a file is said, and has no time of that file. "no-kernels": a file has none.
Expected<ProfileComparison> compareProfiles(const ExpectedCall& call,
                                            const std::vector<Profile>& profiles);

} // namespace mw::workbench
