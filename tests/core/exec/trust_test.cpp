// Raw C++ in a graph: found, refused, agreed to, run, and its compile errors.
#include "core/bench/bench.h"
#include "core/exec/trust.h"
#include "core/interp/interp.h"
#include "core/io/file.h"
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "core/support/sha256.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <cstring>
#include <unistd.h>

namespace trust_test {

using namespace mw;
using namespace mw::bench;
using namespace mw::exec;
using namespace mw::inputs;
namespace fs = std::filesystem;

namespace {

/// Values, a pointer to read through, a pointer to write through, a symbol, a map parameter, and a
/// function at file scope; names that generated code also uses (x, y, i_1, args).
constexpr const char* kRaw = R"(sdfg raw {
  symbols N:int32
  array x float64 [N]
  array w int32 [3]
  array y float64 [N]
  array pairs float64 [N, 2]
  state main {
    n0 = access x
    n1 = access w
    n2 = map m [i = 0:N] -> n4
    n3 = tasklet cube `double args = x * x;\ny = twice(args * x) + N + i + w[0] - w[2];\np[1] = -x;` CPP global `static inline double twice(double a) { return 2 * a; }`
    n4 = exit n2
    n5 = access y
    n6 = access pairs
    n0 -> n2.IN_x : x[0:N]
    n1 -> n2.IN_w : w[0:3]
    n2.OUT_x -> n3.x : x[i]
    n2.OUT_w -> n3.w : w[0:3]
    n3.y -> n4.IN_y : y[i]
    n3.p -> n4.IN_pairs : pairs[i, 0:2]
    n4.OUT_y -> n5 : y[0:N]
    n4.OUT_pairs -> n6 : pairs[0:N, 0:2]
  }
}
)";

ir::DocumentPtr graph(std::string text, const std::string& from = {}, const std::string& to = {}) {
    if (!from.empty())
        text.replace(text.find(from), from.size(), to);
    auto document = ir::parseDump(text);
    if (!document)
        FAIL(toString(document.error()));
    return *document;
}

Scenario scenario() {
    Scenario s;
    s.grid = {8, 6, 10};
    s.symbols["N"] = symbolic::Value::integer(50);
    return s;
}

double number(const HostArray& array, std::size_t at) {
    double value = 0;
    std::memcpy(&value, array.bytes.data() + 8 * at, sizeof value);
    return value;
}

Expected<RunResult> runTrusted(const ir::DocumentPtr& document) {
    BenchOptions options;
    options.rawCode = true;
    return runOnce(document, scenario(), options);
}

fs::path scratch(const std::string& name) {
    return fs::temp_directory_path() / ("mapwright-trust-" + std::to_string(getpid()) + name);
}

} // namespace

TEST_CASE("SHA-256 gives the published values") {
    // FIPS 180-4 examples and the empty text.
    CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(sha256(std::string(1000000, 'a')) ==
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("raw code is listed with its place; what GT4Py adds is not") {
    const auto found = analysis::rawCode(*graph(kRaw)->root);
    REQUIRE(found.size() == 2);
    CHECK(found[0].where == "tasklet 'cube' in state 'main'");
    CHECK(found[1].where == "global code of tasklet 'cube' in state 'main'");
    const auto isAdded = [](const std::string& text) {
        ir::Tasklet tasklet;
        tasklet.code = {text, ir::Language::CPP};
        return analysis::isAddedByGt4py(tasklet);
    };
    CHECK(isAdded("cudaStreamSynchronize(cudaStreamDefault);"));
    CHECK(isAdded("cudaDeviceSynchronize();\nauto now = std::chrono::high_resolution_clock::now();"
                  "\ntime = std::chrono::duration_cast<std::chrono::nanoseconds>(\n   "
                  "now.time_since_epoch()\n ).count();\n "));
    CHECK_FALSE(isAdded("cudaStreamSynchronize(cudaStreamDefault); system(\"id\");"));
    CHECK_FALSE(isAdded("system(\"id\"); // cudaDeviceSynchronize();"));
    CHECK_FALSE(isAdded("out = cudaDeviceSynchronize();"));
}

TEST_CASE("comments and white space do not decide what GT4Py added") {
    const auto isAdded = [](const std::string& text) {
        ir::Tasklet tasklet;
        tasklet.code = {text, ir::Language::CPP};
        return analysis::isAddedByGt4py(tasklet);
    };
    CHECK(isAdded("/* The SDFG execution should already be synchronized */\n"
                  "auto now = std::chrono::high_resolution_clock::now();\n"));
    CHECK(isAdded("cudaDeviceSynchronize /**/ ( ) ; // wait ; for it\n\t//"));
    CHECK(isAdded("/* one *//* // two */cudaDeviceSynchronize();"));
    CHECK_FALSE(isAdded("/* not ended; cudaDeviceSynchronize();"));
    CHECK_FALSE(isAdded("/*/ cudaDeviceSynchronize();"));
    CHECK_FALSE(isAdded("// a line\ncudaMalloc();"));
    CHECK_FALSE(isAdded("/* a */ cudaMalloc(); /* b */"));
    // a comment that ends where its text does not say so: a spliced line
    CHECK_FALSE(isAdded("/* *\\\n/ abort(); /* */ cudaDeviceSynchronize();"));
    CHECK_FALSE(isAdded("/* *?\?/\n/ abort(); /* */ cudaDeviceSynchronize();"));
    CHECK_FALSE(isAdded("\"/*\" + abort(); \"*/\"; cudaDeviceSynchronize();"));
}

TEST_CASE("no graph of the corpus needs consent") {
    const auto root = test::corpus();
    if (!root)
        return test::skip("no corpus: set MAPWRIGHT_CORPUS");
    for (const auto& file : test::someGraphsBelow(*root)) {
        INFO(file.string());
        const auto document = io::readSdfgFile(file);
        if (document) // a few of others' graphs are broken
            CHECK(analysis::rawCode(*(*document)->root).empty());
    }
}

TEST_CASE("raw code is neither lowered nor interpreted without consent") {
    const auto document = graph(kRaw);
    const auto plan = codegen::lower(*document);
    REQUIRE_FALSE(plan);
    CHECK(plan.error().code == "untrusted-code");
    CHECK(plan.error().sentence.find("tasklet 'cube' in state 'main' and in one more place") !=
          std::string::npos);
    CHECK(plan.error().location.elements.size() == 2);
    CHECK(runOnce(document, scenario(), {}).error().code == "untrusted-code");

    interp::Memory memory;
    for (const char* name : {"x", "w", "y", "pairs"})
        memory[name] = {name == std::string("w") ? ir::ScalarType::int32 : ir::ScalarType::float64,
                        std::vector<std::byte>(800)};
    const auto interpreted = interp::run(*document, scenario().symbols, memory);
    REQUIRE_FALSE(interpreted);
    CHECK(interpreted.error().sentence.find("tasklet 'cube'") != std::string::npos);
    CHECK(interpreted.error().sentence.find("runs no raw C++") != std::string::npos);
}

TEST_CASE("raw code that was agreed to computes what it says") {
    const auto result = runTrusted(graph(kRaw));
    if (!result)
        FAIL(toString(result.error()));
    const auto completed = completeScenario(*graph(kRaw)->root, scenario());
    REQUIRE(completed);
    const auto input = [&](const char* name) {
        return *makeArray(name, completed->arrays.at(name), completed->grid);
    };
    const HostArray x = input("x");
    const HostArray before = input("pairs");
    const HostArray w = input("w");
    std::array<std::int32_t, 3> weights{};
    std::memcpy(weights.data(), w.bytes.data(), sizeof weights);
    for (std::size_t i = 0; i < 50; ++i) {
        const double v = number(x, i);
        const double expected =
            2 * (v * v * v) + 50 + static_cast<double>(i) + weights[0] - weights[2];
        REQUIRE(std::abs(number(result->outputs.at("y"), i) - expected) < 1e-12);
        REQUIRE(number(result->outputs.at("pairs"), i) == number(before, i)); // left alone
        REQUIRE(number(result->outputs.at("pairs"), 50 + i) == -v);
    }
}

TEST_CASE("a raw tasklet outside of any map runs once") {
    const auto result = runTrusted(graph(R"(sdfg once {
  symbols N:int32
  array x float64 [N]
  array s float64 [1]
  state main {
    n0 = access x
    n1 = tasklet sum `s = 0; for (int k = 0; k < N; ++k) s += x[k];` CPP
    n2 = access s
    n0 -> n1.x : x[0:N]
    n1.s -> n2 : s[0]
  }
}
)"));
    if (!result)
        FAIL(toString(result.error()));
    const HostArray& x = result->inputs.at("x");
    REQUIRE(x.elements() == 50);
    double sum = 0;
    for (std::size_t i = 0; i < 50; ++i)
        sum += number(x, i);
    CHECK(std::abs(number(result->outputs.at("s"), 0) - sum) < 1e-12);
}

TEST_CASE("what the compiler refuses is said with the tasklet and its line") {
    const auto wrong = graph(kRaw, "p[1] = -x;", "p[1] = -no_such_name;");
    const auto result = runTrusted(wrong);
    REQUIRE_FALSE(result);
    CHECK(result.error().code == "compile-failed");
    INFO(result.error().sentence);
    CHECK(result.error().sentence.find("tasklet 'cube'") != std::string::npos);
    CHECK(result.error().sentence.find("`p[1] = -no_such_name;`") != std::string::npos);
    CHECK(result.error().sentence.find("no_such_name") != std::string::npos);
    REQUIRE_FALSE(result.error().location.elements.empty());
    CHECK(result.error().location.elements[0] == analysis::rawCode(*wrong->root)[0].element);

    const auto global = runTrusted(graph(kRaw, "return 2 * a;", "retrun 2 * a;"));
    REQUIRE_FALSE(global);
    INFO(global.error().sentence);
    CHECK(global.error().sentence.find("global code of tasklet 'cube'") != std::string::npos);
}

TEST_CASE("NVRTC's refusals name the tasklet as well") {
    Session session;
    const auto devices = session.devices();
    REQUIRE(devices);
    if (!(*devices)[1].canCompile)
        return test::skip((*devices)[1].missing);
    auto document = graph(kRaw, "static inline", "__device__ static inline");
    const auto good = codegen::lower(*document, {.constants = {}, .rawCode = true});
    REQUIRE(good);
    const auto compiled = session.compile(*good, codegen::Target::cuda, "sm_90");
    if (!compiled)
        FAIL(toString(compiled.error()));
    document = graph(kRaw, "p[1] = -x;", "p[1] = -no_such_name;");
    const auto bad = codegen::lower(*document, {.constants = {}, .rawCode = true});
    REQUIRE(bad);
    const auto refused = session.compile(*bad, codegen::Target::cuda, "sm_90");
    REQUIRE_FALSE(refused);
    INFO(refused.error().sentence);
    CHECK(refused.error().sentence.find("tasklet 'cube'") != std::string::npos);
}

TEST_CASE("consent holds for the same texts in the same file") {
    const fs::path folder = scratch("store");
    const TrustStore store(folder / "mapwright" / "trusted.json");
    const std::vector<std::string> texts = {"kernels", "state"};
    const std::vector<std::string> part = {"state"};
    CHECK(store.covers({}, "a.sdfg"));
    CHECK_FALSE(store.covers(texts, "a.sdfg"));
    REQUIRE(store.add(texts, "a.sdfg"));
    CHECK(store.covers(texts, "a.sdfg"));
    CHECK(store.covers(texts, fs::current_path() / "x" / ".." / "a.sdfg"));
    CHECK(store.covers(part, "a.sdfg"));
    CHECK_FALSE(store.covers({"kernels "}, "a.sdfg"));
    CHECK_FALSE(store.covers(texts, "b.sdfg"));
    REQUIRE(store.add(part, "b.sdfg"));
    CHECK(store.covers(texts, "a.sdfg"));
    CHECK_FALSE(store.covers(texts, "b.sdfg"));
    REQUIRE(io::writeFileAtomically(folder / "mapwright" / "trusted.json", "{\"version\": 2, 7"));
    CHECK_FALSE(store.covers(texts, "a.sdfg"));
    REQUIRE(store.add(texts, "a.sdfg"));
    CHECK(store.covers(texts, "a.sdfg"));
    fs::remove_all(folder);
}

TEST_CASE("consents of earlier versions, to pieces of code, hold no more") {
    const fs::path folder = scratch("old");
    const fs::path file = folder / "trusted.json";
    fs::create_directories(folder);
    REQUIRE(io::writeFileAtomically(file, R"({"version": 1, "files": {")" +
                                              (fs::current_path() / "a.sdfg").string() +
                                              R"(": [")" + sha256("text") + R"("]}})"));
    CHECK_FALSE(TrustStore(file).covers({"text"}, "a.sdfg"));
    fs::remove_all(folder);
}

namespace {

/// Runs with consent to what the store has; what was asked for is added to it when `agree`.
Expected<RunResult> runAsking(const ir::DocumentPtr& document, const TrustStore& store, bool agree,
                              const Scenario& sizes = scenario()) {
    BenchOptions options;
    options.consent = [&](const std::vector<CompiledCode>& asked) -> Expected<void> {
        for (const CompiledCode& code : asked) {
            if (store.covers(code.texts, "a.sdfg"))
                continue;
            if (!agree)
                return fail(analysis::untrustedCode(code.raw));
            MW_CHECK(store.add(code.texts, "a.sdfg"));
        }
        return {};
    };
    return runOnce(document, sizes, options);
}

} // namespace

TEST_CASE("consent is asked again whenever the text that a compiler gets is another one") {
    const fs::path folder = scratch("asked");
    const TrustStore store(folder / "trusted.json");
    const auto refused = [&](const ir::DocumentPtr& document, const Scenario& sizes = scenario()) {
        const auto result = runAsking(document, store, false, sizes);
        return !result && result.error().code == "untrusted-code";
    };
    CHECK(refused(graph(kRaw)));
    REQUIRE(runAsking(graph(kRaw), store, true));
    CHECK(runAsking(graph(kRaw), store, false));
    CHECK(refused(graph(kRaw, "p[1] = -x;", "p[1] = x;")));
    CHECK(refused(graph(kRaw, "tasklet cube", "tasklet other")));
    CHECK(refused(graph(kRaw, "map m", "map n")));
    CHECK(refused(graph(kRaw, "[i = 0:N]", "[i = 1:N]")));
    CHECK(refused(graph(kRaw, "sdfg raw", "sdfg wild")));
    Scenario larger = scenario();
    larger.symbols["N"] = symbolic::Value::integer(51);
    CHECK(refused(graph(kRaw), larger));
    fs::remove_all(folder);
}

} // namespace trust_test
