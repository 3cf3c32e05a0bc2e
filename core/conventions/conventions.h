#pragma once

#include "core/symbolic/expr.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// What GT4Py and DaCe call things, in both generations (1.0: `__f_stride_1`,
// `__gt_conn_X_size_0`, `__gt_conn_X_stride_1`, `connectivity_X`; 1.2: `__f_Dim_stride`,
// `__gt_conn_X_source_size`, `__gt_conn_X_neighbor_stride`). All naming rules stand here and
// nowhere else.

namespace mw::conventions {

enum class DimensionKind : std::uint8_t { horizontal, vertical, local };

/// What the name of a map parameter says about the dimension that it runs over.
struct ParameterName {
    std::string dimension;             ///< "K" of `i_K_gtx_vertical`, "Cell" of `__i_Cell`
    std::optional<DimensionKind> kind; ///< where the name has it
    /// There is more in front: a parameter that a transformation has made of the named one, as
    /// `__gtx_coarse_i_K_gtx_vertical`.
    bool derived = false;
    bool blocks = false; ///< of the derived ones: it counts blocks of the named one, as this does
};
/// In front of a parameter that counts blocks.
inline constexpr std::string_view kBlocksOf = "__gtx_coarse_";
std::optional<ParameterName> parameterName(std::string_view parameter);
/// Whether the name ends in a kind of dimension, as the canonical form wants of map parameters.
bool endsInDimensionKind(std::string_view parameter);

/// "E2C2V" of "gt_conn_E2C2V" or "connectivity_E2C2V".
std::optional<std::string> tableOfArray(std::string_view array);
/// The dimensions that a neighbour table leads from and to.
struct TableDimensions {
    std::string_view source; ///< "Edge" of "E2C2V"
    std::string_view target; ///< "Vertex" of "E2C2V"; an O at the end ("C2E2CO") adds the source
};
/// nullopt: the name does not begin and end with a letter of C, E, V.
std::optional<TableDimensions> tableDimensions(std::string_view table);
/// Whether an array holds a neighbour table, or what a rewrite has made of one.
bool holdsTable(std::string_view array);

/// A symbol that describes the memory of a neighbour table.
struct TableSymbol {
    std::string table; ///< "E2C2V"
    bool unit = false; ///< the stride of the dimension that is dense; else: number of sources
};
std::optional<TableSymbol> tableSymbol(std::string_view name);

/// A symbol that bounds a field's domain: `__vn_K_range_0`.
struct FieldBound {
    std::string dimension; ///< "K"
    bool upper = false;    ///< where it ends; else: where it begins
};
std::optional<FieldBound> fieldBound(std::string_view name);
/// Any name that ends as those of the lower bounds do.
bool isFieldOrigin(std::string_view name);
/// "K" of `__vn_K_stride`, the stride of a dimension of the field `vn`; of the older spelling
/// `__vn_stride_1`, which counts dimensions, the text "1". nullopt: it is no stride of this field.
std::optional<std::string_view> fieldStride(std::string_view name, std::string_view field);
/// The name for a field `other` of a symbol that describes the memory of `field`:
/// `__next_vn_K_range_1` of `__vn_K_range_1`. nullopt: it is neither a bound nor a stride of this
/// field.
std::optional<std::string> symbolForField(std::string_view name, std::string_view field,
                                          std::string_view other);
/// Whether a dimension runs over levels, as far as its name says: fields have it behind those of
/// the horizontal.
bool isVerticalDimension(std::string_view dimension);

/// Prefixes of generated names left out: `__tlet_result` -> `result`.
std::string_view withoutGeneratedPrefix(std::string_view name);

/// The symbol that says how much GT4Py 1.2 measures.
inline constexpr std::string_view kMetricsLevel = "gt_metrics_level";
/// Where a program of GT4Py 1.2 that is asked for metrics leaves how long a call took, in seconds.
inline constexpr std::string_view kComputeTime = "gt_compute_time";
/// What GT4Py measures of a call and hands back as if it were a result: differs from run to run.
bool isMeasurement(std::string_view array);
/// Do these symbols ask for it (the level is 10, "performance", or more)?
bool wantsComputeTime(const symbolic::Bindings& symbols);

} // namespace mw::conventions
