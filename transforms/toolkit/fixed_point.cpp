// Several transformations as one.

#include "transforms/toolkit/fixed_point.h"

#include "transforms/framework/apply.h"
#include "transforms/toolkit/two_edits.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace mw::transforms {

namespace {

/// More sweeps than any program needs; each but the last does something.
constexpr int kMostSweeps = 30;

} // namespace

bool anyApplies(const DocumentView& view, std::span<const std::string_view> names) {
    return std::ranges::any_of(names, [&](std::string_view name) {
        const Transformation& t = *findTransformation(name);
        const auto params = completeParams(t, {});
        return params && appliesSomewhere(t, view, *params);
    });
}

Expected<ir::EditResult> appliedToFixedPoint(const DocumentView& view,
                                             std::span<const std::string_view> names) {
    EditsInOne edits(view.document());
    DocumentView now = view;
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
        bool changed = false;
        for (const std::string_view name : names) {
            MW_TRY(const auto steps, applyEverywhere(*findTransformation(name), now, {}));
            for (const Application& step : steps) {
                edits.add(step.result);
                now = now.after(step.result.document);
                changed = true;
            }
        }
        if (!changed)
            return edits.result();
    }
    return fail("no-end",
                fmt::format("{} still apply after {} rounds", fmt::join(names, ", "), kMostSweeps));
}

} // namespace mw::transforms
