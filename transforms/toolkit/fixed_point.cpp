// Several transformations as one.

#include "transforms/toolkit/fixed_point.h"

#include "transforms/framework/apply.h"
#include "transforms/toolkit/two_edits.h"

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
        return params &&
               std::ranges::any_of(candidates(t, view, Region(), *params), &Candidate::applies);
    });
}

Expected<ir::EditResult> appliedToFixedPoint(const DocumentView& view,
                                             std::span<const std::string_view> names) {
    EditsInOne edits(view.document());
    DocumentView now = view;
    bool changed = true;
    for (int sweep = 0; changed && sweep < kMostSweeps; ++sweep) {
        changed = false;
        for (const std::string_view name : names) {
            MW_TRY(const auto steps, applyEverywhere(*findTransformation(name), now, {}));
            for (const Application& step : steps) {
                edits.add(step.result);
                now = now.after(step.result.document);
                changed = true;
            }
        }
    }
    return edits.result();
}

} // namespace mw::transforms
