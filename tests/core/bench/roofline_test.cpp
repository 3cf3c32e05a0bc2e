// Kernels below the roofs: where they stand, and what leads from variant to variant.
#include "core/bench/roofline.h"
#include "tests/support/catch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace roofline_test {

using namespace mw;
using namespace mw::bench;

namespace {

KernelRow kernel(const std::string& label, std::vector<std::uint32_t> origins, double us,
                 double bytes, double operations) {
    KernelRow row;
    row.name = row.title = row.label = row.structure = row.work = label;
    for (const auto id : origins)
        row.origins.push_back(NodeId{id});
    row.map = row.origins.front();
    row.launches = 1;
    row.samples = std::vector<double>(20, us);
    row.time = summarise(row.samples);
    row.bytes = bytes;
    row.operations = operations;
    return row;
}

VariantResult variant(const std::string& name, std::vector<KernelRow> kernels) {
    VariantResult result;
    result.name = name;
    double sum = 0;
    for (const auto& each : kernels) {
        sum += each.time.median;
        result.bytes += each.bytes;
    }
    result.kernels = std::move(kernels);
    result.deviceSamples = std::vector<double>(20, sum);
    result.device = summarise(result.deviceSamples);
    return result;
}

/// Two kernels that become one, with half of the bytes; a third that only copies.
BenchResult fusion() {
    BenchResult result;
    result.copyBandwidth = 2000;
    result.variants = {variant("original", {kernel("first", {1}, 30, 40e6, 5e6),
                                            kernel("second", {2}, 10, 20e6, 10e6),
                                            kernel("copy", {3}, 10, 20e6, 0)}),
                       variant("fused", {kernel("second", {1, 2}, 20, 30e6, 15e6),
                                         kernel("copy", {3}, 10, 20e6, 0)})};
    return result;
}

std::string text(const BenchResult& result) {
    const auto rows = timingRows(result);
    const auto all = roofline(result, rows);
    std::string lines;
    for (const auto& point : all.points)
        lines += fmt::format(
            "{}, {}: {:.3g} FLOP/B, {:.4g} GFLOP/s below {:.4g}\n",
            point.row == RooflinePoint::kProgram ? "program" : rows[point.row].name,
            result.variants[point.variant].name, point.intensity, point.rate, point.roof);
    for (const auto& arrow : all.arrows)
        lines += fmt::format("{} -> {}\n", arrow.from, arrow.to);
    for (const auto row : all.withoutOperations)
        lines += "without operations: " + rows[row].name + "\n";
    return lines;
}

} // namespace

TEST_CASE("roofline: the sum stands for what was fused, an arrow leads to the fused kernel") {
    CHECK(text(fusion()) ==
          "first + second (2 kernels), original: 0.25 FLOP/B, 375 GFLOP/s below 500\n"
          "first + second (2 kernels), fused: 0.5 FLOP/B, 750 GFLOP/s below 1000\n"
          "program, original: 0.188 FLOP/B, 300 GFLOP/s below 375\n"
          "program, fused: 0.3 FLOP/B, 500 GFLOP/s below 600\n"
          "0 -> 1\n"
          "2 -> 3\n"
          "without operations: copy\n");
}

TEST_CASE("roofline: arithmetic is a roof where it is known") {
    auto result = fusion();
    result.peakGigaflops = 800;
    const auto all = roofline(result, timingRows(result));
    CHECK(all.points[0].roof == Approx(500));
    CHECK(all.points[1].roof == Approx(800));
    CHECK(all.roofAt(0.1) == Approx(200));
    result.copyBandwidth = 0;
    CHECK(roofline(result, timingRows(result)).points[0].roof == Approx(800));
    result.peakGigaflops = 0;
    CHECK(roofline(result, timingRows(result)).points[0].roof == 0);
}

TEST_CASE("roofline: the last cache is a roof of its own above the memory's") {
    auto result = fusion();
    CHECK(roofline(result, timingRows(result)).cacheRoofAt(0.5) == 0);
    result.cacheBandwidth = 6000;
    auto all = roofline(result, timingRows(result));
    CHECK(all.cacheRoofAt(0.5) == Approx(3000));
    CHECK(all.points[1].roof == Approx(1000)); // which says what memory allows
    CHECK(frameOf(all).rate.high > 3000);
    all.peak = 800;
    CHECK(all.cacheRoofAt(0.5) == Approx(800));
}

TEST_CASE("roofline: a third variant's arrow begins at the second, over one that lacks the row") {
    auto result = fusion();
    result.variants.push_back(result.variants[1]);
    result.variants.back().name = "blocked";
    const auto all = roofline(result, timingRows(result));
    REQUIRE(all.arrows.size() == 4);
    CHECK(all.arrows[1].from == 1);
    CHECK(all.arrows[1].to == 2);
}

TEST_CASE("roofline: where nothing can be ranked no arrow says that something became faster") {
    auto result = fusion();
    result.load.processors = result.load.cores = result.load.threads = 2;
    result.load.othersBusy = 1.5;
    const auto all = roofline(result, timingRows(result));
    CHECK(all.points.size() == 4);
    CHECK(all.arrows.empty());
}

TEST_CASE("roofline: axes have round numbers, and the frame shows points and what is near") {
    CHECK(fmt::format("{}", logAxis(0.07, 3).ticks) == "[0.1, 0.2, 0.5, 1, 2]");
    CHECK(fmt::format("{}", logAxis(0.5, 2000).ticks) == "[1, 10, 100, 1000]");
    CHECK(fmt::format("{:.2f}", fmt::join(logAxis(1.1, 1.9).ticks, " ")) == "1.20 1.40 1.60 1.80");
    CHECK(logAxis(1, 100).place(10) == Approx(0.5));
    CHECK(logAxis(1, 100).valueAt(0.5) == Approx(10));
    auto result = fusion();
    const auto frame = [&] { return frameOf(roofline(result, timingRows(result))); };
    CHECK(frame().intensity.low < 0.188);
    CHECK(frame().intensity.high > 0.5);
    CHECK(frame().rate.high > 1000); // the roof above the last point
    result.peakGigaflops = 4000;     // the ridge is at 2
    CHECK(frame().intensity.high > 2);
    result.peakGigaflops = 400'000; // at 200: too far off
    CHECK(frame().intensity.high < 10);
    CHECK(frameOf({}).intensity.low > 0);
}

} // namespace roofline_test
