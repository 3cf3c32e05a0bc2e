// What a step is called.
#include "viewers/panels/step.h"

#include "viewers/panels/element_text.h"
#include "viewers/panels/transformation_text.h"
#include "viewers/scene/short_names.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace mw::viewers {

namespace {

/// Names along an arrow, as a whole no longer than `most`, as far as that can be read.
QString shortenedPlace(const QString& place, qsizetype most) {
    const QString arrow = QStringLiteral(" -> ");
    if (place.size() <= most)
        return place;
    auto names = place.split(arrow);
    if (names.size() > 2)
        names = {names.front(), names.back()};
    const auto room = most - arrow.size() * (names.size() - 1);
    // What a short name leaves is the long one's.
    constexpr qsizetype kLeast = 5;
    std::vector<qsizetype> shares(static_cast<std::size_t>(names.size()));
    auto left = room;
    std::vector<qsizetype> order(shares.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = static_cast<qsizetype>(i);
    std::ranges::stable_sort(order, {}, [&](qsizetype i) { return names[i].size(); });
    for (std::size_t k = 0; k < order.size(); ++k) {
        const auto share = std::max(kLeast, left / static_cast<qsizetype>(order.size() - k));
        shares[static_cast<std::size_t>(order[k])] = share;
        left -= std::min(share, names[order[k]].size());
    }
    const auto telling = tellingParts({names.begin(), names.end()});
    for (qsizetype i = 0; i < names.size(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        names[i] = shortened(names[i], telling[at], shares[at]);
    }
    return names.join(arrow);
}

} // namespace

bool Step::isSame(const Step& other) const {
    return document == other.document && transformation == other.transformation &&
           (transformation ? isFirst == other.isFirst && (isFirst || match == other.match)
                           : elements == other.elements && place == other.place);
}

/// Titles begin with what is done ("Fuse maps along the dataflow"): that, and to what.
QString stepName(const Step& step, int most) {
    if (!step.transformation)
        return {};
    const auto title = titleOf(*step.transformation);
    if (step.place.isEmpty())
        return shortened(title, {}, most);
    const auto deed = deedOf(*step.transformation);
    constexpr int kHole = 2; // letters of what is put in
    return deed.arg(shortenedPlace(step.place, most - deed.size() + kHole));
}

QString refusalText(const transforms::Refusal& refusal) {
    auto text = qs(refusal.sentence);
    if (refusal.unproven && !refusal.missingProof.empty() &&
        refusal.sentence.find(refusal.missingProof) == std::string::npos) // not said yet
        text += QCoreApplication::translate("mw::viewers::TransformationModel", " (needs %1)")
                    .arg(qs(refusal.missingProof));
    return text;
}

} // namespace mw::viewers
