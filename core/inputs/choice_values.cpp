// Expressions over a name that is one of several known values, one value after the other.
#include "core/inputs/choice_values.h"

#include <algorithm>

namespace mw::inputs {

namespace {

using symbolic::Expr;
using symbolic::Op;

/// So many values of one name are kept apart.
constexpr std::size_t kMostValues = 20'000;

/// Languages round what this divides in different ways.
bool dividesNegative(const Expr& e, const symbolic::Bindings& values) {
    if (e.op() == Op::mod || e.op() == Op::intFloor || e.op() == Op::intCeil ||
        e.op() == Op::divide) {
        const auto dividend = symbolic::evaluateInteger(e.args()[0], values);
        const auto divisor = symbolic::evaluateInteger(e.args()[1], values);
        if (!dividend || !divisor || *dividend < 0 || *divisor <= 0)
            return true;
    }
    return std::ranges::any_of(e.args(),
                               [&](const Expr& arg) { return dividesNegative(arg, values); });
}

} // namespace

const std::optional<Ends>& ChoiceValues::over(const Expr& e) {
    if (const auto known = over_.find(e); known != over_.end())
        return known->second;
    return over_.emplace(e, find(e)).first->second;
}

/// The only name in an expression that is none of the program's symbols, where that is one of
/// several values.
std::optional<std::string> ChoiceValues::choiceIn(const Expr& e) const {
    std::optional<std::string> choice;
    for (const std::string& name : symbolic::freeSymbols(e)) {
        const auto found = names_.find(name);
        if (found == names_.end())
            continue;
        if (choice || !std::holds_alternative<analysis::IndexChoice>(found->second))
            return std::nullopt;
        choice = name;
    }
    return choice;
}

const ChoiceValues::Values& ChoiceValues::valuesOf(const std::string& name) {
    const auto [known, fresh] = valuesOf_.try_emplace(name); // nothing while it is looked for
    if (fresh)
        known->second = findValues(name);
    return known->second;
}

/// Those that do not follow from others, and what follows from each, as long as there are new ones.
ChoiceValues::Values ChoiceValues::findValues(const std::string& name) {
    std::set<std::int64_t> found;
    std::vector<std::int64_t> open;
    const auto add = [&](const Expr& value, const symbolic::Bindings& bindings) {
        const auto one = symbolic::evaluateInteger(value, bindings);
        if (!one || dividesNegative(value, bindings))
            return false;
        if (found.insert(*one).second)
            open.push_back(*one);
        return found.size() <= kMostValues;
    };
    symbolic::Bindings bindings = symbols_;
    std::vector<Expr> following;
    for (const Expr& value : std::get<analysis::IndexChoice>(names_.at(name)).values) {
        const auto other = choiceIn(value);
        if (other == name) {
            following.push_back(value);
        } else if (!other) {
            if (!add(value, bindings))
                return std::nullopt;
        } else {
            const auto& before = valuesOf(*other);
            symbolic::Bindings with = symbols_;
            for (const std::int64_t one : before.value_or(std::set<std::int64_t>())) {
                with[*other] = symbolic::Value::integer(one);
                if (!add(value, with))
                    return std::nullopt;
            }
            if (!before)
                return std::nullopt;
        }
    }
    while (!open.empty()) {
        bindings[name] = symbolic::Value::integer(open.back());
        open.pop_back();
        for (const Expr& value : following)
            if (!add(value, bindings))
                return std::nullopt;
    }
    return found;
}

/// Bounds of an expression over all values of the one name in it; nullopt: not known.
std::optional<Ends> ChoiceValues::find(const Expr& e) {
    const auto name = choiceIn(e);
    const auto* all = name ? &valuesOf(*name) : nullptr;
    if (!all || !*all || (*all)->empty())
        return std::nullopt;
    symbolic::Bindings bindings = symbols_;
    std::optional<Ends> ends;
    for (const std::int64_t value : **all) {
        bindings[*name] = symbolic::Value::integer(value);
        const auto one = symbolic::evaluateInteger(e, bindings);
        if (!one || dividesNegative(e, bindings))
            return std::nullopt;
        ends = ends ? joined(*ends, {*one, *one}) : Ends{*one, *one};
    }
    return ends;
}

} // namespace mw::inputs
