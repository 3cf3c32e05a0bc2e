#include "core/ir/same.h"
#include "core/ir/symbol_value.h"
#include "transforms/framework/validation.h"
#include "transforms/specialise/bake.h"
#include "transforms/toolkit/decided.h"
#include "transforms/toolkit/mentions.h"
#include "transforms/toolkit/program_match.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/subscripts.h"

#include <fmt/format.h>

#include <charconv>

// Specialising: values of symbols become part of the program.
//
//     [i = 0:Min(n, end)]  limited_area ? A : B     (end = 144, limited_area = 1, n >= 144: no
//     proof)
//  => [i = 0:Min(n, 144)]  A
//
// Conditions, in this order:
//  1. The match names the program.
//  2. The values are a list of NAME=NUMBER, and there is one.
//  3. Each names a symbol of the program, once.
//  4. The symbol's type holds the value.
//  5. The program is not specialised to another value of it.
//  6. Some value is new.
//  7. The name means the same everywhere in the program: nothing assigns it, and no container,
//     parameter of a map or dynamic input has it too.
//
// With the values the program must be valid: a negative extent, or an access that is then outside
// of its container for certain, is the error "values-do-not-fit" when it is applied.
//
// Effect: the symbol becomes a constant of the program (constants_prop of the file, as DaCe's
// SDFG.specialize has it): it is no argument any more, code goes on naming it with its type, and
// inputs that say another value are refused (inputs::completeScenario). Every expression has the
// number instead, in nested SDFGs too. Conditions that are decided by that are folded; maps and
// copies that have nothing to do any more are gone, as are temporaries that only dead branches used
// and numbers that nested SDFGs need no more. Code that names the dimensions of its memlets leaves
// out those that are single elements now.

namespace mw::transforms::specialise {

namespace {

using symbolic::Bindings;
using symbolic::Value;

constexpr std::string_view kValues = "values";

std::optional<Value> numberOf(std::string_view text) {
    if (text == "true" || text == "false")
        return Value::integer(text == "true" ? 1 : 0);
    const char* end = text.data() + text.size();
    std::int64_t whole = 0;
    if (const auto read = std::from_chars(text.data(), end, whole);
        read.ec == std::errc{} && read.ptr == end)
        return Value::integer(whole);
    double real = 0;
    if (const auto read = std::from_chars(text.data(), end, real);
        read.ec == std::errc{} && read.ptr == end)
        return Value::real(real);
    return std::nullopt;
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(' ');
    return first == std::string_view::npos
               ? std::string_view{}
               : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// One NAME=NUMBER; nullopt when it is none.
std::optional<std::pair<std::string, Value>> parsedValue(std::string_view text) {
    const auto equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0)
        return std::nullopt;
    const auto number = numberOf(trimmed(text.substr(equals + 1)));
    if (!number)
        return std::nullopt;
    return std::pair{std::string(trimmed(text.substr(0, equals))), *number};
}

using Values = std::vector<std::pair<std::string, Value>>;

/// Condition 2.
std::variant<Values, Refusal> valuesOf(const Params& params, ElementId program) {
    std::string_view rest = std::get<std::string>(params.find(kValues)->second);
    if (trimmed(rest).empty())
        return refuse(2, "no-values", "There is no value to specialise the program to.", {program});
    Values values;
    while (!rest.empty()) {
        const auto comma = std::min(rest.find(','), rest.size());
        const auto one = trimmed(rest.substr(0, comma));
        rest.remove_prefix(std::min(comma + 1, rest.size()));
        const auto value = parsedValue(one);
        if (!value)
            return refuse(2, "bad-value", fmt::format("'{}' is not NAME=NUMBER.", one), {program});
        values.push_back(*value);
    }
    return values;
}

/// Conditions 3 to 5 for one value, which becomes what the symbol's type makes of it.
MaybeRefusal checkValue(const ir::Sdfg& program, const std::string& name, Value& value) {
    const auto declared = program.symbols.find(name);
    if (declared == program.symbols.end())
        return refuse(3, "no-such-symbol",
                      fmt::format("The program '{}' has no symbol '{}'.", program.name, name),
                      {program.id});
    const auto fitted = ir::symbolValue(name, value, declared->second.scalar);
    if (!fitted)
        return refuse(4, "value-type", fitted.error().sentence + ".", {program.id});
    value = *fitted;
    const auto constant = program.constants.find(name);
    if (constant != program.constants.end() && !ir::sameValue(constant->second, value))
        return refuse(5, "other-value",
                      fmt::format("The program is specialised to another value of '{}'.", name),
                      {program.id});
    return std::nullopt;
}

/// Conditions 3 to 7; the values that are new.
std::variant<Bindings, Refusal> checkValues(const ir::Sdfg& program, Values given) {
    Bindings values;
    for (auto& [name, value] : given) {
        if (auto refusal = checkValue(program, name, value))
            return *refusal;
        if (!program.constants.contains(name) && !values.emplace(name, value).second)
            return refuse(3, "given-twice", fmt::format("'{}' is given twice.", name),
                          {program.id});
    }
    if (values.empty())
        return refuse(6, "nothing-new", "The program is specialised to these values already.",
                      {program.id});
    const auto bound = boundNames(program);
    for (const auto& [name, value] : values)
        if (bound.contains(name))
            return refuse(7, "bound-again",
                          fmt::format("'{}' is given a value or a meaning of its own inside the "
                                      "program.",
                                      name),
                          {program.id});
    return values;
}

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    if (auto refusal = checkProgramMatch(view, match))
        return *refusal;
    const ir::Sdfg& program = *view.document()->root;
    auto given = valuesOf(params, program.id);
    if (const auto* refusal = std::get_if<Refusal>(&given))
        return *refusal;
    const auto values = checkValues(program, std::get<Values>(std::move(given)));
    if (const auto* refusal = std::get_if<Refusal>(&values))
        return *refusal;
    return Plan::of(std::get<Bindings>(values));
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const ir::DocumentPtr before = view.document();
    const auto baked = withFittingSubscripts(before, withConstants(before, plan.as<Bindings>()));
    const auto after = withoutLeftovers(before, withoutEmptyWork(withFoldedControlFlow(baked)));
    if (const auto error = newError(view, view.tried(after)))
        return fail("values-do-not-fit",
                    "The program does not fit these values: " + error->sentence, error->location);
    return ir::EditResult{after, ir::changesBetween(*before->root, *after->root)};
}

std::vector<ParamSpec> parameters() {
    ParamSpec values;
    values.name = kValues;
    values.defaultValue = std::string();
    values.help = "Values of symbols, NAME=NUMBER separated by commas.";
    return {values};
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "specialise",
        "Specialise to values",
        "Makes values of scalars and sizes part of the program, and folds what follows.",
        "Sizes, bounds and switches that are the same in every call need not be asked for in every "
        "call. With their values, ranges and shapes become numbers, copies turn out to be whole "
        "arrays, conditions are decided and the branches that are never taken go. Fusions and "
        "kernels become simpler for it.\n\n"
        "Each symbol becomes a constant of the program under its own name. It is no argument any "
        "more; a scenario may still say it, with the same value. Inputs with another value are "
        "refused, since the program would compute something else. Scalars that are containers "
        "stay arguments.",
        Category::simplification,
        parameters(),
        programRoles(),
        findProgram,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::specialise
