// Asks every transformation where it applies, for the panel that shows it.
#include "viewers/panels/match_list.h"

#include "core/ir/shared_index.h"
#include "transforms/framework/assume.h"
#include "viewers/panels/element_text.h"

#include <algorithm>

namespace mw::viewers {

namespace {

void fill(TransformationMatches& found, std::vector<transforms::Candidate> candidates,
          const ir::DocumentIndex& index) {
    for (auto& [match, refusal, plan] : candidates) {
        found.applicable += refusal ? 0 : 1;
        auto about = match.ids();
        auto place = withKernelNames(index, match.label, about);
        if (refusal) {
            about.insert(about.end(), refusal->elements.begin(), refusal->elements.end());
            refusal->sentence = withKernelNames(index, refusal->sentence, about).toStdString();
        }
        found.rows.push_back(
            {.match = std::move(match), .place = std::move(place), .refusal = std::move(refusal)});
    }
    std::stable_partition(found.rows.begin(), found.rows.end(),
                          [](const MatchRow& row) { return !row.refusal; });
}

} // namespace

std::vector<TransformationMatches> MatchLists::of(const ir::DocumentPtr& document,
                                                  const std::vector<ElementId>& selection,
                                                  const ParamsByName& params,
                                                  const std::stop_token& stop) {
    std::vector<transforms::CandidateLists::Asked> asked;
    std::vector<TransformationMatches> result;
    for (const auto* transformation : transforms::registry()) {
        const auto given = params.find(transformation->name);
        auto complete = transforms::completeParams(
            *transformation, given == params.end() ? transforms::Params{} : given->second);
        result.push_back({transformation, {}, 0});
        if (complete)
            asked.push_back({transformation, std::move(*complete)});
    }
    const auto index = ir::sharedIndex(document);
    const auto touched =
        selection.empty() ? std::vector<ElementId>() : touchedBy(*index, selection);
    const std::lock_guard lock(mutex_);
    auto lists = lists_.of(document, touched, asked, stop);
    if (stop.stop_requested())
        return {};
    for (std::size_t i = 0; i < asked.size(); ++i)
        fill(*std::ranges::find(result, asked[i].transformation,
                                &TransformationMatches::transformation),
             std::move(lists[i]), *index);
    return result;
}

std::string MatchLists::assumptionFor(const ir::DocumentPtr& document,
                                      const transforms::Transformation& transformation,
                                      const transforms::Match& match,
                                      const transforms::Params& params) {
    auto given = params;
    transforms::setAssume(given, {.conditions = {}, .stated = true});
    const auto applied = transforms::applyAt(transformation, document, match, given);
    const auto assume =
        applied ? transforms::assumeOf(applied->params) : Expected<transforms::Assume>();
    return assume ? transforms::text(*assume) : std::string();
}

} // namespace mw::viewers
