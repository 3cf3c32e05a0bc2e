// Small inputs on which a wrong rewrite shows: sizes that cannot be mistaken for each other, moved
// and empty ranges, one level.
#include "app/workbench/check_rewrite.h"
#include "core/analysis/flatten_structures.h"
#include "core/analysis/names.h"
#include "core/analysis/value_uses.h"
#include "core/conventions/conventions.h"
#include "core/inputs/check_inputs.h"
#include "core/inputs/distinct_sizes.h"
#include "core/inputs/known_values.h"
#include "core/inputs/program_ranges.h"
#include "core/inputs/strides.h"
#include "core/ir/index.h"
#include "core/ir/predicates.h"
#include "core/support/memory.h"
#include "core/tasklet/tasklet.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>

namespace mw::workbench {

std::size_t elementsOf(const inputs::Scenario& scenario) {
    std::optional<std::uint64_t> elements = 0;
    for (const auto& [name, input] : scenario.arrays)
        elements = checkedSum(elements, checkedProduct(input.shape, 1));
    return elements.value_or(SIZE_MAX);
}

namespace {

using inputs::Scenario;
using symbolic::Bindings;
using Names = std::set<std::string, std::less<>>;

/// Cells, edges, vertices and levels all differ, and the sides share no factor. The second is for
/// graphs that carry sizes of temporaries from the grid that the pipeline was run with.
const std::array<inputs::Grid, 2> kGrids = {{{3, 5, 7}, {8, 6, 10}}};

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
           inputs::knownScalar(kGrids[0], "", "Cell", name);
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

Expected<Scenario> checked(const ir::Sdfg& program, Expected<Scenario> scenario) {
    if (!scenario)
        return scenario;
    inputs::HostArrays arrays;
    for (const auto& [name, input] : scenario->arrays) {
        MW_TRY(arrays[name], inputs::makeArray(name, input, scenario->grid));
    }
    MW_CHECK(inputs::checkInputs(program, *scenario, arrays));
    return scenario;
}

/// What the reference executor gets through in a moment.
constexpr std::size_t kMostElements = 2'000'000;

Expected<Scenario> small(Expected<Scenario> made) {
    if (!made || elementsOf(*made) <= kMostElements)
        return made;
    return fail("too-large", fmt::format("more than {} elements are too many for the reference "
                                         "executor",
                                         kMostElements));
}

/// Collects what fits the program. Symbols that are fixed have their value in all of it.
class InputCollection {
public:
    InputCollection(const ir::Sdfg& program, const Bindings& fixed)
        : program_(program), fixed_(fixed) {}

    bool make(std::string name, const inputs::Grid& grid, Bindings values = {}) {
        for (const auto& [symbol, value] : fixed_)
            values.insert_or_assign(symbol, value);
        return add(std::move(name), inputs::makeScenario(program_, grid, values));
    }
    bool add(std::string name, Expected<Scenario> made) {
        auto scenario = checked(program_, small(std::move(made)));
        if (scenario)
            found_.inputs.push_back({std::move(name), std::move(*scenario)});
        else if (found_.reason.empty())
            found_.reason = fmt::format("on {}: {}", name, scenario.error().sentence);
        return scenario.has_value();
    }
    /// What was added last, with gaps between the elements of arguments that may have some.
    void addWithGaps() {
        if (found_.inputs.empty())
            return;
        const SmallInputs dense = found_.inputs.back();
        if (auto gaps = inputs::withGaps(program_, dense.scenario, fixed_))
            add(dense.name + " with gaps between elements", std::move(*gaps));
    }
    std::size_t size() const { return found_.inputs.size(); }
    const Scenario& last() const { return found_.inputs.back().scenario; }
    SmallInputSets take() { return std::move(found_); }

private:
    const ir::Sdfg& program_;
    const Bindings& fixed_;
    SmallInputSets found_;
};

/// What integer arguments that are no sizes are in each of the sets: branches go both ways.
constexpr std::array<std::int64_t, 4> kNumbers = {2, 0, 1, -1};

std::vector<std::string> numbers(const ir::Sdfg& program) {
    std::vector<std::string> names;
    for (const auto& [name, data] : program.arrays)
        if (!data->transient && data->isScalar() && data->dtype.isInteger())
            names.push_back(name);
    return names;
}

Bindings withNumbers(const ir::Sdfg& program, Bindings values, std::int64_t number) {
    for (const std::string& name : numbers(program)) {
        const bool truth = program.data(name)->dtype.scalar == ir::ScalarType::boolean;
        values[name] = symbolic::Value::integer(truth ? number & 1 : number);
    }
    return values;
}

/// No symbol is a size.
SmallInputSets withFixedSizes(const ir::Sdfg& program, const Bindings& fixed) {
    InputCollection all(program, fixed);
    if (numbers(program).empty())
        all.make("its own sizes", kGrids[0]);
    else
        for (const std::int64_t number : kNumbers)
            all.make(fmt::format("its own sizes, integers {}", number), kGrids[0],
                     withNumbers(program, {}, number));
    all.addWithGaps();
    return all.take();
}

SmallInputSets withOwnSizes(const ir::Sdfg& program, const std::vector<std::string>& symbols,
                            const Bindings& fixed) {
    if (symbols.empty())
        return withFixedSizes(program, fixed);
    InputCollection all(program, fixed);
    const std::array<std::string, 4> names = {"small sizes", "larger sizes in the opposite order",
                                              symbols.front() + " = 1", "all sizes 1"};
    const auto sizes = inputs::distinctSizes(program, symbols);
    for (std::size_t i = 0; i < names.size(); ++i)
        if (all.make(names.at(i), kGrids[0], withNumbers(program, sizes.at(i), kNumbers.at(i))) &&
            i == 0)
            all.addWithGaps();
    return all.take();
}

/// Symbols of the ranges that can move without any array changing its size.
struct Bounds {
    Names begins, ends;
};
Bounds movable(const ir::Sdfg& program, const Scenario& scenario, const Bindings& given) {
    Names fixed = collect(program, &ir::DataDescriptor::shape);
    for (const auto& [name, value] : given)
        fixed.insert(name);
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

/// Arrays of fields begin before 0, one or two elements, and end where they did. Tables stay.
Bindings movedOrigins(const ir::Sdfg& program) {
    Bindings values;
    std::int64_t by = 0;
    for (const auto& [array, data] : program.arrays) {
        if (data->transient || conventions::holdsTable(array))
            continue;
        for (const auto& size : data->shape)
            for (const std::string& name : symbolic::freeSymbols(size))
                if (const auto bound = conventions::fieldBound(name); bound && !bound->upper)
                    values.emplace(name, symbolic::Value::integer(-1 - by++ % 2));
    }
    return values;
}

/// Every second one, by name: a range of several dimensions is empty in one of them.
std::array<Names, 2> halves(const Names& all) {
    std::array<Names, 2> result;
    std::size_t next = 0;
    for (const std::string& name : all)
        result.at(next++ % 2).insert(name);
    return result;
}

SmallInputSets onGrids(const ir::Sdfg& program, const Bindings& fixed) {
    InputCollection all(program, fixed);
    for (const auto& grid : kGrids) {
        const std::string name = inputs::toString(grid);
        if (!all.make(name, grid))
            continue;
        const Scenario whole = all.last();
        all.addWithGaps();
        const Bounds bounds = movable(program, whole, fixed);
        if (!bounds.begins.empty() || !bounds.ends.empty())
            all.add(name + " with narrower ranges", narrowed(whole, bounds));
        for (const Names& ends : halves(bounds.ends))
            if (!ends.empty())
                all.add(fmt::format("{} with empty ranges ({})", name, fmt::join(ends, ", ")),
                        emptied(whole, program, ends));
        if (const Bindings origins = movedOrigins(program); !origins.empty())
            all.make(name + " with arrays that begin before 0", grid, origins);
        const inputs::Grid oneLevel{grid.nx, grid.ny, 1};
        all.make(inputs::toString(oneLevel), oneLevel);
        break;
    }
    return all.take();
}

void collectNumbers(const tasklet::Ast& ast, std::vector<double>& numbers) {
    if (const auto number = tasklet::signedNumber(ast))
        numbers.push_back(*number);
    for (const auto& arg : ast.args)
        collectNumbers(*arg, numbers);
}

bool compares(const tasklet::Ast& ast) {
    return (ast.op == tasklet::Op::binary && tasklet::isComparison(ast.text)) ||
           std::ranges::any_of(ast.args, [](const auto& arg) { return compares(*arg); });
}

symbolic::Value valueOf(double value, ir::ScalarType type) {
    return ir::isFloatingPoint(type) ? symbolic::Value::real(value)
                                     : symbolic::Value::integer(static_cast<std::int64_t>(value));
}

/// Values that a condition may come out otherwise with: near every number that it compares with.
std::vector<symbolic::Value> candidates(const tasklet::Ast& condition, ir::ScalarType type,
                                        const analysis::ValueUse& use) {
    std::vector<double> numbers{0};
    collectNumbers(condition, numbers);
    if (type == ir::ScalarType::boolean)
        return {valueOf(0, type), valueOf(1, type)};
    std::vector<symbolic::Value> values;
    for (const double value : inputs::nearCompared(numbers, type, use))
        values.push_back(valueOf(value, type));
    return values;
}

/// Texts of the control flow, of nested SDFGs too.
void collectControlTexts(const ir::Sdfg& sdfg, std::set<std::string>& texts) {
    analysis::forEachControlText(sdfg, [&](const std::string& text) { texts.insert(text); });
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            for (const auto& node : state->nodes)
                if (const auto* nested = node->as<ir::NestedSdfg>(); nested && nested->sdfg)
                    collectControlTexts(*nested->sdfg, texts);
    });
}

ir::ScalarType argumentType(const ir::Sdfg& program, const std::string& name) {
    if (const auto* data = program.data(name))
        return data->isScalar() && !data->transient ? data->dtype.scalar : ir::ScalarType::none;
    const auto symbol = program.symbols.find(name);
    return symbol == program.symbols.end() ? ir::ScalarType::none : symbol->second.scalar;
}

/// Other values in every array that is made, and real scalars of the other sign or zero.
Scenario withOtherValues(const analysis::ValueUses& uses, const Bindings& fixed, Scenario scenario,
                         std::uint64_t turn) {
    for (auto& [name, input] : scenario.arrays)
        if (auto* fill = std::get_if<inputs::HashedFill>(&input.fill))
            fill->turn = turn;
    for (auto& [name, value] : scenario.symbols) {
        const auto use = uses.containers.find(name);
        const bool free =
            use == uses.containers.end() || (!use->second.notZero && !use->second.notNegative);
        if (value.isReal && free && !fixed.contains(name))
            value.d = turn % 2 == 1 ? -value.d : 0;
    }
    return scenario;
}

/// One argument, and a value to try it with.
struct OtherValue {
    std::string name;
    symbolic::Value value;
};

/// For the names that these conditions look at, values on both sides of the numbers in them; then
/// for every other scalar, which tasklets may look at, around all numbers of the program.
std::vector<OtherValue> otherValues(const ir::Sdfg& program, const analysis::ValueUses& uses,
                                    const std::set<std::string>& conditions,
                                    const Bindings& fixed) {
    std::vector<OtherValue> found;
    std::set<std::string> tried;
    const auto add = [&](const std::string& name, const symbolic::Value& value) {
        if (!fixed.contains(name) &&
            tried.insert(fmt::format("{} = {}", name, value.asReal())).second)
            found.push_back({name, value});
    };
    const auto useOf = [&](const std::string& name) {
        const auto use = uses.containers.find(name);
        return use == uses.containers.end() ? analysis::ValueUse{} : use->second;
    };
    for (const std::string& text : conditions) {
        const auto condition = tasklet::parseExpression(text);
        Names names;
        if (condition)
            tasklet::collectNames(**condition, names);
        for (const std::string& name : names) {
            const auto type = argumentType(program, name);
            const bool counts = type == ir::ScalarType::boolean ||
                                (type != ir::ScalarType::none && compares(**condition));
            if (counts)
                for (const auto& value : candidates(**condition, type, useOf(name)))
                    add(name, value);
        }
    }
    // A flag has one other value, and most hangs on it.
    std::stable_partition(found.begin(), found.end(), [&](const OtherValue& other) {
        return argumentType(program, other.name) == ir::ScalarType::boolean;
    });
    for (const auto& [name, data] : program.arrays) {
        if (data->transient || !data->isScalar() || data->dtype.scalar == ir::ScalarType::boolean)
            continue;
        const auto use = useOf(name);
        if (use.index)
            continue;
        for (const double value : inputs::nearCompared(uses.compared, data->dtype.scalar, use))
            add(name, valueOf(value, data->dtype.scalar));
    }
    return found;
}

Scenario with(Scenario scenario, const OtherValue& other) {
    scenario.symbols[other.name] = other.value;
    return scenario;
}

std::string nameOf(const SmallInputs& like, const OtherValue& other) {
    return fmt::format("{} with {} = {}", like.name, other.name, other.value.asReal());
}

std::size_t countNodes(const ir::Sdfg& sdfg) {
    std::size_t count = 0;
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            for (const auto& node : state->nodes) {
                const auto* nested = node->as<ir::NestedSdfg>();
                count += 1 + (nested && nested->sdfg ? countNodes(*nested->sdfg) : 0);
            }
    });
    return count;
}

/// How many further inputs are worth their time: by the size of the program and of its arguments,
/// so that it is the same in every run.
std::size_t worthTrying(const ir::Sdfg& program, const Scenario& like) {
    constexpr std::size_t kWork = 4'000'000, kLeast = 2, kMost = 60;
    const std::size_t elements = std::min(elementsOf(like), kWork);
    return std::clamp(kWork / ((1 + elements) * (1 + countNodes(program))), kLeast, kMost);
}

} // namespace

std::vector<SmallInputs> otherInputs(const ir::Sdfg& original, const SmallInputs& like,
                                     const std::vector<std::string>& conditions,
                                     const Bindings& fixed) {
    const analysis::FlatProgram flat(original);
    const ir::Sdfg& program = *flat;
    constexpr std::uint64_t kTurns = 3;
    const std::size_t enough = // most are not kept
        4 * (worthTrying(program, like.scenario) + conditions.size());
    InputCollection all(program, fixed);
    for (const std::int64_t number : kNumbers) { // what conditions look at may follow from these
        Scenario scenario = like.scenario;
        for (const auto& [name, value] : withNumbers(program, {}, number))
            if (!fixed.contains(name))
                scenario.symbols[name] = value;
        if (!numbers(program).empty())
            all.add(fmt::format("{} with integers {}", like.name, number), std::move(scenario));
    }
    const auto uses = analysis::valueUses(program);
    for (const OtherValue& other :
         otherValues(program, uses, {conditions.begin(), conditions.end()}, fixed))
        if (all.size() < enough)
            all.add(nameOf(like, other), with(like.scenario, other));
    for (std::uint64_t turn = 1; turn <= kTurns; ++turn)
        all.add(fmt::format("{} with other values ({})", like.name, turn),
                withOtherValues(uses, fixed, like.scenario, turn));
    return all.take().inputs;
}

std::vector<SmallInputs> edgeInputs(const ir::Sdfg& original, const std::vector<SmallInputs>& known,
                                    const Bindings& fixed) {
    const analysis::FlatProgram flat(original);
    const ir::Sdfg& program = *flat;
    constexpr std::uint64_t kFirstTurns = 2, kTurns = 6;
    InputCollection all(program, fixed);
    if (known.empty())
        return {};
    const auto uses = analysis::valueUses(program);
    const std::size_t enough = worthTrying(program, known.front().scenario);
    const auto turns = [&](std::uint64_t from, std::uint64_t to) {
        for (std::uint64_t turn = from; turn <= to; ++turn)
            for (std::size_t i = 0; i < known.size() && all.size() < enough; ++i)
                all.add(fmt::format("{} with other values ({})", known[i].name, turn),
                        withOtherValues(uses, fixed, known[i].scenario, turn));
    };
    turns(1, kFirstTurns);
    std::set<std::string> texts;
    collectControlTexts(program, texts);
    for (const OtherValue& other : otherValues(program, uses, texts, fixed))
        for (std::size_t i = 0; i < known.size() && all.size() < enough; ++i)
            all.add(nameOf(known[i], other), with(known[i].scenario, other));
    turns(kFirstTurns + 1, kTurns);
    return all.take().inputs;
}

SmallInputSets smallInputs(const ir::Sdfg& original, const Bindings& fixed) {
    const analysis::FlatProgram flat(original);
    const ir::Sdfg& program = *flat;
    auto symbols = sizeSymbols(program);
    const bool tables = std::ranges::any_of(
        program.arrays, [](const auto& entry) { return conventions::holdsTable(entry.name); });
    if (tables || std::ranges::any_of(symbols, isOfGrid))
        return onGrids(program, fixed);
    std::erase_if(symbols, [&](const std::string& name) { return fixed.contains(name); });
    return withOwnSizes(program, symbols, fixed);
}

} // namespace mw::workbench
