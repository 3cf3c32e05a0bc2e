// What is asked of a document before and after a transformation, whichever it is.

#include "transforms/framework/validation.h"

#include "core/analysis/analysis.h"
#include "core/validate/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mw::transforms {

namespace {

struct Errors {
    std::vector<Diagnostic> all;
};

Errors validated(const ir::DocumentIndex& index) {
    auto findings = validate::validate(index, {.hints = false, .warnings = false});
    std::erase_if(findings, [](const Diagnostic& d) { return d.severity != Severity::error; });
    return {std::move(findings)};
}

std::shared_ptr<const Errors> errorsOf(const DocumentView& view) {
    return view.kept().of<Errors>(view.document()->root,
                                  [&](const ir::Sdfg&) { return validated(view.index()); });
}

} // namespace

Expected<void> checkWiring(const Transformation& t, const DocumentView& view) {
    constexpr std::array<std::string_view, 7> kBroken = {
        "dataflow-cycle",       "edge-across-scopes",          "edge-to-missing-connector",
        "edge-to-missing-node", "memlet-of-missing-container", "no-such-container",
        "unpaired-scope"};
    for (const Diagnostic& error : errorsOf(view)->all)
        if (std::ranges::find(kBroken, error.code) != kBroken.end())
            return fail("invalid-graph",
                        fmt::format("{} needs a graph whose parts fit together: {}", t.name,
                                    error.sentence),
                        error.location);
    return {};
}

Expected<void> checkResult(const Transformation& t, const DocumentView& before,
                           const DocumentView& after) {
    const auto errors = errorsOf(after);
    if (errors->all.empty())
        return {};
    const auto known = errorsOf(before);
    for (const auto& error : errors->all) {
        const bool isNew = std::ranges::none_of(known->all, [&](const Diagnostic& d) {
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

} // namespace mw::transforms
