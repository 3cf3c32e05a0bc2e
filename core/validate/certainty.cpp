// Whether a comparison holds for all values of the symbols, refuted at points or proved.
#include "core/validate/certainty.h"

#include "core/support/hash.h"

#include <algorithm>
#include <cstdlib>
#include <set>

namespace mw::validate {

namespace {

using symbolic::Expr;
using symbolic::Op;

/// Rounds of mending a point until the assumptions hold; real programs need two or three.
constexpr int kRounds = 20;
/// Factors beyond this are not multiplied.
constexpr std::int64_t kLimit = INT64_C(1) << 30;

/// Answers of the Prover, by question. A few of the largest graphs reach its limit.
class Answers {
public:
    const bool* find(const Expr& question, const std::vector<Expr>& extents) const {
        const auto list = answers_.find(question.hash());
        if (list != answers_.end())
            for (const Answer& answer : list->second)
                if (answer.question == question && answer.extents == extents)
                    return &answer.holds;
        return nullptr;
    }
    void add(const Expr& question, std::vector<Expr> extents, bool holds) {
        if (++size_ > kMost) {
            answers_.clear();
            size_ = 1;
        }
        answers_[question.hash()].push_back({question, std::move(extents), holds});
    }

private:
    static constexpr std::size_t kMost = 10'000;
    struct Answer {
        Expr question;
        std::vector<Expr> extents; ///< assumed to be at least 1
        bool holds;
    };
    std::unordered_map<std::uint64_t, std::vector<Answer>> answers_;
    std::size_t size_ = 0;
};

/// An extent `Max(0, ...)` says itself that it may be 0.
bool mayBeZero(const Expr& extent) {
    return extent.op() == Op::max &&
           std::ranges::any_of(extent.args(), [](const Expr& e) { return e.isInteger(0); });
}

std::int64_t floorDivide(std::int64_t a, std::int64_t b) {
    const std::int64_t quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

/// One operation on two values; nullopt: not evaluated here.
std::optional<std::int64_t> apply(Op op, std::int64_t a, std::int64_t b) {
    switch (op) {
    case Op::add:
        return a + b;
    case Op::mul:
        if (std::max(std::abs(a), std::abs(b)) > kLimit)
            return std::nullopt; // far from any overflow
        return a * b;
    case Op::min:
        return std::min(a, b);
    case Op::max:
        return std::max(a, b);
    case Op::intFloor:
        return b == 0 ? std::nullopt : std::optional(floorDivide(a, b));
    case Op::intCeil:
        return b == 0 ? std::nullopt : std::optional(-floorDivide(-a, b));
    case Op::mod:
        return b == 0 ? std::nullopt : std::optional(a - b * floorDivide(a, b));
    default:
        return std::nullopt;
    }
}

/// Looks for values at which all extents are at least 1 and the question is negative: small numbers
/// and large ones, in any mixture. Much cheaper than the Prover where it succeeds.
bool refuted(const Expr& question, const std::vector<Expr>& extents) {
    constexpr std::uint64_t kTries = 48;
    constexpr std::array<std::uint64_t, 3> kSpans{5, 60, 3000};
    auto symbols = symbolic::freeSymbols(question);
    for (const Expr& extent : extents)
        symbols.merge(symbolic::freeSymbols(extent));
    const auto valueOf = [](const Expr& e, const symbolic::Bindings& at) {
        const auto value = symbolic::evaluateInteger(e, at);
        return value ? *value : 0; // neither negative nor an extent that there is
    };
    for (std::uint64_t attempt = 0; attempt < kTries; ++attempt) {
        symbolic::Bindings at;
        for (const std::string& name : symbols) {
            const auto hash = hashCombine(fnv1a64(name), attempt);
            const auto span = kSpans[(hash >> 32U) % kSpans.size()];
            at[name] = symbolic::Value::integer(static_cast<std::int64_t>(hash % span) - 1);
        }
        if (valueOf(question, at) < 0 &&
            std::ranges::all_of(extents, [&](const Expr& e) { return valueOf(e, at) >= 1; }))
            return true;
    }
    return false;
}

} // namespace

void Certainty::collectExtents() {
    std::set<std::uint64_t> seen;
    for (const auto& [name, data] : sdfg_.arrays)
        for (const Expr& extent : data->shape)
            if (!extent.isInteger() && seen.insert(extent.hash()).second)
                (mayBeZero(extent) ? possible_ : extents_).push_back(extent);
}

/// Points that were found for other SDFGs with the same extents: those of a program after an edit.
struct Certainty::KnownPoints {
    std::vector<Expr> extents, possible;
    /// Where the search began: the values around, nullopt where there were none.
    std::vector<std::pair<std::string, std::optional<Values>>> around;
    std::unordered_map<std::string, Values> symbols;
    std::array<bool, kPoints> usable{};
    std::shared_ptr<Comparisons> comparisons = {}; ///< answered for SDFGs that nothing is around

    /// Of this thread, the latest last.
    static std::vector<KnownPoints>& all() {
        thread_local std::vector<KnownPoints> known;
        return known;
    }
};

void Certainty::makePoints() {
    pointsMade_ = true;
    collectExtents();
    if (KnownPoints* known = knownPoints()) {
        symbols_ = known->symbols;
        usable_ = known->usable;
        return shareComparisons(*known);
    }
    findPoints();
    constexpr std::size_t kMost = 64; // more than the SDFGs of a program that differ in extents
    auto& all = KnownPoints::all();
    if (all.size() >= kMost)
        all.erase(all.begin(), all.begin() + kMost / 2);
    KnownPoints found{extents_, possible_, {}, symbols_, usable_};
    for (const auto& [name, values] : symbols_)
        found.around.emplace_back(name, valuesAround(name));
    all.push_back(std::move(found));
    shareComparisons(all.back());
}

Certainty::KnownPoints* Certainty::knownPoints() const {
    auto& all = KnownPoints::all();
    const auto same = std::find_if(all.rbegin(), all.rend(), [&](const KnownPoints& one) {
        return one.extents == extents_ && one.possible == possible_ &&
               std::ranges::all_of(one.around, [&](const auto& symbol) {
                   return valuesAround(symbol.first) == symbol.second;
               });
    });
    return same == all.rend() ? nullptr : &*same;
}

/// Where something is around, more symbols than those of the extents may have their values from
/// there: its answers are its own.
void Certainty::shareComparisons(KnownPoints& points) {
    constexpr std::size_t kMost = 10'000;
    if (!outer_ && points.comparisons && points.comparisons->size() < kMost)
        comparisons_ = points.comparisons;
    else
        comparisons_ = std::make_shared<Comparisons>();
    if (!outer_)
        points.comparisons = comparisons_;
}

/// In the first half of the points no container is empty, where that can be had: most claims about
/// regions fail there.
void Certainty::findPoints() {
    auto all = extents_;
    all.insert(all.end(), possible_.begin(), possible_.end());
    std::array<bool, kPoints> half{};
    std::fill_n(half.begin(), kPoints / 2, true);
    mend(all, half);
    usable_.fill(true);
    mend(extents_, usable_);
}

/// Moves the points in `which` until every extent is at least 1 there; takes those out where that
/// is not found.
void Certainty::mend(const std::vector<Expr>& extents, std::array<bool, kPoints>& which) {
    bool whole = false;
    for (int round = 0; round < kRounds && !whole; ++round) {
        whole = true;
        for (const Expr& extent : extents) {
            const auto values = valuesOf(extent);
            for (std::size_t point = 0; point < kPoints; ++point) {
                if (!which[point] || (values && (*values)[point] >= 1))
                    continue;
                whole = false;
                which[point] = values && raise(extent, 1 - (*values)[point], point);
            }
        }
    }
    if (!whole)
        which.fill(false);
}

/// Moves one symbol by `by` or more, up or down, such that the extent grows.
bool Certainty::raise(const Expr& extent, std::int64_t by, std::size_t point) {
    const auto before = valueAt(extent, point);
    if (!before)
        return false;
    for (const auto& name : symbolic::freeSymbols(extent)) {
        auto& value = symbols_.find(name)->second[point];
        const auto old = value;
        for (const std::int64_t step : {by, -by, 2000 + by, -2000 - by}) {
            value = old + step;
            const auto after = valueAt(extent, point);
            if (after && *after > *before)
                return true;
        }
        value = old;
    }
    return false;
}

std::optional<Certainty::Values> Certainty::valuesAround(const std::string& symbol) const {
    if (outer_)
        if (const auto found = outer_->symbols_.find(symbol); found != outer_->symbols_.end())
            return found->second;
    return std::nullopt;
}

/// A symbol that no extent names is free: any value will do. The value around is a good guess.
const Certainty::Values& Certainty::valuesOf(const std::string& symbol) {
    const auto [found, isNew] = symbols_.try_emplace(symbol);
    if (!isNew)
        return found->second;
    if (const auto around = valuesAround(symbol))
        found->second = *around;
    else
        for (std::size_t point = 0; point < kPoints; ++point) {
            const auto hash = hashCombine(fnv1a64(symbol), point);
            found->second[point] = static_cast<std::int64_t>(hash % 2000) - 200;
        }
    return found->second;
}

std::optional<Certainty::Values> Certainty::valuesOf(const Expr& e) {
    Values result;
    if (e.isInteger()) {
        result.fill(e.value());
        return std::abs(e.value()) <= kLimit ? std::optional(result) : std::nullopt;
    }
    if (e.isSymbol())
        return valuesOf(e.name());
    const auto args = e.args();
    if (args.empty())
        return std::nullopt;
    const auto first = valuesOf(args[0]);
    if (!first || args.size() < 2)
        return std::nullopt;
    result = *first;
    for (const Expr& arg : args.subspan(1)) {
        const auto next = valuesOf(arg);
        if (!next)
            return std::nullopt;
        for (std::size_t point = 0; point < kPoints; ++point) {
            const auto value = apply(e.op(), result[point], (*next)[point]);
            if (!value)
                return std::nullopt;
            result[point] = *value;
        }
    }
    return result;
}

std::optional<std::int64_t> Certainty::valueAt(const Expr& e, std::size_t point) {
    if (e.isInteger())
        return std::abs(e.value()) <= kLimit ? std::optional(e.value()) : std::nullopt;
    if (e.isSymbol())
        return valuesOf(e.name())[point];
    const auto args = e.args();
    auto result = args.size() < 2 ? std::nullopt : valueAt(args[0], point);
    for (std::size_t i = 1; result && i < args.size(); ++i) {
        const auto next = valueAt(args[i], point);
        result = next ? apply(e.op(), *result, *next) : std::nullopt;
    }
    return result;
}

/// The extents that share a symbol with the question: the others say nothing about it.
std::vector<Expr> Certainty::relevantExtents(const Expr& question) const {
    const auto symbols = symbolic::freeSymbols(question);
    std::vector<Expr> relevant;
    for (const Expr& extent : extents_) {
        const auto own = symbolic::freeSymbols(extent);
        if (std::ranges::any_of(own, [&](const auto& name) { return symbols.contains(name); }))
            relevant.push_back(extent);
    }
    return relevant;
}

bool Certainty::prove(const Expr& notNegative) {
    if (const auto value = notNegative.asInteger())
        return *value >= 0;
    thread_local Answers answers;
    auto extents = relevantExtents(notNegative);
    if (const bool* known = answers.find(notNegative, extents))
        return *known;
    symbolic::Assumptions assumptions;
    for (const Expr& extent : extents)
        assumptions.atLeast(extent, 1);
    const bool holds = !refuted(notNegative, extents) &&
                       symbolic::Prover(std::move(assumptions)).lessEqual(0, notNegative).proven();
    answers.add(notNegative, std::move(extents), holds);
    return holds;
}

bool Certainty::holds(const Expr& a, const Expr& b, std::int64_t margin) {
    if (a.isInteger() && b.isInteger())
        return a.value() >= b.value() + margin;
    if (!pointsMade_)
        makePoints();
    auto& known = (*comparisons_)[hashCombine(a.hash(), b.hash())];
    for (const Comparison& one : known)
        if (one.margin == margin && one.a == a && one.b == b)
            return one.holds;
    const bool answer = decide(a, b, margin);
    known.push_back({a, b, margin, answer});
    return answer;
}

bool Certainty::decide(const Expr& a, const Expr& b, std::int64_t margin) {
    // Without a point, the assumptions may contradict each other, and anything would follow.
    if (std::ranges::find(usable_, true) == usable_.end())
        return false;
    const auto left = valuesOf(a);
    const auto right = left ? valuesOf(b) : std::nullopt;
    if (right)
        for (std::size_t point = 0; point < kPoints; ++point)
            if (usable_[point] && (*left)[point] < (*right)[point] + margin)
                return false;
    return prove(symbolic::expand(a - b - Expr(margin)));
}

bool Certainty::equal(const Expr& a, const Expr& b) {
    return a == b || symbolic::equal(a, b) || (atLeast(a, b) && atLeast(b, a));
}

} // namespace mw::validate
