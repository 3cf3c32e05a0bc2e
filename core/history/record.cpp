// Records: what they are called, and which elements of another document they mean.

#include "core/history/record.h"

#include "core/support/overload.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

namespace mw::history {

namespace {

/// How like the site a candidate is: the likeness of its worst element, then the sum of all.
using Alike = std::pair<Likeness, Likeness>;

std::optional<Alike> likeness(const AnchorIndex& anchors, const Site& site,
                              const std::vector<ElementId>& candidate) {
    if (candidate.size() != site.elements().size())
        return std::nullopt;
    Alike result{kSame, 0};
    for (std::size_t i = 0; i < candidate.size(); ++i) {
        const Likeness one = anchors.likeness(site.elements()[i], candidate[i]);
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
        if (here.label != site.elements()[i].label || here.writes != site.elements()[i].writes)
            return false;
    }
    return true;
}

bool sameTwins(const AnchorIndex& anchors, const Site& site,
               const std::vector<ElementId>& candidate) {
    for (std::size_t i = 0; i < candidate.size(); ++i)
        if (!anchors.sameOrdinal(site.elements()[i], candidate[i]))
            return false;
    return true;
}

} // namespace

struct Site::Later {
    std::once_flag found;
    std::function<Anchors()> find; ///< empty afterwards: it may hold on to much
    Anchors anchors;
};

Site::Site(std::uint64_t document, std::vector<Anchor> elements, std::string name)
    : Site(std::move(name),
           [anchors = Anchors{document, std::move(elements)}] { return anchors; }) {}

Site::Site(std::string name, std::function<Anchors()> find)
    : label(std::move(name)), later_(std::make_shared<Later>()) {
    later_->find = std::move(find);
}

const Site::Anchors& Site::anchors() const {
    static const Anchors kNone;
    if (!later_)
        return kNone;
    std::call_once(later_->found,
                   [&] { later_->anchors = std::exchange(later_->find, nullptr)(); });
    return later_->anchors;
}

const Site& siteOf(const Record& record) {
    return std::visit([](const auto& one) -> const Site& { return one.site; }, record);
}

std::string kindText(const Record& record) {
    return std::visit(Overload{
                          [](const TransformationRecord& t) { return t.name; },
                          [](const RepairRecord&) { return std::string("repair"); },
                          [](const EditRecord&) { return std::string("edit"); },
                          [](const LaunchRecord&) { return std::string("launches"); },
                      },
                      record);
}

std::string text(const Record& record) {
    const auto& label = siteOf(record).label;
    return label.empty() ? kindText(record) : kindText(record) + " " + label;
}

Site siteOf(const AnchorIndex& anchors, const std::vector<ElementId>& elements, std::string label) {
    std::vector<Anchor> named;
    for (const ElementId id : elements)
        named.push_back(anchors.anchor(id));
    return {anchors.fingerprint(), std::move(named), std::move(label)};
}

std::vector<ElementId> idsOf(const Site& site) {
    std::vector<ElementId> ids;
    for (const auto& anchor : site.elements())
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

ElementId elementOf(const AnchorIndex& anchors, const Site& site) {
    if (site.elements().size() != 1)
        return {};
    if (site.document() == anchors.fingerprint())
        return site.elements().front().id;
    std::vector<std::vector<ElementId>> candidates;
    for (const ElementId id : anchors.elements())
        candidates.push_back({id});
    const auto found = resembling(anchors, site, candidates);
    return found.best.size() == 1 ? candidates[found.best.front()].front() : ElementId{};
}

} // namespace mw::history
