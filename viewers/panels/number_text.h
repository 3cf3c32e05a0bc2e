#pragma once

#include <QString>

#include <optional>

namespace mw::viewers {

// Every number of the window is written here, so that all have the decimal sign of its language.

QString fixedNumber(double value, int decimals); ///< "12.30"; in German "12,30"
QString significantNumber(double value,
                          int digits); ///< "12.3", with an exponent where it has to be
QString wholeNumber(double value);     ///< "12 345 678", without decimals
/// Numbers as the tables show them: three significant digits, the unit explicit.
QString microseconds(double us);        ///< "12.3 µs", "1.23 ms", "4.5 s"
QString scaledCount(double count);      ///< "15.3 M"
QString bytesText(double bytes);        ///< "1.23 GB": powers of ten, as bandwidths count
QString ratioText(double ratio);        ///< "0.82 ×"
QString ratioNumber(double ratio);      ///< "0.82"
QString flopText(double operations);    ///< "1.23 GFLOP"
QString flopRateText(double gigaflops); ///< "1.23 TFLOP/s"
/// "1 place", "2 places"; 0 as many.
QString counted(qsizetype count, const QString& one, const QString& many);
QString percentText(double fraction); ///< "1.2 %"
/// Numbers of five and more digits in groups of three, as "213 870 182 400"; what is a part of a
/// name, or of digits behind a point, stays.
QString groupedDigits(const QString& text);
/// "timing, about 40 s left"; without the time where it is not known.
QString withTimeLeft(const QString& what, std::optional<double> seconds);

/// A number as `text` writes it, with a minus sign that reads as one.
template <class Text>
QString signedText(double number, const Text& text) {
    return number < 0 ? QStringLiteral("−") + text(-number) : text(number);
}
/// "+1.23 MB", "−3"; empty where nothing differs.
template <class Text>
QString differenceText(double difference, const Text& text) {
    if (difference == 0)
        return {};
    return difference > 0 ? QLatin1Char('+') + text(difference) : signedText(difference, text);
}

} // namespace mw::viewers
