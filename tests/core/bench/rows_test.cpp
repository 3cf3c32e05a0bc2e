// Which kernels of several variants stand beside each other.
#include "core/bench/ranking.h"
#include "core/bench/rows.h"
#include "core/bench/time_parts.h"
#include "tests/support/catch.h"

#include <fmt/format.h>

namespace rows_test {

using namespace mw;
using namespace mw::bench;
using namespace mw::exec;

namespace {

/// "a! t" -> arguments end with "!", everything else is a temporary.
std::vector<KernelArray> arrays(const std::string& names) {
    std::vector<KernelArray> list;
    std::string name;
    for (const char c : names + " ") {
        if (c != ' ') {
            name += c;
            continue;
        }
        if (name.empty())
            continue;
        const bool argument = name.back() == '!';
        if (argument)
            name.pop_back();
        list.push_back({name, argument});
        name.clear();
    }
    std::ranges::sort(list);
    return list;
}

KernelRow kernel(const std::string& label, const std::string& reads, const std::string& writes,
                 double us, std::vector<std::uint32_t> origins = {}) {
    KernelRow row;
    row.name = row.label = row.title = label;
    row.structure = "same range, same output";
    row.work = "same work";
    row.reads = arrays(reads);
    row.writes = arrays(writes);
    for (const auto id : origins)
        row.origins.push_back(NodeId{id});
    row.launches = 1;
    row.samples = std::vector<double>(20, us);
    row.time = summarise(row.samples);
    row.bytes = 1e6;
    return row;
}

VariantResult variant(const std::string& name, std::vector<KernelRow> kernels) {
    VariantResult result;
    result.name = name;
    result.verified = true;
    double sum = 0;
    for (const auto& each : kernels)
        sum += each.time.median;
    result.kernels = std::move(kernels);
    result.deviceSamples = std::vector<double>(20, sum);
    result.device = summarise(result.deviceSamples);
    return result;
}

BenchResult benchOf(std::vector<VariantResult> variants) {
    BenchResult result;
    result.variants = std::move(variants);
    return result;
}

/// One line a row: name, then per variant "us" or "us (ratio)"; parts are indented.
std::string table(const BenchResult& result) {
    std::string text;
    for (const auto& row : timingRows(result)) {
        text += (row.part ? "  " : "") + row.name + ":";
        for (const auto& cell : row.cells) {
            if (!cell)
                text += " -";
            else if (cell->ratio > 0)
                text += fmt::format(" {} ({:.2f})", cell->time.median, cell->ratio);
            else
                text += fmt::format(" {}", cell->time.median);
        }
        text += "\n";
    }
    return text;
}

} // namespace

TEST_CASE("a fused kernel stands beside the sum of what it replaced, never beside one part") {
    // The fused kernel writes what `second` wrote, over the same range, under its label.
    SECTION("by provenance") {
        CHECK(table(benchOf({variant("original", {kernel("first", "a!", "t", 30, {1}),
                                                  kernel("second", "t", "z!", 10, {2})}),
                             variant("fused", {kernel("second", "a!", "z!", 20, {1, 2})})})) ==
              "first + second (2 kernels): 40 20 (0.50)\n"
              "  first: 30 -\n"
              "  second: 10 -\n");
    }
    SECTION("by what is read and written") {
        CHECK(table(benchOf({variant("original", {kernel("first", "a!", "t", 30),
                                                  kernel("second", "t", "z!", 10)}),
                             variant("fused", {kernel("second", "a!", "z!", 20)})})) ==
              "first + second (2 kernels): 40 20 (0.50)\n"
              "  first: 30 -\n"
              "  second: 10 -\n");
    }
}

TEST_CASE("three into one, and what stays as it was keeps its own row") {
    const auto original =
        variant("original", {kernel("a", "x!", "t", 10, {1}), kernel("b", "t", "u", 20, {2}),
                             kernel("c", "u", "y!", 30, {3}), kernel("d", "x!", "z!", 5, {4})});
    const auto fused =
        variant("fused", {kernel("a", "x!", "y!", 30, {1, 2, 3}), kernel("d", "x!", "z!", 4, {4})});
    const std::string expected = "a + b + c (3 kernels): 60 30 (0.50)\n"
                                 "  a: 10 -\n"
                                 "  b: 20 -\n"
                                 "  c: 30 -\n"
                                 "d: 5 4 (0.80)\n";
    CHECK(table(benchOf({original, fused})) == expected);
    auto withoutOrigins = benchOf({original, fused});
    for (auto& each : withoutOrigins.variants)
        for (auto& row : each.kernels)
            row.origins.clear();
    CHECK(table(withoutOrigins) == expected);
}

TEST_CASE("parts stand below their sum, whatever ran between them") {
    CHECK(table(benchOf({variant("original", {kernel("a", "x!", "t", 10, {1}),
                                              kernel("between", "x!", "z!", 5, {2}),
                                              kernel("b", "t", "y!", 20, {3})}),
                         variant("fused", {kernel("between", "x!", "z!", 5, {2}),
                                           kernel("a", "x!", "y!", 15, {1, 3})})})) ==
          "a + b (2 kernels): 30 15 (0.50)\n"
          "  a: 10 -\n"
          "  b: 20 -\n"
          "between: 5 5 (1.00)\n");
}

TEST_CASE("several fusions in a row: every variant beside the same sum, and what lies between") {
    const auto result = benchOf(
        {variant("original", {kernel("a", "x!", "t", 10, {1}), kernel("b", "t", "u", 20, {2}),
                              kernel("c", "u", "y!", 30, {3})}),
         variant("one", {kernel("a", "x!", "u", 15, {1, 2}), kernel("c", "u", "y!", 30, {3})}),
         variant("two", {kernel("a", "x!", "y!", 12, {1, 2, 3})})});
    CHECK(table(result) == "a + b + c (3 kernels): 60 45 (0.75) 12 (0.20)\n"
                           "  a + b (2 kernels): 30 15 (0.50) -\n"
                           "  a: 10 - -\n"
                           "  b: 20 - -\n"
                           "  c: 30 30 (1.00) -\n");
}

TEST_CASE("the fused variant first: its kernel beside the sum of what it was") {
    CHECK(table(benchOf({variant("fused", {kernel("a", "x!", "y!", 20, {1, 2})}),
                         variant("original", {kernel("a", "x!", "t", 10, {1}),
                                              kernel("b", "t", "y!", 30, {2})})})) ==
          "a + b (2 kernels): 20 40 (2.00)\n"
          "  a: - 10\n"
          "  b: - 30\n");
}

TEST_CASE("partial overlaps are compared as a whole, or not at all") {
    // a b | c and a | b c: only all three together do the same.
    const auto left =
        variant("left", {kernel("ab", "x!", "u", 25, {1, 2}), kernel("c", "u", "y!", 30, {3})});
    const auto right =
        variant("right", {kernel("a", "x!", "t", 10, {1}), kernel("bc", "t", "y!", 33, {2, 3})});
    CHECK(table(benchOf({left, right})) == "ab + c (2 kernels): 55 43 (0.78)\n"
                                           "  ab: 25 -\n"
                                           "  c: 30 -\n"
                                           "  a: - 10\n"
                                           "  bc: - 33\n");
}

TEST_CASE("a producer that was copied into two consumers belongs to both") {
    CHECK(table(benchOf(
              {variant("original", {kernel("p", "x!", "t", 10), kernel("q", "t", "y!", 20),
                                    kernel("r", "t", "z!", 30)}),
               variant("copied", {kernel("q", "x!", "y!", 15), kernel("r", "x!", "z!", 25)})})) ==
          "p + q + r (3 kernels): 60 40 (0.67)\n"
          "  p: 10 -\n"
          "  q: 20 -\n"
          "  r: 30 -\n"
          "  q: - 15\n"
          "  r: - 25\n");
}

TEST_CASE("steps in place that went into one are its parts, not its equal") {
    CHECK(table(benchOf(
              {variant("original", {kernel("k", "a!", "z!", 10), kernel("l", "a! z!", "z!", 20)}),
               variant("fused", {kernel("k", "a!", "z!", 12)})})) ==
          "k + l (2 kernels): 30 12 (0.40)\n"
          "  k: 10 -\n"
          "  l: 20 -\n");
}

TEST_CASE("variants that have nothing to do with each other stand alone") {
    CHECK(table(benchOf({variant("one", {kernel("k", "a!", "z!", 10)}),
                         variant("other", {kernel("k", "b!", "y!", 20)})})) == "k: 10 -\n"
                                                                               "k: - 20\n");
    // The same output from other inputs: not the same work.
    CHECK(table(benchOf({variant("one", {kernel("k", "a!", "z!", 10)}),
                         variant("other", {kernel("k", "b!", "z!", 20)})})) == "k: 10 -\n"
                                                                               "k: - 20\n");
}

TEST_CASE("a map that lost a part of its work is not compared with what is left of it") {
    // Its node is still there, so its origin is known; that of the new kernel is not.
    CHECK(table(benchOf({variant("original", {kernel("k", "a!", "y! z!", 30, {1})}),
                         variant("split", {kernel("k", "a!", "y!", 10, {1}),
                                           kernel("rest", "a!", "z!", 15)})})) ==
          "k + rest (2 kernels): 30 25 (0.83)\n"
          "  k: - 10\n"
          "  rest: - 15\n");
}

TEST_CASE("a temporary of the same name in another file may mean something else") {
    // Without the first kernel, everything that follows is numbered one lower.
    CHECK(table(benchOf(
              {variant("one", {kernel("m0", "a!", "t0", 1), kernel("m1", "t0 b!", "t1", 2),
                               kernel("m2", "t1", "z!", 4)}),
               variant("other", {kernel("m0", "a! b!", "t0", 3), kernel("m1", "t0", "z!", 4)})})) ==
          "m0 + m1 + m2 (3 kernels): 7 7 (1.00)\n"
          "  m0: 1 -\n"
          "  m1: 2 -\n"
          "  m2: 4 -\n"
          "  m0: - 3\n"
          "  m1: - 4\n");
}

TEST_CASE("every kernel stands somewhere by itself or alone in a cell") {
    std::vector<KernelRow> kernels;
    for (std::uint32_t k = 0; k < 40; ++k)
        kernels.push_back(kernel("k" + std::to_string(k),
                                 k == 0 ? "x!" : "t" + std::to_string(k - 1),
                                 k == 39 ? "z!" : "t" + std::to_string(k), 1, {k + 1}));
    auto origins = std::vector<std::uint32_t>(40);
    std::iota(origins.begin(), origins.end(), 1);
    const auto result = benchOf(
        {variant("original", kernels), variant("fused", {kernel("k0", "x!", "z!", 5, origins)})});
    const auto rows = timingRows(result);
    REQUIRE(rows.size() == 41);
    CHECK(rows[0].name == "k0 + … + k39 (40 kernels)");
    CHECK(rows[0].isSum());
    CHECK(rows[0].cells[1]->ratio == Approx(0.125));
    for (std::size_t k = 1; k < rows.size(); ++k)
        CHECK(rows[k].cells[0]->kernels == std::vector<int>{static_cast<int>(k) - 1});
}

TEST_CASE("a loaded machine does not rank kernels of its processor") {
    auto result = benchOf({variant("a", {kernel("k", "x!", "z!", 10, {1})}),
                           variant("b", {kernel("k", "x!", "z!", 20, {1})})});
    result.load.processors = result.load.cores = result.load.threads = 2;
    result.load.othersBusy = 0.1;
    CHECK(whyNotRanked(result).empty());
    CHECK(table(result) == "k: 10 20 (2.00)\n");
    result.load.othersBusy = 1.02;
    CHECK(whyNotRanked(result) == "other work kept 1.0 of 2 cores busy meanwhile");
    CHECK(table(result) == "k: 10 20\n");
    result.target = codegen::Target::cuda; // a device's clock does not mind
    CHECK(whyNotRanked(result).empty());
}

TEST_CASE("there is room for others where the threads need not all cores") {
    MachineLoad load;
    load.processors = load.cores = 64;
    load.threads = 8;
    load.othersBusy = 40;
    CHECK(whyLoaded(load).empty());
    load.othersBusy = 58;
    CHECK(whyLoaded(load) == "other work kept 58.0 of 64 cores busy meanwhile");
    load.othersBusy = 0;
    load.throttled = 0.3;
    CHECK(whyLoaded(load) == "the control group's quota held the program up 30 % of the time");
    CHECK(whyLoaded(MachineLoad{}).empty());
}

TEST_CASE("medians far above minima do not rank, in the program or in one kernel") {
    auto result = benchOf({variant("a", {kernel("k", "x!", "z!", 10, {1})}),
                           variant("b", {kernel("k", "x!", "z!", 20, {1})})});
    SECTION("the program") {
        result.variants[1].device.minimum = 4;
        CHECK(whyNotRanked(result, 0).empty());
        CHECK(whyNotRanked(result, 1) ==
              "the median of b (20.0 us) lies far above its minimum (4.0 us)");
        CHECK(table(result) == "k: 10 20\n");
    }
    SECTION("one kernel") {
        result.variants[1].kernels[0].time.minimum = 4;
        CHECK(whyNotRanked(result, 1).empty());
        CHECK(table(result) == "k: 10 20\n");
    }
}

TEST_CASE("where the worst of one is far below the best of the other, a loaded machine says so") {
    auto result = benchOf({variant("slow", {kernel("k", "x!", "z!", 2540, {1})}),
                           variant("fast", {kernel("k", "x!", "z!", 410, {1})})});
    result.load.processors = result.load.cores = result.load.threads = 2;
    result.load.othersBusy = 1.5;
    result.variants[0].device.minimum = 2190;
    result.variants[0].device.maximum = 2700;
    result.variants[1].device.minimum = 380;
    result.variants[1].device.maximum = 480;
    CHECK_FALSE(whyNotRanked(result, 1).empty());
    CHECK(surelyFaster(result, 1) == 2190.0 / 480.0);
    CHECK(boundText(result, 1) == "at least 4.5 times faster"); // 4.56, never more than it is
    CHECK(toText(result).find("fast is at least 4.5 times faster") != std::string::npos);
    CHECK(toHtml(result).find("at least 4.5 times faster") != std::string::npos);
    CHECK(toJson(result).find("\"at_least_times_faster\": 4.5625") != std::string::npos);

    SECTION("the other way round") {
        std::swap(result.variants[0], result.variants[1]);
        CHECK(surelyFaster(result, 1) == 480.0 / 2190.0);
        CHECK(boundText(result, 1) == "at least 4.5 times slower");
    }
    SECTION("one slow time of the fast one takes the bound away") {
        result.variants[1].device.maximum = 2000;
        CHECK_FALSE(surelyFaster(result, 1));
        CHECK(boundText(result, 1).empty());
    }
    SECTION("what is ranked needs no bound") {
        result.load.othersBusy = 0;
        CHECK(whyNotRanked(result, 1).empty());
        CHECK_FALSE(surelyFaster(result, 1));
    }
    SECTION("what a cache flatters says nothing of larger grids") {
        result.lastCacheBytes = 50e6;
        result.variants[1].workingBytes = 40e6;
        CHECK_FALSE(surelyFaster(result, 1));
    }
}

TEST_CASE("every report says the same: the sum, the ratio, or why there is none") {
    auto result = benchOf({variant("original", {kernel("first", "a!", "t", 30, {1}),
                                                kernel("second", "t", "z!", 10, {2})}),
                           variant("fused", {kernel("second", "a!", "z!", 20, {1, 2})})});
    result.variants[1].ratio = {0.49, 0.51};
    const auto reports = [&] {
        return std::vector{toText(result), toMarkdown(result), toHtml(result), toCsv(result),
                           toJson(result)};
    };
    for (const auto& report : reports()) {
        INFO(report);
        CHECK(report.find("first + second (2 kernels)") != std::string::npos);
        CHECK(report.find("0.5") != std::string::npos);
        CHECK(report.find("NOT RANKED") == std::string::npos);
    }
    result.load.processors = result.load.cores = result.load.threads = 2;
    result.load.othersBusy = 1.5;
    const std::string why = "other work kept 1.5 of 2 cores busy meanwhile";
    for (const auto& report : reports()) {
        INFO(report);
        CHECK(report.find(why) != std::string::npos);
        CHECK(report.find("0.49") == std::string::npos);
        CHECK(report.find("0.50") == std::string::npos);
    }
    CHECK(toText(result).find("1.50 cores busy with other work") != std::string::npos);
    CHECK(toJson(result).find("\"ranked\": false") != std::string::npos);
    CHECK(toJson(result).find("\"cores_busy_with_other_work\": 1.5") != std::string::npos);
}

TEST_CASE("what fits into the last cache is not ranked, on any device, unless it is flushed") {
    auto result = benchOf({variant("original", {kernel("k", "a!", "b!", 20, {1})}),
                           variant("fast", {kernel("k", "a!", "b!", 10, {1})})});
    result.target = codegen::Target::cuda;
    result.lastCacheBytes = 50e6;
    for (auto& each : result.variants)
        each.workingBytes = 60e6;
    CHECK(whyNotRanked(result).empty());
    result.variants[1].workingBytes = 40e6;
    CHECK(whyNotRanked(result, 1) ==
          "the arrays of fast (40 MB) fit into the last cache (50 MB): choose a larger grid, "
          "or a cold cache");
    CHECK(whyNotRanked(result, 0).empty());
    CHECK(timingRows(result)[0].cells[1]->ratio == 0);
    result.measure.coldCache = true;
    CHECK(whyNotRanked(result).empty());
    result.measure.coldCache = false;
    result.target = codegen::Target::cpu;
    CHECK(whyNotRanked(result, 1).find("fit into the last cache") != std::string::npos);
    CHECK(timingRows(result)[0].cells[1]->ratio == 0);
    CHECK(notesOf(result) ==
          std::vector<std::string>{"Flattered by caches: the arrays of fast (40 MB) fit into the "
                                   "last cache (50 MB): choose a larger grid, or a cold cache."});
    result.lastCacheBytes = 0; // not known
    CHECK(notesOf(result).empty());
    CHECK(whyNotRanked(result).empty());
}

TEST_CASE("the share of the last cache follows from what kernels ask of it") {
    auto result = benchOf({variant("original", {kernel("k", "a!", "b!", 20, {1})}),
                           variant("fast", {kernel("k", "a!", "b!", 10, {1})})});
    for (auto& each : result.variants)
        each.kernels[0].modelledBytes = 8e6;
    CHECK(timingRows(result)[0].cells[0]->cacheShare == 0); // its bandwidth is not known
    result.cacheBandwidth = 1000;
    CHECK(timingRows(result)[0].cells[0]->cacheShare == Approx(0.4));
    CHECK(timingRows(result)[0].cells[1]->cacheShare == Approx(0.8));
    for (const auto& report : {toText(result), toMarkdown(result), toHtml(result)})
        CHECK(report.find("80 %") != std::string::npos);
    CHECK(toCsv(result).find(",0.8,") != std::string::npos);
    CHECK(toText(result).find("1000 GB/s in the last cache") != std::string::npos);
}

TEST_CASE("a call's time is kernels, copies, gaps, and what the host takes") {
    auto measured = variant(
        "original", {kernel("first", "a!", "b!", 10, {1}), kernel("second", "b!", "c!", 20, {2})});
    measured.device = summarise(std::vector<double>(3, 40));
    measured.call = summarise(std::vector<double>(3, 55));
    measured.copies = summarise(std::vector<double>(3, 4));
    measured.allocation = 7;
    auto parts = timeParts(measured);
    CHECK(parts.kernels == Approx(30));
    CHECK(parts.copies == Approx(4));
    CHECK(parts.gaps == Approx(6));
    CHECK(parts.host == Approx(15));
    CHECK(parts.allocation == Approx(7));
    measured.device = summarise(std::vector<double>(3, 25)); // warmer than the kernels alone
    CHECK(timeParts(measured).gaps == 0);
}

} // namespace rows_test
