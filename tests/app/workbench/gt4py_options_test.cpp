// Recipes as options of GT4Py: what they say, and what is lost.

#include "app/workbench/gt4py_options.h"
#include "tests/app/workbench/folder.h"

#include <set>
#include <sstream>

namespace gt4py_options_test {

using namespace mw;
using test::Folder;

namespace {

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// The sample after one step at the first place where it applies.
workbench::ProgramPtr after(const Folder& folder, const std::string& step, const Params& params) {
    auto program = workbench::openProgram(folder.input());
    REQUIRE(program.has_value());
    auto& history = *(*program)->history;
    auto steps = workbench::applyFirst(*transforms::findTransformation(step),
                                       history.current().document, params);
    if (!steps)
        FAIL(toString(steps.error()));
    workbench::add(history, std::move(*steps));
    return *program;
}

/// The current variant with what its steps, or somebody, chose of launches.
workbench::Gt4pyOptions optionsOf(const workbench::Program& program,
                                  const codegen::Choices& choices = {}) {
    const auto graph = workbench::withLaunches(program.current().document,
                                               {choices, workbench::ExportChoices::From::user});
    if (!graph)
        FAIL(toString(graph.error()));
    return workbench::gt4pyOptions(program, program.history->root().document, *graph);
}

/// Names of the kernels of the current variant.
std::vector<std::string> kernelsOf(const workbench::Program& program) {
    const auto plan = codegen::lower(*program.current().document);
    REQUIRE(plan.has_value());
    std::vector<std::string> names;
    for (const auto& kernel : plan->kernels)
        names.push_back(kernel.name);
    return names;
}

} // namespace

TEST_CASE("maps that stay apart are kept apart, those that were fused are one group") {
    const Folder folder;
    const auto whole = optionsOf(*test::worked(folder.input()));
    const auto program = workbench::openProgram(folder.input());
    REQUIRE(program.has_value());
    const auto none = optionsOf(**program);
    CHECK(none.lost.empty());
    // untouched, every map is a group of its own; fused, fewer groups have as many labels
    const auto groups = [](const std::string& text) {
        std::set<std::string> numbers;
        const auto begin = text.find("GROUPS = {");
        std::istringstream lines(text.substr(begin, text.find('}', begin) - begin));
        for (std::string line; std::getline(lines, line);)
            if (const auto at = line.rfind(": "); at != std::string::npos)
                numbers.insert(line.substr(at));
        return numbers.size();
    };
    CHECK(groups(none.text) > groups(whole.text));
    CHECK(groups(whole.text) >= 1);
    CHECK(contains(whole.text, "TopLevelDataFlowMapFusionVerticalCallBack: may_fuse"));
    // GT4Py ignores what it does not know without a word
    CHECK(contains(whole.text, "return without_unknown({"));
}

TEST_CASE("block sizes, registers and blocking are options") {
    const Folder folder;
    const auto launch = optionsOf(*after(folder, "gpu-launch",
                                         {{"block-x", std::int64_t{64}},
                                          {"block-y", std::int64_t{2}},
                                          {"max-registers", std::int64_t{80}}}));
    INFO(launch.text);
    CHECK(contains(launch.text, "\"gpu_block_size_2d\": (64, 2, 1,)"));
    CHECK(contains(launch.text, "\"gpu_maxnreg\": 80"));
    CHECK(launch.lost.empty());

    const auto blocked =
        optionsOf(*after(folder, "loop-blocking",
                         {{"block-size", std::int64_t{4}}, {"require-independent-nodes", false}}));
    INFO(blocked.text);
    CHECK(contains(blocked.text, "\"blocking_size\": 4"));
    CHECK(contains(blocked.text, "\"blocking_only_if_independent_nodes\": False"));
}

TEST_CASE("labels are the strings that Python has, whatever is in them") {
    const Folder folder;
    auto text = test::contents(folder.input());
    const std::string label = "\"add_vert\"";
    for (auto at = text.find(label); at != std::string::npos; at = text.find(label))
        text.replace(at, label.size(), "\"größe \\\" or \\u001b\""); // as JSON has it
    REQUIRE(io::writeFileAtomically(folder.input(), text));
    const auto program = workbench::openProgram(folder.input());
    if (!program)
        FAIL(toString(program.error()));
    const auto made = optionsOf(**program);
    INFO(made.text);
    CHECK(contains(made.text, "    \"größe \\\" or \\u001b\": "));
}

TEST_CASE("launch bounds are a factor of the block or a number, as far as one fits all maps") {
    const Folder folder;
    const auto launched = [&](std::int64_t bounds, std::int64_t minWarps) {
        return optionsOf(*after(folder, "gpu-launch",
                                {{"block-x", std::int64_t{64}},
                                 {"block-y", std::int64_t{2}},
                                 {"launch-bounds", bounds},
                                 {"min-warps", minWarps}}));
    };
    const auto factor = launched(256, 0);
    CHECK(contains(factor.text, "\"gpu_launch_factor\": 2,"));
    CHECK(factor.lost.empty());
    const auto number = launched(300, 0);
    CHECK(contains(number.text, "\"gpu_launch_bounds\": \"300\","));
    CHECK(number.lost.empty());
    const auto none = launched(-1, 0);
    CHECK(contains(none.text, "\"gpu_launch_bounds\": \"-1\","));
    // other maps have GT4Py's block of 256 threads
    const auto narrow = launched(200, 0);
    CHECK_FALSE(contains(narrow.text, "gpu_launch"));
    REQUIRE(narrow.lost.size() == 1);
    CHECK(contains(narrow.lost[0], "launch bounds of '"));
    const auto warps = launched(0, 4);
    REQUIRE(warps.lost.size() == 1);
    CHECK(contains(warps.lost[0], "4 blocks side by side (min-warps): GT4Py has no option"));
}

TEST_CASE("launches of tune are options as far as there are any") {
    const Folder folder;
    const auto program = workbench::openProgram(folder.input());
    REQUIRE(program.has_value());
    const auto kernel = kernelsOf(**program).front();
    const codegen::KernelChoice both{.block = {{96, 1, 1}}, .maxRegisters = 72};
    const auto made = optionsOf(**program, {{kernel, both}});
    INFO(made.text);
    CHECK(contains(made.text, "\"gpu_block_size_2d\": (96, 1, 1,)"));
    CHECK(contains(made.text, "\"gpu_maxnreg\": 72"));
    CHECK(made.lost.empty());
    const auto unknown =
        workbench::withLaunches((*program)->current().document,
                                {{{"no_such_kernel", both}}, workbench::ExportChoices::From::user});
    REQUIRE_FALSE(unknown.has_value());
    CHECK(unknown.error().code == "bad-choices");
}

TEST_CASE("options for another original say that its maps are not known") {
    const Folder folder;
    const auto program = test::worked(folder.input());
    const auto other = workbench::openProgram(test::sourceFile("samples/laplacian.sdfg"));
    REQUIRE(other.has_value());
    const auto made = workbench::gt4pyOptions(*program, (*other)->current().document,
                                              {program->current().document, {}, {}, {}});
    CHECK(contains(made.text, "PROGRAM = \"laplacian\""));
    REQUIRE(made.lost.size() == 1);
    CHECK(contains(made.lost[0], "which maps of the original became one is not known"));
}

TEST_CASE("what no option brings about is said") {
    const Folder folder;
    const auto program = after(folder, "map-expansion", {});
    const auto kernel = kernelsOf(*program).back();
    const auto made = optionsOf(*program, {{kernel, {.levelsPerThread = 4, .unroll = 2}}});
    REQUIRE(made.lost.size() == 2);
    CHECK(contains(made.lost[0], "step 1 (map-expansion)"));
    CHECK(contains(made.lost[1], "the launch of '" + kernel + "': 4 levels per thread"));
    CHECK(contains(made.text, "# - step 1 (map-expansion)"));
}

} // namespace gt4py_options_test
