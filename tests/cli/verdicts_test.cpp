// What verify, bench, run --compare and diff say of two programs: why results differ, and that both
// have the same sizes.
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "tests/cli/run_mw.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <dlfcn.h>

namespace verdicts_test {

using namespace mw;
using test::contains;
using test::Folder;
using test::runMw;

namespace {

constexpr const char* kScenario =
    R"({"grid": {"kind": "torus", "nx": 8, "ny": 6, "levels": 10}, "symbols": {"N": 8}})";
constexpr const char* kSizes = " --grid torus:8,6,10 --set N=8";

/// Writes a program in text form as a graph's file.
std::string file(const Folder& folder, const std::string& name, const std::string& text) {
    const auto document = ir::parseDump(text);
    INFO(text << (document ? "" : toString(document.error())));
    REQUIRE(document.has_value());
    const std::string path = folder / (name + ".sdfg");
    REQUIRE(io::writeSdfgFile(**document, path).has_value());
    return path;
}

/// A map over N that writes one element of `to` from one of `from`.
std::string mapProgram(const std::string& from, const std::string& to,
                       const std::string& wcr = "") {
    return fmt::format(R"(sdfg p {{
  symbols N:int32
  array a float64 [N]
  array c float64 [1]
  state main {{
    n0 = access a
    n1 = map m [i = 0:N] -> n3
    n2 = tasklet t `o = (x * 2.0)`
    n3 = exit n1
    n4 = access {2}
    n0 -> n1.IN_a : a[0:N]
    n1.OUT_a -> n2.x : {0}
    n2.o -> n3.IN_b : {1}{3}
    n3.OUT_b -> n4 : {2}[0:{4}]{3}
  }}
}}
)",
                       from, to, to.substr(0, 1), wcr, to.starts_with("a") ? "N" : "1");
}

/// A temporary of which so many elements are written, and all are read.
std::string temporaryProgram(const std::string& written) {
    return fmt::format(R"(sdfg p {{
  symbols N:int32
  array a float64 [N]
  array out float64 [N]
  array tmp float64 [N] transient
  state main {{
    n0 = access a
    n1 = map m1 [i = 0:{0}] -> n3
    n2 = tasklet t1 `o = (x + 1000.0)`
    n3 = exit n1
    n4 = access tmp
    n0 -> n1.IN_a : a[0:{0}]
    n1.OUT_a -> n2.x : a[i]
    n2.o -> n3.IN_b : tmp[i]
    n3.OUT_b -> n4 : tmp[0:{0}]
    n5 = map m2 [i = 0:N] -> n7
    n6 = tasklet t2 `o = x`
    n7 = exit n5
    n8 = access out
    n4 -> n5.IN_a : tmp[0:N]
    n5.OUT_a -> n6.x : tmp[i]
    n6.o -> n7.IN_b : out[i]
    n7.OUT_b -> n8 : out[0:N]
  }}
}}
)",
                       written);
}

/// Squares, and then by `code` from the number x and its square s what is nearly nothing.
std::string squaresProgram(const std::string& code) {
    return fmt::format(R"(sdfg p {{
  symbols N:int32
  array a float64 [N]
  array out float64 [N]
  array tmp float64 [N] transient
  state main {{
    n0 = access a
    n1 = map m1 [i = 0:N] -> n3
    n2 = tasklet t1 `o = (x * x)`
    n3 = exit n1
    n4 = access tmp
    n0 -> n1.IN_a : a[0:N]
    n1.OUT_a -> n2.x : a[i]
    n2.o -> n3.IN_b : tmp[i]
    n3.OUT_b -> n4 : tmp[0:N]
    n5 = map m2 [i = 0:N] -> n7
    n6 = tasklet t2 `o = {}`
    n7 = exit n5
    n8 = access out
    n0 -> n5.IN_a : a[0:N]
    n4 -> n5.IN_t : tmp[0:N]
    n5.OUT_a -> n6.x : a[i]
    n5.OUT_t -> n6.s : tmp[i]
    n6.o -> n7.IN_b : out[i]
    n7.OUT_b -> n8 : out[0:N]
  }}
}}
)",
                       code);
}

bool fusesMultiplyAdds() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("fma") != 0;
#elif defined(__aarch64__)
    return true;
#else
    return false;
#endif
}

} // namespace

TEST_CASE("a difference of a program whose iterations race says so") {
    const Folder folder;
    const auto one = file(folder, "one", mapProgram("a[i]", "a[N - 1 - i]"));
    const auto other = file(folder, "other", mapProgram("a[N - 1 - i]", "a[i]"));
    const auto found = runMw("verify " + one + " " + other + " --target interp" + kSizes);
    INFO(found.text);
    CHECK(found.exit == 1);
    CHECK(contains(found.text, "DIFFERENT: "));
    CHECK(contains(found.text, "possible reason: in the second program: 'a["));
    CHECK(contains(found.text, "iterations have no order\n"));
}

TEST_CASE("a difference of updates whose order matters says so") {
    const Folder folder;
    const std::string update = " wcr `lambda p, q: ((p * 0.5) + (q * q))`";
    const auto one = file(folder, "one", mapProgram("a[i]", "c[0]", update));
    const auto other = file(folder, "other", mapProgram("a[N - 1 - i]", "c[0]", update));
    const auto found = runMw("verify " + one + " " + other + " --target interp --json" + kSizes);
    INFO(found.text);
    CHECK(found.exit == 1);
    const auto reasons = nlohmann::json::parse(found.text).at("reasons");
    REQUIRE(reasons.size() == 1);
    CHECK(contains(reasons.at(0), "'c[0]' is updated by"));
    CHECK(contains(reasons.at(0), "when two updates change places"));
    // A sum may come in any order.
    const std::string sum = " wcr `lambda p, q: p + q`";
    const auto first = file(folder, "first", mapProgram("a[i]", "c[0]", sum));
    CHECK(runMw("check " + first).exit == 0);
}

TEST_CASE("a difference by memory that nobody wrote says so, wherever results are compared") {
    const Folder folder;
    const auto whole = file(folder, "whole", temporaryProgram("N"));
    const auto part = file(folder, "part", temporaryProgram("N - 1"));
    const std::string reason = "'tmp' is read at [0:8], but the graph writes only [0:7] of it";
    const auto verified = runMw("verify " + whole + " " + part + " --target interp" + kSizes);
    INFO(verified.text);
    CHECK(verified.exit == 1);
    CHECK(contains(verified.text, "possible reason: in the second program: " + reason + "\n"));
    const auto timed = runMw("bench " + whole + " " + part + " --target cpu --repeats 1" + kSizes);
    INFO(timed.text);
    CHECK(timed.exit == 1);
    CHECK(contains(timed.text, "possible reason: in 'part': " + reason));
    REQUIRE(runMw("run " + whole + " --target interp -o " + (folder / "o.npz") + kSizes).exit == 0);
    const auto compared =
        runMw("run " + part + " --target interp --compare " + (folder / "o.npz") + kSizes);
    INFO(compared.text);
    CHECK(compared.exit == 1);
    CHECK(contains(compared.text, "DIFFERENT: "));
    CHECK(contains(compared.text, "possible reason: " + reason + "\n"));
}

TEST_CASE("what fused multiply-adds alone make different is the same, with its size") {
    if (!fusesMultiplyAdds()) {
        WARN("skipped: this processor has no fused multiply-add");
        return;
    }
    const Folder folder;
    const auto product = file(folder, "product", squaresProgram("(((x * x) - s) + 0.000001)"));
    const auto square = file(folder, "square", squaresProgram("((s - s) + 0.000001)"));
    const auto wrong = file(folder, "wrong", squaresProgram("((s - s) + 0.000002)"));
    const std::string how = std::string(" --target cpu --contract always") + kSizes;
    const std::string same = "same but for fused multiply-adds: the largest difference is ";
    const auto verified = runMw("verify " + square + " " + product + how);
    INFO(verified.text);
    CHECK(verified.exit == 0);
    CHECK(contains(verified.text, "8 elements differ"));
    CHECK(contains(verified.text, same));
    CHECK(contains(verified.text, " of the value there and "));
    CHECK(contains(verified.text, "e-17 of the terms that cancel in it"));
    const auto plain = runMw("verify " + square + " " + product + " --target cpu" + kSizes);
    INFO(plain.text);
    CHECK(plain.exit == 0);
    CHECK(contains(plain.text, "\nsame: "));
    const auto timed = runMw("bench " + square + " " + product + how + " --repeats 1");
    INFO(timed.text);
    CHECK(timed.exit == 0);
    CHECK(contains(timed.text, same));
    REQUIRE(runMw("run " + square + " --target cpu -o " + (folder / "o.npz") + kSizes).exit == 0);
    const auto compared = runMw("run " + product + how + " --compare " + (folder / "o.npz"));
    INFO(compared.text);
    CHECK(compared.exit == 0);
    CHECK(contains(compared.text, same));
    const auto different = runMw("verify " + wrong + " " + product + how);
    INFO(different.text);
    CHECK(different.exit == 1);
    CHECK(contains(different.text, "DIFFERENT: "));
}

TEST_CASE("a sequence that fused multiply-adds alone make different is the same, with its size") {
    if (!fusesMultiplyAdds()) {
        WARN("skipped: this processor has no fused multiply-add");
        return;
    }
    const Folder folder;
    file(folder, "product", squaresProgram("(((x * x) - s) + 0.000001)"));
    std::ofstream(folder / "p.json") << kScenario;
    std::ofstream(folder / "s.json")
        << R"({"programs": [{"name": "p", "graph": "product.sdfg", "scenario": "p.json"}],)"
        << R"( "calls": ["p"]})";
    const std::string command =
        "bench --target cpu --repeats 1 --against interp --sequence " + (folder / "s.json");
    const auto fused = runMw(command + " --json --contract always");
    INFO(fused.text);
    CHECK(fused.exit == 0);
    const auto json = nlohmann::json::parse(fused.text);
    CHECK(json.at("contract") == "always");
    CHECK(json.at("notes").dump() == R"(["Fused multiply-adds: always."])");
    const std::string verification = json.at("verification");
    CHECK(contains(verification, "same but for fused multiply-adds: the largest difference is "));
    CHECK(contains(verification, "e-17 of the terms that cancel in it"));
    CHECK(contains(verification, "8 elements differ"));
    const auto plain = runMw(command);
    INFO(plain.text);
    CHECK(plain.exit == 0);
    CHECK(contains(plain.text, "out: 8 elements agree"));
    CHECK_FALSE(contains(plain.text, "multiply-adds"));
}

TEST_CASE(
    "the option --contract holds wherever kernels are compiled, and stands in what is reported") {
    const Folder folder;
    const auto graph = file(folder, "product", squaresProgram("(((x * x) - s) + 0.000001)"));
    std::ofstream(folder / "p.json") << kScenario;
    const std::string how = " --target cpu --scenario " + (folder / "p.json");
    // Each in a cache of its own, where compile finds what the command had compiled.
    const char* const usual = getenv("MAPWRIGHT_CACHE");
    const std::string cache = usual ? usual : "";
    const std::string contract = " --contract always";
    for (const std::string command : {"compile --json", "tune --json --launches-only --budget 1s",
                                      "sweep --json --repeats 1 --param hoist-shared=on,off"}) {
        setenv("MAPWRIGHT_CACHE", (folder / command.substr(0, command.find(' '))).c_str(), 1);
        const auto done = runMw(command + " " + graph + how + contract);
        INFO(command << "\n" << done.text);
        CHECK(done.exit == 0);
        CHECK(contains(done.text, "always"));
        const auto cached = [&](const std::string& more) {
            const auto text = runMw("compile --json " + graph + how + more).text;
            return nlohmann::json::parse(text).at("cached").get<bool>();
        };
        CHECK_FALSE(cached(""));
        CHECK(cached(contract));
    }
    usual ? setenv("MAPWRIGHT_CACHE", cache.c_str(), 1) : unsetenv("MAPWRIGHT_CACHE");
    const auto report = runMw("bench --repeats 1 --report " + (folder / "r.html") + " " + graph +
                              how + " --contract never");
    CHECK(report.exit == 0);
    CHECK(contains(report.text, "Fused multiply-adds: never."));
    CHECK(contains(test::contents(folder / "r.html"), "Fused multiply-adds: never."));
}

TEST_CASE("an exported library fuses multiply-adds where --contract says so") {
    const Folder folder;
    const auto graph = file(folder, "product", squaresProgram("((x * x) - s)"));
    const auto largest = [&](const std::string& name, const std::string& contract) {
        const std::string path = folder / name;
        const auto built = runMw("export " + graph + " -o " + path + " --contract " + contract);
        INFO(built.text);
        REQUIRE(built.exit == 0);
        CHECK(nlohmann::json::parse(test::contents(path + ".json")).at("contract") == contract);
        void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        REQUIRE(library);
        const auto init = reinterpret_cast<void* (*)(int)>(dlsym(library, "__dace_init_p"));
        const auto call =
            reinterpret_cast<int (*)(void*, double*, double*, int)>(dlsym(library, "__program_p"));
        const auto leave = reinterpret_cast<int (*)(void*)>(dlsym(library, "__dace_exit_p"));
        REQUIRE((init && call && leave));
        alignas(64) std::array<double, 8> a{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8};
        alignas(64) std::array<double, 8> out{};
        void* const handle = init(8);
        CHECK(call(handle, a.data(), out.data(), 8) == 0);
        leave(handle);
        return *std::ranges::max_element(out, {}, [](double x) { return std::abs(x); });
    };
    CHECK(largest("usual.so", "usual") == 0);
    if (fusesMultiplyAdds())
        CHECK(largest("always.so", "always") != 0);
    const auto unused =
        runMw("export " + graph + " -o " + (folder / "g.sdfg") + " --contract never");
    CHECK(unused.exit == 2);
    CHECK(contains(unused.text, "--contract says nothing about a graph"));
}

TEST_CASE("an open and a specialised program are compared with the same sizes") {
    const Folder folder;
    const auto specialised = [&](const std::string& grid, const std::string& name) {
        const std::string path = folder / name;
        const auto applied =
            runMw("apply " + test::sample() + " specialise --grid " + grid + " -o " + path);
        INFO(applied.text);
        REQUIRE(applied.exit == 0);
        return path;
    };
    const auto small = specialised("torus:8,6,10", "small.sdfg");
    const auto other = specialised("torus:9,7,10", "other.sdfg");
    for (const auto& pair : {test::sample() + " " + small, small + " " + test::sample()}) {
        const auto found = runMw("diff --json " + pair);
        INFO(found.text);
        const auto json = nlohmann::json::parse(found.text).at("program");
        CHECK(json.at("first").at("bytes").is_number());
        CHECK(json.at("first").at("bytes") == json.at("second").at("bytes"));
        CHECK(json.at("sizes") ==
              fmt::format("torus:8,6,10, with 24 values that the {} program is specialised to",
                          pair.starts_with(small) ? "first" : "second"));
    }
    const auto asked = runMw("diff --grid torus:9,7,10 " + test::sample() + " " + small);
    INFO(asked.text);
    CHECK(asked.exit == 3);
    CHECK(contains(asked.text, "the graph is made for another grid"));
    const auto both = runMw("diff " + small + " " + other);
    INFO(both.text);
    CHECK(both.exit == 3);
    CHECK(contains(both.text, "the program 'nabla4' is specialised to "));
    CHECK(contains(both.text, "no inputs fit both"));
    CHECK(runMw("verify " + small + " " + other + " --target interp").exit == 3);
    const auto verified =
        runMw("verify " + test::sample() + " " + other + " --target interp --grid torus:9,7,10");
    INFO(verified.text);
    CHECK(verified.exit == 0);
}

} // namespace verdicts_test
