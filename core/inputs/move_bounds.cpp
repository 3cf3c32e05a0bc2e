// Moves bounds step by step to where all accesses stay inside their containers.
#include "core/inputs/move_bounds.h"

#include "core/inputs/program_ranges.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace mw::inputs {

namespace {

using symbolic::Expr;
using BoundNames = BoundedAccesses::Names;

constexpr std::int64_t kMostExtra = 4;
/// Moves are tried so often at most; programs need one or two for each of their bounds.
constexpr int kMostMoves = 200;

/// Moves bounds until everything fits, or nothing helps.
class Mover {
public:
    Mover(const ir::Sdfg& program, const FreeInputs& free, const BoundNames& movable,
          Scenario& scenario, const BoundedAccesses& accesses)
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
        const InputValues first = values_;
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
        InputValues moved = values_;
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
    bool reopen(InputValues& values, int empty) const {
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

    bool reopened(InputValues& values, const ProgramRange& range, const Expr& end,
                  std::int64_t by) const {
        for (const std::string& name : symbolic::freeSymbols(end)) {
            InputValues moved = values;
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

    static bool move(InputValues& values, const std::string& name, std::int64_t by) {
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
    const BoundNames& movable_;
    Scenario& scenario_;
    const BoundedAccesses& accesses_;
    ProgramRanges ranges_;
    InputValues values_;
    std::map<std::string, std::string> reasons_;
};

} // namespace

std::map<std::string, std::string> moveBounds(const ir::Sdfg& program, const FreeInputs& free,
                                              const BoundNames& movable,
                                              const BoundedAccesses& accesses, Scenario& scenario) {
    return Mover(program, free, movable, scenario, accesses).run();
}

} // namespace mw::inputs
