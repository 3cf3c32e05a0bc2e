// The one place of a document that is like that of a recorded step.

#include "transforms/framework/choose.h"

#include <fmt/format.h>

namespace mw::transforms {

using history::AnchorIndex;
using history::Site;

bool isExact(const Site& site, const AnchorIndex& anchors) {
    return site.document() == 0 || site.document() == anchors.fingerprint();
}

Expected<std::size_t> choose(const AnchorIndex& anchors, const Site& site,
                             const std::vector<ReplayPlace>& places) {
    std::vector<std::vector<ElementId>> elements;
    for (const auto& place : places)
        elements.push_back(place.elements);
    const auto found = history::resembling(anchors, site, elements);
    if (found.best.empty())
        return fail(
            "not-found",
            fmt::format("this graph has nothing like '{}', where the step was done", site.label));
    if (found.best.size() == 1)
        return found.best.front();
    Diagnostic ambiguous;
    ambiguous.code = "ambiguous-step";
    ambiguous.sentence = fmt::format("{} places are equally like '{}', where the step was done",
                                     found.best.size(), site.label);
    for (const auto i : found.best) {
        ambiguous.notes.push_back(places[i].label);
        const auto& ids = places[i].elements;
        auto& all = ambiguous.location.elements;
        all.insert(all.end(), ids.begin(), ids.end());
    }
    return fail(std::move(ambiguous));
}

} // namespace mw::transforms
