#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mw {

/// Rows of a table as lines: each column to the left and as wide as its widest cell, two blanks
/// between them, `indent` blanks before the first. Cells are bytes of ASCII, or printable().
std::string inColumns(const std::vector<std::vector<std::string>>& rows, std::size_t indent = 0);

} // namespace mw
