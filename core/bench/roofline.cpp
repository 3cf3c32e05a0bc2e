// Kernels in the plane of operations per byte and operations per second, and the roofs above them.
#include "core/bench/roofline.h"

#include "core/bench/ranking.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace mw::bench {

namespace {

constexpr double kRoom = 1.8;      ///< around the points, as a factor
constexpr double kNearRidge = 3;   ///< the ridge is shown where it is not farther off than this
constexpr double kLeastSpan = 8;   ///< high over low of an axis
constexpr double kOnlyDecades = 2; ///< decades from which on marks at 2 and 5 would crowd

std::optional<RooflinePoint> pointOf(const Roofline& all, double operations, double bytes,
                                     double microseconds) {
    if (operations <= 0 || bytes <= 0 || microseconds <= 0)
        return std::nullopt;
    RooflinePoint point;
    point.operations = operations;
    point.bytes = bytes;
    point.microseconds = microseconds;
    point.intensity = operations / bytes;
    point.rate = operations / microseconds / 1e3; // per us -> 1e9 per s
    point.roof = all.roofAt(point.intensity);
    return point;
}

/// Adds the points of one row and the arrows between them.
class RowOfPoints {
public:
    RowOfPoints(const BenchResult& result, Roofline& all, std::size_t row)
        : result_(result), all_(all), row_(row) {}

    void add(std::size_t variant, const std::optional<RooflinePoint>& point, bool ranked) {
        if (!point)
            return;
        all_.points.push_back(*point);
        all_.points.back().row = row_;
        all_.points.back().variant = variant;
        const std::size_t here = all_.points.size() - 1;
        ranked = ranked && whyNotRanked(result_, variant).empty();
        if (last_ && ranked && lastRanked_)
            all_.arrows.push_back({*last_, here});
        last_ = here;
        lastRanked_ = ranked;
    }
    bool isEmpty() const { return !last_; }

private:
    const BenchResult& result_;
    Roofline& all_;
    std::size_t row_;
    std::optional<std::size_t> last_;
    bool lastRanked_ = false;
};

} // namespace

double Roofline::roofAt(double intensity) const {
    const double memory = copyBandwidth * intensity;
    if (peak <= 0)
        return memory;
    return memory > 0 ? std::min(memory, peak) : peak;
}

double Roofline::cacheRoofAt(double intensity) const {
    const double cache = cacheBandwidth * intensity;
    return peak > 0 ? std::min(cache, peak) : cache;
}

Roofline roofline(const BenchResult& result, const std::vector<TimingRow>& rows) {
    Roofline all;
    all.copyBandwidth = result.copyBandwidth;
    all.cacheBandwidth = result.cacheBandwidth;
    all.peak = result.peakGigaflops;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (rows[r].part)
            continue;
        RowOfPoints points(result, all, r);
        for (std::size_t v = 0; v < rows[r].cells.size(); ++v)
            if (const auto& cell = rows[r].cells[v])
                points.add(v, pointOf(all, cell->operations, cell->bytes, cell->time.median),
                           !isFarApart(cell->time));
        if (points.isEmpty())
            all.withoutOperations.push_back(r);
    }
    RowOfPoints program(result, all, RooflinePoint::kProgram);
    for (std::size_t v = 0; v < result.variants.size(); ++v) {
        const VariantResult& variant = result.variants[v];
        double operations = 0;
        for (const KernelRow& kernel : variant.kernels)
            operations += kernel.operations;
        program.add(v, pointOf(all, operations, variant.bytes, variant.device.median), true);
    }
    return all;
}

double LogAxis::place(double value) const {
    return std::log(value / low) / std::log(high / low);
}

double LogAxis::valueAt(double place) const {
    return low * std::pow(high / low, place);
}

namespace {

/// Evenly spaced marks, for an axis too short for powers of ten and their parts.
std::vector<double> evenTicks(double low, double high) {
    const double rough = (high - low) / 4;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const double step = rough < 2 * power ? 2 * power : rough < 5 * power ? 5 * power : 10 * power;
    std::vector<double> ticks;
    for (double k = std::ceil(low / step); k * step <= high; ++k)
        ticks.push_back(k * step);
    return ticks;
}

} // namespace

LogAxis logAxis(double low, double high) {
    LogAxis axis{low, high, {}};
    const bool onlyDecades = std::log10(high / low) > kOnlyDecades;
    for (int decade = static_cast<int>(std::floor(std::log10(low))); std::pow(10.0, decade) <= high;
         ++decade)
        for (const double step : {1.0, 2.0, 5.0}) {
            const double tick = step * std::pow(10.0, decade);
            if (tick >= low && tick <= high && (step == 1.0 || !onlyDecades))
                axis.ticks.push_back(tick);
        }
    if (axis.ticks.size() < 2)
        axis.ticks = evenTicks(low, high);
    return axis;
}

RooflineFrame frameOf(const Roofline& all) {
    if (all.points.empty())
        return {logAxis(0.01, 10), logAxis(1, 1000)};
    const auto [left, right] = std::ranges::minmax(all.points, {}, &RooflinePoint::intensity);
    const auto [lower, upper] = std::ranges::minmax(all.points, {}, &RooflinePoint::rate);
    double x0 = left.intensity / kRoom;
    double x1 = right.intensity * kRoom;
    double y0 = lower.rate / kRoom;
    double y1 = upper.rate * kRoom;
    if (all.peak > 0 && all.copyBandwidth > 0)
        if (const double ridge = all.peak / all.copyBandwidth; ridge < kNearRidge * x1)
            x1 = std::max(x1, ridge * kRoom);
    const auto widen = [](double& from, double& to) {
        if (const double lacking = kLeastSpan / (to / from); lacking > 1) {
            from /= std::sqrt(lacking);
            to *= std::sqrt(lacking);
        }
    };
    widen(x0, x1);
    if (const double roof = std::max(all.roofAt(x1), all.cacheRoofAt(x1)); roof > 0)
        y1 = std::max(y1, roof * std::sqrt(kRoom));
    widen(y0, y1);
    return {logAxis(x0, x1), logAxis(y0, y1)};
}

} // namespace mw::bench
