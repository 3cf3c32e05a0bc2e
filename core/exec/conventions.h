#pragma once

#include "core/exec/scenario.h"

#include <optional>
#include <string>
#include <string_view>

namespace mw::exec {

/// What a name says in either generation of GT4Py (1.0: `__f_stride_1`, `__gt_conn_X_size_0`,
/// `__gt_conn_X_stride_1`, `connectivity_X`; 1.2: `__f_Dim_stride`, `__gt_conn_X_source_size`,
/// `__gt_conn_X_neighbor_stride`). All naming rules stand here and nowhere else.

/// "E2C2V" of "gt_conn_E2C2V" or "connectivity_E2C2V".
std::optional<std::string> tableOfArray(std::string_view array);

/// Value of a symbol whose name and the grid alone decide it: domain bounds of fields, sizes and
/// strides of neighbour tables.
std::optional<std::int64_t> gridSymbol(const Grid& grid, std::string_view name);

/// "Cell" of the map parameter "i_Cell_gtx_horizontal".
std::optional<std::string> horizontalOfParameter(std::string_view parameter);

/// What programs call their scalars and bounds: a plausible value for each known name.
/// `horizontal`: the dimension that horizontal_start and horizontal_end count; may be empty.
std::optional<symbolic::Value> knownScalar(const Grid& grid, std::string_view program,
                                           std::string_view horizontal, std::string_view name);

/// How an array is filled when only its name and type are known.
Fill defaultFill(const Grid& grid, std::string_view program, std::string_view array,
                 ir::ScalarType type);

/// Where a program of GT4Py 1.2 that is asked for metrics leaves how long a call took, in seconds.
inline constexpr std::string_view kComputeTime = "gt_compute_time";
/// What GT4Py measures of a call and hands back as if it were a result: differs from run to run.
bool isMeasurement(std::string_view array);
/// Do these symbols ask for it (gt_metrics_level is 10, "performance", or more)?
bool wantsComputeTime(const symbolic::Bindings& symbols);

/// The value in [0.5, 1.5) of an unknown floating-point scalar.
double hashedScalar(std::string_view name);

} // namespace mw::exec
