// Check, apply, validate: at one match, at the first, everywhere.

#include "transforms/framework/apply.h"

#include "transforms/framework/assume.h"
#include "transforms/framework/kept.h"
#include "transforms/framework/validation.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <tuple>
#include <utility>

namespace mw::transforms {

namespace {

Diagnostic diagnosticOf(const Refusal& refusal) {
    Diagnostic diagnostic;
    diagnostic.code = refusal.code;
    diagnostic.sentence = refusal.sentence;
    diagnostic.location.elements = refusal.elements;
    if (!refusal.missingProof.empty())
        diagnostic.notes.push_back("needs " + refusal.missingProof);
    return diagnostic;
}

/// Asks the transformation. Some check on a changed copy of the document; of the elements that
/// their refusals name, those that this document has are kept.
CheckResult ask(const Transformation& t, const DocumentView& view, const Match& match,
                const Params& params) {
    CheckResult result = t.check(view, match, params);
    if (auto* refusal = std::get_if<Refusal>(&result))
        std::erase_if(refusal->elements, [&](ElementId id) { return !view.index().find(id); });
    return result;
}

/// A plan with the view that it was made on, which assumes what it had to.
struct Checked {
    Plan plan;
    DocumentView view;
    std::vector<std::string> assumptions;
};
using MaybeChecked = std::variant<Checked, Refusal>;

MaybeChecked checkAssuming(const Transformation& t, const DocumentView& view, const Match& match,
                           const Params& params, std::vector<std::string> conditions) {
    auto document = assuming(view.document(), conditions);
    if (!document)
        return Refusal{0, document.error().code, document.error().sentence, {}, false, {}};
    // Nothing of what is kept may come to know what is assumed for this match alone.
    DocumentView assumed = conditions.empty() ? view : DocumentView(std::move(*document));
    CheckResult result = ask(t, assumed, match, params);
    if (auto* refusal = std::get_if<Refusal>(&result))
        return std::move(*refusal);
    return Checked{std::get<Plan>(std::move(result)), std::move(assumed), std::move(conditions)};
}

/// Also assumes what the refusals say that they need, one after the other.
MaybeChecked checkAssumingStated(const Transformation& t, const DocumentView& view,
                                 const Match& match, const Params& params,
                                 std::vector<std::string> conditions) {
    constexpr int kMost = 8; ///< conditions that one match may need
    auto checked = checkAssuming(t, view, match, params, conditions);
    for (int i = 0; i < kMost; ++i) {
        const auto* refusal = std::get_if<Refusal>(&checked);
        if (!refusal || refusal->missingProof.empty())
            break;
        conditions.push_back(refusal->missingProof);
        auto next = checkAssuming(t, view, match, params, conditions);
        const auto* again = std::get_if<Refusal>(&next);
        if (again &&
            (again->code == "bad-assumption" || again->missingProof == refusal->missingProof))
            break;
        checked = std::move(next);
    }
    return checked;
}

/// With as few of the assumed conditions as the transformation needs: what it takes without one of
/// them is not assumed.
MaybeChecked check(const Transformation& t, const DocumentView& view, const Match& match,
                   const Params& params, const Assume& assume) {
    auto checked = checkAssuming(t, view, match, params, {});
    if (std::holds_alternative<Checked>(checked) || !assume.anything())
        return checked;
    checked = assume.stated ? checkAssumingStated(t, view, match, params, assume.conditions)
                            : checkAssuming(t, view, match, params, assume.conditions);
    const auto* found = std::get_if<Checked>(&checked);
    for (std::size_t i = 0; found && i < found->assumptions.size();) {
        auto fewer = found->assumptions;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        auto without = checkAssuming(t, view, match, params, std::move(fewer));
        if (std::holds_alternative<Checked>(without))
            checked = std::move(without);
        else
            ++i;
        found = std::get_if<Checked>(&checked);
    }
    return checked;
}

/// What is known to apply nowhere in a document, with which parameters.
struct Nowhere {
    mutable std::set<std::pair<const Transformation*, Params>> passes;
};
std::shared_ptr<const Nowhere> nowhereIn(const DocumentView& view) {
    return view.kept().of<Nowhere>(view.document()->root,
                                   [](const ir::Sdfg&) { return Nowhere{}; });
}

/// What is asked at each match of a list.
struct Asked {
    const Transformation* transformation;
    Params params;

    auto operator<=>(const Asked&) const = default;
};

/// The same number for the same question.
std::size_t numberOf(const Asked& asked) {
    static std::mutex mutex;
    static std::map<Asked, std::size_t> numbers;
    const std::lock_guard lock(mutex);
    return numbers.emplace(asked, numbers.size()).first->second;
}

/// `number`: of what is asked.
Candidate candidateAt(const Transformation& t, const DocumentView& view, Match match,
                      const Params& params, std::size_t number) {
    std::optional<Plan> plan;
    const auto check = [&] {
        CheckResult result = ask(t, view, match, params);
        if (auto* refused = std::get_if<Refusal>(&result))
            return std::optional(std::move(*refused));
        plan = std::get<Plan>(std::move(result));
        return std::optional<Refusal>();
    };
    const auto& refusal =
        remembered<struct RefusalAt>(view, std::tuple(number, match.state, match.ids()), check);
    return {std::move(match), refusal, std::move(plan)};
}

/// One step and the view of what it made.
struct Step {
    Application application;
    DocumentView view;
};

/// Does not look whether the result is valid.
Expected<Step> carryOutUnseen(const Transformation& t, Checked checked, Match match,
                              Params params) {
    MW_TRY(auto result, t.apply(checked.view, checked.plan));
    DocumentView after = checked.view.after(result.document);
    setAssume(params, {std::move(checked.assumptions), false});
    return Step{{std::move(match), std::move(params), std::move(result), std::move(checked.view)},
                std::move(after)};
}

Expected<Step> carryOut(const Transformation& t, Checked checked, Match match, Params params) {
    MW_TRY(auto step, carryOutUnseen(t, std::move(checked), std::move(match), std::move(params)));
    MW_CHECK(checkResult(t, step.application.on, step.view));
    return step;
}

/// What is to be applied, and where.
struct Repeated {
    const Transformation& t;
    Params params; ///< complete
    Assume assume;
    std::optional<SdfgId> within;
    std::size_t number; ///< of what is asked at each match, without assumptions
};

/// What a match was refused for without assumptions is known from the documents before, where
/// nothing that it depends on is another.
MaybeChecked checkAgain(const Repeated& of, const DocumentView& view, const Match& match) {
    const Candidate candidate = candidateAt(of.t, view, match, of.params, of.number);
    if (candidate.refusal)
        return *candidate.refusal;
    auto plan = checkedAt(of.t, view, candidate, of.params);
    if (auto* refusal = std::get_if<Refusal>(&plan))
        return std::move(*refusal);
    return Checked{std::get<Plan>(std::move(plan)), view, {}};
}

/// Does not look whether the result is valid.
Expected<std::optional<Step>> firstStep(const Repeated& of, const DocumentView& view,
                                        bool assuming) {
    for (Match& match : of.t.find(view, Region::within(view.index(), of.within))) {
        auto checked =
            assuming ? check(of.t, view, match, of.params, of.assume) : checkAgain(of, view, match);
        if (std::holds_alternative<Refusal>(checked))
            continue;
        MW_TRY(auto step, carryOutUnseen(of.t, std::get<Checked>(std::move(checked)),
                                         std::move(match), of.params));
        return std::optional(std::move(step));
    }
    return std::optional<Step>();
}

/// The steps of a fixed point, in order.
class Steps {
public:
    Steps(const Transformation& t, DocumentView view)
        : t_(t), checked_(view), now_(std::move(view)) {}

    const DocumentView& now() const { return now_; }
    std::size_t size() const { return all_.size(); }
    std::vector<Application> take() { return std::move(all_); }

    Expected<void> add(Step step) {
        all_.push_back(std::move(step.application));
        now_ = std::move(step.view);
        constexpr std::size_t kMostUnseen = 64;
        return all_.size() - seen_ < kMostUnseen ? Expected<void>() : look();
    }

    /// Whether what all steps since the last look made is valid: looked at once, and step by step
    /// where something is not, to say which step it was.
    Expected<void> look() {
        if (all_.size() != seen_ && newError(checked_, now_))
            for (std::size_t i = seen_; i < all_.size(); ++i) {
                const DocumentView& on = all_[i].on;
                MW_CHECK(checkResult(t_, on, on.after(all_[i].result.document)));
            }
        seen_ = all_.size();
        checked_ = now_;
        return {};
    }

private:
    const Transformation& t_;
    std::vector<Application> all_;
    std::size_t seen_ = 0; ///< of these
    DocumentView checked_; ///< what they made
    DocumentView now_;     ///< what all made
};

} // namespace

std::vector<Candidate> candidates(const Transformation& t, const DocumentView& view,
                                  const Region& region, const Params& params,
                                  const std::stop_token& stop) {
    std::vector<Candidate> found;
    const std::size_t number = numberOf({&t, params});
    for (Match& match : t.find(view, region)) {
        if (stop.stop_requested())
            break;
        found.push_back(candidateAt(t, view, std::move(match), params, number));
    }
    return found;
}

Candidate candidateAgain(const Transformation& t, const DocumentView& view, const Match& match,
                         const Params& params) {
    return candidateAt(t, view, match, params, numberOf({&t, params}));
}

bool appliesSomewhere(const Transformation& t, const DocumentView& view, const Params& params) {
    const std::size_t number = numberOf({&t, params});
    return std::ranges::any_of(t.find(view, {}), [&](const Match& match) {
        return candidateAt(t, view, match, params, number).applies();
    });
}

CheckResult checkedAt(const Transformation& t, const DocumentView& view, const Candidate& candidate,
                      const Params& params) {
    return candidate.plan ? CheckResult(*candidate.plan) : ask(t, view, candidate.match, params);
}

Expected<Application> applyCandidate(const Transformation& t, const DocumentView& view,
                                     const Candidate& candidate, const Params& params) {
    MW_CHECK(checkWiring(t, view));
    auto plan = checkedAt(t, view, candidate, params);
    if (const auto* refusal = refusalOf(plan))
        return fail(diagnosticOf(*refusal));
    MW_TRY(auto step,
           carryOut(t, {std::get<Plan>(std::move(plan)), view, {}}, candidate.match, params));
    return std::move(step.application);
}

Expected<Application> applyAt(const Transformation& t, const DocumentView& view, const Match& match,
                              const Params& given) {
    MW_TRY(const Params params, completeParams(t, given));
    MW_TRY(const Assume assume, assumeOf(params));
    MW_CHECK(checkWiring(t, view));
    auto checked = check(t, view, match, params, assume);
    if (const auto* refusal = std::get_if<Refusal>(&checked))
        return fail(diagnosticOf(*refusal));
    MW_TRY(auto step, carryOut(t, std::get<Checked>(std::move(checked)), match, params));
    return std::move(step.application);
}

bool appliesAt(const Transformation& t, const DocumentView& view, const Match& match,
               const Params& given) {
    const auto params = completeParams(t, given);
    const auto assume = params ? assumeOf(*params) : fail(params.error());
    return assume && std::holds_alternative<Checked>(check(t, view, match, *params, *assume));
}

Expected<std::optional<Application>> applyFirst(const Transformation& t, const DocumentView& view,
                                                const Params& given) {
    MW_TRY(auto steps, applyEverywhere(t, view, given, {.limit = 1}));
    return steps.empty() ? std::nullopt : std::optional(std::move(steps.front()));
}

Expected<std::vector<Application>> applyEverywhere(const Transformation& t,
                                                   const DocumentView& view, const Params& given,
                                                   const RepeatOptions& options) {
    MW_TRY(const Params params, completeParams(t, given));
    if (nowhereIn(view)->passes.contains({&t, params}))
        return std::vector<Application>();
    MW_CHECK(checkWiring(t, view));
    MW_TRY(const Assume assume, assumeOf(params));
    MW_CHECK(assuming(view.document(), assume.conditions).map([](const auto&) {}));
    const Repeated what{t, params, assume, options.within, numberOf({&t, params})};
    Steps steps(t, view);
    while (steps.size() < options.limit && !options.stop.stop_requested()) {
        MW_TRY(auto step, firstStep(what, steps.now(), false));
        if (!step && assume.anything()) {
            MW_TRY(step, firstStep(what, steps.now(), true));
        }
        if (!step) {
            if (!options.within)
                nowhereIn(steps.now())->passes.emplace(&t, params);
            break;
        }
        MW_CHECK(steps.add(std::move(*step)));
    }
    MW_CHECK(steps.look());
    return steps.take();
}

} // namespace mw::transforms
