// Every form that tuning tries computes what the interpreter does (as C++ of the form that a device
// gets), and compiles for devices.
#include "app/workbench/tune/candidates.h"
#include "core/codegen/launch/gathers_ahead.h"
#include "core/codegen/launch/prefetch_loops.h"
#include "core/codegen/launch/schedule_levels.h"
#include "core/exec/host/host_compiler.h"
#include "core/exec/session.h"
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "tests/core/exec/both_ways.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"
#include "tests/support/fusion_program.h"

#include <fmt/format.h>

#include <algorithm>

namespace tune_forms_test {

using namespace mw;
using namespace mw::workbench;
using codegen::Target;

namespace {

codegen::Plan loweredFor(const ir::Document& document, const symbolic::Bindings& constants) {
    codegen::LowerOptions options;
    options.constants = constants;
    auto plan = codegen::lower(document, options);
    if (!plan)
        FAIL(toString(plan.error()));
    return std::move(*plan);
}

/// Choices for all kernels at once, as a round has them: the n-th of each, until none has one.
std::vector<codegen::Choices> formsOf(const codegen::Plan& plan, Target target) {
    std::vector<codegen::Choices> forms;
    for (const auto& kernel : plan.kernels) {
        const auto list = distinct(kernel, target, everyChoice(kernel, target), {{}});
        if (forms.size() < list.size())
            forms.resize(list.size());
        for (std::size_t i = 0; i < list.size(); ++i)
            forms[i].emplace(kernel.name, list[i]);
    }
    return forms;
}

/// About `count` of them, spread over all.
std::vector<codegen::Choices> someOf(const std::vector<codegen::Choices>& forms,
                                     std::size_t count) {
    std::vector<codegen::Choices> some;
    const std::size_t step = std::max<std::size_t>(1, forms.size() / count);
    for (std::size_t i = 0; i < forms.size(); i += step)
        some.push_back(forms[i]);
    return some;
}

/// The plan with these choices; on a device's target the text that it gets, as loops of C++.
codegen::Plan withChoices(codegen::Plan plan, const codegen::Choices& choices, Target target,
                          const std::string& prefix) {
    REQUIRE(codegen::chooseLaunches(plan, codegen::launchDevice(target), choices));
    for (auto& kernel : plan.kernels) {
        if (target != Target::cpu)
            kernel = codegen::prefetched(codegen::scheduled(codegen::withGathersAhead(kernel)));
        kernel.name = prefix + kernel.name;
    }
    return plan;
}

/// z[i] = c[i] > 0 ? 2 x[t[i]] : c[i]
constexpr auto kGuarded = R"(sdfg g {
  array t int32 [6]
  array c float64 [6]
  array x float64 [4]
  array z float64 [6]
  scalar above bool transient
  state main {
    t = access t
    c = access c
    x = access x
    z = access z
    m = map m [i = 0:6] -> e
    a = tasklet above `o = (v > 0.0)`
    b = access above
    n = nested if_stmt = sdfg if_stmt {
      scalar k bool
      scalar j int32
      array p float64 [4]
      scalar q float64
      scalar r float64
      branch w {
        if `k` yes { state one { p = access p; j = access j; g = tasklet g `o = 2.0 * f[l]`; r = access r; p -> g.f : p[0:4]; j -> g.l : j[0]; g.o -> r : r[0] } }
        else no { state two { q = access q; r = access r; q -> r : q[0] -> [0] } }
      }
    }
    e = exit m
    t -> m.IN_t : t[0:6]
    c -> m.IN_c : c[0:6]
    x -> m.IN_x : x[0:4]
    m.OUT_c -> a.v : c[i]
    a.o -> b : above[0]
    b -> n.k : above[0]
    m.OUT_t -> n.j : t[i]
    m.OUT_x -> n.p : x[0:4]
    m.OUT_c -> n.q : c[i]
    n.r -> e.IN_z : z[i]
    e.OUT_z -> z : z[0:6]
  }
}
)";

std::string text(const codegen::Choices& choices) {
    std::string all;
    for (const auto& [name, choice] : choices)
        all += name + ": " + toText(choice) + "\n";
    return all;
}

} // namespace

TEST_CASE("every form that is tried computes what the interpreter does") {
    if (!exec::hostCompiler()) {
        WARN("skipped: no C++ compiler");
        return;
    }
    constexpr std::size_t kForms = 24;
    for (const std::uint64_t seed : {1U, 2U, 5U}) {
        for (const Target target : {Target::cuda, Target::cpu}) {
            const auto program = test::fusionProgram(seed);
            test::TwoWays ways{
                program.document, program.inputs.symbols, program.inputs.arrays, {}, {}};
            const auto plan = loweredFor(*program.document, program.inputs.symbols);
            const auto forms = someOf(formsOf(plan, target), kForms);
            std::vector<codegen::Plan> plans;
            for (std::size_t i = 0; i < forms.size(); ++i)
                plans.push_back(withChoices(plan, forms[i], target, fmt::format("f{}_", i)));
            std::vector<const codegen::Plan*> all;
            for (const auto& one : plans)
                all.push_back(&one);
            const test::Folder folder;
            const auto refused = test::compileTo(folder.path / "forms", test::sourceOf(all), "-O0");
            REQUIRE(refused == "");
            const auto expected = test::runInterpreted(ways);
            REQUIRE(expected);
            for (std::size_t i = 0; i < plans.size(); ++i) {
                INFO(program.text << "\n" << text(forms[i]));
                ways.plan = plans[i];
                const auto got = test::runCompiled(ways, (folder.path / "forms.so").string());
                if (!got)
                    FAIL(toString(got.error()));
                for (const auto& [name, array] : *got)
                    CHECK(test::numbers(array) == test::numbers(expected->at(name)));
            }
        }
    }
}

TEST_CASE("gathers ahead of their branch read nothing that is not there") {
    const auto document = ir::parseDump(kGuarded);
    if (!document)
        FAIL(toString(document.error()));
    const auto plan = loweredFor(**document, {});
    REQUIRE(plan.kernels.size() == 1);
    const auto& kernel = plan.kernels.front();
    REQUIRE(kernel.facts.gathersWait);
    const codegen::KernelChoice ahead{.gathersAhead = true};
    for (const auto& choices :
         {firstChoices(kernel, Target::cuda), neighbours(kernel, Target::cuda, {}),
          everyChoice(kernel, Target::cuda)})
        CHECK(std::ranges::find(choices, ahead) != choices.end());
    CHECK(neighbours(kernel, Target::cuda, ahead).size() ==
          neighbours(kernel, Target::cuda, {}).size());
    if (!exec::hostCompiler())
        return test::skip("no C++ compiler");
    // Where the branch is not taken the table says what it likes.
    test::TwoWays ways{*document,
                       {},
                       {{"t", test::ints({3, -1, 2, 2147483647, -2147483647, 0})},
                        {"c", test::reals({1, -1, 2, -2, 0, 3})},
                        {"x", test::reals({10, 11, 12, 13})},
                        {"z", test::reals({0, 0, 0, 0, 0, 0})}},
                       {},
                       {}};
    ways.plan = withChoices(plan, {{kernel.name, ahead}}, Target::cuda, "ahead_");
    REQUIRE(dump(ways.plan.kernels.front()).find("x[mw_max(0, mw_min(3, ") != std::string::npos);
    const test::Folder folder;
    const codegen::Plan* all[] = {&ways.plan};
    REQUIRE(test::compileTo(folder.path / "ahead", test::sourceOf(all), "-O1") == "");
    const auto got = test::runCompiled(ways, (folder.path / "ahead.so").string());
    const auto expected = test::runInterpreted(ways);
    REQUIRE(got);
    REQUIRE(expected);
    CHECK(test::numbers(got->at("z")) == std::vector<double>{26, -1, 24, -2, 0, 20});
    CHECK(test::numbers(got->at("z")) == test::numbers(expected->at("z")));
}

TEST_CASE("forms that are tried compile for devices") {
    exec::Session session;
    const auto devices = session.devices();
    REQUIRE(devices);
    const auto document = io::readSdfgFile(test::sourceFile("samples/diffusion_step.sdfg"));
    REQUIRE(document);
    for (const auto& device : *devices) {
        if (device.target == Target::cpu)
            continue;
        if (!device.canCompile) {
            test::skip(device.missing);
            continue;
        }
        auto plan = loweredFor(**document, {});
        const std::string architecture = device.target == Target::cuda ? "sm_90" : "gfx90a";
        for (const auto& choices : someOf(formsOf(plan, device.target), 8)) {
            INFO(text(choices));
            REQUIRE(codegen::chooseLaunches(plan, codegen::launchDevice(device.target), choices));
            const auto compiled = session.compile(plan, device.target, architecture);
            if (!compiled)
                FAIL(toString(compiled.error()));
        }
    }
}

} // namespace tune_forms_test
