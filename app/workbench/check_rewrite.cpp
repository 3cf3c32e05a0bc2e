// Runs a program and its rewrites on the same small inputs and compares all that they leave.
#include "app/workbench/check_rewrite.h"

#include "app/workbench/interpret.h"
#include "core/bench/explain.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

namespace mw::workbench {

std::string toText(const RewriteCheck& check) {
    switch (check.result) {
    case RewriteCheck::Result::same: {
        constexpr std::size_t kMostNamed = 3;
        if (check.inputs.empty()) // one step that means to differ
            return fmt::format("{}", fmt::join(check.onPurpose, "; "));
        auto text = fmt::format("same results on {}", fmt::join(check.inputs, ", "));
        if (check.more > 0)
            text += fmt::format(", and with {} other set{} of values", check.more,
                                check.more == 1 ? "" : "s");
        const auto named = std::min(check.neverRan.size(), kMostNamed);
        if (named > 0)
            text += fmt::format(
                "; but {}",
                fmt::join(check.neverRan.begin(),
                          check.neverRan.begin() + static_cast<std::ptrdiff_t>(named), ", "));
        if (named < check.neverRan.size())
            text += fmt::format(", and {} more", check.neverRan.size() - named);
        for (const auto& one : check.onPurpose)
            text += "; " + one;
        return text;
    }
    case RewriteCheck::Result::differs:
        return "different results: " + check.sentence;
    case RewriteCheck::Result::notRun:
        break;
    }
    return "not compared: " + check.sentence;
}

history::Agreement agreementOf(const RewriteCheck& check) {
    using Kept = history::Agreement::Result;
    switch (check.result) {
    case RewriteCheck::Result::same:
        return {Kept::same, toText(check)};
    case RewriteCheck::Result::differs:
        return {Kept::differs, toText(check)};
    case RewriteCheck::Result::notRun:
        break;
    }
    return {Kept::notCompared, toText(check)};
}

history::Agreement agreementOf(const RewriteCheck& check, const history::Record& step) {
    auto agreement = agreementOf(check);
    const bool differs = agreement.result == history::Agreement::Result::differs;
    const bool edited = !std::holds_alternative<history::TransformationRecord>(step);
    if (differs && transforms::changesResultsByIntent(step) && (edited || check.byPrecision)) {
        agreement.result = history::Agreement::Result::differsByEdit;
        agreement.sentence = "differs from the variant before, on purpose: " + agreement.sentence;
    }
    return agreement;
}

RewriteChecker::RewriteChecker(ir::DocumentPtr before, Options options)
    : before_(std::move(before)), options_(std::move(options)) {}

namespace {

/// Of runs in another order, whose sums are rounded otherwise.
constexpr double kReordered = 1e-9;
constexpr std::uint64_t kOrders = 16; ///< to find out whether the program before depends on it

/// Values that the rewrite is specialised to and the program is not.
symbolic::Bindings bakedValues(const ir::Sdfg& before, const ir::Sdfg& after) {
    symbolic::Bindings values;
    for (const auto& [name, value] : after.constants)
        if (before.symbols.contains(name) && !before.constants.contains(name))
            values.emplace(name, value);
    return values;
}

std::string keyOf(const symbolic::Bindings& values) {
    std::string key;
    for (const auto& [name, value] : values)
        key += fmt::format("{}={};", name, value.asReal());
    return key;
}

/// In elements, of the dimensions that have several; empty: of no array, or not known.
std::vector<std::int64_t> stridesOf(const ir::Sdfg& program, const std::string& argument,
                                    const inputs::Scenario& scenario) {
    const auto* data = program.data(argument);
    const auto input = scenario.arrays.find(argument);
    std::vector<std::int64_t> strides;
    if (!data || input == scenario.arrays.end())
        return strides;
    const auto& shape = input->second.shape;
    for (std::size_t d = 0; d < shape.size() && d < data->strides.size(); ++d) {
        const auto stride = symbolic::evaluateInteger(data->strides[d], scenario.symbols);
        if (!stride)
            return {};
        if (shape[d] > 1)
            strides.push_back(*stride);
    }
    return strides;
}

/// Whoever calls the rewritten program gives it the same memory; empty: it reads it alike.
std::string otherLayout(const ir::Sdfg& before, const ir::Sdfg& after,
                        const inputs::Scenario& scenario) {
    for (const auto& [name, input] : scenario.arrays) {
        const auto was = stridesOf(before, name, scenario), is = stridesOf(after, name, scenario);
        if (!was.empty() && !is.empty() && was != is)
            return fmt::format("the rewritten program takes the elements of the argument '{}' from "
                               "other places in memory: its strides are [{}], not [{}]",
                               name, fmt::join(is, ", "), fmt::join(was, ", "));
    }
    return {};
}

/// Whether the scenario says nothing else of these symbols.
bool agrees(const inputs::Scenario& scenario, const symbolic::Bindings& values) {
    return std::ranges::all_of(values, [&](const auto& entry) {
        const auto said = scenario.symbols.find(entry.first);
        return said == scenario.symbols.end() || said->second.asReal() == entry.second.asReal();
    });
}

} // namespace

RewriteChecker::References* RewriteChecker::references(const symbolic::Bindings& fixed,
                                                       const std::stop_token& stop) {
    const std::string key = keyOf(fixed);
    if (const auto known = references_.find(key); known != references_.end())
        return &known->second;
    auto [all, reason] = smallInputs(*before_->root, fixed);
    if (options_.scenario && agrees(*options_.scenario, fixed))
        all.push_back({"the scenario", *options_.scenario});
    References found{{}, std::move(reason)};
    for (auto& inputs : all) {
        const std::string name = inputs.name;
        if (auto run = runOn(std::move(inputs), false, stop))
            found.runs.push_back(std::move(*run));
        else if (found.reason.empty())
            found.reason = fmt::format("on {}: {}", name, run.error().sentence);
    }
    reachMore(found, stop, fixed);
    addEdges(found, stop, fixed);
    if (stop.stop_requested()) // another check may have the time
        return nullptr;
    return &references_.emplace(key, std::move(found)).first->second;
}

Expected<RewriteChecker::Reference> RewriteChecker::runOn(SmallInputs inputs, bool isChange,
                                                          const std::stop_token& stop) const {
    interp::Coverage coverage;
    MW_TRY(auto result,
           interpret(*before_, inputs.scenario, options_.perRun.count(), stop, {}, &coverage));
    return Reference{std::move(inputs), std::move(result), std::move(coverage), isChange, {}};
}

void RewriteChecker::reachMore(References& found, const std::stop_token& stop,
                               const symbolic::Bindings& fixed) const {
    if (found.runs.empty())
        return;
    interp::Coverage reached;
    for (const Reference& run : found.runs)
        reached.add(run.coverage);
    const auto open = [&] { // what decides about parts that did not run
        std::vector<std::string> conditions;
        for (const auto& part : interp::neverRan(*before_, reached))
            if (!part.condition.empty())
                conditions.push_back(part.condition);
        return conditions;
    };
    const auto conditions = open();
    if (conditions.empty())
        return;
    const SmallInputs like = found.runs.front().inputs;
    for (auto& inputs : otherInputs(*before_->root, like, conditions, fixed)) {
        if (stop.stop_requested())
            return;
        auto run = runOn(std::move(inputs), true, stop);
        if (!run || !reached.add(run->coverage))
            continue;
        found.runs.push_back(std::move(*run));
        if (open().empty())
            return;
    }
}

void RewriteChecker::addEdges(References& found, const std::stop_token& stop,
                              const symbolic::Bindings& fixed) const {
    std::vector<const Reference*> bySize;
    for (const Reference& run : found.runs)
        bySize.push_back(&run);
    std::ranges::stable_sort(bySize, std::greater{},
                             [](const Reference* run) { return elementsOf(run->inputs.scenario); });
    interp::Coverage reached;
    std::vector<SmallInputs> known;
    for (const Reference* run : bySize)
        if (reached.add(run->coverage) || known.empty())
            known.push_back(run->inputs);
    for (auto& inputs : edgeInputs(*before_->root, known, fixed)) {
        if (stop.stop_requested())
            return;
        if (auto run = runOn(std::move(inputs), true, stop))
            found.runs.push_back(std::move(*run));
    }
}

RewriteChecker::Comparison RewriteChecker::compare(const ir::Document& after,
                                                   const Reference& reference,
                                                   std::optional<std::uint64_t> order,
                                                   const std::stop_token& stop) const {
    const auto& scenario = reference.inputs.scenario;
    const auto got = interpret(after, scenario, options_.perRun.count(), stop, order);
    // A program that is specialised, or that assumes something, runs with those values only.
    constexpr std::array<std::string_view, 4> kNoVerdict{
        "timeout", "cancelled", "specialised-value", "assumption-violated"};
    if (!got && std::ranges::find(kNoVerdict, got.error().code) != kNoVerdict.end())
        return {false, got.error().sentence};
    if (!got)
        return {true, "the rewritten program does not run: " + got.error().sentence};
    if (auto sentence = otherLayout(*before_->root, *after.root, scenario); !sentence.empty())
        return {true, std::move(sentence)};
    auto inputs = reference.result.inputs;
    inputs.insert(got->inputs.begin(), got->inputs.end());
    const double usual = options_.tolerance.value_or(scenario.tolerance);
    const double tolerance = order ? std::max(usual, kReordered) : usual;
    auto verdict = bench::verify(got->outputs, reference.result.outputs, tolerance, inputs);
    if (std::ranges::all_of(verdict.arrays, &bench::ArrayVerdict::same))
        return {true, ""};
    if (auto change = bench::precisionChange(*before_->root, *after.root))
        verdict.precision = bench::precisionErrors(
            std::move(*change), got->outputs, reference.result.outputs, inputs,
            [&](ir::ScalarType type) -> Expected<inputs::HostArrays> {
                MW_TRY(auto once, interpret(*before_, inputs::withRoundedInputs(scenario, type),
                                            options_.perRun.count(), stop));
                return std::move(once.outputs);
            });
    return {true, bench::toText(verdict), verdict.precision.has_value()};
}

std::string RewriteChecker::compareOrder(const ir::Document& after, Reference& reference,
                                         std::uint64_t order, const std::stop_token& stop) const {
    if (reference.dependsOnOrder.value_or(false))
        return {};
    const auto [ran, sentence, byPrecision] = compare(after, reference, order, stop);
    if (!ran || sentence.empty())
        return {};
    if (!reference.dependsOnOrder) {
        bool depends = false;
        for (std::uint64_t tried = 0; tried < kOrders && !depends; ++tried) {
            const auto before = compare(*before_, reference, tried, stop);
            if (!before.ran)
                return {};
            depends = !before.sentence.empty();
        }
        reference.dependsOnOrder = depends;
    }
    return *reference.dependsOnOrder ? "" : "in another order that its graph allows: " + sentence;
}

RewriteCheck RewriteChecker::check(const ir::Document& after, const std::stop_token& stop,
                                   Effort effort) {
    auto fixed = bakedValues(*before_->root, *after.root);
    fixed.insert(options_.fixed.begin(), options_.fixed.end());
    auto* known = references(fixed, stop);
    RewriteCheck check;
    check.sentence = known ? known->reason : "cancelled";
    if (!known)
        return check;
    interp::Coverage compared;
    for (Reference& reference : known->runs) {
        if (reference.isChange && effort == Effort::usual)
            continue;
        auto [ran, sentence, byPrecision] = compare(after, reference, std::nullopt, stop);
        if (ran && sentence.empty() && !reference.isChange &&
            effort == Effort::all) // each of the inputs with an order of its own
            sentence = compareOrder(after, reference, check.inputs.size(), stop);
        if (ran && !sentence.empty()) {
            check.result = RewriteCheck::Result::differs;
            check.byPrecision = byPrecision;
            check.sentence = fmt::format("on {}: {}", reference.inputs.name, sentence);
            if (byPrecision)
                return check;
            check.sentence += bench::reasonsText(bench::reasonsToDiffer(
                {{"the program before", before_},
                 {"the rewritten one", std::make_shared<const ir::Document>(after)}},
                reference.inputs.scenario.symbols));
            return check;
        }
        if (ran)
            compared.add(reference.coverage);
        if (ran && reference.isChange)
            ++check.more;
        else if (ran)
            check.inputs.push_back(reference.inputs.name);
        else if (check.sentence.empty())
            check.sentence = fmt::format("on {}: {}", reference.inputs.name, sentence);
    }
    if (!check.inputs.empty()) {
        check.result = RewriteCheck::Result::same;
        check.sentence.clear();
        if (effort == Effort::all)
            for (auto& part : interp::neverRan(*before_, compared))
                check.neverRan.push_back(std::move(part.sentence));
    }
    return check;
}

namespace {

/// `number`: of the step in all of the sequence, from 1 on.
Unexpected differs(const Step& step, std::size_t number, const RewriteCheck& check) {
    return fail("different-results",
                fmt::format("step {} ({}) changes what the program computes: {}", number,
                            history::text(step.record), check.sentence));
}

/// The first step that differs in an order that is tried; the last one if none before does.
std::size_t firstThatDiffers(RewriteChecker& checker, const std::vector<Step>& steps,
                             const std::stop_token& stop) {
    std::size_t at = 0;
    while (at + 1 < steps.size() &&
           checker.check(*steps[at].result.document, stop).result != RewriteCheck::Result::differs)
        ++at;
    return at;
}

/// Every step against the program before all of them. `done`: steps of the sequence before these.
Expected<RewriteCheck> checkAlike(const ir::DocumentPtr& before, const std::vector<Step>& steps,
                                  std::size_t done, const RewriteChecker::Options& options,
                                  const std::stop_token& stop) {
    RewriteChecker checker(before, options);
    RewriteCheck all;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const bool last = i + 1 == steps.size();
        const auto check =
            checker.check(*steps[i].result.document, stop,
                          last ? RewriteChecker::Effort::all : RewriteChecker::Effort::usual);
        if (check.result == RewriteCheck::Result::differs) {
            const auto at = last ? firstThatDiffers(checker, steps, stop) : i;
            return differs(steps[at], done + at + 1, check);
        }
        if (i == 0)
            all = check;
        else if (all.result == RewriteCheck::Result::same) {
            all.more = check.more; // of the last one, as what never ran
            all.neverRan = check.neverRan;
            std::erase_if(all.inputs, [&](const auto& name) {
                return std::ranges::find(check.inputs, name) == check.inputs.end();
            });
        }
        if (check.result == RewriteCheck::Result::notRun)
            return check;
    }
    return all;
}

bool isOnPurpose(const Step& step) {
    return std::holds_alternative<history::TransformationRecord>(step.record) &&
           transforms::changesResultsByIntent(step.record);
}

/// What comes before a step that changes results on purpose is held against the program before,
/// what follows against that step.
Expected<RewriteCheck> checkFrom(const ir::DocumentPtr& before, const std::vector<Step>& steps,
                                 std::size_t done, const RewriteChecker::Options& options,
                                 const std::stop_token& stop) {
    const auto step = std::ranges::find_if(steps, isOnPurpose);
    if (step == steps.end())
        return checkAlike(before, steps, done, options, stop);
    const std::vector<Step> first(steps.begin(), step), rest(step + 1, steps.end());
    const auto& base = first.empty() ? before : first.back().result.document;
    const std::size_t number = done + first.size() + 1;
    RewriteCheck check{RewriteCheck::Result::same, {}, {}, 0, {}, {}};
    if (!first.empty()) {
        MW_TRY(check, checkAlike(before, first, done, options, stop));
        if (check.result != RewriteCheck::Result::same)
            return check;
    }
    RewriteChecker checker(base, options);
    const auto changed = checker.check(*step->result.document, stop, RewriteChecker::Effort::usual);
    if (changed.result == RewriteCheck::Result::differs && !changed.byPrecision)
        return differs(*step, number, changed);
    check.onPurpose.push_back(fmt::format("step {} ({}) changes them on purpose: {}", number,
                                          history::text(step->record), toText(changed)));
    if (rest.empty())
        return check;
    MW_TRY(auto behind, checkFrom(step->result.document, rest, number, options, stop));
    behind.onPurpose.insert(behind.onPurpose.begin(), check.onPurpose.begin(),
                            check.onPurpose.end());
    return behind;
}

} // namespace

Expected<RewriteCheck> checkSteps(const ir::DocumentPtr& before, const std::vector<Step>& steps,
                                  const RewriteChecker::Options& options,
                                  const std::stop_token& stop) {
    return checkFrom(before, steps, 0, options, stop);
}

} // namespace mw::workbench
