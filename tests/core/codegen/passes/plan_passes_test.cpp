// The passes over a whole plan, the table itself, and what happens without a pass.
#include "core/codegen/codegen.h"
#include "core/codegen/known_kernel.h"
#include "core/codegen/passes/passes.h"
#include "core/ir/dump.h"
#include "tests/core/codegen/passes/around_pass.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <sstream>

namespace plan_passes_test {

using namespace mw;
using test::aroundPass;
using test::changedLines;
using test::lastKernel;

namespace {

// Two maps over the same x; the second also over t, which the first one wrote.
constexpr const char* kTwo = R"(sdfg two {
  array x float64 [100]
  array t float64 [100] transient
  array y float64 [100]
  state main {
    a = access x
    m = map "first map" [i = 0:100] -> e
    f = tasklet f `o = (2.0 * v)`
    e = exit m
    b = access t
    n = map second [j = 0:100] -> g
    h = tasklet h `o = v + 1.0`
    g = exit n
    c = access y
    a -> m.IN_x : x[0:100]
    m.OUT_x -> f.v : x[i]
    f.o -> e.IN_t : t[i]
    e.OUT_t -> b : t[0:100]
    b -> n.IN_t : t[0:100]
    n.OUT_t -> h.v : t[j]
    h.o -> g.IN_y : y[j]
    g.OUT_y -> c : y[0:100]
  }
}
)";

codegen::Plan planOf(const codegen::LowerOptions& options = {}) {
    auto plan = codegen::lower(**ir::parseDump(kTwo), options);
    REQUIRE(plan);
    return *plan;
}

std::string errorWithout(const std::string& pass) {
    codegen::LowerOptions options;
    options.without = {pass};
    const auto plan = codegen::lower(**ir::parseDump(kTwo), options);
    return plan ? "" : plan.error().code;
}

} // namespace

TEST_CASE("name-kernels: identifiers from label and outputs") {
    CHECK(changedLines(aroundPass("name-kernels", kTwo)) ==
          "- kernel of first map\n+ kernel first_map__t\n");
}

TEST_CASE(
    "name-kernels: of a kernel that a memo knows the plan decides what an output's name says") {
    codegen::Kernel kernel;
    kernel.buffers = {{"t", "t_1", ir::ScalarType::float64, true, false}};
    kernel.known = std::make_shared<const codegen::KnownKernel>(kernel);
    std::vector<std::string> structures;
    for (const bool argument : {false, true, false}) {
        codegen::PlanContext context;
        context.plan.arrays.emplace_back().name = "t_1";
        context.plan.arrays.front().argument = argument;
        context.plan.kernels = {kernel};
        codegen::nameKernels(context);
        structures.push_back(context.plan.kernels.front().structure);
    }
    CHECK(structures[0] != structures[1]);
    CHECK(structures[0] == structures[2]);
}

TEST_CASE("mark-streaming: what no other kernel touches") {
    CHECK(changedLines(aroundPass("mark-streaming",
                                  kTwo)) == "- x: float64 elementwise read-only\n+ x: float64 "
                                            "elementwise read-only streaming\n"); // t is read
}

TEST_CASE("mark-liveness: from the first step that writes to the last that reads") {
    const codegen::Plan plan = planOf();
    const auto t = std::find_if(plan.arrays.begin(), plan.arrays.end(),
                                [](const auto& array) { return array.name == "t"; });
    REQUIRE(t != plan.arrays.end());
    CHECK(t->firstUse == 0);
    CHECK(t->lastUse == 1);
}

TEST_CASE("a pass that can be left out leaves its mark out, others refuse") {
    for (const codegen::PassInfo& pass : codegen::passList()) {
        INFO(pass.name);
        CHECK_FALSE(pass.summary.empty());
        CHECK(errorWithout(std::string(pass.name)) == (pass.needed.empty() ? "" : "needed-pass"));
    }
    CHECK(errorWithout("narrow_indices") == "unknown-pass");
    const auto without = [](const std::string& pass) {
        codegen::LowerOptions options;
        options.without = {pass};
        return lastKernel(kTwo, options);
    };
    const auto has = [](const std::string& text, const std::string& part) {
        return text.find(part) != std::string::npos;
    };
    CHECK(has(lastKernel(kTwo), "indices of 32 bits, vectors on the CPU\n"));
    CHECK(has(without("narrow-indices"), "indices of 64 bits"));
    CHECK_FALSE(has(without("vectorise"), "vectors"));
    CHECK_FALSE(has(without("mark-streaming"), "streaming"));
    CHECK_FALSE(has(without("mark-elementwise"), "streaming"));
}

TEST_CASE("passes are dumped kernel by kernel, then over the plan") {
    const auto text = codegen::dumpPasses(**ir::parseDump(kTwo), {});
    REQUIRE(text);
    std::vector<std::string> heads;
    std::istringstream lines(text->text);
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("== "))
            heads.push_back(line.substr(3));
    CHECK(heads == std::vector<std::string>{"lower: first map",
                                            "narrow-indices: first map",
                                            "load-once: first map",
                                            "collect-parameters: first map",
                                            "mark-elementwise: first map",
                                            "mark-read-only: first map",
                                            "count-operations: first map",
                                            "vectorise: first map",
                                            "choose-blocks: first map",
                                            "lower: second",
                                            "narrow-indices: second",
                                            "load-once: second",
                                            "mark-elementwise: second",
                                            "mark-read-only: second",
                                            "count-operations: second",
                                            "vectorise: second",
                                            "choose-blocks: second",
                                            "name-kernels: first map",
                                            "name-kernels: second",
                                            "mark-streaming: first map",
                                            "mark-streaming: second"});
}

} // namespace plan_passes_test
