#pragma once

#include "core/bench/bench.h"

#include <optional>
#include <string>
#include <vector>

namespace mw::bench {

/// Kernels of one variant that together do what the rest of their row does: one, or the sum.
struct RowCell {
    std::vector<int> kernels;    ///< indices into the variant's kernels, in their order
    Summary time;                ///< us; of several kernels: of their sum in each repeat
    std::vector<double> samples; ///< of that; empty: not known
    double bytes = 0, gigabytesPerSecond = 0, share = 0;
    double modelledBytes = 0, operations = 0; ///< as a kernel's
    double cacheShare = 0; ///< of modelledBytes in that time, of the last cache's bandwidth
    int launches = 0;
    double ratio = 0;  ///< of the medians, to the first variant; 0: none, or it cannot be ranked
    Interval interval; ///< of the ratio, 95 %; high 0: not known
};
/// Of bytes that are asked of the last cache in `microseconds`; 0: not known.
double cacheShare(const BenchResult& result, double bytes, double microseconds);

/// A line of the table of kernels.
struct TimingRow {
    std::string name;                          ///< titles of the kernels in it
    std::vector<std::optional<RowCell>> cells; ///< per variant
    bool part = false;                         ///< its kernels also count in a sum above it

    bool isSum() const; ///< some variant has several kernels in it
};

/// Kernels of all variants, side by side only where they do the same work: one beside one, or a
/// fused kernel beside the sum of what it replaced (and the reverse). By provenance where the
/// variants share a history, else by what is read and written. What cannot be shown to do the same
/// stands alone, below all that have a partner. Every kernel has a row of its own or stands alone
/// in a cell; sums come before their parts; the order is the first variant's.
std::vector<TimingRow> timingRows(const BenchResult& result);

} // namespace mw::bench
