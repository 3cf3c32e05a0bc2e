#pragma once

#include "core/analysis/value_uses.h"
#include "core/inputs/scenario.h"

#include <optional>
#include <string>
#include <string_view>

namespace mw::inputs {

/// Value of a symbol whose name and the grid alone decide it: domain bounds of fields, sizes and
/// strides of neighbour tables. None for a captured call.
std::optional<std::int64_t> gridSymbol(const Grid& grid, std::string_view name);

/// What programs call their scalars and bounds: a plausible value for each known name.
/// `horizontal`: the dimension that horizontal_start and horizontal_end count; may be empty. None
/// for a captured call, which brings its values.
std::optional<symbolic::Value> knownScalar(const Grid& grid, std::string_view program,
                                           std::string_view horizontal, std::string_view name);

/// Each of the numbers that a program compares with (the largest left out), and a value on either
/// side of it, as far as a container of this type and use can take them; each once.
std::vector<double> nearCompared(const std::vector<double>& compared, ir::ScalarType type,
                                 const analysis::ValueUse& use);

/// A default fill for what a program does with the values: both signs, zero, and values on both
/// sides of the numbers that it compares with (analysis/value_uses.h: ascending; of many some, the
/// smallest and the largest among them), as far as no root, logarithm or division forbids them.
/// What chooses elements, and a fill with a range of its own, stays.
Fill widened(Fill fill, ir::ScalarType type, const analysis::ValueUse& use,
             const std::vector<double>& compared);

/// How an array is filled when only its name and type are known.
Fill defaultFill(const Grid& grid, std::string_view program, std::string_view array,
                 ir::ScalarType type);

/// The value in [0.5, 1.5) of an unknown floating-point scalar.
double hashedScalar(std::string_view name);

} // namespace mw::inputs
