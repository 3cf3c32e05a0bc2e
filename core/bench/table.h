#pragma once

#include <string>
#include <vector>

namespace mw::bench {

/// The cells of a line of a table.
using Row = std::vector<std::string>;

/// Columns as wide as their widest cell; the first to the left, numbers to the right.
std::string aligned(std::vector<Row> rows);

} // namespace mw::bench
