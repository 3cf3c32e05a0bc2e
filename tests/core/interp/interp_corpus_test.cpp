// The interpreter against the reference results of the corpus: nabla4 always, everything with
// MAPWRIGHT_LONG.

#include "core/bench/verify.h"
#include "core/inputs/scenario.h"
#include "core/interp/interp.h"
#include "core/io/sdfg_io.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <cstdlib>
#include <iostream>
#include <set>

namespace interp_corpus_test {

using namespace mw;
namespace fs = std::filesystem;

namespace {

/// Runs one graph and compares every array of reference.npz; the sentence says what went wrong.
Expected<void> reproduce(const fs::path& graph, std::optional<std::uint64_t> randomOrder = {}) {
    const fs::path folder = graph.parent_path();
    MW_TRY(const auto document, io::readSdfgFile(graph));
    MW_TRY(const auto given, inputs::readScenario(folder / "reference.json"));
    MW_TRY(const auto scenario, inputs::completeScenario(*document->root, given));
    MW_TRY(const auto reference, inputs::readNpz(folder / "reference.npz"));
    interp::Memory memory;
    std::map<std::string, std::vector<std::int64_t>> shapes;
    for (const auto& [name, input] : scenario.arrays) {
        MW_TRY(auto array, inputs::makeArray(name, input, scenario.grid));
        shapes[name] = array.shape;
        memory[name] = {array.type, std::move(array.bytes)};
    }
    MW_CHECK(interp::run(*document, scenario.symbols, memory, {.randomOrder = randomOrder}));
    inputs::HostArrays got;
    for (const auto& [name, expected] : reference)
        got[name] = {memory[name].type, shapes[name], memory[name].bytes};
    const auto verdict = bench::verify(got, reference, given.tolerance);
    if (!verdict.same())
        return fail("differs", toText(verdict));
    return {};
}

} // namespace

TEST_CASE("the interpreter reproduces nabla4 of both generations") {
    const auto graphs = test::nabla4Graphs();
    if (graphs.empty())
        return test::skip("no corpus: set MAPWRIGHT_CORPUS");
    for (const auto& graph : graphs) {
        for (const auto& order :
             {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(1)}) {
            const auto result = reproduce(graph, order);
            INFO(graph << ": " << (result ? "" : toString(result.error())));
            CHECK(result);
        }
    }
}

TEST_CASE("the interpreter reproduces every program and stage of the corpus") {
    const auto root = test::corpus();
    if (!root || !std::getenv("MAPWRIGHT_LONG"))
        return test::skip("long: needs the corpus and MAPWRIGHT_LONG=1");
    int graphs = 0;
    for (const auto& graph : test::graphsBelow(*root)) {
        const std::string stem = graph.stem().string();
        if (stem.rfind("bench", 0) == 0 || !fs::exists(graph.parent_path() / "reference.npz"))
            continue;
        if (const char* only = std::getenv("MAPWRIGHT_ONLY");
            only && graph.string().find(only) == std::string::npos)
            continue;
        // No program depends on an order that its graph leaves open.
        for (const auto& order :
             {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(1)}) {
            const auto result = reproduce(graph, order);
            INFO(graph << (order ? " in another order: " : ": ")
                       << (result ? "" : toString(result.error())));
            CHECK(result);
        }
        ++graphs;
    }
    std::cerr << graphs << " graphs interpreted\n";
}

} // namespace interp_corpus_test
