// The one place of a document that is like that of a recorded step.

#include "transforms/framework/choose.h"

#include <fmt/format.h>

namespace mw::transforms {

using history::AnchorIndex;
using history::Site;

bool isExact(const Site& site, const AnchorIndex& anchors) {
    return site.document() == 0 || site.document() == anchors.fingerprint();
}

namespace {

/// Of places that are equally alike, the first such where the step applies to any.
std::vector<std::size_t> fitting(const history::Resemblance& found, const Applies& applies) {
    if (!applies || found.exact)
        return found.best;
    const auto those = [&](std::vector<std::size_t> rank) {
        std::erase_if(rank, [&](std::size_t i) { return !applies(i); });
        return rank;
    };
    auto best = those(found.best);
    for (std::size_t i = 0; best.empty() && i < found.next.size(); ++i)
        best = those(found.next[i]);
    return best.empty() ? found.best : best;
}

} // namespace

Expected<std::size_t> choose(const AnchorIndex& anchors, const Site& site,
                             const std::vector<ReplayPlace>& places, const Applies& applies) {
    std::vector<std::vector<ElementId>> elements;
    for (const auto& place : places)
        elements.push_back(place.elements);
    const auto best = fitting(history::resembling(anchors, site, elements), applies);
    if (best.empty())
        return fail(
            "not-found",
            fmt::format("this graph has nothing like '{}', where the step was done", site.label));
    if (best.size() == 1)
        return best.front();
    Diagnostic ambiguous;
    ambiguous.code = "ambiguous-step";
    ambiguous.sentence = fmt::format("{} places are equally like '{}', where the step was done",
                                     best.size(), site.label);
    for (const auto i : best) {
        ambiguous.notes.push_back(places[i].label);
        const auto& ids = places[i].elements;
        auto& all = ambiguous.location.elements;
        all.insert(all.end(), ids.begin(), ids.end());
    }
    return fail(std::move(ambiguous));
}

} // namespace mw::transforms
