// Inputs that a program would leave are refused before it runs.
#include "core/inputs/check_inputs.h"
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <cstdlib>
#include <cstring>

namespace check_inputs_test {

using namespace mw;
using namespace mw::inputs;

namespace {

/// A field on edges read through the table of a cell; `CODE` is the tasklet.
ir::DocumentPtr gather(const std::string& code) {
    std::string text = R"(sdfg gather {
  array gt_conn_C2E int32 [96, 3]
  array f float64 [144]
  array out float64 [96]
  state main {
    n0 = access gt_conn_C2E
    n1 = access f
    n2 = map m [c = 0:96] -> n4
    n3 = tasklet t `CODE`
    n4 = exit n2
    n5 = access out
    n0 -> n2.IN_t : gt_conn_C2E[0:96, 0:3]
    n1 -> n2.IN_f : f[0:144]
    n2.OUT_t -> n3.i : gt_conn_C2E[c, 1]
    n2.OUT_f -> n3.f : f[0:144]
    n3.o -> n4.IN_o : out[c]
    n4.OUT_o -> n5 : out[0:96]
  }
}
)";
    text.replace(text.find("CODE"), 4, code);
    auto document = ir::parseDump(text);
    if (!document)
        FAIL(toString(document.error()));
    return *document;
}

struct Inputs {
    Scenario scenario;
    HostArrays arrays;
};

Inputs inputsFor(const ir::DocumentPtr& document) {
    Inputs inputs;
    auto scenario = makeScenario(*document->root, {8, 6, 10});
    if (!scenario)
        FAIL(toString(scenario.error()));
    inputs.scenario = *scenario;
    for (const auto& [name, input] : inputs.scenario.arrays)
        inputs.arrays[name] = *makeArray(name, input, inputs.scenario.grid);
    return inputs;
}

void setEntry(HostArray& table, std::int64_t row, std::int64_t column, std::int32_t value) {
    std::memcpy(table.bytes.data() + 4 * (row + column * table.shape[0]), &value, 4);
}

std::string refusal(const ir::DocumentPtr& document, const Inputs& inputs) {
    const auto checked = checkInputs(*document->root, inputs.scenario, inputs.arrays);
    return checked ? "" : checked.error().code + ": " + checked.error().sentence;
}

} // namespace

TEST_CASE("a table entry beyond the array that it points into is refused by name and index") {
    const auto document = gather("o = f[i]");
    Inputs inputs = inputsFor(document);
    CHECK(refusal(document, inputs).empty());
    setEntry(inputs.arrays["gt_conn_C2E"], 17, 1, 144);
    CHECK(refusal(document, inputs) ==
          "index-range: tasklet 't' reads 'f' at index 144 in dimension 0, whose indices are 0 to "
          "143; gt_conn_C2E[17, 1] is 144");
    setEntry(inputs.arrays["gt_conn_C2E"], 17, 1, -2);
    CHECK(refusal(document, inputs).find("gt_conn_C2E[17, 1] is -2") != std::string::npos);
}

TEST_CASE("where a missing neighbour is read, a note says how tables come without") {
    const auto document = gather("o = f[i]");
    Inputs inputs = inputsFor(document);
    setEntry(inputs.arrays["gt_conn_C2E"], 17, 1, -1);
    const auto refused = checkInputs(*document->root, inputs.scenario, inputs.arrays);
    REQUIRE_FALSE(refused);
    REQUIRE(refused.error().notes.size() == 1);
    CHECK(refused.error().notes[0].find("skip-values=replaced") != std::string::npos);
    setEntry(inputs.arrays["gt_conn_C2E"], 17, 1, -2);
    CHECK(checkInputs(*document->root, inputs.scenario, inputs.arrays).error().notes.empty());
}

TEST_CASE("entries that the program does not read may be anything") {
    const auto document = gather("o = f[i]");
    Inputs inputs = inputsFor(document);
    setEntry(inputs.arrays["gt_conn_C2E"], 17, 2, 144);
    setEntry(inputs.arrays["gt_conn_C2E"], 3, 0, -1);
    CHECK(refusal(document, inputs).empty());
}

TEST_CASE("a missing neighbour is allowed only where a condition stands around the access itself") {
    const auto outcome = [](const std::string& code, std::int32_t entry) {
        const auto document = gather(code);
        Inputs inputs = inputsFor(document);
        setEntry(inputs.arrays["gt_conn_C2E"], 3, 1, entry);
        return refusal(document, inputs);
    };
    CHECK(outcome("o = f[i]", -1)
              .find("gt_conn_C2E[3, 1] is -1, a missing neighbour, and no "
                    "condition around the access excludes it") != std::string::npos);
    for (const std::string careful :
         {"o = (f[i] if (i != -1) else 0.0)", "o = (0.0 if (i < 0) else f[i])",
          "o = (f[i] if ((0 <= i) and (i < 144)) else 0.0)",
          "o = (0.0 if ((i == -1) or (f[i] > 1.0)) else 1.0)",
          "o = (0.0 if (not (i >= 0)) else f[i])",
          "there = (i >= 0)\\no = (f[i] if there else 0.0)",
          "j = (i if (i >= 0) else 0)\\no = f[j]", "o = f[max(i, 0)]",
          "o = (f[min(i + 1, 143)] if ((i + 1) > 0) else 0.0)", "o = f[abs(i)]",
          "o = (f[(2 * i) // 2] if (i > -1) else 0.0)"}) {
        INFO(careful);
        CHECK(outcome(careful, -1).empty());
    }
    for (const std::string careless :
         {"o = (f[i] + (1 if (i >= 0) else 0))", "d = i + 1\\no = (f[i] if (d >= 0) else 0.0)",
          "o = (f[i] if (i != -2) else 0.0)", "o = (f[i] if ((i != -1) or (i < 3)) else 0.0)",
          "o = (0.0 if (i != -1) else f[i])", "o = (f[i - 2] if (i >= 0) else 0.0)",
          "o = (f[i] if True else 0.0)", "o = f[min(i, 0)]",
          "x = f[i]\\no = (x if (i != -1) else 0.0)"}) {
        INFO(careless);
        CHECK(outcome(careless, -1).starts_with("index-range"));
    }
    CHECK(outcome("o = (f[i] if (i != -1) else 0.0)", -2).find("is -2") != std::string::npos);
}

TEST_CASE("a graph that carries another grid's sizes is refused") {
    const auto document = gather("o = f[i]");
    Inputs inputs = inputsFor(document);
    inputs.scenario.grid = {9, 6, 10};
    CHECK(refusal(document, inputs) ==
          "table-size: the graph is made for another grid: dimension 0 of its table 'gt_conn_C2E' "
          "is 96, and torus:9,6,10 has 108 elements of Cell");
}

TEST_CASE("what the program certainly reads beyond an array is refused with both sizes") {
    auto text = std::string(R"(sdfg shift {
  symbols N:int32 K:int32 M:int32
  array a float64 [N, K]
  array b float64 [N]
  state main {
    n0 = access a
    n1 = map m [i = 0:N] -> n3
    n2 = tasklet t `o = x`
    n3 = exit n1
    n4 = access b
    n0 -> n1.IN_a : a[0:N, M]
    n1.OUT_a -> n2.x : a[i, M]
    n2.o -> n3.IN_b : b[i]
    n3.OUT_b -> n4 : b[0:N]
  }
}
)");
    const auto document = ir::parseDump(text);
    REQUIRE(document);
    Scenario scenario;
    scenario.grid = {8, 6, 10};
    const auto outcome = [&](std::int64_t m) {
        scenario.symbols = {{"N", symbolic::Value::integer(4)},
                            {"K", symbolic::Value::integer(12)},
                            {"M", symbolic::Value::integer(m)}};
        const auto checked = checkInputs(*(*document)->root, scenario, {});
        return checked ? "" : checked.error().code + ": " + checked.error().sentence;
    };
    CHECK(outcome(11).empty());
    CHECK(outcome(80) == "too-small: dimension 1 of 'a' has size 12; the program needs 81");
    CHECK(outcome(-1).find("before its beginning") != std::string::npos);
}

TEST_CASE("graphs of the corpus that carry one grid's ranges are refused on a smaller one") {
    const auto root = test::corpus();
    if (!root)
        return test::skip("no corpus: set MAPWRIGHT_CORPUS");
    const auto graph = *root / "gt4py-1.2.1" / "calculate_nabla4" / "bench-static-optimized.sdfgz";
    const auto document = io::readSdfgFile(graph);
    REQUIRE(document);
    const auto outcome = [&](const Grid& grid) -> std::string {
        const auto scenario = makeScenario(*(*document)->root, grid);
        if (!scenario)
            return scenario.error().sentence;
        HostArrays tables; // the fields are large and not looked at
        for (const auto& [name, input] : scenario->arrays)
            if (std::holds_alternative<TableFill>(input.fill)) {
                auto table = makeArray(name, input, grid);
                if (!table)
                    return table.error().sentence;
                tables[name] = std::move(*table);
            }
        const auto checked = checkInputs(*(*document)->root, *scenario, tables);
        return checked ? "" : checked.error().sentence;
    };
    CHECK(outcome({160, 140, 80}).empty());
    CHECK(outcome({161, 140, 80}).empty()); // leaves the last edges alone
    CHECK(outcome({159, 140, 80}).find("has size 66780; the program needs 67200") !=
          std::string::npos);
    CHECK(outcome({160, 140, 77}).find("has size 79; the program needs 80") != std::string::npos);
}

TEST_CASE("every graph of the corpus fits the scenario that its reference was made with") {
    const auto root = test::corpus();
    if (!root)
        return test::skip("no corpus: set MAPWRIGHT_CORPUS");
    int checked = 0;
    for (const auto& graph : test::graphsBelow(*root)) {
        const auto given = readScenario(graph.parent_path() / "reference.json");
        if (!given || graph.filename().string().starts_with("bench-"))
            continue; // those carry the ranges of a larger grid
        if (!std::getenv("MAPWRIGHT_LONG") && graph.string().find("nabla4") == std::string::npos)
            continue;
        INFO(graph.string());
        const auto document = io::readSdfgFile(graph);
        REQUIRE(document);
        const auto scenario = completeScenario(*(*document)->root, *given);
        if (!scenario)
            FAIL_CHECK(toString(scenario.error()));
        if (!scenario)
            continue;
        HostArrays arrays;
        for (const auto& [name, input] : scenario->arrays)
            arrays[name] = *makeArray(name, input, scenario->grid);
        const auto fits = checkInputs(*(*document)->root, *scenario, arrays);
        if (!fits)
            FAIL_CHECK(toString(fits.error()));
        else
            for (const Diagnostic& unchecked : *fits) // every index is followed to its source
                FAIL_CHECK(unchecked.sentence);
        ++checked;
    }
    CHECK(checked >= (std::getenv("MAPWRIGHT_LONG") ? 50 : 5));
}

} // namespace check_inputs_test
