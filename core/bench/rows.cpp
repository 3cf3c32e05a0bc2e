// The table of kernels: what stands beside what.
#include "core/bench/rows.h"

#include "core/bench/pairs.h"
#include "core/bench/ranking.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>

namespace mw::bench {

namespace {

using Kernels = std::vector<int>;

/// Kernels per variant; empty: none of it.
using RowKernels = std::vector<Kernels>;

/// Rows from pairs with the first variant, before there are any times.
class RowMaker {
public:
    explicit RowMaker(const BenchResult& result) : result_(result) {
        for (std::size_t v = 1; v < result.variants.size(); ++v)
            groups_.push_back(pairKernels(result.variants[0], result.variants[v]));
    }

    std::vector<RowKernels> make() {
        std::set<Kernels> bases;
        for (const auto& groups : groups_)
            for (const auto& group : groups)
                bases.insert(group.first);
        for (const auto& base : bases)
            rows_.push_back(rowOf(base));
        addAlone();
        std::ranges::stable_sort(
            rows_, [](const RowKernels& a, const RowKernels& b) { return place(a) < place(b); });
        return partsBelowSums();
    }

private:
    /// Beside these kernels of the first variant: in each other one what replaced exactly them.
    RowKernels rowOf(const Kernels& base) const {
        RowKernels row(result_.variants.size());
        row[0] = base;
        for (std::size_t v = 1; v < row.size(); ++v) {
            std::size_t covered = 0;
            for (const auto& group : groups_[v - 1])
                if (std::ranges::includes(base, group.first)) {
                    covered += group.first.size();
                    row[v].insert(row[v].end(), group.second.begin(), group.second.end());
                }
            std::ranges::sort(row[v]);
            if (covered != base.size())
                row[v].clear();
        }
        return row;
    }

    /// Every kernel is seen by itself somewhere.
    void addAlone() {
        for (std::size_t v = 0; v < result_.variants.size(); ++v)
            for (int k = 0; k < static_cast<int>(result_.variants[v].kernels.size()); ++k) {
                const bool seen = std::ranges::any_of(
                    rows_, [&](const RowKernels& row) { return row[v] == Kernels{k}; });
                if (seen)
                    continue;
                RowKernels row(result_.variants.size());
                row[v] = {k};
                rows_.push_back(std::move(row));
            }
    }

    std::vector<RowKernels> partsBelowSums() const {
        std::vector<RowKernels> ordered;
        std::vector<bool> taken(rows_.size(), false);
        const std::function<void(std::size_t)> take = [&](std::size_t row) {
            taken[row] = true;
            ordered.push_back(rows_[row]);
            for (std::size_t other = 0; other < rows_.size(); ++other)
                if (!taken[other] && isWithin(rows_[other], rows_[row]))
                    take(other);
        };
        for (std::size_t row = 0; row < rows_.size(); ++row)
            if (!taken[row])
                take(row);
        return ordered;
    }

    static bool isWithin(const RowKernels& part, const RowKernels& sum) {
        for (std::size_t v = 0; v < part.size(); ++v)
            if (!std::ranges::includes(sum[v], part[v]))
                return false;
        return true;
    }

    /// By the first kernel, sums before their parts; what has no partner in another variant stands
    /// below, of these what the first variant lacks last. (Parts are put below their sums later.)
    static std::tuple<bool, std::size_t, int, std::ptrdiff_t> place(const RowKernels& row) {
        std::size_t v = 0;
        while (row[v].empty())
            ++v;
        const auto in = std::ranges::count_if(row, [](const Kernels& k) { return !k.empty(); });
        return {in == 1, v, row[v].front(), -std::ssize(row[v])};
    }

    const BenchResult& result_;
    std::vector<std::vector<KernelGroup>> groups_; ///< per variant but the first
    std::vector<RowKernels> rows_;
};

/// Sums over the kernels in each repeat; without equal samples, of the summaries.
std::vector<double> samplesOf(const VariantResult& variant, const Kernels& kernels) {
    std::vector<double> sums;
    for (const int k : kernels) {
        const auto& samples = variant.kernels[static_cast<std::size_t>(k)].samples;
        if (k == kernels.front())
            sums.assign(samples.size(), 0);
        if (samples.size() != sums.size())
            return {};
        for (std::size_t i = 0; i < samples.size(); ++i)
            sums[i] += samples[i];
    }
    return sums;
}

RowCell cellOf(const BenchResult& result, const VariantResult& variant, Kernels kernels) {
    RowCell cell;
    for (const int k : kernels) {
        const auto& row = variant.kernels[static_cast<std::size_t>(k)];
        cell.bytes += row.bytes;
        cell.modelledBytes += row.modelledBytes;
        cell.operations += row.operations;
        cell.launches = std::max(cell.launches, row.launches);
        cell.time.median += row.time.median;
        cell.time.minimum += row.time.minimum;
        cell.time.maximum += row.time.maximum;
        cell.time.spread = std::max(cell.time.spread, row.time.spread);
    }
    cell.samples = samplesOf(variant, kernels);
    if (kernels.size() == 1)
        cell.time = variant.kernels[static_cast<std::size_t>(kernels.front())].time;
    else if (!cell.samples.empty())
        cell.time = summarise(cell.samples);
    if (cell.time.median > 0)
        cell.gigabytesPerSecond = cell.bytes / cell.time.median / 1000.0;
    if (result.copyBandwidth > 0)
        cell.share = cell.gigabytesPerSecond / result.copyBandwidth;
    cell.cacheShare = cacheShare(result, cell.modelledBytes, cell.time.median);
    cell.kernels = std::move(kernels);
    return cell;
}

void addRatios(const BenchResult& result, TimingRow& row) {
    const auto& base = row.cells[0];
    if (!base || base->time.median <= 0)
        return;
    for (std::size_t v = 1; v < row.cells.size(); ++v) {
        auto& cell = row.cells[v];
        if (!cell || cell->time.median <= 0 || !whyNotRanked(result, v).empty() ||
            isFarApart(cell->time) || isFarApart(base->time))
            continue;
        cell->ratio = cell->time.median / base->time.median;
        if (!cell->samples.empty() && cell->samples.size() == base->samples.size())
            cell->interval = ratioInterval(cell->samples, base->samples);
    }
}

/// `first`, `first + second`, `first + … + last (40 kernels)`; of the variant that has most of
/// them.
std::string nameOf(const BenchResult& result, const RowKernels& row) {
    std::size_t most = 0;
    for (std::size_t v = 1; v < row.size(); ++v)
        if (row[v].size() > row[most].size())
            most = v;
    std::vector<std::string> titles;
    for (const int k : row[most]) {
        const auto& title = result.variants[most].kernels[static_cast<std::size_t>(k)].title;
        if (titles.empty() || titles.back() != title)
            titles.push_back(title);
    }
    const auto kernels = row[most].size();
    if (kernels == 1)
        return titles.front();
    const auto names = titles.size() <= 3
                           ? fmt::format("{}", fmt::join(titles, " + "))
                           : fmt::format("{} + … + {}", titles.front(), titles.back());
    return fmt::format("{} ({} kernels)", names, kernels);
}

/// Which kernels stand in a sum.
class Sums {
public:
    explicit Sums(const std::vector<RowKernels>& rows) {
        for (const auto& row : rows)
            for (std::size_t v = 0; v < row.size(); ++v)
                if (std::ranges::any_of(row, [](const Kernels& k) { return k.size() > 1; }))
                    for (const int k : row[v])
                        rowsWith_[{v, k}].push_back(&row);
    }
    bool isPart(const RowKernels& row) const {
        for (std::size_t v = 0; v < row.size(); ++v)
            for (const int k : row[v])
                if (const auto found = rowsWith_.find({v, k}); found != rowsWith_.end())
                    for (const auto* sum : found->second)
                        if (sum != &row && (*sum)[v].size() > row[v].size())
                            return true;
        return false;
    }

private:
    std::map<std::pair<std::size_t, int>, std::vector<const RowKernels*>> rowsWith_;
};

} // namespace

double cacheShare(const BenchResult& result, double bytes, double microseconds) {
    if (result.cacheBandwidth <= 0 || microseconds <= 0)
        return 0;
    return bytes / microseconds / 1000.0 / result.cacheBandwidth; // bytes/us -> GB/s
}

bool TimingRow::isSum() const {
    return std::ranges::any_of(cells, [](const auto& c) { return c && c->kernels.size() > 1; });
}

std::vector<TimingRow> timingRows(const BenchResult& result) {
    if (result.variants.empty())
        return {};
    const auto made = RowMaker(result).make();
    const Sums sums(made);
    std::vector<TimingRow> rows;
    for (const auto& kernels : made) {
        auto& row = rows.emplace_back();
        row.name = nameOf(result, kernels);
        row.part = sums.isPart(kernels);
        for (std::size_t v = 0; v < kernels.size(); ++v)
            row.cells.push_back(
                kernels[v].empty() ? std::nullopt
                                   : std::optional(cellOf(result, result.variants[v], kernels[v])));
        addRatios(result, row);
    }
    return rows;
}

} // namespace mw::bench
