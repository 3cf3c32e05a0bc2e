// Sweeps: what parameters mean, what is measured of a space, and how a report shows it.
#include "app/workbench/sweep/sweep.h"
#include "tests/app/workbench/made_up_device.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace sweep_test {

using namespace mw;
using namespace mw::workbench;
using State = SweepCell::State;

namespace {

SweepSpace spaceOf(const std::vector<std::string>& params,
                   codegen::Target target = codegen::Target::cuda) {
    const auto space = parseSweep(params, target);
    if (!space)
        FAIL(space.error().sentence);
    return *space;
}

std::string sentence(const std::vector<std::string>& params) {
    const auto space = parseSweep(params, codegen::Target::cuda);
    REQUIRE_FALSE(space);
    CHECK(space.error().code == "bad-sweep");
    return space.error().sentence;
}

std::vector<std::string> texts(const SweepSpace& space) {
    std::vector<std::string> all;
    for (const SweepPoint& point : space.points)
        all.push_back(textOf(space, point));
    return all;
}

transforms::Pipeline fusion() {
    return *transforms::findPipeline("fuse");
}

Expected<SweepResult> swept(test::Bench& bench, const ir::DocumentPtr& document,
                            const std::vector<std::string>& params) {
    const SweepSetup setup{
        {document, {}, {}},
        spaceOf(params),
        fusion(),
        {},
        [](const TuneForm& form) -> Expected<codegen::Plan> { return test::planOf(form); }};
    TuneOptions options = bench.options();
    options.budget = 1e9;
    return sweep(setup, {bench.measurer()}, options);
}

/// Runs of 20 levels are faster, of 80 slower, and shapes of blocks make no difference.
double byLevels(const codegen::Kernel& kernel) {
    const int levels = kernel.launch.levelsPerThread;
    return levels == 20 ? 40 : levels == 80 ? 75 : 50;
}

/// Every opening tag is closed in turn, attributes are in quotes, and `&` begins an entity.
std::string malformed(const std::string& xml) {
    std::vector<std::string> open;
    for (std::size_t at = 0; at < xml.size(); ++at) {
        if (xml[at] == '&') {
            const std::array known = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
            if (std::ranges::none_of(known, [&](const char* one) {
                    return std::string_view(xml).substr(at).starts_with(one);
                }))
                return "an entity: " + xml.substr(at, 10);
        }
        if (xml[at] != '<')
            continue;
        const auto end = xml.find('>', at);
        if (end == std::string::npos)
            return "an open tag: " + xml.substr(at, 20);
        const std::string tag = xml.substr(at + 1, end - at - 1);
        if (std::ranges::count(tag, '"') % 2 != 0 || tag.find('<') != std::string::npos)
            return "a tag: " + tag;
        const std::string name = tag.substr(0, tag.find_first_of(" /"));
        if (tag.front() == '/') {
            if (open.empty() || open.back() != tag.substr(1))
                return "closed: " + tag;
            open.pop_back();
        } else if (tag.back() != '/') {
            open.push_back(name);
        }
        at = end;
    }
    return open.empty() ? "" : "not closed: " + open.back();
}

SweepCell measured(double ratio, double low, double high) {
    return {State::measured, "", 40 * ratio, ratio, low, high};
}

/// Of two kernels, one with a loop of its own, as somebody made it up.
SweepResult madeUp() {
    SweepResult result;
    result.program = "g<&>";
    result.device = "a device";
    result.date = "today";
    result.grid = "torus:8,6,80";
    result.repeats = 20;
    result.space = spaceOf({"levels=default,20", "streaming=none,own"});
    const SweepCell same{.state = State::same, .time = 40};
    const SweepCell loop{.state = State::impossible, .why = "it runs loops of its own"};
    const SweepCell wrong{.state = State::differs, .why = "z: 1 of 2 elements differ"};
    SweepGraph graph;
    graph.whole = {.state = State::same, .time = 80};
    graph.program = {.name = "program",
                     .time = 80,
                     .cells = {measured(0.95, 0.94, 0.96), same, wrong, measured(0.9, 0.89, 0.91)}};
    graph.kernels = {{.name = "first__z",
                      .launch = "128x1x1",
                      .time = 40,
                      .share = 0.5,
                      .cells = {measured(1.004, 0.996, 1.01), same, measured(0.87, 0.86, 0.88),
                                measured(1.3, 1.29, 1.31)}},
                     {.name = "scan<double>__y",
                      .launch = "64x1x1",
                      .time = 40,
                      .share = 0.5,
                      .cells = {measured(0.9, 0.89, 0.91), same, loop, loop}}};
    result.graphs.push_back(graph);
    return result;
}

} // namespace

TEST_CASE("all combinations of parameters, the last one first") {
    const auto space = spaceOf({"block=64x2,128", "levels=default,20", "fuse=on,off"});
    CHECK(texts(space) ==
          std::vector<std::string>{"block=64x2 levels=default", "block=64x2 levels=20",
                                   "block=128 levels=default", "block=128 levels=20"});
    CHECK(space.fuse == std::vector{true, false});
    CHECK(space.points[1].choice ==
          codegen::KernelChoice{.block = {{64, 2, 1}}, .levelsPerThread = 20});
    CHECK(space.points[2].choice == codegen::KernelChoice{.block = {{128, 1, 1}}});
    const auto passes = spaceOf({"vectorise=on,off", "vectors=off"}, codegen::Target::cpu);
    CHECK(passes.points[0].without.empty());
    CHECK(passes.points[1].without.contains("vectorise"));
    CHECK(passes.points[1].choice.vectors == false);
    CHECK(texts(spaceOf({"fuse=on,off"})) == std::vector<std::string>{"default"});
}

TEST_CASE("a parameter that says nothing is named") {
    CHECK(sentence({"levels"}) == "--param levels: expected NAME=VALUE,VALUE,...");
    CHECK(sentence({"levels=4,,8"}) == "--param levels=4,,8: a value is empty");
    CHECK(sentence({"levels=4,4"}) == "--param levels=4,4: the value '4' is given twice");
    CHECK(sentence({"levels=4", "levels=8"}) == "the parameter 'levels' is given twice");
    CHECK(sentence({"levels=many"}) == "--param levels: 'levels_per_thread' is a whole number from "
                                       "1 on, not \"many\"");
    CHECK(sentence({"vectors=on"}) ==
          "--param vectors: kernels have no such choice on the target cuda");
    CHECK(sentence({"fuse=maybe"}) == "--param fuse: it is 'on' or 'off', not 'maybe'");
    CHECK(sentence({"vectorise=2"}) == "--param vectorise: a pass is 'on' or 'off', not '2'");
    CHECK(sentence({"name-kernels=off"}) == "--param name-kernels: the pass cannot be left out: "
                                            "kernels are found by their names");
    CHECK(
        sentence({"colour=red"})
            .starts_with("there is no parameter 'colour' to sweep over; there are: block, levels, "
                         "group, "));
    std::string many = "levels=1";
    for (int i = 2; i < 30; ++i)
        many += "," + std::to_string(i);
    CHECK(sentence({many, "group" + many.substr(6)}) ==
          "with 'group' there are more than 400 combinations; leave out values");
}

TEST_CASE("every kernel and the program beside themselves by default") {
    test::Bench bench{byLevels};
    const auto result = swept(bench, test::twoMaps(), {"levels=1,20,80"});
    REQUIRE(result);
    REQUIRE(result->graphs.size() == 1);
    const SweepGraph& graph = result->graphs.front();
    CHECK(graph.whole.time == Approx(100));
    REQUIRE(graph.kernels.size() == 2);
    for (const SweepRow* row : {&graph.program, &graph.kernels[0], &graph.kernels[1]}) {
        CHECK(row->cells[1].ratio == Approx(0.8));
        CHECK(row->cells[2].ratio == Approx(1.5));
        CHECK(row->best() == 1);
    }
    CHECK(graph.kernels[0].share == Approx(0.5));
    const auto block = test::planOf({test::twoMaps(), {}, {}}).kernels.at(0).launch.block;
    CHECK(graph.kernels[0].launch.starts_with(std::to_string(block[0]) + "x"));
}

TEST_CASE("what comes to the same launch is measured once, the default not again") {
    test::Bench bench{byLevels};
    const auto result =
        swept(bench, test::twoMaps(), {"levels=default", "unroll=default,0", "group=default"});
    REQUIRE(result);
    for (const SweepCell& cell : result->graphs.front().program.cells)
        CHECK(cell.state == State::same);
    const auto before = bench.forms; // the default alone
    CHECK(before == 1);
    const auto twins = swept(bench, test::twoMaps(), {"levels=20", "group=20,40"});
    REQUIRE(twins);
    CHECK(bench.forms == before + 3); // the default alone, then beside one form
    const auto& cells = twins->graphs.front().program.cells;
    CHECK(cells[0].ratio == cells[1].ratio);
    CHECK(cells[1].isMeasured());
}

TEST_CASE("kernels that have no such form say why, the others go on") {
    test::Bench bench{byLevels};
    const auto result = swept(bench, test::twoMaps(), {"ahead=2"});
    REQUIRE(result);
    const SweepGraph& graph = result->graphs.front();
    CHECK(graph.kernels[0].cells[0].state == State::impossible);
    CHECK(graph.kernels[0].cells[0].why ==
          "'loads_ahead' cannot be kept: it has no loop whose loads can run ahead");
    CHECK(graph.program.cells[0].why == "no kernel of it has such a form");
    const auto passes = swept(bench, test::twoMaps(), {"schedule-levels=off", "levels=20"});
    REQUIRE(passes);
    CHECK(passes->graphs.front().kernels[0].cells[0].why ==
          "a pass that is left out makes it possible");
}

TEST_CASE("a form with other results is not timed, and what is not to blame is") {
    test::Bench bench{byLevels};
    bench.differs = [](const codegen::Kernel& kernel) {
        return kernel.name == "first__z" && kernel.launch.levelsPerThread == 20;
    };
    const auto result = swept(bench, test::twoMaps(), {"levels=20"});
    REQUIRE(result);
    const SweepGraph& graph = result->graphs.front();
    CHECK(graph.program.cells[0].state == State::differs);
    CHECK(graph.kernels[0].cells[0].state == State::differs);
    CHECK(graph.kernels[1].cells[0].ratio == Approx(0.8));
}

TEST_CASE("the graph with its fusions beside the graph as it is") {
    const auto isFused = [](const codegen::Kernel& kernel) {
        return std::ranges::count_if(kernel.buffers, &codegen::BufferParam::written) == 2;
    };
    test::Bench bench{[&](const codegen::Kernel& kernel) {
        return byLevels(kernel) * (isFused(kernel) ? 1.2 : 1);
    }};
    const auto result = swept(bench, test::twoMaps(), {"levels=default,20", "fuse=off,on"});
    REQUIRE(result);
    REQUIRE(result->graphs.size() == 2);
    const SweepGraph& fused = result->graphs[1];
    CHECK(fused.fused);
    CHECK(fused.steps.size() == 1);
    CHECK(fused.whole.ratio == Approx(0.6));
    CHECK(fused.program.cells[0].ratio == Approx(0.6)); // beside the graph as it is
    CHECK(fused.program.cells[1].ratio == Approx(0.48));
    REQUIRE(fused.kernels.size() == 1);
    CHECK(fused.kernels[0].cells[0].state == State::same); // beside itself
    CHECK(fused.kernels[0].cells[1].ratio == Approx(0.8));

    const auto alone = swept(bench, test::chainOf({"only"}, "xz"), {"fuse=off,on"});
    REQUIRE(alone);
    CHECK(alone->graphs.size() == 1);
    CHECK(alone->notes ==
          std::vector<std::string>{"No fusion applies: fused, the program is as it is."});
}

TEST_CASE("a sweep as a table") {
    CHECK(toText(madeUp()) ==
          R"(g<&> on a device, torus:8,6,80, 20 repeats in turn with the default, today

as it is: 80.00 us

combination                    program     [1]     [2]
levels=default streaming=none    0.950  ~1.004  0.900*
levels=default streaming=own         =       =       =
levels=20 streaming=none           ! a  0.870*       b
levels=20 streaming=own         0.900*   1.300       b

program: best levels=20 streaming=own: 0.900 (0.890 to 0.910), 36.00 us
[1] first__z: 40.00 us, 50 % of the kernels, 128x1x1; best levels=20 streaming=none: 0.870 (0.860 to 0.880), 34.80 us
[2] scan<double>__y: 40.00 us, 50 % of the kernels, 64x1x1; best levels=default streaming=none: 0.900 (0.890 to 0.910), 36.00 us

A figure is the time relative to the default: of a kernel to itself in the same graph, of the program to the graph as it is.
~  the 95 % interval of the ratio includes 1
=  what is launched is the default
!  wrong or failed
*  the best of those that are faster for certain
a  other results: z: 1 of 2 elements differ
b  not possible: it runs loops of its own
)");
}

TEST_CASE("a sweep as a heat map: well-formed, with every kernel, reason and figure") {
    const auto result = madeUp();
    for (const std::string& text : {toSvg(result), toHtml(result).substr(16)}) {
        std::string xml = text;
        if (const auto meta = xml.find("<meta charset=\"utf-8\">"); meta != std::string::npos)
            xml.erase(meta, 22);
        CHECK(malformed(xml) == "");
        for (const std::string part :
             {"first__z", "scan&lt;double&gt;__y", "g&lt;&amp;&gt;", ">0.870<", ">~1.004<",
              ">streaming<", "not possible: it runs loops of its own",
              "other results: z: 1 of 2 elements differ"}) {
            INFO(part);
            CHECK(text.find(part) != std::string::npos);
        }
    }
    CHECK(malformed("<a><b></a>") != "");
    CHECK(malformed("<a>x & y</a>") != "");
    const auto svg = toSvg(result);
    // one best of each row that has one
    std::size_t frames = 0;
    for (auto at = svg.find("stroke-width=\"3\""); at != std::string::npos;
         at = svg.find("stroke-width=\"3\"", at + 1))
        ++frames;
    CHECK(frames == 3);
}

} // namespace sweep_test
