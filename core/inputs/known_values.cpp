// The values that icon4py's programs usually get, by name and grid.
#include "core/inputs/known_values.h"

#include "core/conventions/conventions.h"
#include "core/grid/tables.h"
#include "core/ir/predicates.h"
#include "core/support/hash.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>

namespace mw::inputs {

namespace {

/// Extent of a field's dimension: of the grid, or the number of neighbours of a table.
std::optional<std::int64_t> dimensionExtent(const Grid& grid, std::string_view dimension) {
    if (const auto direct = extent(grid, dimension))
        return direct;
    if (dimension.find('2') == std::string_view::npos)
        return std::nullopt;
    const auto* table = grid::tableNamed(dimension);
    return table ? std::optional<std::int64_t>(table->columns) : std::nullopt;
}

std::optional<std::int64_t> sourceExtent(const Grid& grid, std::string_view table) {
    const auto dimensions = conventions::tableDimensions(table);
    if (!dimensions || !grid::tableNamed(table))
        return std::nullopt;
    return extent(grid, dimensions->source);
}

using NamedValues = std::map<std::string_view, symbolic::Value>;

symbolic::Value integer(std::int64_t value) {
    return symbolic::Value::integer(value);
}
symbolic::Value real(double value) {
    return symbolic::Value::real(value);
}

/// Scalars of the icon4py programs, whatever the grid.
const NamedValues& fixedScalars() {
    static const NamedValues values = {
        {"advection_explicit_weight_parameter", real(0.25)},
        {"advection_implicit_weight_parameter", real(0.75)},
        {"apply_2nd_order_divergence_damping", integer(1)},
        {"apply_4th_order_divergence_damping", integer(1)},
        {"apply_extra_diffusion_on_vn", integer(1)},
        {"apply_zdiffusion_t", integer(1)},
        {"at_first_substep", integer(0)},
        {"at_last_substep", integer(1)},
        {"beta_fct", real(1.005)},
        {"cfl_w_limit", real(0.65)},
        {"dbl_eps", real(1e-9)},
        {"diff_multfac_w", real(0.1)},
        {"divdamp_order", integer(24)},
        {"divdamp_type", integer(3)},
        {"dtime", real(0.8)},
        {"end_index_of_damping_layer", integer(3)},
        {"eps", real(1e-9)},
        {"fac_bdydiff_v", real(0.3)},
        {"grav_o_cpd", real(0.0098)},
        {"gt_metrics_level", integer(0)},
        {"iau_wgt_dyn", real(0.2)},
        {"igradp_method", integer(3)},
        {"is_iau_active", integer(1)},
        {"kstart_moist", integer(1)},
        {"limited_area", integer(1)},
        {"lprep_adv", integer(1)},
        {"max_nudging_coefficient", real(0.02)},
        {"mean_cell_area", real(1.1)},
        {"model_top", integer(0)},
        {"ndyn_substeps_var", real(5.0)},
        {"nflat_gradp", integer(5)},
        {"nflatlev", integer(3)},
        {"nrdmax", integer(4)},
        {"nudgezone_diff", real(0.7)},
        {"p_dt", real(0.2)},
        {"p_dtime", real(0.2)},
        {"prepare_advection", integer(1)},
        {"r_beta_fct", real(0.995)},
        {"r_nsubsteps", real(0.2)},
        {"rayleigh_type", integer(2)},
        {"rd_o_cvd", real(0.4)},
        {"rhotheta_explicit_weight_parameter", real(0.4)},
        {"rhotheta_implicit_weight_parameter", real(0.6)},
        {"scalfac_exdiff", real(0.4)},
        {"second_order_divdamp_factor", real(0.3)},
        {"second_order_divdamp_scaling_coeff", real(0.3)},
        {"skip_compute_predictor_vertical_advection", integer(0)},
        {"slev", integer(0)},
        {"smag_offset", real(0.2)},
        {"smallest_vpfloat", real(1e-9)},
        {"thresh_tdiff", real(-0.5)},
        {"type_shear", integer(2)},
    };
    return values;
}

/// First level of programs that read the level above or below.
std::int64_t firstLevel(std::string_view program, std::int64_t levels) {
    for (const std::string_view part :
         {"diagnostic_quantities", "mass_flux_weighted", "interpolate_rho_theta",
          "interpolation_and_nonhydro", "limit_vertical_slope"})
        if (program.find(part) != std::string_view::npos)
            return 1;
    if (program.find("ppm_quartic") != std::string_view::npos)
        return 2;
    return program.find("hydrostatic") != std::string_view::npos ? levels - 1 : 0;
}

/// Bounds that any grid gets.
NamedValues bounds(const Grid& grid, std::string_view program, std::string_view horizontal) {
    const std::int64_t c = *extent(grid, "Cell");
    const std::int64_t e = *extent(grid, "Edge");
    const std::int64_t levels = grid.levels;
    NamedValues values = {
        {"horizontal_start", integer(0)},
        {"vertical_start", integer(firstLevel(program, levels))},
        {"vertical_end", integer(levels)},
        {"start_2nd_nudge_line_idx_e", integer(e / 3)},
        {"interior_idx", integer(c / 4)},
        {"halo_idx", integer(c - 5)},
        {"end_cell_end", integer(c)},
        {"end_cell_halo", integer(c - 4)},
        {"end_cell_halo_level_2", integer(c - 2)},
        {"start_cell_halo_level_2", integer(c - 4)},
        {"end_cell_index_halo_lvl1", integer(c - 2)},
        {"end_cell_index_local", integer(c - 4)},
        {"end_cell_local", integer(c - 4)},
        {"end_edge_local", integer(e - 4)},
        {"surface_level", integer(levels + 1)},
        {"elev", integer(levels - 1)},
        {"start_cell_index_lateral_lvl3", integer(5)},
        {"start_cell_index_nudging", integer(9)},
        {"start_cell_lateral_boundary", integer(0)},
        {"start_cell_lateral_boundary_level_3", integer(5)},
        {"end_edge_halo", integer(e - 4)},
        {"end_edge_nudging", integer(e / 3)},
        {"start_edge_lateral_boundary", integer(0)},
        {"start_edge_lateral_boundary_level_7", integer(11)},
        {"start_edge_nudging_level_2", integer(e / 4)},
        {"flat_level_index_plus1", integer(4)},
        {"vertical_end_index_model_surface", integer(levels + 1)},
        {"vertical_start_index_model_top", integer(0)},
    };
    if (const auto end = extent(grid, horizontal))
        values["horizontal_end"] = integer(*end);
    return values;
}

/// Bounds near those of a limited-area run, for grids large enough to have them.
NamedValues limitedAreaBounds(const Grid& grid) {
    const std::int64_t c = *extent(grid, "Cell");
    const std::int64_t e = *extent(grid, "Edge");
    const auto share = [](double part, std::int64_t whole) {
        return integer(static_cast<std::int64_t>(part * static_cast<double>(whole)));
    };
    return {
        {"start_2nd_nudge_line_idx_e", share(.08, e)},
        {"interior_idx", share(.106, c)},
        {"halo_idx", integer(c)},
        {"end_cell_end", integer(c)},
        {"end_cell_halo", integer(c)},
        {"end_cell_halo_level_2", integer(c)},
        {"start_cell_halo_level_2", integer(c)},
        {"end_cell_index_halo_lvl1", integer(c)},
        {"end_cell_index_local", integer(c)},
        {"end_cell_local", integer(c)},
        {"end_edge_local", integer(e)},
        {"start_cell_index_lateral_lvl3", share(.04, c)},
        {"start_cell_index_nudging", share(.106, c)},
        {"start_cell_lateral_boundary_level_3", share(.04, c)},
        {"end_edge_halo", integer(e)},
        {"end_edge_nudging", share(.09, e)},
        {"start_edge_lateral_boundary_level_7", share(.062, e)},
        {"start_edge_nudging_level_2", share(.09, e)},
        {"nflatlev", integer(5)},
        {"nflat_gradp", integer(34)},
        {"end_index_of_damping_layer", integer(12)},
        {"nrdmax", integer(13)},
        {"kstart_moist", integer(0)},
        {"flat_level_index_plus1", integer(6)},
    };
}

/// The bounds of a grid that says how far each element lies from its boundary: rows 1 to 4 of cells
/// and vertices (1 to 8 of edges) are given from outside, the next are nudged, further in all is
/// computed (icon4py's zones). Programs begin behind what lacks neighbours.
NamedValues rowBounds(const Grid& grid, std::string_view horizontal) {
    if (grid.kind != Grid::Kind::limited && grid.kind != Grid::Kind::file)
        return {};
    const auto mesh = meshOf(grid);
    if (!mesh)
        return {};
    const auto from = [&](grid::Element element, std::int32_t row) {
        return integer(grid::firstFromRow((*mesh)->rowsOf(element), row));
    };
    using enum grid::Element;
    for (const auto element : grid::kElements)
        if (!grid::isOrderedByRows((*mesh)->rowsOf(element)) || from(element, 2).i == 0)
            return {};
    NamedValues values = {
        {"start_2nd_nudge_line_idx_e", from(edge, 10)},
        {"interior_idx", from(cell, 6)},
        {"start_cell_index_lateral_lvl3", from(cell, 3)},
        {"start_cell_index_nudging", from(cell, 5)},
        {"start_cell_lateral_boundary_level_3", from(cell, 3)},
        {"end_edge_nudging", from(edge, 10)},
        {"start_edge_lateral_boundary_level_7", from(edge, 7)},
        {"start_edge_nudging_level_2", from(edge, 10)},
    };
    for (const char* end : {"halo_idx", "end_cell_end", "end_cell_halo", "end_cell_halo_level_2",
                            "start_cell_halo_level_2", "end_cell_index_halo_lvl1",
                            "end_cell_index_local", "end_cell_local"})
        values[end] = integer(*extent(grid, "Cell"));
    for (const char* end : {"end_edge_local", "end_edge_halo"})
        values[end] = integer(*extent(grid, "Edge"));
    const auto start = horizontal == "Cell"     ? from(cell, 5)
                       : horizontal == "Edge"   ? from(edge, 5)
                       : horizontal == "Vertex" ? from(vertex, 2)
                                                : integer(0);
    if (const auto end = extent(grid, horizontal); end && start.i < *end)
        values["horizontal_start"] = start;
    return values;
}

/// limitedAreaBounds() need at least 35 levels and fractions that are not empty.
bool isLimitedArea(const Grid& grid) {
    return grid.levels >= 40 && *extent(grid, "Cell") >= 1000;
}

bool containsIgnoringCase(std::string_view text, std::string_view part) {
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == b;
    };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

bool isIntegerType(ir::ScalarType type) {
    return ir::DType{type, {}}.isInteger() && type != ir::ScalarType::boolean;
}

} // namespace

std::optional<std::int64_t> gridSymbol(const Grid& grid, std::string_view name) {
    if (grid == Grid{})
        return std::nullopt;
    if (const auto symbol = conventions::tableSymbol(name)) {
        const auto sources = sourceExtent(grid, symbol->table);
        return sources && symbol->unit ? std::optional<std::int64_t>(1) : sources;
    }
    const auto bound = conventions::fieldBound(name);
    if (!bound)
        return std::nullopt;
    const auto size = dimensionExtent(grid, bound->dimension);
    return size && !bound->upper ? std::optional<std::int64_t>(0) : size;
}

std::optional<symbolic::Value> knownScalar(const Grid& grid, std::string_view program,
                                           std::string_view horizontal, std::string_view name) {
    if (grid == Grid{})
        return std::nullopt;
    const auto lookup = [&](const NamedValues& values) -> std::optional<symbolic::Value> {
        const auto found = values.find(name);
        return found == values.end() ? std::nullopt : std::optional(found->second);
    };
    if (const auto value = lookup(rowBounds(grid, horizontal)))
        return value;
    if (isLimitedArea(grid))
        if (const auto value = lookup(limitedAreaBounds(grid)))
            return value;
    if (const auto value = lookup(bounds(grid, program, horizontal)))
        return value;
    return lookup(fixedScalars());
}

Fill defaultFill(const Grid& grid, std::string_view program, std::string_view array,
                 ir::ScalarType type) {
    if (conventions::isMeasurement(array))
        return ZeroFill{};
    if (const auto table = conventions::tableOfArray(array))
        return TableFill{*table};
    if (type == ir::ScalarType::boolean)
        return MaskFill{};
    if (isIntegerType(type)) {
        // Offsets between levels stay small; other integers are levels.
        const bool isOffset =
            containsIgnoringCase(array, "offset") || containsIgnoringCase(array, "ikoff");
        return HashedFill{0, isOffset ? 2.0 : static_cast<double>(grid.levels), true};
    }
    if (array == "kh_smag_e" && program.find("cold_pools") != std::string_view::npos)
        return HashedFill{0, 1e-4, false}; // the program's thresholds bite only on small values
    return HashedFill{};
}

namespace {

/// Below and above each number that is compared with, and the number itself.
std::vector<double> aroundEach(const std::vector<double>& compared, bool whole,
                               const std::function<bool(double)>& allowed) {
    std::vector<double> values;
    for (const double number : compared) {
        const double distance = whole ? 1 : number == 0 ? 0.125 : std::abs(number) / 8;
        for (const double value : {number, number - distance, number + distance})
            if (std::isfinite(value) && (!whole || value == std::trunc(value)) && allowed(value) &&
                std::ranges::find(values, value) == values.end())
                values.push_back(value);
    }
    return values;
}

/// What an element of the type holds.
double largestOf(ir::ScalarType type) {
    const int bits = ir::sizeOf(type) * 8 - (ir::isUnsigned(type) ? 0 : 1);
    return std::ldexp(1.0, bits) - 1;
}

constexpr std::size_t kMostCompared = 12; ///< numbers; more would leave little else
constexpr double kLargestCompared = 1e6;  ///< beyond, values are no longer like the others

std::vector<double> notTooLarge(const std::vector<double>& compared) {
    std::vector<double> numbers;
    std::ranges::copy_if(compared, std::back_inserter(numbers),
                         [](double number) { return std::abs(number) <= kLargestCompared; });
    return numbers;
}

/// So many at most, from the first to the last at equal distances.
std::vector<double> spread(const std::vector<double>& numbers, std::size_t most) {
    if (numbers.size() <= most)
        return numbers;
    std::vector<double> kept;
    for (std::size_t i = 0; i < most; ++i)
        kept.push_back(numbers[i * (numbers.size() - 1) / (most - 1)]);
    return kept;
}

} // namespace

std::vector<double> nearCompared(const std::vector<double>& compared, ir::ScalarType type,
                                 const analysis::ValueUse& use) {
    const bool whole = isIntegerType(type);
    const bool signs = !use.notNegative && !ir::isUnsigned(type);
    const double smallest = whole ? 1 : 1e-3;
    return aroundEach(notTooLarge(compared), whole, [&](double value) {
        return (value >= 0 || signs) && (!use.notZero || std::abs(value) >= smallest) &&
               (!whole || std::abs(value) <= largestOf(type));
    });
}

Fill widened(Fill fill, ir::ScalarType type, const analysis::ValueUse& use,
             const std::vector<double>& compared) {
    auto* hashed = std::get_if<HashedFill>(&fill);
    const bool whole = isIntegerType(type);
    const bool usual =
        hashed && (whole || (hashed->low == HashedFill{}.low && hashed->high == HashedFill{}.high));
    if (!usual || use.index)
        return fill;
    hashed->signs = !use.notNegative && !ir::isUnsigned(type);
    if (whole && use.notZero) { // as many values, without zero
        ++hashed->low;
        ++hashed->high;
    }
    hashed->also = nearCompared(spread(notTooLarge(compared), kMostCompared), type, use);
    if (!use.notZero && std::ranges::find(hashed->also, 0.0) == hashed->also.end())
        hashed->also.push_back(0);
    return fill;
}

double hashedScalar(std::string_view name) {
    const std::uint64_t h = splitmix64(fnv1a64(name));
    return 0.5 + static_cast<double>(h >> 11U) / 9007199254740992.0;
}

} // namespace mw::inputs
