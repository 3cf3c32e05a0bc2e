#include "core/analysis/analysis.h"
#include "transforms/transformation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace mw::transforms {

namespace {

std::string_view typeName(const ParamValue& value) {
    constexpr std::string_view kNames[] = {"a bool", "an integer", "a string"};
    return kNames[value.index()];
}

Expected<void> checkValue(const Transformation& t, const ParamSpec& spec, const ParamValue& value) {
    if (value.index() != spec.defaultValue.index())
        return fail("wrong-parameter-type",
                    fmt::format("The parameter '{}' of {} needs {}, not {}.", spec.name, t.name,
                                typeName(spec.defaultValue), typeName(value)));
    if (const auto* number = std::get_if<std::int64_t>(&value))
        if (*number < spec.minimum || *number > spec.maximum)
            return fail("parameter-out-of-range",
                        fmt::format("The parameter '{}' of {} is {}, outside {} to {}.", spec.name,
                                    t.name, *number, spec.minimum, spec.maximum));
    if (const auto* text = std::get_if<std::string>(&value))
        if (!spec.choices.empty() && std::ranges::find(spec.choices, *text) == spec.choices.end())
            return fail("no-such-choice",
                        fmt::format("The parameter '{}' of {} is '{}'; it can be {}.", spec.name,
                                    t.name, *text, fmt::join(spec.choices, ", ")));
    return {};
}

std::vector<Diagnostic> errorsOf(const ir::DocumentPtr& document) {
    auto findings =
        analysis::validate(ir::DocumentIndex(document), {.hints = false, .warnings = false});
    std::erase_if(findings, [](const Diagnostic& d) { return d.severity != Severity::error; });
    return findings;
}

/// What transformations count on: nodes, scopes and connectors that fit together. Other errors of a
/// graph do not keep it from being transformed.
Expected<void> checkWiring(const Transformation& t, const ir::DocumentPtr& document) {
    constexpr std::array<std::string_view, 7> kBroken = {
        "dataflow-cycle",       "edge-across-scopes",          "edge-to-missing-connector",
        "edge-to-missing-node", "memlet-of-missing-container", "no-such-container",
        "unpaired-scope"};
    for (const Diagnostic& error : errorsOf(document))
        if (std::ranges::find(kBroken, error.code) != kBroken.end())
            return fail("invalid-graph",
                        fmt::format("{} needs a graph whose parts fit together: {}", t.name,
                                    error.sentence),
                        error.location);
    return {};
}

/// An error that the result has and the document before had not: a bug of the transformation.
Expected<void> checkResult(const Transformation& t, const ir::DocumentPtr& before,
                           const ir::DocumentPtr& after) {
    const auto errors = errorsOf(after);
    if (errors.empty())
        return {};
    const auto known = errorsOf(before);
    for (const auto& error : errors) {
        const bool isNew = std::ranges::none_of(known, [&](const Diagnostic& d) {
            return d.code == error.code && d.sentence == error.sentence;
        });
        if (isNew)
            return fail("invalid-result",
                        fmt::format("{} made an invalid graph, which was dropped: {}", t.name,
                                    error.sentence),
                        error.location);
    }
    return {};
}

Diagnostic diagnosticOf(const Refusal& refusal) {
    Diagnostic diagnostic;
    diagnostic.code = refusal.code;
    diagnostic.sentence = refusal.sentence;
    diagnostic.location.elements = refusal.elements;
    if (!refusal.missingProof.empty())
        diagnostic.notes.push_back("needs " + refusal.missingProof);
    return diagnostic;
}

/// Joins the replacements of many steps: elements that came and went in between are skipped.
/// `firstNew`: ids from here on did not exist before.
void addReplaced(ir::ChangeSet& changes, const std::map<ElementId, ElementId>& steps,
                 std::uint32_t firstNew) {
    const auto exists = [&](ElementId id) {
        return id.value < firstNew ? !std::ranges::binary_search(changes.removed, id)
                                   : std::ranges::binary_search(changes.added, id);
    };
    for (const ElementId removed : changes.removed) {
        auto next = steps.find(removed);
        while (next != steps.end() && !exists(next->second))
            next = steps.find(next->second);
        if (next != steps.end())
            changes.replaced[removed] = next->second;
    }
}

/// The first match that passes, applied; nullopt when there is none.
Expected<std::optional<std::pair<Match, ir::EditResult>>>
applyFirst(const Transformation& t, const ir::DocumentPtr& document, const Params& params) {
    const ir::DocumentIndex index(document);
    for (const Match& match : t.find(index)) {
        if (!t.check(index, match, params).ok())
            continue;
        MW_TRY(auto result, t.apply(index, match, params));
        return std::pair{match, std::move(result)};
    }
    return std::nullopt;
}

} // namespace

const Transformation* findTransformation(std::string_view name) {
    for (const Transformation* t : registry())
        if (t->name == name)
            return t;
    return nullptr;
}

Expected<Params> completeParams(const Transformation& t, const Params& given) {
    for (const auto& [name, value] : given) {
        const bool known = std::ranges::any_of(
            t.params, [&name = name](const ParamSpec& s) { return s.name == name; });
        if (!known)
            return fail("no-such-parameter",
                        fmt::format("{} has no parameter '{}'.", t.name, name));
    }
    Params complete;
    for (const ParamSpec& spec : t.params) {
        const auto found = given.find(spec.name);
        const ParamValue& value = found == given.end() ? spec.defaultValue : found->second;
        MW_CHECK(checkValue(t, spec, value));
        complete[spec.name] = value;
    }
    return complete;
}

Expected<ir::EditResult> applyChecked(const Transformation& t, const ir::DocumentPtr& document,
                                      const Match& match, const Params& params) {
    MW_TRY(const Params complete, completeParams(t, params));
    MW_CHECK(checkWiring(t, document));
    const ir::DocumentIndex index(document);
    const CheckResult checked = t.check(index, match, complete);
    if (!checked.ok())
        return fail(diagnosticOf(checked.refusals.front()));
    MW_TRY(auto result, t.apply(index, match, complete));
    MW_CHECK(checkResult(t, document, result.document));
    return result;
}

Expected<RepeatResult> applyAll(const Transformation& t, const ir::DocumentPtr& document,
                                const Params& params, int limit) {
    MW_TRY(const Params complete, completeParams(t, params));
    MW_CHECK(checkWiring(t, document));
    RepeatResult total{document, {}, {}};
    std::map<ElementId, ElementId> replaced;
    while (static_cast<int>(total.applied.size()) < limit) {
        MW_TRY(auto step, applyFirst(t, total.document, complete));
        if (!step)
            break;
        total.applied.push_back(std::move(step->first));
        total.document = step->second.document;
        replaced.merge(step->second.changes.replaced);
    }
    if (total.applied.empty())
        return total;
    MW_CHECK(checkResult(t, document, total.document));
    total.changes = ir::changesBetween(*document->root, *total.document->root);
    addReplaced(total.changes, replaced, document->nextId);
    return total;
}

} // namespace mw::transforms
