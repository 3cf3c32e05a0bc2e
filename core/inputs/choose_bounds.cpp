// Chooses beginnings and ends of ranges so that every access of the program stays inside.
#include "core/inputs/choose_bounds.h"

#include "core/analysis/footprint.h"
#include "core/analysis/index_use.h"
#include "core/conventions/conventions.h"
#include "core/inputs/index_range.h"
#include "core/inputs/known_values.h"
#include "core/inputs/program_ranges.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace mw::inputs {

namespace {

using symbolic::Expr;
using Names = std::set<std::string, std::less<>>;
using Fills = std::map<std::string, HashedFill, std::less<>>;

constexpr std::int64_t kMostExtra = 4;
/// Moves are tried so often at most; programs need one or two for each of their bounds.
constexpr int kMostMoves = 200;

Names symbolsOf(const Expr& e) {
    Names names;
    symbolic::collectSymbols(e, names);
    return names;
}

/// Of the dimension that a parameter of GT4Py's maps runs over.
std::optional<std::int64_t> extentOf(const std::string& parameter, const Grid& grid) {
    const auto name = conventions::parameterName(parameter);
    if (!name || !name->kind)
        return std::nullopt;
    if (*name->kind == conventions::DimensionKind::vertical)
        return grid.levels;
    return *name->kind == conventions::DimensionKind::horizontal ? extent(grid, name->dimension)
                                                                 : std::nullopt;
}

/// The values that inputs are made with.
struct Values {
    symbolic::Bindings symbols;
    Fills fills; ///< of integer arrays
};

/// An access that leaves its container with some values of the symbols.
struct Violation {
    std::int64_t amount = 0; ///< so many elements before the beginning or beyond the end
    bool below = false;      ///< which of the two
    bool certain = true;     ///< not only behind a condition
    Names symbols;           ///< that its place depends on
    Names arrays;
    std::string reason; ///< "'f' is read at index vertical_start - 1 in dimension 1"
};

/// All accesses whose place is known, to be held against the containers again and again.
class Accesses {
public:
    Accesses(const ir::Sdfg& program, const Scenario& scenario, const Names& movable)
        : program_(program), scenario_(scenario), movable_(movable),
          footprint_(analysis::footprint(program)), uses_(analysis::indexUses(program, true)) {}

    std::vector<Violation> violations(const Values& values) const {
        std::vector<Violation> found;
        for (const auto& [name, accesses] : footprint_)
            for (const auto& access : accesses)
                inFootprint(name, access, values, found);
        inUses(values, found);
        return found;
    }

    /// Symbols that some index depends on.
    Names indexSymbols() const {
        Names names;
        for (const auto& [name, accesses] : footprint_)
            for (const auto& access : accesses)
                symbolic::collectSymbols(access.region, names);
        for (const auto& use : uses_.uses)
            for (const Expr* e : {&use.low, &use.high})
                names.merge(reached(*e).first);
        return names;
    }

private:
    std::optional<std::int64_t> sizeOf(const std::string& name, const ir::DataDescriptor& data,
                                       std::size_t d, const Values& values) const {
        if (const auto given = scenario_.arrays.find(name);
            given != scenario_.arrays.end() && d < given->second.shape.size())
            return given->second.shape[d];
        const auto size = symbolic::evaluateInteger(data.shape[d], values.symbols);
        return size ? std::optional(*size) : std::nullopt;
    }

    void inFootprint(const std::string& name, const analysis::Access& access, const Values& values,
                     std::vector<Violation>& found) const {
        const auto* data = program_.data(name);
        if (!data || access.reach == analysis::Reach::bound ||
            access.region.rank() != data->rank() || isEmpty(access, values))
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
                found.push_back(violation(-*low, true, true, range.begin, data->shape[d], name, d,
                                          access.write));
            if (*high >= *size)
                found.push_back(violation(*high - *size + 1, false, true, range.end, data->shape[d],
                                          name, d, access.write));
        }
    }

    static bool isEmpty(const analysis::Access& access, const Values& values) {
        return std::ranges::any_of(access.trips, [&](const Expr& trip) {
            const auto count = symbolic::evaluateInteger(trip, values.symbols);
            return count && *count <= 0;
        });
    }

    void inUses(const Values& values, std::vector<Violation>& found) const {
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
                found.push_back(violation(-*reach.low, true, certain, use.low, use.size,
                                          use.container, use.dimension, use.write));
            if (reach.high && *reach.high >= *reach.size)
                found.push_back(violation(*reach.high - *reach.size + 1, false, certain, use.high,
                                          use.size, use.container, use.dimension, use.write));
        }
    }

    /// Of all elements of an argument, by the way it is filled.
    std::optional<IntegerRange> rangeOf(const std::string& argument, const Values& values) const {
        if (const auto ours = values.fills.find(argument); ours != values.fills.end())
            return IntegerRange{static_cast<std::int64_t>(ours->second.low),
                                static_cast<std::int64_t>(ours->second.high) - 1};
        const auto table = conventions::tableOfArray(argument);
        if (!table || table->empty())
            return std::nullopt;
        const char target = table->ends_with('O') ? (*table)[table->size() - 2] : table->back();
        const auto count = extent(scenario_.grid, target == 'C'   ? "Cell"
                                                  : target == 'E' ? "Edge"
                                                                  : "Vertex");
        return IntegerRange{0, *count - 1};
    }

    Violation violation(std::int64_t amount, bool below, bool certain, const Expr& index,
                        const Expr& size, const std::string& container, std::size_t d,
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
    std::pair<Names, Names> reached(const Expr& e) const {
        std::pair<Names, Names> result;
        Names seen;
        std::vector<Expr> open{e};
        while (!open.empty()) {
            const Names symbols = symbolsOf(open.back());
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
    std::string shown(const Expr& index) const {
        symbolic::Substitution zeros;
        for (const std::string& name : symbolsOf(index)) {
            const auto value = scenario_.symbols.find(name);
            if (value != scenario_.symbols.end() && !movable_.contains(name) &&
                !value->second.isReal && value->second.i == 0)
                zeros.emplace(name, Expr(0));
        }
        return analysis::readableIndex(symbolic::simplify(symbolic::substitute(index, zeros)));
    }

    const ir::Sdfg& program_;
    const Scenario& scenario_;
    const Names& movable_;
    analysis::Footprint footprint_;
    analysis::IndexUses uses_;
};

/// What the open symbols are for, by where they stand.
class Roles {
public:
    Roles(const ir::Sdfg& program, const Scenario& scenario, const Names& indices)
        : program_(program), grid_(scenario.grid), indices_(indices),
          ranges_(programRanges(program).ranges), compared_(comparedWithParameter(program)) {}

    struct Choice {
        std::int64_t value;
        std::string reason;
    };
    std::optional<Choice> choose(const std::string& symbol) const {
        const ProgramRange* begins = nullptr;
        const ProgramRange* ends = nullptr;
        for (const ProgramRange& range : ranges_) {
            begins = !begins && symbolsOf(range.range.begin).contains(symbol) ? &range : begins;
            ends = !ends && symbolsOf(range.range.end).contains(symbol) ? &range : ends;
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

private:
    /// Where one map ends and another begins: both have something to do.
    Choice between(const ProgramRange& range) const {
        const std::int64_t extent = extentOf(range.parameter, grid_).value_or(grid_.levels);
        return {extent / 2, fmt::format("ranges of '{}' begin and end there", range.parameter)};
    }

    std::optional<Choice> endOf(const std::string& symbol, const ProgramRange& range) const {
        const std::string reason = fmt::format("the range of '{}' ends there", range.parameter);
        if (const auto extent = extentOf(range.parameter, grid_))
            return Choice{*extent, reason};
        if (isSize(symbol))
            return std::nullopt;
        if (indices_.contains(symbol)) // lowered until everything fits
            return Choice{*extent(grid_, "Edge"), reason};
        return std::nullopt;
    }

    bool isSize(const std::string& symbol) const {
        return std::ranges::any_of(program_.arrays, [&](const auto& entry) {
            return !entry.value->transient &&
                   std::ranges::any_of(entry.value->shape, [&](const Expr& size) {
                       return symbolsOf(size).contains(symbol);
                   });
        });
    }

    /// Arrays of several such dimensions stay small.
    std::int64_t usualSize() const {
        for (const auto& [name, data] : program_.arrays) {
            const auto symbolic = std::ranges::count_if(
                data->shape, [](const Expr& size) { return !size.isInteger(); });
            if (!data->transient && symbolic > 1)
                return grid_.levels + 2;
        }
        return *extent(grid_, "Vertex");
    }

    const ir::Sdfg& program_;
    const Grid grid_;
    const Names& indices_;
    std::vector<ProgramRange> ranges_;
    std::vector<std::pair<std::string, std::string>> compared_;
};

/// How many ranges have no element; those that depend on parameters do not count.
bool isEmpty(const ProgramRange& range, const symbolic::Bindings& symbols) {
    const auto size = symbolic::evaluateInteger(range.range.size(), symbols);
    return size && *size <= 0;
}
int emptyRanges(const ProgramRanges& program, const symbolic::Bindings& symbols) {
    return static_cast<int>(std::ranges::count_if(
        program.ranges, [&](const ProgramRange& range) { return isEmpty(range, symbols); }));
}

/// The range that keeps the program from computing anything; null where some map or loop computes.
const ProgramRange* nothingRuns(const ProgramRanges& program, const symbolic::Bindings& symbols) {
    std::vector<const ProgramRange*> empty(program.scopes.size(), nullptr);
    for (const ProgramRange& range : program.ranges)
        if (!empty[range.scope] && isEmpty(range, symbols))
            empty[range.scope] = &range;
    const ProgramRange* why = nullptr;
    for (std::size_t i = 0; i < program.scopes.size(); ++i) {
        const auto& scope = program.scopes[i];
        if (!empty[i] && scope.outer)
            empty[i] = empty[*scope.outer];
        if (scope.computes && !empty[i])
            return nullptr;
        if (scope.computes && !why)
            why = empty[i];
    }
    return why;
}

/// Moves bounds until everything fits, or nothing helps.
class Mover {
public:
    Mover(const ir::Sdfg& program, const FreeInputs& free, const Names& movable, Scenario& scenario,
          const Accesses& accesses)
        : free_(free), movable_(movable), scenario_(scenario), accesses_(accesses),
          ranges_(programRanges(program)) {
        values_.symbols = scenario.symbols;
        for (const std::string& name : free.arrays)
            if (const auto input = scenario.arrays.find(name); input != scenario.arrays.end())
                if (const auto* fill = std::get_if<HashedFill>(&input->second.fill))
                    values_.fills.emplace(name, *fill);
    }

    /// The reason for the last move of each symbol. Where no moves do, none is made.
    std::map<std::string, std::string> run() {
        const Values first = values_;
        auto violations = accesses_.violations(values_);
        for (int i = 0; i < kMostMoves && !violations.empty(); ++i)
            if (!moveOne(violations, false) && !moveOne(violations, true))
                break;
        for (const Violation& left : violations)
            if (const auto names = candidates(left); !names.empty() && left.certain) {
                scenario_.notes.push_back(fmt::format(
                    "no value of {} keeps all accesses inside on {}: {}; a larger grid may have "
                    "room, or give values",
                    fmt::join(names, ", "), toString(scenario_.grid), left.reason));
                values_ = first;
                reasons_.clear();
                break;
            }
        scenario_.symbols = values_.symbols;
        for (const auto& [name, fill] : values_.fills)
            scenario_.arrays.at(name).fill = fill;
        return std::move(reasons_);
    }

private:
    static std::int64_t total(const std::vector<Violation>& violations) {
        std::int64_t sum = 0;
        for (const Violation& one : violations)
            sum += std::min<std::int64_t>(one.amount, INT32_MAX);
        return sum;
    }

    /// `emptying`: also where that leaves a range without elements.
    bool moveOne(std::vector<Violation>& violations, bool emptying) {
        for (const Violation& violation : violations)
            for (const std::string& name : candidates(violation))
                // A condition around the access can swallow the first steps.
                for (std::int64_t extra = 0; extra < kMostExtra; ++extra)
                    for (const std::int64_t way : {1, -1})
                        if (tryMove(violations, violation, name, way * (violation.amount + extra),
                                    emptying))
                            return true;
        return false;
    }

    /// What is left of it.
    static std::int64_t amountOf(const Violation& one, const std::vector<Violation>& violations) {
        std::int64_t most = 0;
        for (const Violation& other : violations)
            if (other.below == one.below && other.reason == one.reason)
                most = std::max(most, other.amount);
        return most;
    }

    /// A move must help the access that it is made for, and all of them together.
    bool tryMove(std::vector<Violation>& violations, const Violation& violation,
                 const std::string& name, std::int64_t by, bool emptying) {
        Values moved = values_;
        if (!move(moved, name, by))
            return false;
        const int empty = emptyRanges(ranges_, values_.symbols);
        const bool closes = emptyRanges(ranges_, moved.symbols) > empty;
        if (closes &&
            (emptying ? nothingRuns(ranges_, moved.symbols) != nullptr : !reopen(moved, empty)))
            return false;
        auto left = accesses_.violations(moved);
        if (total(left) >= total(violations) ||
            amountOf(violation, left) >= amountOf(violation, violations))
            return false;
        for (const auto& [symbol, value] : moved.symbols)
            if (!value.isReal && value.i != values_.symbols.at(symbol).i)
                reasons_[symbol] = "a range would be empty otherwise";
        reasons_[name] = violation.reason;
        values_ = std::move(moved);
        violations = std::move(left); // `violation` with them
        return true;
    }

    /// Moves the other ends of ranges that a move has closed: one element is left in each.
    bool reopen(Values& values, int empty) const {
        for (const ProgramRange& range : ranges_.ranges) {
            const auto size = symbolic::evaluateInteger(range.range.size(), values.symbols);
            const auto before = symbolic::evaluateInteger(range.range.size(), values_.symbols);
            if (!size || !before || *size > 0 || *before <= 0)
                continue;
            const auto distance =
                symbolic::evaluateInteger(range.range.begin - range.range.end, values.symbols);
            if (!distance || !(reopened(values, range, range.range.end, *distance) ||
                               reopened(values, range, range.range.begin, -*distance)))
                return false;
        }
        return emptyRanges(ranges_, values.symbols) <= empty;
    }

    bool reopened(Values& values, const ProgramRange& range, const Expr& end,
                  std::int64_t by) const {
        for (const std::string& name : symbolsOf(end)) {
            Values moved = values;
            if (!movable_.contains(name) || !move(moved, name, by))
                continue;
            const auto size = symbolic::evaluateInteger(range.range.size(), moved.symbols);
            if (!size || *size <= 0)
                continue;
            values = std::move(moved);
            return true;
        }
        return false;
    }

    /// Sizes that are free first, then values of arrays, then bounds.
    std::vector<std::string> candidates(const Violation& violation) const {
        std::vector<std::string> found;
        for (const std::string& name : violation.arrays)
            if (values_.fills.contains(name))
                found.push_back(name);
        for (const bool open : {true, false})
            for (const std::string& name : violation.symbols)
                if (movable_.contains(name) && free_.open.contains(name) == open)
                    found.push_back(name);
        return found;
    }

    static bool move(Values& values, const std::string& name, std::int64_t by) {
        if (const auto fill = values.fills.find(name); fill != values.fills.end()) {
            double& end = by > 0 ? fill->second.low : fill->second.high;
            end += static_cast<double>(by);
            return fill->second.low < fill->second.high;
        }
        const auto symbol = values.symbols.find(name);
        if (symbol == values.symbols.end() || symbol->second.isReal)
            return false;
        symbol->second.i += by;
        return symbol->second.i >= 0;
    }

    const FreeInputs& free_;
    const Names& movable_;
    Scenario& scenario_;
    const Accesses& accesses_;
    ProgramRanges ranges_;
    Values values_;
    std::map<std::string, std::string> reasons_;
};

} // namespace

void chooseBounds(const ir::Sdfg& program, const FreeInputs& free, Scenario& scenario) {
    if (free.usual.empty() && free.open.empty() && free.arrays.empty())
        return;
    Names movable = free.usual;
    movable.insert(free.open.begin(), free.open.end());
    const Accesses accesses(program, scenario, movable);
    std::map<std::string, std::string> reasons;
    if (!free.open.empty()) {
        const Names indices = accesses.indexSymbols();
        const Roles roles(program, scenario, indices);
        for (const std::string& name : free.open)
            if (const auto choice = roles.choose(name)) {
                scenario.symbols[name] = symbolic::Value::integer(choice->value);
                reasons[name] = choice->reason;
            }
    }
    for (auto& [name, reason] : Mover(program, free, movable, scenario, accesses).run())
        reasons[name] = reason;
    for (const auto& [name, reason] : reasons) {
        const auto array = scenario.arrays.find(name);
        if (array == scenario.arrays.end()) {
            scenario.notes.push_back(
                fmt::format("{} = {}: {}", name, scenario.symbols.at(name).i, reason));
            continue;
        }
        const auto& fill = std::get<HashedFill>(array->second.fill);
        scenario.notes.push_back(
            fmt::format("{} has values from {} to {}: {}", name, fill.low, fill.high - 1, reason));
    }
}

void noteEmptyProgram(const ir::Sdfg& program, Scenario& scenario) {
    const auto ranges = programRanges(program);
    const ProgramRange* empty = nothingRuns(ranges, scenario.symbols);
    if (!empty)
        return;
    const auto begin = symbolic::evaluateInteger(empty->range.begin, scenario.symbols);
    const auto end = symbolic::evaluateInteger(empty->range.end, scenario.symbols);
    scenario.notes.push_back(fmt::format(
        "nothing is computed: no map or loop has an iteration on {}; '{}' in '{}' runs over {}, "
        "which is {}:{}",
        toString(scenario.grid), empty->parameter, empty->map, symbolic::print(empty->range),
        begin.value_or(0), end.value_or(-1) + 1));
}

} // namespace mw::inputs
