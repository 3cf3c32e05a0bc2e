// What a step saves, as text.
#include "viewers/panels/gain_text.h"

#include "viewers/panels/number_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>

namespace mw::viewers {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("mw::viewers", text);
}

} // namespace

QString timeGainText(const StepGain& gain) {
    if (!gain.microseconds)
        return QStringLiteral("?");
    const auto text = signedText(*gain.microseconds, microseconds);
    return gain.isRough ? QStringLiteral("≈ ") + text : text;
}

QString gainText(const StepGain& gain) {
    QStringList saves, costs;
    const auto say = [&](std::optional<double> number, const auto& text) {
        if (number && *number != 0)
            (*number > 0 ? saves : costs) << text(std::abs(*number));
    };
    say(gain.microseconds, microseconds);
    say(gain.bytes, bytesText);
    say(gain.launches,
        [](double n) { return counted(static_cast<qsizetype>(n), tr("launch"), tr("launches")); });
    QStringList parts;
    if (!saves.isEmpty())
        parts << tr("saves %1").arg(saves.join(QStringLiteral(", ")));
    if (!costs.isEmpty())
        parts << tr("costs %1").arg(costs.join(QStringLiteral(", ")));
    if (!parts.isEmpty())
        return parts.join(QStringLiteral("; "));
    return gain.microseconds || gain.bytes ? tr("saves nothing") : tr("not known");
}

} // namespace mw::viewers
