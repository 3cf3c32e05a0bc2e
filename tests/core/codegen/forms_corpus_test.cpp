// Launches of real graphs whose sizes and strides stay arguments, beside those of the same graphs
// with their values compiled in.
#include "core/codegen/codegen.h"
#include "core/codegen/forms/forms.h"
#include "core/conventions/conventions.h"
#include "core/inputs/scenario.h"
#include "core/io/sdfg_io.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>

namespace forms_corpus_test {

using namespace mw;
using codegen::Kernel;
using codegen::Plan;
namespace fs = std::filesystem;

namespace {

std::optional<std::string> dimensionOf(const Kernel& kernel) {
    if (kernel.sequential || kernel.dims.empty())
        return std::nullopt;
    const auto name = conventions::parameterName(kernel.dims.back().param);
    return name ? std::optional(name->dimension) : std::nullopt;
}
bool runsAlongLevels(const Kernel& kernel) {
    const auto dimension = dimensionOf(kernel);
    return dimension && conventions::isVerticalDimension(*dimension);
}
bool runsAlongPoints(const Kernel& kernel) {
    const auto dimension = dimensionOf(kernel);
    return dimension && !conventions::isVerticalDimension(*dimension);
}

/// A kernel of one level has unit stride both ways, if its temporaries are no larger than that: an
/// accident of the scenario, which no open program knows.
bool hasOneLevel(const Kernel& kernel) {
    return std::ranges::any_of(kernel.dims, [](const codegen::LaunchDim& dim) {
        const auto name = conventions::parameterName(dim.param);
        return name && conventions::isVerticalDimension(name->dimension) && dim.begin == dim.end;
    });
}

struct Count {
    int graphs = 0, kernels = 0, wide = 0, otherLaunch = 0;
};

/// Graph and scenario, with its values compiled in, and open.
void compare(const fs::path& graph, Count& count) {
    const bool bench = graph.filename().string().starts_with("bench-") ||
                       !fs::exists(graph.parent_path() / "reference.json");
    const auto document = io::readSdfgFile(graph);
    const auto given =
        inputs::readScenario(graph.parent_path() / (bench ? "bench.json" : "reference.json"));
    if (!document || !given)
        return;
    const auto scenario = inputs::completeScenario(*(*document)->root, *given);
    if (!scenario)
        return; // of another grid
    INFO(graph.string());
    const symbolic::Bindings& symbols = scenario->symbols;
    const auto known = codegen::lower(**document, {.constants = symbols});
    const auto open = codegen::lower(**document, {.constants = {}, .forms = true});
    if (!known || !open)
        return; // C++ of its own
    ++count.graphs;
    if (const char* folder = std::getenv("MAPWRIGHT_DUMP")) {
        const std::string base = fmt::format(
            "{}/{}_{}", folder, graph.parent_path().filename().string(), graph.stem().string());
        std::ofstream(base + "_known.cu") << codegen::print(*known, codegen::Target::cuda).text;
        const Plan chosen = codegen::chosenForm(*open, symbols);
        std::ofstream(base + "_open.cu") << codegen::print(chosen, codegen::Target::cuda).text;
    }
    const bool quick = codegen::runsQuickForm(*open, symbols).value_or(true);
    CHECK(quick); // the corpus is as GT4Py calls its programs
    for (const Kernel& kernel : open->kernels) {
        const auto same = std::ranges::find(known->kernels, kernel.map, &Kernel::map);
        if (same == known->kernels.end())
            continue;
        INFO(kernel.name);
        CHECK_FALSE((runsAlongLevels(kernel) && runsAlongPoints(*same) && !hasOneLevel(*same)));
        if (!kernel.generalOf.empty())
            continue;
        ++count.kernels;
        if (kernel.wideIndex && !same->wideIndex) {
            ++count.wide;
            std::cerr << fmt::format("wider indices: {} of {}\n", kernel.name, graph.string());
        }
        // Values alone show that a load may stand before the branch that asks for it.
        const bool fixed = same->facts.extentX && kernel.facts.extentX &&
                           same->facts.extentY == kernel.facts.extentY &&
                           same->facts.loadsInBranches == kernel.facts.loadsInBranches;
        if (fixed && !(kernel.launch == same->launch)) {
            ++count.otherLaunch;
            std::cerr << fmt::format("another launch: {} of {}\n", kernel.name, graph.string());
        }
    }
}

} // namespace

TEST_CASE("open programs of the corpus run their threads as those with known values do") {
    const auto root = test::corpus();
    if (!root)
        return test::skip("no corpus");
    Count count;
    for (const auto& graph : test::someGraphsBelow(*root))
        if (graph.string().find("/other/") == std::string::npos)
            compare(graph, count);
    if (const auto granules = root->parent_path() / "granules"; fs::exists(granules))
        for (const auto& graph : test::someGraphsBelow(granules))
            compare(graph, count);
    std::cerr << fmt::format("{} graphs, {} kernels, {} with wider indices, {} with another launch "
                             "for extents that are known\n",
                             count.graphs, count.kernels, count.wide, count.otherLaunch);
    CHECK(count.graphs > 0);
    CHECK(count.kernels > 0);
    CHECK(count.otherLaunch == 0);
    CHECK(100 * count.wide < count.kernels); // what no bound is found for, as a power of a symbol
}

} // namespace forms_corpus_test
