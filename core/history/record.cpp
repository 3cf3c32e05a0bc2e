// Records: what they are called, and which elements of another document they mean.

#include "core/history/record.h"

#include "core/support/overload.h"

#include <algorithm>
#include <compare>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

namespace mw::history {

namespace {

/// How like the site a candidate is.
struct Alike {
    bool exact; ///< in all rings of all elements
    int sum;    ///< what they share of rings and surroundings
    int common; ///< Shared::common of all elements

    auto operator<=>(const Alike&) const = default;
};

std::optional<Alike> likeness(const AnchorIndex& anchors, const Site& site,
                              const std::vector<ElementId>& candidate) {
    if (candidate.size() != site.elements().size())
        return std::nullopt;
    constexpr int kEnough = kAlike / 2; ///< of the surroundings, where the element itself differs
    Alike result{true, 0, 0};
    for (std::size_t i = 0; i < candidate.size(); ++i) {
        const Anchor& anchor = site.elements()[i];
        const Likeness rings = anchors.likeness(anchor, candidate[i]);
        const Shared around = anchors.sharedAround(anchor, candidate[i]);
        if (rings == 0 && around.share < kEnough)
            return std::nullopt;
        result.exact = result.exact && rings == kSame;
        result.sum += rings * kAlike / kSame + around.share;
        result.common += around.common;
    }
    return result;
}

struct Ranked {
    Alike alike;
    std::size_t candidate;
};

/// Whether the second is as much alike as the first, but for a part of it.
bool within(const Alike& of, const Alike& alike, int part) {
    return of.exact == alike.exact && alike.sum >= of.sum - of.sum / part;
}

/// The most alike first. What is so but for a two-hundredth is told apart by what is common alone:
/// the sums of two that are equally alike differ where hashes have a bit in common.
void sortByLikeness(std::vector<Ranked>& ranked) {
    constexpr int kEqually = 200;
    std::ranges::stable_sort(ranked, std::greater(), &Ranked::alike);
    for (auto begin = ranked.begin(); begin != ranked.end();) {
        const auto end = std::find_if_not(begin, ranked.end(), [&](const Ranked& each) {
            return within(begin->alike, each.alike, kEqually);
        });
        for (auto each = begin; each != end; ++each)
            each->alike.sum = begin->alike.sum;
        std::sort(begin, end, [](const Ranked& a, const Ranked& b) {
            return std::pair(-a.alike.common, a.candidate) <
                   std::pair(-b.alike.common, b.candidate);
        });
        begin = end;
    }
}

/// Sorted ones that are equally alike together, down to nine tenths of the first.
std::vector<std::vector<std::size_t>> ranksOf(const std::vector<Ranked>& ranked) {
    constexpr int kNearly = 10;
    std::vector<std::vector<std::size_t>> ranks;
    const Alike* last = nullptr;
    for (const auto& [alike, candidate] : ranked) {
        if (!within(ranked.front().alike, alike, kNearly))
            break;
        if (!last || *last != alike)
            ranks.emplace_back();
        ranks.back().push_back(candidate);
        last = &alike;
    }
    return ranks;
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
    std::vector<Ranked> ranked;
    for (std::size_t i = 0; i < candidates.size(); ++i)
        if (const auto alike = likeness(anchors, site, candidates[i]))
            ranked.push_back({*alike, i});
    Resemblance result;
    if (ranked.empty())
        return result;
    sortByLikeness(ranked);
    const Alike most = ranked.front().alike;
    result.exact = most.exact;
    for (auto& rank : ranksOf(ranked)) {
        const auto keepOnly = [&](const auto& fits) {
            std::vector<std::size_t> kept;
            for (const auto i : rank)
                if (fits(anchors, site, candidates[i]))
                    kept.push_back(i);
            if (kept.size() == 1)
                rank = std::move(kept);
        };
        if (rank.size() > 1)
            keepOnly(sameNames);
        if (result.exact && rank.size() > 1)
            keepOnly(sameTwins);
        (result.best.empty() ? result.best : result.next.emplace_back()) = std::move(rank);
        if (result.exact)
            break;
    }
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
