// Recipes as options of GT4Py: what they say, and what is lost.

#include "app/workbench/gt4py_options.h"
#include "tests/app/workbench/folder.h"

#include <set>
#include <sstream>

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

} // namespace

TEST_CASE("maps that stay apart are kept apart, those that were fused are one group") {
    const Folder folder;
    const auto whole = workbench::gt4pyOptions(*test::worked(folder.input()), {});
    const auto program = workbench::openProgram(folder.input());
    REQUIRE(program.has_value());
    const auto none = workbench::gt4pyOptions(**program, {});
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
}

TEST_CASE("block sizes, registers and blocking are options") {
    const Folder folder;
    const auto launch = workbench::gt4pyOptions(*after(folder, "gpu-launch",
                                                       {{"block-x", std::int64_t{64}},
                                                        {"block-y", std::int64_t{2}},
                                                        {"max-registers", std::int64_t{80}}}),
                                                {});
    INFO(launch.text);
    CHECK(contains(launch.text, "\"gpu_block_size_2d\": (64, 2, 1,)"));
    CHECK(contains(launch.text, "\"gpu_maxnreg\": 80"));
    CHECK(launch.lost.empty());

    const auto blocked = workbench::gt4pyOptions(
        *after(folder, "loop-blocking",
               {{"block-size", std::int64_t{4}}, {"require-independent-nodes", false}}),
        {});
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
    const auto made = workbench::gt4pyOptions(**program, {});
    INFO(made.text);
    CHECK(contains(made.text, "    \"größe \\\" or \\u001b\": "));
}

TEST_CASE("what no option brings about is said") {
    const Folder folder;
    codegen::KernelChoice choice;
    choice.levelsPerThread = 4;
    const auto program = after(folder, "map-expansion", {});
    const auto made = workbench::gt4pyOptions(*program, {{"some_kernel", choice}});
    REQUIRE(made.lost.size() == 2);
    CHECK(contains(made.lost[0], "step 1 (map-expansion)"));
    CHECK(contains(made.lost[1], "launch choices of 1 kernel:"));
    CHECK(contains(made.text, "# - step 1 (map-expansion)"));
}
