// Questions as sets of isl (integer_sets.h), and what is left open as text for people.

#include "core/symbolic/presburger.h"

#include "core/support/hash.h"
#include "core/support/last_answers.h"
#include "core/symbolic/detail/integer_sets.h"
#include "core/symbolic/node.h"
#include "core/symbolic/readable.h"

#include <isl/constraint.h>
#include <isl/options.h>

#include <algorithm>
#include <set>
#include <span>
#include <string>

namespace mw::symbolic {

namespace {

isl_set* copyOf(const SetPtr& set) {
    return isl_set_copy(set.get());
}

// ------------------------------------------------------------------------ back to expressions

std::optional<std::int64_t> integerOf(isl_val* taken) {
    std::optional<std::int64_t> result;
    // Beyond this a constraint is no help to a reader, and the value may not fit a long.
    constexpr int kBits = 48;
    isl_val* limit = isl_val_2exp(isl_val_int_from_si(isl_val_get_ctx(taken), kBits));
    if (isl_val_is_int(taken) == isl_bool_true && isl_val_abs_eq(taken, limit) == isl_bool_false) {
        isl_val* magnitude = isl_val_abs(isl_val_copy(taken));
        if (isl_val_lt(magnitude, limit) == isl_bool_true)
            result = isl_val_get_num_si(taken);
        isl_val_free(magnitude);
    }
    isl_val_free(limit);
    isl_val_free(taken);
    return result;
}

/// What reading the constraints of one basic set collects.
struct Reading {
    std::span<const Expr> terms;
    Conjunction constraints;
    bool readable = true;
};

isl_stat readConstraint(isl_constraint* constraint, void* user) {
    auto& reading = *static_cast<Reading*>(user);
    LinearConstraint linear;
    linear.equality = isl_constraint_is_equality(constraint) == isl_bool_true;
    const int divisions = isl_constraint_dim(constraint, isl_dim_div);
    if (divisions > 0 && isl_constraint_involves_dims(constraint, isl_dim_div, 0,
                                                      static_cast<unsigned>(divisions)) != 0)
        reading.readable = false;
    const auto take = [&](isl_val* value) {
        const auto integer = integerOf(value);
        reading.readable = reading.readable && integer.has_value();
        return integer.value_or(0);
    };
    linear.constant = take(isl_constraint_get_constant_val(constraint));
    for (std::size_t i = 0; i < reading.terms.size(); ++i) {
        const std::int64_t c = take(
            isl_constraint_get_coefficient_val(constraint, isl_dim_param, static_cast<int>(i)));
        if (c != 0)
            linear.terms.emplace_back(c, reading.terms[i]);
    }
    reading.constraints.push_back(std::move(linear));
    isl_constraint_free(constraint);
    return isl_stat_ok;
}

struct Disjuncts {
    std::span<const Expr> terms;
    std::vector<Conjunction> readable;
    std::size_t total = 0;
};

isl_stat readBasicSet(isl_basic_set* basic, void* user) {
    auto& disjuncts = *static_cast<Disjuncts*>(user);
    ++disjuncts.total;
    Reading reading{disjuncts.terms, {}, true};
    basic = isl_basic_set_remove_redundancies(basic);
    isl_basic_set_foreach_constraint(basic, readConstraint, &reading);
    isl_basic_set_free(basic);
    if (reading.readable)
        disjuncts.readable.push_back(std::move(reading.constraints));
    return isl_stat_ok;
}

std::string readableCondition(isl_set* good, isl_set* context, std::span<const Expr> terms) {
    isl_set* simplest = isl_set_coalesce(isl_set_gist(isl_set_coalesce(good), context));
    Disjuncts disjuncts{terms, {}, 0};
    isl_set_foreach_basic_set(simplest, readBasicSet, &disjuncts);
    isl_set_free(simplest);
    return readableDisjunction(std::move(disjuncts.readable), disjuncts.total);
}

// --------------------------------------------------------------------------------- relevance

struct Fact {
    Expr condition;
    std::vector<Expr> terms;
    bool used = false;
};

/// The first `given` ones count always; those that cannot be expressed never.
std::vector<Fact> factsOf(std::span<const Expr> context, std::size_t given) {
    std::vector<Fact> facts;
    for (std::size_t i = 0; i < context.size(); ++i)
        if (auto terms = integerTerms(context[i]))
            facts.push_back({context[i], std::move(*terms), i < given});
    return facts;
}

void addOnce(const Expr& term, std::vector<Expr>& terms) {
    if (std::find(terms.begin(), terms.end(), term) == terms.end())
        terms.push_back(term);
}

/// Marks the facts that share a term with `terms`, directly or through other facts, and adds their
/// terms.
void closeOver(std::vector<Fact>& facts, std::vector<Expr>& terms) {
    const auto known = [&terms](const Expr& term) {
        return std::find(terms.begin(), terms.end(), term) != terms.end();
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (Fact& fact : facts) {
            const bool touches =
                fact.terms.empty() || std::any_of(fact.terms.begin(), fact.terms.end(), known);
            if (fact.used || !touches)
                continue;
            fact.used = changed = true;
            for (const Expr& term : fact.terms)
                addOnce(term, terms);
        }
    }
}

bool isEmpty(const SetPtr& set) {
    return isl_set_is_empty(set.get()) == isl_bool_true;
}

struct FreeContext {
    void operator()(isl_ctx* ctx) const { isl_ctx_free(ctx); }
};

using ContextPtr = std::unique_ptr<isl_ctx, FreeContext>;

ContextPtr boundedContext(unsigned long work) {
    ContextPtr ctx(isl_ctx_alloc());
    isl_options_set_on_error(ctx.get(), ISL_ON_ERROR_CONTINUE);
    isl_ctx_set_max_operations(ctx.get(), work);
    return ctx;
}

isl_set* allowedBy(const Sets& sets, const OpenQuestion& question) {
    isl_set* all = sets.universe();
    for (const Expr& fact : question.context)
        all = isl_set_intersect(all, sets.where(fact));
    return isl_set_coalesce(all);
}

std::vector<Expr> termsOf(const OpenQuestion& question) {
    std::vector<Expr> terms = *integerTerms(question.condition);
    for (const Expr& fact : question.context) {
        const std::vector<Expr> more = *integerTerms(fact);
        for (const Expr& term : more)
            addOnce(term, terms);
    }
    return terms;
}

/// The answer of isl, within the work that the question may cost.
Truth answerTo(const OpenQuestion& question) {
    const auto terms = termsOf(question);
    const ContextPtr ctx = boundedContext(question.work);
    const Sets sets(ctx.get(), terms);
    const SetPtr allowed(allowedBy(sets, question));
    const SetPtr wanted(sets.where(question.condition));
    const SetPtr bad(isl_set_subtract(copyOf(allowed), copyOf(wanted)));
    const bool always = isEmpty(bad);
    const SetPtr good(isl_set_intersect(copyOf(allowed), copyOf(wanted)));
    const bool never = isEmpty(good);
    if (isl_ctx_last_error(ctx.get()) != isl_error_none || !bad || !good)
        return Truth::depends;
    if (never && always)
        return question.vacuous;
    return always ? Truth::proven : never ? Truth::disproven : Truth::depends;
}

/// Of a set over the terms what holds whatever the values of those terms that have a parameter.
isl_set* withoutParameters(isl_set* set, const std::vector<std::string>& parameters,
                           std::span<const Expr> terms) {
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const auto names = freeSymbols(terms[i]);
        if (std::ranges::any_of(parameters, [&](const auto& name) { return names.contains(name); }))
            set = isl_set_eliminate(set, isl_dim_param, static_cast<unsigned>(i), 1);
    }
    return set;
}

/// With which the condition holds for all values of the parameters.
std::string conditionOf(const OpenQuestion& question, const std::vector<std::string>& parameters) {
    const auto terms = termsOf(question);
    const ContextPtr ctx = boundedContext(question.work);
    const Sets sets(ctx.get(), terms);
    const SetPtr allowed(allowedBy(sets, question));
    isl_set* bad = isl_set_subtract(copyOf(allowed), sets.where(question.condition));
    const SetPtr someBad(withoutParameters(bad, parameters, terms));
    const SetPtr context(withoutParameters(copyOf(allowed), parameters, terms));
    const SetPtr good(isl_set_subtract(copyOf(context), copyOf(someBad)));
    if (isl_ctx_last_error(ctx.get()) != isl_error_none || !good || isEmpty(good))
        return {};
    std::string text = readableCondition(copyOf(good), copyOf(context), terms);
    return isl_ctx_last_error(ctx.get()) == isl_error_none ? text : std::string();
}

/// What the code says, where it is short and says it of symbols alone.
std::string asItStands(const OpenQuestion& question, const std::vector<std::string>& parameters) {
    const Expr& condition = question.condition;
    const auto names = freeSymbols(condition);
    const bool whole =
        std::ranges::none_of(parameters, [&](const auto& name) { return names.contains(name); });
    if (!whole || !isBoolean(condition) || condition.op() == Op::logicOr ||
        condition.args().size() > 2)
        return {};
    return print(condition, Dialect::code);
}

/// A few small values of every symbol show that the condition holds for some and fails for others
/// that satisfy the context: most of what depends on something does so at sight.
bool dependsAtSight(const OpenQuestion& question) {
    constexpr std::uint64_t kSamples = 24, kValues = 24;
    constexpr std::int64_t kSmallest = -4;
    std::set<std::string, std::less<>> names;
    collectSymbols(question.condition, names);
    for (const Expr& fact : question.context)
        collectSymbols(fact, names);
    Bindings values;
    const auto holds = [&](const Expr& e) { return evaluateInteger(e, values); };
    bool some = false, notAll = false;
    std::uint64_t state = 0;
    for (std::uint64_t sample = 0; sample < kSamples && !(some && notAll); ++sample) {
        for (const std::string& name : names) {
            state = splitmix64(state + 1);
            values[name] = Value::integer(static_cast<std::int64_t>(state % kValues) + kSmallest);
        }
        const auto answer = holds(question.condition);
        if (!answer || !std::ranges::all_of(question.context, [&](const Expr& fact) {
                return holds(fact).value_or(0) != 0;
            }))
            continue;
        (*answer != 0 ? some : notAll) = true;
    }
    return some && notAll;
}

constexpr std::size_t kKnownSets = 4096; ///< answers that a thread keeps

} // namespace

std::uint64_t OpenQuestion::hash() const {
    std::uint64_t all = hashCombine(condition.hash(), static_cast<std::uint64_t>(vacuous));
    for (const Expr& fact : context)
        all = hashCombine(all, fact.hash());
    return hashCombine(all, work);
}

Decision decide(OpenQuestion question, std::size_t given) {
    auto terms = integerTerms(question.condition);
    if (!terms)
        return {};
    std::vector<Fact> context = factsOf(question.context, given);
    for (Fact& fact : context)
        if (fact.used)
            for (const Expr& term : fact.terms)
                addOnce(term, *terms);
    closeOver(context, *terms);
    question.context.clear();
    for (Fact& fact : context)
        if (fact.used)
            question.context.push_back(std::move(fact.condition));
    thread_local LastAnswers<OpenQuestion, Truth> known(kKnownSets);
    const Truth truth = known.to(question, [](const OpenQuestion& q) {
        return dependsAtSight(q) ? Truth::depends : answerTo(q);
    });
    if (truth != Truth::depends)
        return {truth};
    return {truth, std::make_shared<const OpenQuestion>(std::move(question))};
}

namespace {

/// What a condition is wanted for: stating it costs more than the answer did.
struct Statement {
    OpenQuestion question;
    std::vector<std::string> parameters;

    bool operator==(const Statement&) const = default;
    std::uint64_t hash() const {
        std::uint64_t all = question.hash();
        for (const std::string& name : parameters)
            all = hashCombine(all, fnv1a64(name));
        return all;
    }
};

std::string stated(const Statement& statement) {
    const auto& [question, parameters] = statement;
    const std::string text = conditionOf(question, parameters);
    return text.empty() ? asItStands(question, parameters) : text;
}

} // namespace

std::string conditionOf(const Decision& decision, const std::vector<std::string>& parameters) {
    if (!decision.open)
        return {};
    thread_local LastAnswers<Statement, std::string> known(kKnownSets);
    return known.to({*decision.open, parameters}, stated);
}

} // namespace mw::symbolic
