// What a step is called.
#include "viewers/panels/step.h"

#include "viewers/panels/element_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace mw::viewers {

namespace {

/// From the middle, so that both ends of a name stay.
QString shortened(const QString& name, qsizetype most) {
    if (name.size() <= most)
        return name;
    const auto kept = std::max<qsizetype>(2, most - 1);
    return name.left((kept + 1) / 2) + QStringLiteral("…") + name.right(kept / 2);
}

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
    for (qsizetype i = 0; i < names.size(); ++i)
        names[i] = shortened(names[i], shares[static_cast<std::size_t>(i)]);
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
    const auto title = qs(step.transformation->title);
    if (step.place.isEmpty())
        return shortened(title, most);
    const auto verb = title.section(QLatin1Char(' '), 0, 0);
    return verb + QLatin1Char(' ') + shortenedPlace(step.place, most - verb.size() - 1);
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
