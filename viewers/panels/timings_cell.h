#pragma once

#include "core/bench/rows.h"

#include <QCoreApplication>
#include <QString>

#include <array>
#include <optional>
#include <vector>

namespace mw::viewers {

/// What one variant has in a row.
struct TimingsCell {
    Q_DECLARE_TR_FUNCTIONS(TimingsCell)

public:
    /// Columns of a variant in the table of times.
    enum Field : int {
        Median,
        Minimum,
        Spread,
        Ratio,
        RatioInterval,
        Bytes,
        Bandwidth,
        Share,
        Sectors,
        CacheShare,
        Registers,
        Spills,
        SharedMemory,
        Occupancy,
        LaunchGrid,
        LaunchBlock,
        kFields
    };

    Summary time;
    double bytes = 0, bandwidth = 0, share = 0;
    double asked = 0; ///< bytes, of the last cache
    double cacheShare = 0;
    double base = 0;       ///< us, the baseline's median in the row; 0: none, or no order
    Interval ratio;        ///< 95 %
    double ratioValue = 0; ///< 0: nothing to compare with, or no order
    QString notRanked;     ///< why there is no ratio although there is something to compare with
    double atLeast = 0;    ///< where there is no order: surelyFaster() (core/bench/ranking.h), or 0
    /// Registers to LaunchBlock, of the row's kernels; empty: not known.
    std::array<QString, kFields - Registers> launch;

    void takeLaunch(const std::vector<const bench::KernelRow*>& kernels, bool onCpu);
    /// -1 faster, 1 slower, 0: 1 lies within the interval, so the difference is noise.
    int verdict() const;
    /// `normalised`: times as multiples of the baseline's.
    QString text(Field field, bool normalised) const;
    /// What the field is sorted by; nullopt: it has nothing.
    std::optional<double> number(Field field) const;
    /// Empty: what the row says of itself will do.
    QString toolTip(Field field) const;
};

namespace timings {

/// "at least 4.4 times faster", of surelyFaster(), rounded to the side that still holds.
QString boundText(double faster);
/// In settings: "ratio", "ratio-interval".
QString idOf(TimingsCell::Field field);
/// Over a column. `onCpu`: the last cache is no L2, the memory no DRAM of a device.
QString titleOf(TimingsCell::Field field, bool onCpu);
QString toolTipOf(TimingsCell::Field field);
/// The units that a column's numbers may have, to set them below each other; empty: none.
QStringList unitsOf(TimingsCell::Field field);

} // namespace timings

} // namespace mw::viewers
