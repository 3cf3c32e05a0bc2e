// Places of steps by what is computed there, where nothing is enough like the recipe's.
#include "app/workbench/near_places.h"

#include "core/history/anchor.h"
#include "transforms/framework/apply.h"

#include <algorithm>

namespace mw::workbench {

namespace {

/// The mean over the elements, in the order that both have them; what is called alike and writes
/// the same counts a tenth more, so that it comes first among equals.
int alikeOf(const history::AnchorIndex& anchors, const history::Site& site,
            const std::vector<ElementId>& ids) {
    const auto& elements = site.elements();
    if (elements.empty() || elements.size() != ids.size())
        return 0;
    int sum = 0;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const int share = anchors.sharedAround(elements[i], ids[i]).share;
        const bool named =
            !elements[i].writes.empty() && anchors.anchor(ids[i]).writes == elements[i].writes;
        sum += std::min(history::kAlike, share + (named ? history::kAlike / 10 : 0));
    }
    return sum / static_cast<int>(ids.size());
}

} // namespace

std::vector<Misfit> misfitsOf(const ir::DocumentPtr& document,
                              const std::vector<ReplayedStep>& steps, std::size_t most,
                              const std::stop_token& stop) {
    std::vector<Misfit> found;
    const transforms::DocumentView view(document);
    const history::AnchorIndex anchors(view.index());
    for (std::size_t i = 0; i < steps.size() && !stop.stop_requested(); ++i) {
        const auto* record = std::get_if<history::TransformationRecord>(&steps[i].record);
        const auto* t = record ? transforms::findTransformation(record->name) : nullptr;
        if (!t || !steps[i].reason)
            continue;
        Misfit misfit{i + 1, *record, steps[i].reason->sentence, {}};
        for (auto& candidate : transforms::candidates(*t, view, {}, record->params, stop))
            if (candidate.applies()) {
                const int alike = alikeOf(anchors, record->site, candidate.match.ids());
                misfit.places.push_back({std::move(candidate.match), alike});
            }
        std::ranges::stable_sort(misfit.places, std::ranges::greater(), &NearPlace::alike);
        if (misfit.places.size() > most)
            misfit.places.resize(most);
        found.push_back(std::move(misfit));
    }
    return found;
}

} // namespace mw::workbench
