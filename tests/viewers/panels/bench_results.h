#pragma once

#include "core/bench/bench.h"

#include <string>
#include <vector>

namespace mw::test {

inline bench::KernelRow kernel(const std::string& name, std::uint32_t map, double us,
                               double bytes) {
    bench::KernelRow row;
    row.name = row.label = row.title = row.structure = name;
    row.map = NodeId{map};
    row.origins = {row.map};
    row.launches = 1;
    row.samples = std::vector<double>(20, us);
    row.time = summarise(row.samples);
    row.bytes = bytes;
    row.gigabytesPerSecond = bytes / us / 1e3;
    return row;
}

inline bench::VariantResult variant(const std::string& name, std::vector<bench::KernelRow> kernels,
                                    double us) {
    bench::VariantResult result;
    result.name = name;
    result.verified = true;
    result.verification = "b: 0 of 100 elements differ";
    result.kernels = std::move(kernels);
    result.deviceSamples = std::vector<double>(20, us);
    result.device = summarise(result.deviceSamples);
    result.bytes = 4e6;
    result.ratio = {us / 40.0, us / 40.0};
    return result;
}

/// Two kernels that were fused.
inline bench::BenchResult twoVariants() {
    bench::BenchResult result;
    result.program = "two_maps";
    result.device = "CPU, 2 threads";
    result.scenario.grid = {8, 6, 10};
    result.copyBandwidth = 200;
    result.variants.push_back(
        variant("original", {kernel("first", 10, 10, 1e6), kernel("second", 20, 30, 3e6)}, 40));
    result.variants.push_back(variant("fused", {kernel("second", 20, 20, 4e6)}, 20));
    result.variants[1].kernels[0].origins = {NodeId{10}, NodeId{20}};
    return result;
}

} // namespace mw::test
