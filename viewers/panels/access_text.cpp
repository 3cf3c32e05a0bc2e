// What the panel Access says of one access.
#include "viewers/panels/access_text.h"

#include "viewers/panels/access_panel.h"
#include "viewers/panels/element_text.h"

#include <cstdlib>

namespace mw::viewers {

using inputs::AccessState;

namespace {

constexpr std::size_t kMostShown = 6; ///< elements and entries in a cell

QString indexText(const std::vector<std::int64_t>& index) {
    QStringList parts;
    for (const auto value : index)
        parts << QString::number(value);
    return QLatin1Char('[') + parts.join(QStringLiteral(", ")) + QLatin1Char(']');
}

} // namespace

QString elementsText(const inputs::LocalAccess& local) {
    switch (local.state) {
    case AccessState::skipped:
        return AccessPanel::tr("not in this iteration: %1 does not hold").arg(qs(local.reason));
    case AccessState::unknown:
        return AccessPanel::tr("not known: %1").arg(qs(local.reason));
    default:
        break;
    }
    QStringList parts;
    for (std::size_t i = 0; i < local.elements.size() && i < kMostShown; ++i)
        parts << (local.elements[i].inside
                      ? indexText(local.elements[i].index)
                      : AccessPanel::tr("⚠ outside: %1").arg(indexText(local.elements[i].index)));
    QString text = parts.join(QStringLiteral(" "));
    if (local.elements.size() > kMostShown)
        text += local.complete ? AccessPanel::tr(" … %1 in all").arg(local.elements.size())
                               : AccessPanel::tr(" … more than %1").arg(local.elements.size());
    if (local.state == AccessState::conditional)
        text += AccessPanel::tr(" only where %1").arg(qs(local.reason));
    return text;
}

QString entriesText(const inputs::LocalAccess& local) {
    QStringList parts;
    for (std::size_t i = 0; i < local.entries.size() && i < kMostShown; ++i) {
        const auto& entry = local.entries[i];
        parts << (!entry.value
                      ? AccessPanel::tr("⚠ %1 is no element of the table").arg(qs(entry.text))
                  : *entry.value < 0
                      ? AccessPanel::tr("⚠ %1 = %2, no neighbour")
                            .arg(qs(entry.text))
                            .arg(*entry.value)
                      : QStringLiteral("%1 = %2").arg(qs(entry.text)).arg(*entry.value));
    }
    if (local.entries.size() > kMostShown)
        parts << QStringLiteral("…");
    return parts.join(QStringLiteral(", "));
}

QString stepText(const inputs::MemoryStep& step) {
    if (step.throughTable)
        return AccessPanel::tr("by table");
    if (!step.elements)
        return {};
    if (*step.elements == 0)
        return AccessPanel::tr("same");
    return (*step.elements > 0 ? QStringLiteral("+%1") : QStringLiteral("−%1"))
        .arg(std::abs(*step.elements));
}

} // namespace mw::viewers
