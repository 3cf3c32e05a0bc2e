// Small inputs on which a wrong rewrite shows: sizes that cannot be mistaken for each other, moved
// and empty ranges, one level.
#include "app/workbench/check_rewrite.h"
#include "core/conventions/conventions.h"
#include "core/inputs/distinct_sizes.h"
#include "core/inputs/known_values.h"
#include "core/inputs/program_ranges.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

namespace mw::workbench {

namespace {

using inputs::Scenario;
using symbolic::Bindings;
using Names = std::set<std::string, std::less<>>;

/// Cells, edges, vertices and levels all differ, and the sides share no factor.
constexpr inputs::Grid kGrid{3, 5, 7};
constexpr inputs::Grid kOneLevel{4, 3, 1};

/// Symbols of the memory of arguments.
Names collect(const ir::Sdfg& program,
              const std::vector<symbolic::Expr> ir::DataDescriptor::*where) {
    Names names;
    for (const auto& [name, data] : program.arrays)
        if (!data->transient)
            for (const auto& e : (*data).*where)
                symbolic::collectSymbols(e, names);
    return names;
}

bool isOfGrid(const std::string& name) {
    return conventions::tableSymbol(name) || conventions::fieldBound(name) ||
           inputs::knownScalar(kGrid, "", "Cell", name);
}

/// Symbols that need a value of their own: not the strides of dense arrays.
std::vector<std::string> sizeSymbols(const ir::Sdfg& program) {
    const Names shapes = collect(program, &ir::DataDescriptor::shape);
    const Names strides = collect(program, &ir::DataDescriptor::strides);
    std::vector<std::string> names;
    for (const auto& [name, type] : program.symbols)
        if (type.isInteger() && (shapes.contains(name) || !strides.contains(name)))
            names.push_back(name);
    return names;
}

void add(std::vector<SmallInputs>& all, std::string name, Expected<Scenario> scenario) {
    if (scenario)
        all.push_back({std::move(name), std::move(*scenario)});
}

std::vector<SmallInputs> withOwnSizes(const ir::Sdfg& program,
                                      const std::vector<std::string>& symbols) {
    std::vector<SmallInputs> all;
    if (symbols.empty()) {
        add(all, "its own sizes", inputs::makeScenario(program, kGrid));
        return all;
    }
    const std::array<std::string, 4> names = {"small sizes", "larger sizes in the opposite order",
                                              symbols.front() + " = 1", "all sizes 1"};
    const auto sizes = inputs::distinctSizes(program, symbols);
    for (std::size_t i = 0; i < names.size(); ++i)
        add(all, names.at(i), inputs::makeScenario(program, kGrid, sizes.at(i)));
    return all;
}

/// Symbols of the ranges that can move without any array changing its size.
struct Bounds {
    Names begins, ends;
};
Bounds movable(const ir::Sdfg& program, const Scenario& scenario) {
    Names fixed = collect(program, &ir::DataDescriptor::shape);
    fixed.merge(collect(program, &ir::DataDescriptor::strides));
    const auto isFree = [&](const std::string& name) {
        const auto value = scenario.symbols.find(name);
        return value != scenario.symbols.end() && !value->second.isReal && !fixed.contains(name);
    };
    Bounds bounds;
    for (const auto& range : inputs::programRanges(program).ranges) {
        for (const std::string& name : symbolic::freeSymbols(range.range.begin))
            if (isFree(name))
                bounds.begins.insert(name);
        for (const std::string& name : symbolic::freeSymbols(range.range.end))
            if (isFree(name))
                bounds.ends.insert(name);
    }
    // Where one range ends and another begins, moving either way narrows one and widens the other.
    for (const std::string& name : Names(bounds.begins))
        if (bounds.ends.contains(name)) {
            bounds.begins.erase(name);
            bounds.ends.erase(name);
        }
    return bounds;
}

Scenario narrowed(Scenario scenario, const Bounds& bounds) {
    std::int64_t by = 0;
    for (const std::string& name : bounds.begins)
        scenario.symbols[name].i += 1 + by++ % 2;
    by = 0;
    for (const std::string& name : bounds.ends)
        scenario.symbols[name].i -= 1 + by++ % 3;
    return scenario;
}

/// Every range that ends at one of these symbols has nothing to do.
Scenario emptied(Scenario scenario, const ir::Sdfg& program, const Names& ends) {
    for (const auto& range : inputs::programRanges(program).ranges)
        for (const std::string& name : symbolic::freeSymbols(range.range.end)) {
            const auto size = symbolic::evaluateInteger(range.range.size(), scenario.symbols);
            if (ends.contains(name) && size && *size > 0)
                scenario.symbols[name].i -= *size;
        }
    return scenario;
}

/// Every second one, by name: a range of several dimensions is empty in one of them.
std::array<Names, 2> halves(const Names& all) {
    std::array<Names, 2> result;
    std::size_t next = 0;
    for (const std::string& name : all)
        result.at(next++ % 2).insert(name);
    return result;
}

std::vector<SmallInputs> onGrids(const ir::Sdfg& program) {
    std::vector<SmallInputs> all;
    if (const auto scenario = inputs::makeScenario(program, kGrid)) {
        const std::string name = inputs::toString(kGrid);
        const Bounds bounds = movable(program, *scenario);
        all.push_back({name, *scenario});
        if (!bounds.begins.empty() || !bounds.ends.empty())
            all.push_back({name + " with narrower ranges", narrowed(*scenario, bounds)});
        for (const Names& ends : halves(bounds.ends))
            if (!ends.empty())
                all.push_back(
                    {fmt::format("{} with empty ranges ({})", name, fmt::join(ends, ", ")),
                     emptied(*scenario, program, ends)});
    }
    add(all, inputs::toString(kOneLevel), inputs::makeScenario(program, kOneLevel));
    return all;
}

} // namespace

std::vector<SmallInputs> smallInputs(const ir::Sdfg& program) {
    const auto symbols = sizeSymbols(program);
    const bool tables = std::ranges::any_of(
        program.arrays, [](const auto& entry) { return conventions::holdsTable(entry.name); });
    if (!tables && std::ranges::none_of(symbols, isOfGrid))
        return withOwnSizes(program, symbols);
    return onGrids(program);
}

} // namespace mw::workbench
