// Makes a scenario for a program and a grid, and completes a given one.
#include "core/analysis/analysis.h"
#include "core/analysis/flatten_structures.h"
#include "core/analysis/value_uses.h"
#include "core/conventions/conventions.h"
#include "core/inputs/choose_bounds.h"
#include "core/inputs/known_values.h"
#include "core/inputs/specialised.h"
#include "core/inputs/strides.h"
#include "core/ir/index.h"
#include "core/ir/symbol_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mw::inputs {

namespace {

using Names = std::set<std::string, std::less<>>;

/// The dimension whose map ranges end at horizontal_end, anywhere in the program.
void findHorizontal(const ir::Sdfg& sdfg, std::string& found) {
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state)
            return;
        for (const ir::NodePtr& node : state->nodes) {
            if (const auto* nested = node->as<ir::NestedSdfg>(); nested && nested->sdfg)
                findHorizontal(*nested->sdfg, found);
            const auto* entry = node->as<ir::MapEntry>();
            if (!entry)
                continue;
            const auto& ranges = entry->map.range.dims;
            for (std::size_t i = 0; i < entry->map.params.size() && i < ranges.size(); ++i) {
                const auto name = conventions::parameterName(entry->map.params[i]);
                if (name && name->kind == conventions::DimensionKind::horizontal &&
                    symbolic::freeSymbols(ranges[i].end).contains("horizontal_end"))
                    found = name->dimension;
            }
        }
    });
}

/// Symbols that shapes and strides of the arguments mention.
Names symbolsOfArguments(const ir::Sdfg& program) {
    Names names;
    for (const auto& [name, data] : program.arrays) {
        if (!isArgumentArray(*data))
            continue;
        for (const auto& size : data->shape)
            symbolic::collectSymbols(size, names);
        for (const auto& stride : data->strides)
            symbolic::collectSymbols(stride, names);
    }
    return names;
}

/// What a run needs values for: symbols that the program uses, its scalars, sizes of its arguments.
Names neededNames(const ir::Sdfg& program) {
    Names names = analysis::usedSymbols(program);
    for (const auto& [name, data] : program.arrays) {
        if (data->isScalar() && !data->transient)
            names.insert(name);
        else if (isArgumentArray(*data))
            for (const auto& size : data->shape)
                symbolic::collectSymbols(size, names);
    }
    return names;
}

/// Completes a scenario for one program, step by step.
class Completion {
public:
    Completion(const ir::Sdfg& program, Scenario scenario)
        : program_(program), scenario_(std::move(scenario)), needed_(neededNames(program)) {}

    Expected<Scenario> run() {
        MW_TRY(scenario_.grid, resolved(scenario_.grid));
        if (scenario_.horizontal.empty())
            findHorizontal(program_, scenario_.horizontal);
        if (scenario_.program.empty())
            scenario_.program = program_.name;
        MW_CHECK(ir::fitSymbols(program_, scenario_.symbols));
        MW_CHECK(takeConstants(program_, scenario_));
        valuesByName();
        fills();
        findFree();
        BoundsChoice bounds(program_, free_, scenario_);
        bounds.chooseOpen();
        MW_CHECK(nothingMissing(/*stridesFollow=*/true));
        bounds.move();
        MW_CHECK(arrays());
        setStrides(program_, ArgumentLayout::dense, scenario_);
        for (const auto& [name, input] : scenario_.arrays)
            MW_CHECK(checkLayout(program_, name, scenario_));
        MW_CHECK(nothingMissing(/*stridesFollow=*/false));
        noteEmptyProgram(program_, scenario_);
        dropUnused();
        MW_CHECK(fitAll());
        return std::move(scenario_);
    }

private:
    /// Each value is one that its type holds: nothing behind this point converts.
    Expected<void> fitAll() {
        for (auto& [name, value] : scenario_.symbols) {
            const auto* data = program_.data(name);
            if (data && !data->isScalar())
                continue;
            MW_TRY(value, ir::symbolValue(name, value, typeOf(name).scalar));
        }
        return {};
    }

    ir::DType typeOf(const std::string& symbol) const {
        if (const auto found = program_.symbols.find(symbol); found != program_.symbols.end())
            return found->second;
        if (const auto* data = program_.data(symbol))
            return data->dtype;
        return {ir::ScalarType::int32, {}};
    }

    void setValue(const std::string& name) {
        if (scenario_.symbols.contains(name) || program_.constants.contains(name))
            return;
        const auto& grid = scenario_.grid;
        if (const auto value = gridSymbol(grid, name))
            scenario_.symbols[name] = symbolic::Value::integer(*value);
        else if (const auto known = knownScalar(grid, program_.name, scenario_.horizontal, name)) {
            scenario_.symbols[name] = *known;
            if (!known->isReal)
                free_.usual.insert(name);
        } else if (typeOf(name).isFloating())
            scenario_.symbols[name] = symbolic::Value::real(hashedScalar(name));
    }

    void valuesByName() {
        for (const auto& [name, type] : program_.symbols)
            setValue(name);
        for (const auto& [name, data] : program_.arrays)
            if (data->isScalar() && !data->transient)
                setValue(name);
        for (const std::string& name : symbolsOfArguments(program_))
            setValue(name);
    }

    /// How arrays are filled that nobody described; their shapes come later.
    void fills() {
        std::optional<analysis::ValueUses> uses;
        const bool describesOthers = !scenario_.arrays.empty();
        for (const auto& [name, data] : program_.arrays) {
            if (!isArgumentArray(*data) || scenario_.arrays.contains(name))
                continue;
            if (!uses)
                uses = analysis::valueUses(program_);
            const auto use = uses->containers.find(name);
            const auto known = use == uses->containers.end() ? analysis::ValueUse{} : use->second;
            Fill fill =
                widened(defaultFill(scenario_.grid, program_.name, name, data->dtype.scalar),
                        data->dtype.scalar, known, uses->compared);
            if (known.index && data->dtype.isInteger() && std::holds_alternative<HashedFill>(fill))
                free_.arrays.insert(name);
            if (describesOthers && name.find('.') != std::string::npos) {
                fill = ZeroFill{};
                scenario_.notes.push_back(
                    fmt::format("'{}' is zero: the scenario says nothing of this member", name));
            }
            made_.insert(name);
            scenario_.arrays[name] = {{}, data->dtype.scalar, std::move(fill)};
        }
    }

    bool hasValue(const std::string& name) const {
        return scenario_.symbols.contains(name) || program_.constants.contains(name) ||
               scenario_.arrays.contains(name);
    }

    /// The integers that are left. A captured call has no grid that anything could follow from:
    /// nothing is free in it.
    void findFree() {
        if (scenario_.grid == Grid{}) {
            free_ = {};
            return;
        }
        for (const std::string& name : needed_)
            if (!hasValue(name) && isIntegerSymbol(name) && !isStride(program_, name))
                free_.open.insert(name);
    }

    bool isIntegerSymbol(const std::string& name) const {
        const ir::DType type = typeOf(name);
        return type.isInteger() && type.scalar != ir::ScalarType::boolean;
    }

    Expected<std::vector<std::int64_t>> shapeOf(const std::string& name,
                                                const ir::DataDescriptor& data) const {
        std::vector<std::int64_t> shape;
        for (const auto& size : data.shape) {
            const auto value = symbolic::evaluateInteger(size, scenario_.symbols);
            if (!value)
                return fail("unknown-size",
                            fmt::format("the size {} of the array '{}' is not known: {} Give it "
                                        "with --set NAME=VALUE, or in a scenario file.",
                                        symbolic::print(size), name, value.error().sentence));
            shape.push_back(*value);
        }
        return shape;
    }

    Expected<void> arrays() {
        for (const auto& [name, data] : program_.arrays) {
            if (!isArgumentArray(*data))
                continue;
            ArrayInput& input = scenario_.arrays.at(name);
            if (made_.contains(name)) {
                MW_TRY(input.shape, shapeOf(name, *data));
            } else {
                MW_CHECK(checkGiven(name, *data, input));
            }
        }
        return {};
    }

    /// A shape whose symbols are all known (literals above all: graphs can carry one grid's sizes)
    /// must be the scenario's.
    Expected<void> checkGiven(const std::string& name, const ir::DataDescriptor& data,
                              const ArrayInput& given) const {
        if (given.shape.size() != data.shape.size())
            return fail("rank-differs",
                        fmt::format("the array '{}' has {} dimensions in the scenario and {} in "
                                    "the program",
                                    name, given.shape.size(), data.shape.size()));
        if (given.type != data.dtype.scalar)
            return fail("type-differs",
                        fmt::format("the array '{}' is {} in the scenario and {} in the program",
                                    name, ir::name(given.type), ir::name(data.dtype.scalar)));
        for (std::size_t i = 0; i < given.shape.size(); ++i) {
            const auto size = symbolic::evaluateInteger(data.shape[i], scenario_.symbols);
            if (size && *size != given.shape[i])
                return fail("size-differs",
                            fmt::format("dimension {} of the array '{}' is {} in the scenario; "
                                        "the program needs {}",
                                        i, name, given.shape[i], *size));
        }
        return {};
    }

    /// Names without a value. `stridesFollow`: dense arrays still get theirs.
    Names missing(bool stridesFollow) const {
        Names names = needed_;
        std::erase_if(names, [&](const std::string& name) {
            return hasValue(name) || (stridesFollow && isStride(program_, name));
        });
        return names;
    }

    /// All of them in one sentence.
    Expected<void> nothingMissing(bool stridesFollow) const {
        const Names names = missing(stridesFollow);
        if (names.empty())
            return {};
        std::vector<std::string> texts;
        for (const std::string& name : names)
            texts.push_back(fmt::format("'{}' ({})", name, ir::name(typeOf(name).scalar)));
        const bool one = names.size() == 1;
        return fail(
            "unknown-symbol",
            fmt::format("nothing says what {} {} {}; give {} with --set {}=VALUE{}, or in a "
                        "scenario file under \"symbols\"",
                        one ? "value" : "values", fmt::join(texts, ", "), one ? "has" : "have",
                        one ? "it" : "them", *names.begin(), one ? "" : " and so on"));
    }

    /// Symbols and arrays that the program does not have.
    void dropUnused() {
        std::erase_if(scenario_.arrays, [&](const auto& entry) {
            const auto* data = program_.data(entry.first);
            return !data || data->transient;
        });
        Names known = symbolsOfArguments(program_);
        known.insert(needed_.begin(), needed_.end());
        std::erase_if(scenario_.symbols, [&](const auto& entry) {
            const auto& name = entry.first;
            return !known.contains(name) && !program_.symbols.contains(name) &&
                   !program_.arrays.contains(name);
        });
        std::erase_if(scenario_.outputs,
                      [&](const std::string& name) { return !scenario_.arrays.contains(name); });
    }

    const ir::Sdfg& program_;
    Scenario scenario_;
    const Names needed_;
    FreeInputs free_;
    Names made_; ///< arrays that nobody described
};

} // namespace

Expected<Scenario> makeScenario(const ir::Sdfg& original, const Grid& grid,
                                const symbolic::Bindings& symbols) {
    const analysis::FlatProgram flat(original);
    const ir::Sdfg& program = *flat;
    Scenario scenario;
    scenario.program = program.name;
    scenario.grid = grid;
    scenario.symbols = symbols;
    return Completion(program, std::move(scenario)).run();
}

Expected<Scenario> completeScenario(const ir::Sdfg& original, const Scenario& given) {
    const analysis::FlatProgram flat(original);
    const ir::Sdfg& program = *flat;
    return Completion(program, given).run();
}

} // namespace mw::inputs
