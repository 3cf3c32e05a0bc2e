#pragma once

#include "app/workbench/profiles/csv.h"
#include "app/workbench/profiles/read.h"

#include <span>

// What Nsight Compute prints with --csv: the details page (a row for each metric of a launch) and
// the raw page (a row for each launch, below a row of units). Columns as its user guide has them,
// https://docs.nvidia.com/nsight-compute/NsightComputeCli; older versions lack some.

namespace mw::workbench {

/// The titles of such a table; nullopt: the records have none.
std::optional<std::size_t> nsightComputeTitles(std::span<const CsvRecord> records);

/// Launches in the order of their IDs, with gpu__time_duration. Numbers are written as the system's
/// language has them: whether a comma is a decimal one follows from all numbers of the table.
/// "bad-profile": launches have no duration or no grid, or it is a summary.
Expected<Profile> readNsightCompute(std::span<const CsvRecord> records, std::size_t titles);

} // namespace mw::workbench
