#include "core/exec/bench.h"

#include <algorithm>
#include <set>

namespace mw::exec {

namespace {

/// Adds the kernels of one variant to the rows, where `same` says which row a kernel belongs to.
template <class Same>
void pairBy(const BenchResult& result, std::size_t variant, std::vector<PairedRow>& rows,
            std::set<std::size_t>& unpaired, const Same& same) {
    for (PairedRow& row : rows) {
        if (row.kernel[variant] >= 0)
            continue;
        for (std::size_t other = 0; other < variant; ++other) {
            if (row.kernel[other] < 0)
                continue;
            const auto& model =
                result.variants[other].kernels[static_cast<std::size_t>(row.kernel[other])];
            const auto found =
                std::find_if(unpaired.begin(), unpaired.end(), [&](std::size_t kernel) {
                    return same(model, result.variants[variant].kernels[kernel]);
                });
            if (found == unpaired.end())
                continue;
            row.kernel[variant] = static_cast<int>(*found);
            unpaired.erase(found);
            break;
        }
    }
}

} // namespace

std::vector<PairedRow> pairKernels(const BenchResult& result) {
    std::vector<PairedRow> rows;
    for (std::size_t v = 0; v < result.variants.size(); ++v) {
        std::set<std::size_t> unpaired;
        for (std::size_t k = 0; k < result.variants[v].kernels.size(); ++k)
            unpaired.insert(k);
        pairBy(result, v, rows, unpaired, [](const KernelRow& a, const KernelRow& b) {
            return !a.structure.empty() && a.structure == b.structure;
        });
        pairBy(result, v, rows, unpaired,
               [](const KernelRow& a, const KernelRow& b) { return a.label == b.label; });
        for (const std::size_t kernel : unpaired) {
            PairedRow row{std::vector<int>(result.variants.size(), -1)};
            row.kernel[v] = static_cast<int>(kernel);
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

} // namespace mw::exec
