// clang 19 compiles HIP text for a device that is newer than the hiprtc of Debian 12: its assembly,
// functions of the device library, atomics, and what a library is made of.
#include "core/exec/session.h"
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <algorithm>
#include <cstdlib>

namespace clang_device_test {

using namespace mw;
using namespace mw::exec;

namespace {

constexpr const char* kDevice = "gfx942";

/// A runner whose HIP compiler is clang alone; not `there` where it is missing, which is said.
struct Clang {
    Session session;
    bool there = false;

    Clang() {
        setenv("MAPWRIGHT_HIP_COMPILER", "clang-19", 1);
        const auto devices = session.devices(); // starts it
        unsetenv("MAPWRIGHT_HIP_COMPILER");
        REQUIRE(devices);
        const auto hip = std::ranges::find(*devices, codegen::Target::hip, &DeviceInfo::target);
        REQUIRE(hip != devices->end());
        there = hip->canCompile;
        if (!there)
            test::skip(hip->missing);
    }
};

codegen::Plan planOf(const std::string& graph) {
    const auto document = ir::parseDump(graph);
    if (!document)
        FAIL(toString(document.error()));
    auto plan = codegen::lower(**document);
    if (!plan)
        FAIL(toString(plan.error()));
    REQUIRE(codegen::chooseLaunches(*plan, codegen::launchDevice(codegen::Target::hip)));
    return std::move(*plan);
}

/// z[i] = of x[i]; z[0] += of x[i] where `sum`.
std::string mapOf(const std::string& code, bool sum = false) {
    const std::string added = "z[0] wcr `lambda a, b: a + b`";
    const std::string to = sum ? added : "z[i]";
    return "sdfg m {\n  array x float64 [64]\n  array z float64 [64]\n  state main {\n"
           "    x = access x\n    z = access z\n    m = map m [i = 0:64] -> e\n"
           "    t = tasklet t `b = " +
           code +
           "`\n    e = exit m\n"
           "    x -> m.IN_x : x[0:64]\n    m.OUT_x -> t.a : x[i]\n    t.b -> e.IN_z : " +
           to + "\n    e.OUT_z -> z : " + (sum ? added : "z[0:64]") + "\n  }\n}\n";
}

bool has(const DeviceCode& code, const std::string& instruction) {
    return std::ranges::any_of(code.kernels, [&](const KernelInstructions& kernel) {
        return std::ranges::any_of(kernel.lines, [&](const std::string& line) {
            return line.find(instruction) != std::string::npos;
        });
    });
}

} // namespace

TEST_CASE("clang's assembly is listed by kernels, and leads back to lines") {
    Clang clang;
    if (!clang.there)
        return;
    const auto document = io::readSdfgFile(test::sourceFile("samples/nabla4.sdfg"));
    REQUIRE(document);
    const auto plan = codegen::lower(**document);
    REQUIRE(plan);
    const auto code = clang.session.instructions(*plan, Instructions::amdgcn, kDevice);
    if (!code)
        FAIL(toString(code.error()));
    CHECK(code->writtenBy.starts_with("clang 19."));
    CHECK(code->architecture == kDevice);
    REQUIRE(code->kernels.size() == plan->kernels.size());
    for (std::size_t k = 0; k < plan->kernels.size(); ++k) {
        const auto& [lines, from] = code->kernels[k];
        CHECK(std::ranges::count(lines, "\ts_endpgm") == 1);
        CHECK(std::ranges::count_if(from, [](int line) { return line > 0; }) > 5);
        CHECK(code->compiled.kernels[k].registers > 0);
        CHECK(code->compiled.kernels[k].scalarRegisters > 0);
        CHECK(code->compiled.kernels[k].spillBytes == 0);
    }
    CHECK_FALSE(has(*code, ".loc"));
}

TEST_CASE("an addition of doubles to shared memory is one instruction of gfx942") {
    Clang clang;
    if (!clang.there)
        return;
    const auto plan = planOf(mapOf("a", true));
    const auto newer = clang.session.instructions(plan, Instructions::amdgcn, kDevice);
    REQUIRE(newer);
    CHECK(has(*newer, "global_atomic_add_f64"));
    CHECK_FALSE(has(*newer, "cmpswap"));
    const auto older = clang.session.instructions(plan, Instructions::amdgcn, "gfx90a");
    REQUIRE(older);
    CHECK(has(*older, "global_atomic_cmpswap_x2"));
}

TEST_CASE("functions of AMD's device library are linked, or named where it is not installed") {
    Clang clang;
    if (!clang.there)
        return;
    const auto compiled =
        clang.session.compile(planOf(mapOf("exp(a) + pow(a, 1.5)")), codegen::Target::hip, kDevice);
    if (compiled) {
        CHECK(compiled->kernels.front().registers > 0);
    } else {
        REQUIRE(compiled.error().notes.size() == 1);
        CHECK(compiled.error().notes.front().starts_with("the kernels call exp, pow"));
        test::skip(compiled.error().notes.front());
    }
    // What the device has instructions for needs no library.
    CHECK(clang.session.compile(planOf(mapOf("sqrt(a) + floor(a) + abs(a)")), codegen::Target::hip,
                                kDevice));
}

TEST_CASE("what clang does not accept is told with its lines") {
    Clang clang;
    if (!clang.there)
        return;
    auto plan = planOf(mapOf("a + 1"));
    plan.kernels.front().name = "not a name";
    const auto refused = clang.session.compile(plan, codegen::Target::hip, kDevice);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "compile-failed");
    CHECK(refused.error().sentence.starts_with("clang does not accept the kernels"));
    CHECK(std::ranges::any_of(refused.error().notes, [](const std::string& note) {
        return note.find("kernels.cu:") != std::string::npos &&
               note.find("error: ") != std::string::npos;
    }));
    const auto unknown = clang.session.compile(planOf(mapOf("a")), codegen::Target::hip, "gfx99");
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().code == "bad-architecture");
}

} // namespace clang_device_test
