#include "viewers/panels/match_list.h"

#include "viewers/panels/element_text.h"

#include <algorithm>

namespace mw::viewers {

namespace {

/// Does the match stand in what is selected: one of its elements, or all of what is around it?
class Touch {
public:
    Touch(const ir::DocumentIndex& index, const std::vector<ElementId>& selection)
        : index_(index), touched_(touchedBy(index, selection)) {
        for (const ElementId id : selection) {
            const auto* place = index.find(id);
            if (place &&
                (place->kind == ir::ElementKind::block || place->kind == ir::ElementKind::sdfg))
                around_.push_back(id);
        }
    }

    bool operator()(const transforms::Match& match) const {
        if (touched_.empty())
            return true;
        const auto isTouched = [this](ElementId id) {
            return std::ranges::binary_search(touched_, id);
        };
        if (std::ranges::any_of(match.elements, isTouched))
            return true;
        if (around_.empty())
            return false;
        const auto path = index_.path(match.state);
        return std::ranges::any_of(
            around_, [&](ElementId id) { return std::ranges::find(path, id) != path.end(); });
    }

private:
    const ir::DocumentIndex& index_;
    std::vector<ElementId> touched_;
    std::vector<ElementId> around_;
};

} // namespace

std::vector<TransformationMatches> collectMatches(const ir::DocumentIndex& index,
                                                  const std::vector<ElementId>& selection,
                                                  const ParamsByName& params,
                                                  const std::stop_token& stop) {
    const Touch touches(index, selection);
    std::vector<TransformationMatches> result;
    for (const auto* transformation : transforms::registry()) {
        const auto given = params.find(transformation->name);
        const auto complete = transforms::completeParams(
            *transformation, given == params.end() ? transforms::Params{} : given->second);
        TransformationMatches found{transformation, {}, 0};
        for (auto& match : transformation->find(index)) {
            if (stop.stop_requested())
                return result;
            if (!complete || !touches(match))
                continue;
            auto check = transformation->check(index, match, *complete);
            found.applicable += check.ok() ? 1 : 0;
            found.rows.push_back({std::move(match), std::move(check)});
        }
        std::stable_partition(found.rows.begin(), found.rows.end(),
                              [](const MatchRow& row) { return row.check.ok(); });
        result.push_back(std::move(found));
    }
    return result;
}

} // namespace mw::viewers
