// What stands in a cell of the table of times, column by column.
#include "viewers/panels/timings_cell.h"

#include "viewers/panels/number_text.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

namespace mw::viewers {

namespace {

constexpr double kSector = 32; ///< bytes

struct FieldNames {
    const char *id, *title, *cpuTitle, *toolTip;
};

/// cpuTitle null: as title.
constexpr std::array<FieldNames, TimingsCell::kFields> kNames = {{
    {"median", QT_TRANSLATE_NOOP("TimingsCell", "median"), nullptr,
     QT_TRANSLATE_NOOP("TimingsCell", "Median of the repeats")},
    {"minimum", QT_TRANSLATE_NOOP("TimingsCell", "minimum"), nullptr,
     QT_TRANSLATE_NOOP("TimingsCell", "The shortest of the repeats")},
    {"spread", QT_TRANSLATE_NOOP("TimingsCell", "spread"), nullptr,
     QT_TRANSLATE_NOOP(
         "TimingsCell",
         "How far apart the middle half of the repeats lies, as a part of the median")},
    {"ratio", QT_TRANSLATE_NOOP("TimingsCell", "ratio"), nullptr,
     QT_TRANSLATE_NOOP("TimingsCell", "Of the medians, to the baseline, which stands first")},
    {"ratio-interval", QT_TRANSLATE_NOOP("TimingsCell", "95 % interval"), nullptr,
     QT_TRANSLATE_NOOP("TimingsCell", "In which the ratio lies with a confidence of 95 %: where 1 "
                                      "is inside, the difference is noise")},
    {"bytes", QT_TRANSLATE_NOOP("TimingsCell", "bytes"), nullptr,
     QT_TRANSLATE_NOOP("TimingsCell", "What has to move: every element once")},
    {"bandwidth", QT_TRANSLATE_NOOP("TimingsCell", "GB/s"), nullptr,
     QT_TRANSLATE_NOOP("TimingsCell", "Those bytes in the median time")},
    {"share", QT_TRANSLATE_NOOP("TimingsCell", "of DRAM limit"),
     QT_TRANSLATE_NOOP("TimingsCell", "of memory limit"),
     QT_TRANSLATE_NOOP("TimingsCell",
                       "Of the copy bandwidth that was measured in the same run: the limit of the "
                       "memory")},
    {"sectors", QT_TRANSLATE_NOOP("TimingsCell", "sectors"), nullptr,
     QT_TRANSLATE_NOOP("TimingsCell", "Of 32 bytes, that threads ask of the cache behind them when "
                                      "nothing is reused between different accesses")},
    {"cache-share", QT_TRANSLATE_NOOP("TimingsCell", "of L2 limit"),
     QT_TRANSLATE_NOOP("TimingsCell", "of cache limit"),
     QT_TRANSLATE_NOOP("TimingsCell",
                       "Those sectors in the median time, of what a copy in the last cache reached "
                       "in the same run. At most so much: caches before it may serve a part")},
    {"registers", QT_TRANSLATE_NOOP("TimingsCell", "registers"), nullptr,
     QT_TRANSLATE_NOOP("TimingsCell", "Of a thread")},
    {"spills", QT_TRANSLATE_NOOP("TimingsCell", "spills"), nullptr,
     QT_TRANSLATE_NOOP("TimingsCell", "Bytes of a thread's registers that are kept in memory")},
    {"shared-memory", QT_TRANSLATE_NOOP("TimingsCell", "shared"), nullptr,
     QT_TRANSLATE_NOOP("TimingsCell", "Shared memory of a block")},
    {"occupancy", QT_TRANSLATE_NOOP("TimingsCell", "occupancy"), nullptr,
     QT_TRANSLATE_NOOP("TimingsCell", "Threads that are resident on a multiprocessor, of the most "
                                      "that there can be")},
    {"grid", QT_TRANSLATE_NOOP("TimingsCell", "grid"), nullptr,
     QT_TRANSLATE_NOOP("TimingsCell", "Blocks of a launch")},
    {"block", QT_TRANSLATE_NOOP("TimingsCell", "block"), nullptr,
     QT_TRANSLATE_NOOP("TimingsCell", "Threads of a block")},
}};

const FieldNames& namesOf(TimingsCell::Field field) {
    return kNames.at(static_cast<std::size_t>(field));
}

/// "32", or "32 … 64" of several kernels; empty where one of them does not know it.
QString rangeOf(const std::vector<const bench::KernelRow*>& kernels,
                const std::function<double(const bench::KernelRow&)>& value,
                const std::function<QString(double)>& text) {
    if (kernels.empty())
        return {};
    std::vector<double> values;
    for (const auto* kernel : kernels)
        values.push_back(value(*kernel));
    const auto [low, high] = std::ranges::minmax(values);
    if (low < 0)
        return {};
    return low == high ? text(low) : QStringLiteral("%1 … %2").arg(text(low), text(high));
}

/// "840 × 10": without the ones at the end; empty where kernels have several.
QString extentsOf(const std::vector<const bench::KernelRow*>& kernels,
                  std::array<unsigned, 3> codegen::LaunchShape::*size) {
    std::set<std::array<unsigned, 3>> all;
    for (const auto* kernel : kernels)
        all.insert(kernel->shape.*size);
    if (all.size() != 1)
        return {};
    const auto& extents = *all.begin();
    QStringList parts;
    for (std::size_t d = 0; d < extents.size(); ++d)
        if (d == 0 || std::any_of(extents.begin() + static_cast<std::ptrdiff_t>(d), extents.end(),
                                  [](unsigned n) { return n > 1; }))
            parts << QString::number(extents.at(d));
    return parts.join(QStringLiteral(" × "));
}

QString wholePercent(double share) {
    return fixedNumber(100 * share, 0) + QStringLiteral(" %");
}

/// Where there is nothing to set a time against, or no order, the time itself.
QString timeText(double us, double base, bool normalised) {
    if (us <= 0)
        return {};
    return normalised && base > 0 ? ratioText(us / base) : microseconds(us);
}

QString intervalText(const Interval& interval) {
    return QStringLiteral("%1 … %2").arg(ratioNumber(interval.low), ratioNumber(interval.high));
}

} // namespace

void TimingsCell::takeLaunch(const std::vector<const bench::KernelRow*>& kernels, bool onCpu) {
    const auto at = [this](Field field) -> QString& {
        return launch.at(static_cast<std::size_t>(field - Registers));
    };
    const auto whole = [](double number) { return QString::number(number); };
    const auto ranged = [&](auto member, const std::function<QString(double)>& text) {
        return rangeOf(
            kernels,
            [member](const auto& kernel) { return static_cast<double>(kernel.resources.*member); },
            text);
    };
    using Resources = exec::CompileResult::Resources;
    at(Registers) = ranged(&Resources::registers, whole);
    at(Spills) = ranged(&Resources::spillBytes, bytesText);
    at(SharedMemory) = ranged(&Resources::sharedBytes, bytesText);
    at(Occupancy) = ranged(&Resources::occupancy, wholePercent);
    if (onCpu) // whose threads share loops
        return;
    at(LaunchGrid) = extentsOf(kernels, &codegen::LaunchShape::grid);
    at(LaunchBlock) = extentsOf(kernels, &codegen::LaunchShape::block);
}

int TimingsCell::verdict() const {
    if (ratio.high > 0 && ratio.high < 1)
        return -1;
    return ratio.low > 1 ? 1 : 0;
}

QString TimingsCell::text(Field field, bool normalised) const {
    switch (field) {
    case Median:
        return timeText(time.median, base, normalised);
    case Minimum:
        return timeText(time.minimum, base, normalised);
    case Spread:
        return time.minimum > 0 ? percentText(time.spread) : QString();
    case Ratio:
        if (!notRanked.isEmpty() && atLeast > 0)
            return atLeast > 1 ? QStringLiteral("▼ < %1").arg(ratioText(1 / atLeast))
                               : QStringLiteral("▲ > %1").arg(ratioText(1 / atLeast));
        if (!notRanked.isEmpty())
            return tr("not ranked");
        if (ratioValue <= 0)
            return {};
        if (ratio.high <= 0)
            return ratioText(ratioValue);
        return QStringLiteral("%1 %2").arg(verdict() < 0   ? QStringLiteral("▼")
                                           : verdict() > 0 ? QStringLiteral("▲")
                                                           : QStringLiteral("≈"),
                                           ratioText(ratioValue));
    case RatioInterval:
        return notRanked.isEmpty() && ratioValue > 0 && ratio.high > 0 ? intervalText(ratio)
                                                                       : QString();
    case Bytes:
        return bytes > 0 ? bytesText(bytes) : QString();
    case Bandwidth:
        return bandwidth > 0 ? fixedNumber(bandwidth, bandwidth < 100 ? 1 : 0) : QString();
    case Share:
        return share > 0 ? wholePercent(share) : QString();
    case Sectors:
        return asked > 0 ? scaledCount(asked / kSector) : QString();
    case CacheShare:
        return cacheShare > 0 ? wholePercent(cacheShare) : QString();
    default:
        return launch.at(static_cast<std::size_t>(field - Registers));
    }
}

std::optional<double> TimingsCell::number(Field field) const {
    const auto known = [](double value) { return value > 0 ? std::optional(value) : std::nullopt; };
    switch (field) {
    case Median:
        return known(time.median);
    case Minimum:
        return known(time.minimum);
    case Spread:
        return time.minimum > 0 ? std::optional(time.spread) : std::nullopt;
    case Ratio:
    case RatioInterval:
        return notRanked.isEmpty() ? known(ratioValue)
               : atLeast > 0       ? std::optional(1 / atLeast)
                                   : std::nullopt;
    case Bytes:
        return known(bytes);
    case Bandwidth:
        return known(bandwidth);
    case Share:
        return known(share);
    case Sectors:
        return known(asked);
    case CacheShare:
        return known(cacheShare);
    default: { // what it begins with: "128", "1125×40", "37 %"
        QString digits;
        for (const QChar c : launch.at(static_cast<std::size_t>(field - Registers)))
            if (c.isDigit())
                digits += c;
            else if ((c == QLatin1Char('.') || c == QLatin1Char(',')) && !digits.isEmpty())
                digits += QLatin1Char('.');
            else
                break;
        return digits.isEmpty() ? std::nullopt : std::optional(digits.toDouble());
    }
    }
}

QString TimingsCell::toolTip(Field field) const {
    const bool ofRatio = field == Ratio || field == RatioInterval;
    if (ofRatio && !notRanked.isEmpty())
        return atLeast > 0 ? tr("%1: no time of one reaches one of the other. How much more cannot "
                                "be said: %2")
                                 .arg(timings::boundText(atLeast), notRanked)
                           : tr("Not ranked: %1").arg(notRanked);
    if (ofRatio && ratio.high > 0)
        return tr("95 % interval %1 … %2%3")
            .arg(fixedNumber(ratio.low, 3), fixedNumber(ratio.high, 3),
                 verdict() == 0 ? tr("\nThe difference is inside the noise") : QString());
    if ((field == Sectors || field == CacheShare) && asked > 0)
        return tr("%1 million sectors of 32 bytes that threads ask of the L2 cache: %2 the "
                  "bytes that have to move")
            .arg(fixedNumber(asked / kSector / 1e6, 2),
                 bytes > 0 ? ratioText(asked / bytes) : QStringLiteral("–"));
    return {};
}

namespace timings {

QString boundText(double faster) {
    const double times = std::floor(10 * (faster > 1 ? faster : 1 / faster)) / 10;
    return (faster > 1 ? TimingsCell::tr("at least %1 times faster")
                       : TimingsCell::tr("at least %1 times slower"))
        .arg(fixedNumber(times, 1));
}

QString idOf(TimingsCell::Field field) {
    return QString::fromLatin1(namesOf(field).id);
}

QString titleOf(TimingsCell::Field field, bool onCpu) {
    const auto& names = namesOf(field);
    return TimingsCell::tr(onCpu && names.cpuTitle ? names.cpuTitle : names.title);
}

QString toolTipOf(TimingsCell::Field field) {
    return TimingsCell::tr(namesOf(field).toolTip);
}

QStringList unitsOf(TimingsCell::Field field) {
    switch (field) {
    case TimingsCell::Median:
    case TimingsCell::Minimum:
        return {QStringLiteral("µs"), QStringLiteral("ms"), QStringLiteral("s")};
    case TimingsCell::Bytes:
    case TimingsCell::Spills:
    case TimingsCell::SharedMemory:
        return {QStringLiteral("B"), QStringLiteral("kB"), QStringLiteral("MB"),
                QStringLiteral("GB"), QStringLiteral("TB")};
    case TimingsCell::Sectors:
        return {QStringLiteral("k"), QStringLiteral("M"), QStringLiteral("G")};
    default:
        return {};
    }
}

} // namespace timings

} // namespace mw::viewers
