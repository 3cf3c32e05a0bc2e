// Records: what they are called, and which elements of another document they mean.

#include "core/history/record.h"

#include "core/support/overload.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace mw::history {

namespace {

/// How like the site a candidate is: the likeness of its worst element, then the sum of all.
using Alike = std::pair<Likeness, Likeness>;

std::optional<Alike> likeness(const AnchorIndex& anchors, const Site& site,
                              const std::vector<ElementId>& candidate) {
    if (candidate.size() != site.elements.size())
        return std::nullopt;
    Alike result{kSame, 0};
    for (std::size_t i = 0; i < candidate.size(); ++i) {
        const Likeness one = anchors.likeness(site.elements[i], candidate[i]);
        if (one == 0)
            return std::nullopt;
        result.first = std::min(result.first, one);
        result.second += one;
    }
    return result;
}

/// They are called the same and write containers of the same names.
bool sameNames(const AnchorIndex& anchors, const Site& site,
               const std::vector<ElementId>& candidate) {
    for (std::size_t i = 0; i < candidate.size(); ++i) {
        const Anchor here = anchors.anchor(candidate[i]);
        if (here.label != site.elements[i].label || here.writes != site.elements[i].writes)
            return false;
    }
    return true;
}

bool sameTwins(const AnchorIndex& anchors, const Site& site,
               const std::vector<ElementId>& candidate) {
    for (std::size_t i = 0; i < candidate.size(); ++i)
        if (!anchors.sameOrdinal(site.elements[i], candidate[i]))
            return false;
    return true;
}

} // namespace

const Site& siteOf(const Record& record) {
    return std::visit([](const auto& one) -> const Site& { return one.site; }, record);
}

std::string kindText(const Record& record) {
    return std::visit(Overload{
                          [](const TransformationRecord& t) { return t.name; },
                          [](const RepairRecord&) { return std::string("repair"); },
                          [](const EditRecord&) { return std::string("edit"); },
                      },
                      record);
}

std::string text(const Record& record) {
    const auto& label = siteOf(record).label;
    return label.empty() ? kindText(record) : kindText(record) + " " + label;
}

Site siteOf(const AnchorIndex& anchors, const std::vector<ElementId>& elements, std::string label) {
    Site site{anchors.fingerprint(), {}, std::move(label)};
    for (const ElementId id : elements)
        site.elements.push_back(anchors.anchor(id));
    return site;
}

std::vector<ElementId> idsOf(const Site& site) {
    std::vector<ElementId> ids;
    for (const auto& anchor : site.elements)
        ids.push_back(anchor.id);
    return ids;
}

Resemblance resembling(const AnchorIndex& anchors, const Site& site,
                       const std::vector<std::vector<ElementId>>& candidates) {
    Resemblance result;
    Alike most{0, 0};
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const auto alike = likeness(anchors, site, candidates[i]);
        if (!alike || *alike < most)
            continue;
        if (*alike > most)
            result.best.clear();
        most = *alike;
        result.best.push_back(i);
    }
    result.exact = !result.best.empty() && most.first == kSame;
    const auto keepOnly = [&](const auto& fits) {
        std::vector<std::size_t> kept;
        for (const auto i : result.best)
            if (fits(anchors, site, candidates[i]))
                kept.push_back(i);
        if (kept.size() == 1)
            result.best = std::move(kept);
    };
    if (result.best.size() > 1)
        keepOnly(sameNames);
    if (result.exact && result.best.size() > 1)
        keepOnly(sameTwins);
    return result;
}

} // namespace mw::history
