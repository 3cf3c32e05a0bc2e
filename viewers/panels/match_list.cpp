// Asks every transformation where it applies, for the panel that shows it.
#include "viewers/panels/match_list.h"

#include "transforms/framework/assume.h"
#include "viewers/panels/element_text.h"

#include <algorithm>

namespace mw::viewers {

namespace {

transforms::Region regionOf(const ir::DocumentIndex& index,
                            const std::vector<ElementId>& selection) {
    auto touched = touchedBy(index, selection);
    return touched.empty() ? transforms::Region() : transforms::Region(index, std::move(touched));
}

} // namespace

const transforms::DocumentView& MatchLists::viewOf(const ir::DocumentPtr& document) {
    if (!last_)
        last_.emplace(document);
    else if (last_->document() != document)
        last_ = last_->after(document);
    return *last_;
}

std::vector<TransformationMatches> MatchLists::of(const ir::DocumentPtr& document,
                                                  const std::vector<ElementId>& selection,
                                                  const ParamsByName& params,
                                                  const std::stop_token& stop) {
    const std::lock_guard lock(mutex_);
    const transforms::DocumentView& view = viewOf(document);
    const auto region = regionOf(view.index(), selection);
    std::vector<TransformationMatches> result;
    for (const auto* transformation : transforms::registry()) {
        const auto given = params.find(transformation->name);
        const auto complete = transforms::completeParams(
            *transformation, given == params.end() ? transforms::Params{} : given->second);
        TransformationMatches found{transformation, {}, 0};
        auto candidates =
            complete ? transforms::candidates(*transformation, view, region, *complete, stop)
                     : std::vector<transforms::Candidate>();
        for (auto& [match, refusal, plan] : candidates) {
            found.applicable += refusal ? 0 : 1;
            found.rows.push_back({std::move(match), std::move(refusal)});
        }
        if (stop.stop_requested())
            return result;
        std::stable_partition(found.rows.begin(), found.rows.end(),
                              [](const MatchRow& row) { return !row.refusal; });
        result.push_back(std::move(found));
    }
    return result;
}

std::string MatchLists::assumptionFor(const ir::DocumentPtr& document,
                                      const transforms::Transformation& transformation,
                                      const transforms::Match& match,
                                      const transforms::Params& params) {
    const std::lock_guard lock(mutex_);
    auto given = params;
    transforms::setAssume(given, {.conditions = {}, .stated = true});
    const auto applied = transforms::applyAt(transformation, viewOf(document), match, given);
    const auto assume =
        applied ? transforms::assumeOf(applied->params) : Expected<transforms::Assume>();
    return assume ? transforms::text(*assume) : std::string();
}

} // namespace mw::viewers
