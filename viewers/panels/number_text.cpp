// Numbers as tables show them, in the language of the window.
#include "viewers/panels/number_text.h"

#include "viewers/panels/panel.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>

namespace mw::viewers {

namespace {

/// With the decimal sign of the window's language.
QString inLanguage(QString number) {
    return number.replace(QLatin1Char('.'),
                          QCoreApplication::translate("mw::viewers", ".", "decimal sign"));
}

/// Three significant digits, without an exponent.
QString threeDigits(double value) {
    const double size = std::abs(value);
    return fixedNumber(value, size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

} // namespace

QString fixedNumber(double value, int decimals) {
    return inLanguage(QString::number(value, 'f', decimals));
}

QString significantNumber(double value, int digits) {
    return inLanguage(QString::number(value, 'g', digits));
}

QString wholeNumber(double value) {
    return groupedDigits(QString::number(value, 'f', 0));
}

QString microseconds(double us) {
    if (us >= 1e6)
        return threeDigits(us / 1e6) + QStringLiteral(" s");
    if (us >= 1e3)
        return threeDigits(us / 1e3) + QStringLiteral(" ms");
    return threeDigits(us) + QStringLiteral(" µs");
}

QString scaledCount(double count) {
    static constexpr std::array<const char*, 4> kUnits = {"", " k", " M", " G"};
    std::size_t unit = 0;
    for (; count >= 1000 && unit + 1 < kUnits.size(); ++unit)
        count /= 1000;
    const auto number = unit == 0 ? fixedNumber(count, 0) : threeDigits(count);
    return number + QLatin1String(kUnits[unit]);
}

QString flopText(double operations) {
    static constexpr std::array<const char*, 5> kUnits = {"FLOP", "kFLOP", "MFLOP", "GFLOP",
                                                          "TFLOP"};
    std::size_t unit = 0;
    for (; operations >= 1000 && unit + 1 < kUnits.size(); ++unit)
        operations /= 1000;
    const auto number = unit == 0 ? fixedNumber(operations, 0) : threeDigits(operations);
    return number + QLatin1Char(' ') + QLatin1String(kUnits[unit]);
}

QString flopRateText(double gigaflops) {
    if (gigaflops >= 1000)
        return threeDigits(gigaflops / 1000) + QStringLiteral(" TFLOP/s");
    return threeDigits(gigaflops) + QStringLiteral(" GFLOP/s");
}

QString bytesText(double bytes) {
    static constexpr std::array<const char*, 5> kUnits = {"B", "kB", "MB", "GB", "TB"};
    std::size_t unit = 0;
    for (; bytes >= 1000 && unit + 1 < kUnits.size(); ++unit)
        bytes /= 1000;
    const auto number = unit == 0 ? fixedNumber(bytes, 0) : threeDigits(bytes);
    return number + QLatin1Char(' ') + QLatin1String(kUnits[unit]);
}

QString counted(qsizetype count, const QString& one, const QString& many) {
    return QStringLiteral("%1 %2").arg(count).arg(count == 1 ? one : many);
}

QString ratioNumber(double ratio) {
    return fixedNumber(ratio, ratio >= 100 ? 0 : ratio >= 0.1 ? 2 : 3);
}

QString ratioText(double ratio) {
    return ratioNumber(ratio) + QStringLiteral(" ×");
}

QString withTimeLeft(const QString& what, std::optional<double> seconds) {
    constexpr double kMinute = 60;
    if (!seconds)
        return what;
    return *seconds < 1.5 * kMinute
               ? Panel::tr("%1, about %2 s left").arg(what).arg(std::max(1L, std::lround(*seconds)))
               : Panel::tr("%1, about %2 min left").arg(what).arg(std::lround(*seconds / kMinute));
}

QString percentText(double fraction) {
    return fixedNumber(100 * fraction, 1) + QStringLiteral(" %");
}

QString groupedDigits(const QString& text) {
    static const QRegularExpression number(QStringLiteral("(?<![\\w.])\\d{5,}(?![\\w.])"));
    QString grouped;
    qsizetype end = 0;
    for (auto all = number.globalMatch(text); all.hasNext();) {
        const auto match = all.next();
        grouped += QStringView(text).mid(end, match.capturedStart() - end);
        QString digits = match.captured();
        for (qsizetype at = digits.size() - 3; at > 0; at -= 3)
            digits.insert(at,
                          QChar(0x202f)); // a narrow blank that does not break: of every language,
                                          // and the decimal sign of none (ISO 80000-1)
        grouped += digits;
        end = match.capturedEnd();
    }
    grouped += QStringView(text).mid(end);
    return grouped;
}

} // namespace mw::viewers
