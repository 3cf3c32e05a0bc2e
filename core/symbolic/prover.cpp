// Answers questions: first by known facts, then by integer sets.
#include "core/symbolic/prover.h"

#include "core/support/hash.h"
#include "core/support/last_answers.h"
#include "core/symbolic/condition.h"
#include "core/symbolic/node.h"
#include "core/symbolic/presburger.h"
#include "core/symbolic/range_conditions.h"

#include <algorithm>
#include <optional>

namespace mw::symbolic {

void Assumptions::atLeast(const Expr& a, const Expr& b) {
    facts.push_back(Expr::make(Op::compare, {a, b}, ">="));
}

void Assumptions::inRange(const std::string& parameter, const Range& range) {
    const Expr p = Expr::symbol(parameter);
    atLeast(p, range.begin);
    atLeast(range.end, p);
    if (range.step.isInteger() && range.step.value() > 1)
        facts.push_back(
            Expr::make(Op::compare, {Expr::make(Op::mod, {p - range.begin, range.step}), 0}, "=="));
}

struct Prover::Impl {
    std::vector<Expr> facts;
    /// Left sides of facts that say `x >= 0`, expanded: for questions without a known answer.
    std::optional<std::vector<Expr>> nonNegative;
    unsigned long work;

    Impl(const Assumptions& assumptions, unsigned long work);

    void learn(const Expr& fact);
    void findNonNegative();
    bool knownNonNegative(const Expr& e, int depth = 0) const;
    /// e with every comparison that the quick rules decide replaced by 0 or 1.
    Expr quick(const Expr& e) const;
    /// The condition has been through quick().
    Decision decide(const std::vector<Expr>& context, const Expr& condition, Truth vacuous);
    Decision decide(const Conditions& conditions, Truth vacuous);
    Decision found(const std::vector<Expr>& given, const std::vector<Expr>& wanted, Truth vacuous);
    /// found(), or what was found the last time.
    Decision answer(std::vector<Expr> given, std::vector<Expr> wanted, Truth vacuous);
    Decision compare(const Expr& a, const std::string& relation, const Expr& b) {
        return answer({}, {Expr::make(Op::compare, {a, b}, relation)}, Truth::proven);
    }
};

namespace {

/// All that an answer depends on.
struct Question {
    std::vector<Expr> facts, given, wanted;
    Truth vacuous = Truth::proven;
    unsigned long work = 0;

    bool operator==(const Question&) const = default;
    std::uint64_t hash() const {
        std::uint64_t all = hashCombine(work, static_cast<std::uint64_t>(vacuous));
        for (const auto* list : {&facts, &given, &wanted}) {
            all = hashCombine(all, list->size());
            for (const Expr& e : *list)
                all = hashCombine(all, e.hash());
        }
        return all;
    }
};

constexpr std::size_t kKnownProofs = 4096; ///< answers that a thread keeps

} // namespace

Prover::Impl::Impl(const Assumptions& assumptions, unsigned long bound) : work(bound) {
    for (const Expr& fact : assumptions.facts)
        learn(fact);
}

void Prover::Impl::learn(const Expr& fact) {
    if (fact.op() == Op::logicAnd) {
        for (const Expr& arg : fact.args())
            learn(arg);
        return;
    }
    if (fact.isInteger(1))
        return;
    facts.push_back(fact);
}

void Prover::Impl::findNonNegative() {
    if (nonNegative)
        return;
    nonNegative.emplace();
    for (const Expr& fact : facts) {
        if (fact.op() != Op::compare || fact.name() == "!=")
            continue;
        const Expr& a = fact.args()[0];
        const Expr& b = fact.args()[1];
        if (!isIntegral(a) || !isIntegral(b))
            continue;
        const char first = fact.name()[0];
        const bool strict = fact.name().size() == 1;
        const Expr gap = strict ? 1 : 0;
        if (first == '>' || first == '=')
            nonNegative->push_back(expand(a - b - gap));
        if (first == '<' || first == '=')
            nonNegative->push_back(expand(b - a - gap));
    }
}

/// Quick and one-sided; e is expanded. Min and Max with coefficient 1 are looked into.
bool Prover::Impl::knownNonNegative(const Expr& e, int depth) const {
    constexpr int kDeepest = 3;
    if (e.isInteger())
        return e.value() >= 0;
    for (const Expr& known : *nonNegative)
        if (const auto rest = constantDifference(e, known); rest && *rest >= 0)
            return true;
    if (depth == kDeepest)
        return false;
    for (const Expr& term : termsOf(e)) {
        const Term t = splitTerm(term);
        const bool minimum = t.base.op() == Op::min;
        const bool usable = t.coefficient.isInteger() &&
                            (t.coefficient.num == 1 || t.coefficient.num == -1) &&
                            (minimum || t.base.op() == Op::max);
        if (!usable)
            continue;
        // min(a, b) >= 0 when both are; max(a, b) when one is; with a minus the other way round.
        const bool all = minimum == (t.coefficient.num == 1);
        const Expr sign = static_cast<std::int64_t>(t.coefficient.num);
        const Expr rest = e - term;
        const auto holds = [&](const Expr& arg) {
            return knownNonNegative(expand(rest + sign * arg), depth + 1);
        };
        const std::span<const Expr> args = t.base.args();
        if (all ? std::all_of(args.begin(), args.end(), holds)
                : std::any_of(args.begin(), args.end(), holds))
            return true;
    }
    return false;
}

Expr Prover::Impl::quick(const Expr& e) const {
    if (e.op() == Op::logicAnd || e.op() == Op::logicOr || e.op() == Op::logicNot) {
        std::vector<Expr> args;
        for (const Expr& arg : e.args())
            args.push_back(quick(arg));
        return Expr::make(e.op(), std::move(args));
    }
    if (e.op() != Op::compare || !isIntegral(e.args()[0]) || !isIntegral(e.args()[1]))
        return e;
    const Expr difference = expand(e.args()[0] - e.args()[1]);
    const Expr folded = Expr::make(Op::compare, {difference, 0}, e.name());
    if (folded.isInteger())
        return folded;
    const std::string& relation = e.name();
    if (relation == "==" || relation == "!=") {
        const bool apart =
            knownNonNegative(difference - Expr(1)) || knownNonNegative(-difference - Expr(1));
        return apart ? Expr(relation == "!=" ? 1 : 0) : e;
    }
    // Both as x >= 0: yes when it is known, no when -x - 1 >= 0 is.
    const Expr upwards = relation[0] == '>' ? difference : -difference;
    const Expr x = relation.size() == 1 ? upwards - Expr(1) : upwards;
    if (knownNonNegative(x))
        return 1;
    return knownNonNegative(-x - Expr(1)) ? Expr(0) : e;
}

Decision Prover::Impl::decide(const std::vector<Expr>& context, const Expr& condition,
                              Truth vacuous) {
    const Expr& rest = condition;
    if (rest.isInteger(1))
        return {Truth::proven};
    // A refusal holds where the context can be satisfied at all; the assumptions are taken to be.
    if (rest.isInteger(0) && (context.empty() || vacuous == Truth::disproven))
        return {Truth::disproven};
    std::vector<Expr> all = context;
    all.insert(all.end(), facts.begin(), facts.end());
    return symbolic::decide({std::move(all), rest, vacuous, work}, context.size());
}

Decision Prover::Impl::found(const std::vector<Expr>& given, const std::vector<Expr>& conditions,
                             Truth vacuous) {
    findNonNegative();
    const Expr wanted = quick(Expr::make(Op::logicAnd, conditions));
    std::vector<Expr> context;
    if (!wanted.isInteger(1)) {
        for (const Expr& e : given) {
            const Expr known = quick(e);
            if (known.isInteger(0))
                return {vacuous};
            if (!known.isInteger())
                context.push_back(known);
        }
    }
    return decide(context, wanted, vacuous);
}

Decision Prover::Impl::answer(std::vector<Expr> given, std::vector<Expr> wanted, Truth vacuous) {
    thread_local LastAnswers<Question, Decision> known(kKnownProofs);
    return known.to({facts, std::move(given), std::move(wanted), vacuous, work},
                    [&](const Question& q) { return found(q.given, q.wanted, q.vacuous); });
}

Decision Prover::Impl::decide(const Conditions& conditions, Truth vacuous) {
    if (!conditions.known)
        return {};
    const auto impossible = [](const Expr& e) { return e.isInteger(0); };
    if (std::any_of(conditions.given.begin(), conditions.given.end(), impossible))
        return {vacuous};
    Decision given = answer(conditions.given, conditions.wanted, vacuous);
    const bool unsafe = (given.truth == Truth::proven && !conditions.sufficient) ||
                        (given.truth == Truth::disproven && !conditions.necessary);
    return unsafe ? Decision{} : given;
}

Prover::Prover(Assumptions assumptions, unsigned long work)
    : impl_(std::make_unique<Impl>(assumptions, work)) {}
Prover::~Prover() = default;
Prover::Prover(Prover&&) noexcept = default;
Prover& Prover::operator=(Prover&&) noexcept = default;

namespace {

Answer stated(const Decision& decision) {
    return {decision.truth, conditionOf(decision)};
}
/// For those who want no more: a condition costs as much as an answer.
Answer unstated(const Decision& decision) {
    return {decision.truth, {}};
}

} // namespace

Answer Prover::holds(const Expr& condition) {
    return stated(impl_->answer({}, {condition}, Truth::proven));
}

Answer Prover::lessEqual(const Expr& a, const Expr& b) {
    return unstated(impl_->compare(a, "<=", b));
}

Answer Prover::equal(const Expr& a, const Expr& b) {
    if (symbolic::equal(a, b))
        return {Truth::proven, {}};
    return unstated(impl_->compare(a, "==", b));
}

Answer Prover::covers(const Subset& outer, const Subset& inner) {
    return stated(impl_->decide(coverConditions(outer, inner), Truth::proven));
}

Answer Prover::intersects(const Subset& a, const Subset& b) {
    return stated(impl_->decide(intersectConditions(a, b), Truth::disproven));
}

Answer Prover::empty(const Subset& s) {
    std::vector<Expr> anyEmpty;
    for (const Expr& e : nonEmptyConditions(s))
        anyEmpty.push_back(Expr::make(Op::logicNot, {e}));
    return unstated(
        impl_->answer({}, {Expr::make(Op::logicOr, std::move(anyEmpty))}, Truth::proven));
}

std::string coverCondition(const Assumptions& given, const std::vector<std::string>& parameters,
                           const Subset& outer, const Subset& inner) {
    const Conditions conditions = coverConditions(outer, inner);
    if (!conditions.known || !conditions.sufficient)
        return {};
    std::vector<Expr> context = conditions.given;
    context.insert(context.end(), given.facts.begin(), given.facts.end());
    return conditionOf(
        symbolic::decide({std::move(context), Expr::make(Op::logicAnd, conditions.wanted),
                          Truth::proven, Prover::kUsualWork},
                         conditions.given.size()),
        parameters);
}

namespace {

bool unitSteps(const Subset& s) {
    return std::all_of(s.dims.begin(), s.dims.end(),
                       [](const Range& r) { return r.step.isInteger(1) && r.tile.isInteger(1); });
}

} // namespace

std::optional<std::vector<Subset>> Prover::difference(const Subset& a, const Subset& b) {
    if (impl_->decide(coverConditions(b, a), Truth::proven).truth == Truth::proven)
        return std::vector<Subset>{};
    if (intersects(a, b).disproven())
        return std::vector<Subset>{a};
    if (a.rank() != b.rank() || !unitSteps(a) || !unitSteps(b))
        return std::nullopt;
    std::vector<Expr> context = nonEmptyConditions(a);
    const std::vector<Expr> other = nonEmptyConditions(b);
    context.insert(context.end(), other.begin(), other.end());
    // -1: proven, 0: disproven, nullopt: undecided
    const auto ordered = [&](const Expr& x, const Expr& y) -> std::optional<bool> {
        const Truth truth =
            impl_->answer(context, {Expr::make(Op::compare, {x, y}, "<=")}, Truth::proven).truth;
        if (truth == Truth::depends)
            return std::nullopt;
        return truth == Truth::proven;
    };
    std::vector<Subset> pieces;
    Subset rest = a;
    for (std::size_t i = 0; i < a.rank(); ++i) {
        const Range& from = a.dims[i];
        const Range& cut = b.dims[i];
        const auto leftDone = ordered(cut.begin, from.begin);
        const auto rightDone = ordered(from.end, cut.end);
        if (!leftDone || !rightDone)
            return std::nullopt;
        const auto emit = [&](const Range& range) {
            Subset piece = rest;
            piece.dims[i] = range;
            pieces.push_back(std::move(piece));
        };
        if (!*leftDone)
            emit({from.begin, cut.begin - Expr(1), 1, 1});
        if (!*rightDone)
            emit({cut.end + Expr(1), from.end, 1, 1});
        rest.dims[i] = {*leftDone ? from.begin : cut.begin, *rightDone ? from.end : cut.end, 1, 1};
    }
    return pieces;
}

} // namespace mw::symbolic
