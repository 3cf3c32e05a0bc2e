// First values for symbols that have none, by where they stand in the program.
#include "core/inputs/symbol_roles.h"

#include "core/conventions/conventions.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::inputs {

namespace {

using symbolic::Expr;

/// Size of the grid along the dimension that this parameter of a map of GT4Py runs over.
std::optional<std::int64_t> extentOf(const std::string& parameter, const Grid& grid) {
    const auto name = conventions::parameterName(parameter);
    if (!name || !name->kind)
        return std::nullopt;
    if (*name->kind == conventions::DimensionKind::vertical)
        return grid.levels;
    return *name->kind == conventions::DimensionKind::horizontal ? extent(grid, name->dimension)
                                                                 : std::nullopt;
}

} // namespace

SymbolRoles::SymbolRoles(const ir::Sdfg& program, const Scenario& scenario, const Names& indices)
    : program_(program), grid_(scenario.grid), indices_(indices),
      ranges_(programRanges(program).ranges), compared_(comparedWithParameter(program)) {}

std::optional<SymbolRoles::Choice> SymbolRoles::choose(const std::string& symbol) const {
    const ProgramRange* begins = nullptr;
    const ProgramRange* ends = nullptr;
    for (const ProgramRange& range : ranges_) {
        begins =
            !begins && symbolic::freeSymbols(range.range.begin).contains(symbol) ? &range : begins;
        ends = !ends && symbolic::freeSymbols(range.range.end).contains(symbol) ? &range : ends;
    }
    if (begins && ends && !isSize(symbol))
        return between(*begins);
    if (ends)
        if (const auto end = endOf(symbol, *ends))
            return end;
    if (isSize(symbol))
        return Choice{usualSize(), "it is the size of an array, and nothing says how large"};
    if (begins)
        return Choice{0, fmt::format("the range of '{}' begins there", begins->parameter)};
    for (const auto& [name, parameter] : compared_)
        if (name == symbol)
            if (const auto extent = extentOf(parameter, grid_))
                return Choice{*extent / 2, fmt::format("'{}' is compared with it", parameter)};
    if (indices_.contains(symbol))
        return Choice{0, "it is part of an index"};
    return std::nullopt;
}

/// Where one map ends and another begins: both have something to do.
SymbolRoles::Choice SymbolRoles::between(const ProgramRange& range) const {
    const std::int64_t extent = extentOf(range.parameter, grid_).value_or(grid_.levels);
    return {extent / 2, fmt::format("ranges of '{}' begin and end there", range.parameter)};
}

std::optional<SymbolRoles::Choice> SymbolRoles::endOf(const std::string& symbol,
                                                      const ProgramRange& range) const {
    const std::string reason = fmt::format("the range of '{}' ends there", range.parameter);
    if (const auto extent = extentOf(range.parameter, grid_))
        return Choice{*extent, reason};
    if (isSize(symbol))
        return std::nullopt;
    if (indices_.contains(symbol)) // lowered until everything fits
        return Choice{*extent(grid_, "Edge"), reason};
    return std::nullopt;
}

bool SymbolRoles::isSize(const std::string& symbol) const {
    return std::ranges::any_of(program_.arrays, [&](const auto& entry) {
        return !entry.value->transient &&
               std::ranges::any_of(entry.value->shape, [&](const Expr& size) {
                   return symbolic::freeSymbols(size).contains(symbol);
               });
    });
}

/// Arrays of several such dimensions stay small.
std::int64_t SymbolRoles::usualSize() const {
    for (const auto& [name, data] : program_.arrays) {
        const auto symbolic =
            std::ranges::count_if(data->shape, [](const Expr& size) { return !size.isInteger(); });
        if (!data->transient && symbolic > 1)
            return grid_.levels + 2;
    }
    return *extent(grid_, "Vertex");
}

} // namespace mw::inputs
