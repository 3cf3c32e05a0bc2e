// Graphs of bug reports and hostile ones, beside the corpus: interpreter and C++ (symbols as
// arguments, and baked in) give what stands with them, or refuse with the same sentence; and
// whatever transformation applies to them leaves that as it is.

#include "core/codegen/codegen.h"
#include "core/inputs/scenario.h"
#include "core/interp/interp.h"
#include "core/io/sdfg_io.h"
#include "tests/support/catch.h"
#include "tests/support/compiled_programs.h"
#include "tests/support/corpus.h"
#include "tests/support/scenario_run.h"
#include "tests/transforms/applying.h"
#include "transforms/framework/apply.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace more_traps_test {

using namespace mw;
namespace fs = std::filesystem;

namespace {

/// What nothing computes with, and why.
const std::map<std::string, std::string, std::less<>> kRefused{
    {"i65_stream_argument", "the container 'S' (Stream of int32) cannot be computed with"},
};
/// Depends on an order that the graph leaves open: its file's order alone is compared.
const std::set<std::string, std::less<>> kOrderOpen{"wcr_custom_order"};

std::vector<fs::path> folders() {
    std::vector<fs::path> all;
    const auto corpus = test::corpus();
    const fs::path root = corpus ? corpus->parent_path() / "traps" / "round3" : fs::path();
    for (const char* part : {"reports", "hostile"})
        if (corpus && fs::is_directory(root / part))
            for (const auto& entry : fs::directory_iterator(root / part))
                if (fs::exists(entry.path() / "graph.sdfg"))
                    all.push_back(entry.path());
    std::ranges::sort(all);
    return all;
}

/// The arrays that the reference says something of.
test::Outputs restricted(const test::Outputs& outputs, const inputs::HostArrays& reference) {
    test::Outputs some;
    for (const auto& [name, array] : outputs)
        if (reference.contains(name))
            some[name] = array;
    return some;
}

struct Trap {
    std::string name;
    test::ScenarioRun run;
    inputs::HostArrays reference;
    std::size_t plain = 0, baked = 0; ///< programs

    void check(const Expected<test::Outputs>& got, const std::string& way) const {
        INFO(name << ", " << way);
        if (!got) {
            FAIL_CHECK(toString(got.error()));
            return;
        }
        const auto found = test::firstDifference(
            restricted(*got, reference), restricted(*run.expected, reference), {run.tolerance});
        CHECK(found.value_or("") == "");
    }
};

void checkRefused(const fs::path& folder, const std::string& sentence) {
    INFO(folder);
    const auto document = io::readSdfgFile(folder / "graph.sdfg");
    REQUIRE(document.has_value());
    const auto lowered = codegen::lower(**document, {});
    REQUIRE_FALSE(lowered.has_value());
    CHECK(lowered.error().sentence.find(sentence) != std::string::npos);
    interp::Memory memory;
    const auto ran = interp::run(**document, {{"N", symbolic::Value::integer(4)}}, memory);
    REQUIRE_FALSE(ran.has_value());
    CHECK(ran.error().sentence.find(sentence) != std::string::npos);
}

std::vector<Trap> traps() {
    std::vector<Trap> all;
    for (const auto& folder : folders()) {
        INFO(folder);
        const std::string name = folder.filename().string();
        if (kRefused.contains(name))
            continue;
        auto reference = inputs::readNpz(folder / "expected.npz");
        REQUIRE(reference.has_value());
        auto run =
            test::readRun(folder / "graph.sdfg", folder / "scenario.json", folder / "expected.npz");
        REQUIRE(run.has_value());
        all.push_back({name, std::move(*run), std::move(*reference)});
    }
    return all;
}

} // namespace

TEST_CASE("graphs of reports mean the same to every executor") {
    auto all = traps();
    if (folders().empty())
        return test::skip("the folder of traps is missing");
    if (!test::canCompile())
        return;
    test::CompiledPrograms programs(60);
    for (Trap& one : all) {
        one.plain = programs.add(*one.run.document);
        codegen::LowerOptions baked;
        baked.constants = one.run.inputs.symbols;
        one.baked = programs.add(*one.run.document, baked);
    }
    programs.compile();
    CHECK(all.size() >= 7);
    for (const auto& folder : folders())
        if (const auto refused = kRefused.find(folder.filename().string());
            refused != kRefused.end())
            checkRefused(folder, refused->second);
    for (const Trap& one : all) {
        one.check(test::interpreted(*one.run.document, one.run.inputs), "interpreted");
        if (kOrderOpen.contains(one.name))
            continue;
        one.check(programs.run(one.plain, one.run.inputs), "as C++");
        one.check(programs.run(one.baked, one.run.inputs), "as C++ with its symbols baked in");
    }
}

TEST_CASE("graphs of reports mean the same after every transformation that applies") {
    const auto all = traps();
    if (folders().empty())
        return test::skip("the folder of traps is missing");
    std::size_t applied = 0;
    for (const Trap& one : all) {
        if (kOrderOpen.contains(one.name))
            continue;
        for (const auto* t : test::keepingResults()) {
            const auto steps = transforms::applyEverywhere(*t, one.run.document, {});
            if (!steps || steps->empty())
                continue;
            ++applied;
            one.check(test::interpreted(*transforms::lastDocument(one.run.document, *steps),
                                        one.run.inputs),
                      "after " + std::string(t->name));
        }
    }
    CHECK(applied >= 2 * all.size());
}

namespace {

/// A graph of other projects' tests: with elements 1, 2, 3, ... in every array, and these values;
/// what one array is then, as the C++ of the DaCe that wrote the file leaves it (run with 2.0.0a6).
struct Peer {
    std::string file;
    symbolic::Bindings symbols;
    std::string array;
    std::vector<double> expected;
};

symbolic::Value whole(std::int64_t value) {
    return symbolic::Value::integer(value);
}

std::vector<Peer> peers() {
    return {
        // each element is read anew in each of five turns: i + 1 + 5
        {"1-cpu-stale-scalar-input.sdfg", {}, "A", {6, 7, 8, 9, 10, 11, 12}},
        // n is 11 when it is asked about
        {"2-interp-stale-scalar-argument.sdfg", {{"n", whole(5)}}, "A", {1, 2, 3, 4}},
        {"4-pass-tasklet.sdfg", {}, "b", {2, 3, 4, 5, 6}},
        // `out1 = in1` of two regions is an assignment of pointers
        {"5-array-assign-cpu-vs-interp.sdfgz",
         {{"M", whole(2)}, {"N", whole(2)}},
         "C",
         {1, 2, 3, 4}},
        {"5-array-assign-cpu-vs-interp.sdfgz",
         {{"M", whole(2)}, {"N", whole(2)}},
         "A",
         {4, 5, 6, 7}},
        {"14-dynamic-range-scalar.sdfgz",
         {{"A", symbolic::Value::real(2)},
          {"B", symbolic::Value::real(0)},
          {"C", symbolic::Value::real(1)}},
         "B",
         {3}},
    };
}

test::RunInputs countedInputs(const ir::Sdfg& program, const symbolic::Bindings& symbols) {
    test::RunInputs made{symbols, {}};
    for (const auto& [name, data] : program.arrays) {
        if (data->transient)
            continue;
        std::vector<std::int64_t> shape;
        std::size_t elements = 1;
        for (const auto& extent : data->shape)
            if (!data->isScalar()) {
                shape.push_back(*symbolic::evaluateInteger(extent, symbols));
                elements *= static_cast<std::size_t>(shape.back());
            }
        const auto width = static_cast<std::size_t>(ir::sizeOf(data->dtype.scalar));
        auto bytes = std::make_shared<std::vector<std::byte>>(elements * width);
        for (std::size_t i = 0; i < elements; ++i) {
            const auto given = symbols.find(name);
            const auto value = given != symbols.end()
                                   ? given->second
                                   : symbolic::Value::real(static_cast<double>(i + 1));
            exec::writeElement(ir::DType{data->dtype.scalar, {}}.isFloating()
                                   ? symbolic::Value::real(value.asReal())
                                   : value,
                               data->dtype.scalar, bytes->data() + i * width);
        }
        made.arrays[name] = {data->dtype.scalar, shape, bytes};
    }
    return made;
}

std::vector<double> numbersOf(const exec::InputArray& array) {
    const auto width = static_cast<std::size_t>(ir::sizeOf(array.type));
    std::vector<double> values;
    for (std::size_t at = 0; at + width <= array.bytes->size(); at += width)
        values.push_back(exec::readElement(array.type, array.bytes->data() + at)->asReal());
    return values;
}

} // namespace

TEST_CASE("graphs of other projects' tests give what DaCe leaves") {
    const auto corpus = test::corpus();
    const fs::path root = corpus ? corpus->parent_path() / "traps/round3/peer-tests" : fs::path();
    if (!corpus || !fs::is_directory(root))
        return test::skip("the folder of traps is missing");
    if (!test::canCompile())
        return;
    test::CompiledPrograms programs(60);
    struct Run {
        Peer peer;
        ir::DocumentPtr document;
        test::RunInputs inputs;
        std::size_t number = 0;
    };
    std::vector<Run> runs;
    for (const Peer& peer : peers()) {
        INFO(peer.file);
        const auto document = io::readSdfgFile(root / peer.file);
        REQUIRE(document.has_value());
        runs.push_back({peer, *document, countedInputs(*(*document)->root, peer.symbols),
                        programs.add(**document)});
    }
    programs.compile();
    for (const Run& run : runs) {
        INFO(run.peer.file << " " << run.peer.array);
        const auto check = [&](const Expected<test::Outputs>& got, const char* way) {
            INFO(way);
            if (!got)
                FAIL_CHECK(toString(got.error()));
            else
                CHECK(numbersOf(got->at(run.peer.array)) == run.peer.expected);
        };
        check(test::interpreted(*run.document, run.inputs), "interpreted");
        check(programs.run(run.number, run.inputs), "as C++");
    }
}

} // namespace more_traps_test
