// Every access whose place is known, and by how much it leaves its container with given values.
#include "core/inputs/bounded_accesses.h"

#include "core/conventions/conventions.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::inputs {

namespace {

using symbolic::Expr;

bool isEmpty(const analysis::Access& access, const InputValues& values) {
    return std::ranges::any_of(access.trips, [&](const Expr& trip) {
        const auto count = symbolic::evaluateInteger(trip, values.symbols);
        return count && *count <= 0;
    });
}

} // namespace

BoundedAccesses::BoundedAccesses(const ir::Sdfg& program, const Scenario& scenario,
                                 const Names& movable)
    : program_(program), scenario_(scenario), movable_(movable),
      footprint_(analysis::footprint(program)), uses_(analysis::indexUses(program, true)) {}

std::vector<Violation> BoundedAccesses::violations(const InputValues& values) const {
    std::vector<Violation> found;
    for (const auto& [name, accesses] : footprint_)
        for (const auto& access : accesses)
            inFootprint(name, access, values, found);
    inUses(values, found);
    return found;
}

BoundedAccesses::Names BoundedAccesses::indexSymbols() const {
    Names names;
    for (const auto& [name, accesses] : footprint_)
        for (const auto& access : accesses)
            symbolic::collectSymbols(access.region, names);
    for (const auto& use : uses_.uses)
        for (const Expr* e : {&use.low, &use.high})
            names.merge(reached(*e).first);
    return names;
}

std::optional<std::int64_t> BoundedAccesses::sizeOf(const std::string& name,
                                                    const ir::DataDescriptor& data, std::size_t d,
                                                    const InputValues& values) const {
    if (const auto given = scenario_.arrays.find(name);
        given != scenario_.arrays.end() && d < given->second.shape.size())
        return given->second.shape[d];
    const auto size = symbolic::evaluateInteger(data.shape[d], values.symbols);
    return size ? std::optional(*size) : std::nullopt;
}

void BoundedAccesses::inFootprint(const std::string& name, const analysis::Access& access,
                                  const InputValues& values, std::vector<Violation>& found) const {
    const auto* data = program_.data(name);
    if (!data || access.reach == analysis::Reach::bound || access.region.rank() != data->rank() ||
        isEmpty(access, values))
        return;
    for (std::size_t d = 0; d < data->rank(); ++d) {
        const auto& range = access.region.dims[d];
        const Expr offset = d < data->offset.size() ? data->offset[d] : Expr(0);
        const auto low = symbolic::evaluateInteger(range.begin + offset, values.symbols);
        const auto high = symbolic::evaluateInteger(range.end + offset, values.symbols);
        const auto size = sizeOf(name, *data, d, values);
        if (!low || !high || !size || *high < *low)
            continue;
        if (*low < 0)
            found.push_back(
                violation(-*low, true, true, range.begin, data->shape[d], name, d, access.write));
        if (*high >= *size)
            found.push_back(violation(*high - *size + 1, false, true, range.end, data->shape[d],
                                      name, d, access.write));
    }
}

void BoundedAccesses::inUses(const InputValues& values, std::vector<Violation>& found) const {
    ArgumentValues arrays;
    arrays.range = [&](const std::string& argument, const auto& /*at*/) {
        return rangeOf(argument, values);
    };
    IndexRanges ranges(uses_, values.symbols, arrays);
    for (const auto& use : uses_.uses) {
        const auto reach = ranges.reach(use);
        if (!reach.happens || !reach.size)
            continue;
        const bool certain = use.conditions.empty();
        if (reach.low && *reach.low < 0)
            found.push_back(violation(-*reach.low, true, certain, use.low, use.size, use.container,
                                      use.dimension, use.write));
        if (reach.high && *reach.high >= *reach.size)
            found.push_back(violation(*reach.high - *reach.size + 1, false, certain, use.high,
                                      use.size, use.container, use.dimension, use.write));
    }
}

/// Of all elements of an argument, by the way it is filled.
std::optional<IntegerRange> BoundedAccesses::rangeOf(const std::string& argument,
                                                     const InputValues& values) const {
    if (const auto ours = values.fills.find(argument); ours != values.fills.end())
        return IntegerRange{static_cast<std::int64_t>(ours->second.low),
                            static_cast<std::int64_t>(ours->second.high) - 1};
    const auto table = conventions::tableOfArray(argument);
    if (!table)
        return std::nullopt;
    const auto dimensions = conventions::tableDimensions(*table);
    const auto count = dimensions ? extent(scenario_.grid, dimensions->target) : std::nullopt;
    if (!count)
        return std::nullopt;
    return IntegerRange{0, *count - 1};
}

Violation BoundedAccesses::violation(std::int64_t amount, bool below, bool certain,
                                     const Expr& index, const Expr& size,
                                     const std::string& container, std::size_t d,
                                     bool write) const {
    auto [symbols, arrays] = reached(index);
    symbols.merge(reached(size).first);
    return {amount,
            below,
            certain,
            std::move(symbols),
            std::move(arrays),
            fmt::format("'{}' is {} at index {} in dimension {}", container,
                        write ? "written" : "read", shown(index), d)};
}

/// Symbols and arrays that a value depends on.
std::pair<BoundedAccesses::Names, BoundedAccesses::Names>
BoundedAccesses::reached(const Expr& e) const {
    std::pair<Names, Names> result;
    Names seen;
    std::vector<Expr> open{e};
    while (!open.empty()) {
        const Names symbols = symbolic::freeSymbols(open.back());
        open.pop_back();
        for (const std::string& name : symbols) {
            if (!seen.insert(name).second)
                continue;
            const auto what = uses_.names.find(name);
            if (what == uses_.names.end())
                result.first.insert(name);
            else if (const auto* range = std::get_if<analysis::IndexParameter>(&what->second))
                open.insert(open.end(), {range->range.begin, range->range.end});
            else if (const auto* element = std::get_if<analysis::IndexElement>(&what->second))
                result.second.insert(element->argument);
            else if (const auto* choice = std::get_if<analysis::IndexChoice>(&what->second))
                open.insert(open.end(), choice->values.begin(), choice->values.end());
        }
    }
    return result;
}

/// Without the symbols that are 0 and stay so, such as where fields begin.
std::string BoundedAccesses::shown(const Expr& index) const {
    symbolic::Substitution zeros;
    for (const std::string& name : symbolic::freeSymbols(index)) {
        const auto value = scenario_.symbols.find(name);
        if (value != scenario_.symbols.end() && !movable_.contains(name) && !value->second.isReal &&
            value->second.i == 0)
            zeros.emplace(name, Expr(0));
    }
    return analysis::readableIndex(symbolic::simplify(symbolic::substitute(index, zeros)));
}

} // namespace mw::inputs
