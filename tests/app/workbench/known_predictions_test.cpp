// Predictions of a memo are those that are made anew, whatever was done to the program, and
// whichever values and devices were asked for in between.
#include "app/workbench/cost.h"
#include "app/workbench/run_setup.h"
#include "tests/app/workbench/folder.h"
#include "transforms/framework/apply.h"

#include <fmt/format.h>

#include <random>

namespace known_predictions_test {

using namespace mw;
using workbench::DeviceRates;
using workbench::predict;

namespace {

/// All that a prediction says.
std::string textOf(const Expected<workbench::Prediction>& predicted) {
    if (!predicted)
        return predicted.error().sentence;
    std::string text =
        fmt::format("{} {} {}\n", predicted->copies, predicted->bytes, predicted->microseconds);
    for (const auto& k : predicted->kernels) {
        const auto shape = k.shape.value_or(codegen::LaunchShape{{}, {}, -1});
        text += fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {}\n", k.name, k.map.value,
                            k.structure, k.bytes, k.cacheBytes, k.instructions, k.waits,
                            k.microseconds, shape.grid[0], shape.block[0], shape.levels, k.chosen,
                            k.launch.levelsPerThread);
    }
    return text;
}

/// Something that applies, or the same document.
ir::DocumentPtr stepped(const ir::DocumentPtr& document, std::minstd_rand& next) {
    const auto all = transforms::registry();
    const transforms::DocumentView view(document);
    for (int i = 0; i < 8; ++i) {
        const auto& t = *all[next() % all.size()];
        const auto params = transforms::completeParams(t, {});
        const auto matches = t.find(view, {});
        if (!params || matches.empty())
            continue;
        const auto applied =
            transforms::applyAt(t, view, matches[next() % matches.size()], *params);
        if (applied)
            return applied->result.document;
    }
    return document;
}

} // namespace

TEST_CASE("what a memo knows of kernels is what predicting them anew says") {
    const test::Folder folder;
    const auto program = workbench::openProgram(folder.input());
    REQUIRE(program.has_value());
    const auto start = (*program)->current().document;
    std::vector<symbolic::Bindings> values;
    for (const char* grid : {"torus:8,6,10", "torus:160,140,80"}) {
        const auto scenario = workbench::scenarioFor(*start->root, {}, grid);
        REQUIRE(scenario.has_value());
        values.push_back(scenario->symbols);
    }
    std::vector<DeviceRates> devices(2);
    devices[1].launches.multiprocessors = 8;
    devices[1].memory /= 3;

    const auto memo = std::make_shared<codegen::KernelMemo>();
    std::size_t different = 0;
    for (unsigned seed = 1; seed <= 3; ++seed) {
        std::minstd_rand next(seed);
        auto document = start;
        for (int step = 0; step < 12; ++step) {
            INFO("seed " << seed << ", step " << step);
            std::set<std::string> texts;
            for (const auto& with : values)
                for (const auto& device : devices) {
                    const auto text = textOf(predict(*document, with, device, memo));
                    REQUIRE(text == textOf(predict(*document, with, device)));
                    texts.insert(text);
                }
            different += texts.size() == 4 ? 1 : 0;
            document = stepped(document, next);
        }
    }
    CHECK(different > 0); // values and devices count
}

} // namespace known_predictions_test
