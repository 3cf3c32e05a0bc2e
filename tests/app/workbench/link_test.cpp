// Linking programs that run one after the other: the graph, its arrays, symbols and scalars.
#include "app/workbench/link_sequence.h"
#include "core/io/file.h"
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "tests/app/workbench/folder.h"
#include "tests/app/workbench/linked_steps.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <fmt/format.h>

namespace link_test {

using namespace mw;
using namespace mw::test::links;
using link::Linked;

TEST_CASE("each call is a state, and its program nested there under the call's name") {
    Sequence sequence;
    sequence.add("first", step("a", "b", "0:N")).add("second one", step("b", "c", "0:N"));
    sequence.input.calls.push_back({0, 2});
    const Linked result = linked(sequence);
    std::vector<std::string> labels;
    for (const auto& block : result.document->root->body.blocks)
        for (const auto& node : block->as<ir::State>()->nodes)
            if (const auto* nested = node->as<ir::NestedSdfg>()) {
                CHECK(nested->label == block->label);
                labels.push_back(nested->label);
            }
    CHECK(labels == std::vector<std::string>{"first", "second_one", "first_2", "first_3"});
    CHECK(result.document->root->symbols.size() == 2); // N and M are everybody's
    CHECK(result.scenario.arrays.size() == 3);
    checkSame(sequence, result);
}

TEST_CASE("symbols that nothing uses are given a value, as DaCe asks, and are no arguments") {
    Sequence sequence;
    auto declared = step("a", "b", "0:N"); // declares `last`
    declared.insert(declared.find("\n", declared.find("symbols ")), " spare:int64");
    sequence.add("first", declared);
    const Linked result = linked(sequence);
    const auto& state = *result.document->root->body.blocks[0]->as<ir::State>();
    for (const auto& node : state.nodes)
        if (const auto* nested = node->as<ir::NestedSdfg>()) {
            CHECK(nested->symbolMapping.at("last").isInteger(6)); // of the scenario
            CHECK(nested->symbolMapping.at("spare").isInteger(0));
        }
    CHECK_FALSE(result.document->root->symbols.contains("last"));
    CHECK_FALSE(result.document->root->symbols.contains("spare"));
    checkSame(sequence, result);
}

TEST_CASE("arguments are one array by name, or as they are bound") {
    Sequence sequence;
    sequence.add("first", step("a", "b", "0:N"))
        .add("second", step("x", "y", "0:N"), scenario(), {{"x", "b"}, {"y", ""}});
    const Linked result = linked(sequence);
    CHECK(result.arrays[1] == std::map<std::string, std::string>{{"x", "b"}, {"y", "second_y"}});
    CHECK_FALSE(result.document->root->data("x"));
    checkSame(sequence, result);
}

TEST_CASE("symbols whose values differ have the program's name in front") {
    Sequence sequence;
    sequence.add("first", step("a", "b", "0:last"), scenario(6, 5))
        .add("second", step("b", "c", "0:last"), scenario(6, 4));
    const Linked result = linked(sequence);
    CHECK(result.scenario.symbols.at("first_last").i == 5);
    CHECK(result.scenario.symbols.at("second_last").i == 4);
    CHECK_FALSE(result.scenario.symbols.contains("last"));
    CHECK(result.scenario.symbols.contains("N"));
    checkSame(sequence, result);
}

TEST_CASE("scalars are one where type and value agree, else each program's own") {
    const auto scaled = [](const std::string& from, const std::string& to) {
        return fmt::format(R"(sdfg p {{
  symbols N:int32 M:int32
  array {0} float64 [N, M] strides [1, N]
  array {1} float64 [N, M] strides [1, N]
  scalar f float64
  state s {{
    a = access {0}
    g = access f
    m = map m [i = 0:N, j = 0:M] -> e
    t = tasklet t `o = (x * y)`
    e = exit m
    b = access {1}
    a -> m.IN_a : {0}[0:N, 0:M]
    g -> m.IN_f : f[0]
    m.OUT_a -> t.x : {0}[i, j]
    m.OUT_f -> t.y : f[0]
    t.o -> e.IN_b : {1}[i, j]
    e.OUT_b -> b : {1}[0:N, 0:M]
  }}
}}
)",
                           from, to);
    };
    const auto with = [](double value) {
        auto values = scenario();
        values.symbols["f"] = symbolic::Value::real(value);
        return values;
    };
    Sequence same;
    same.add("one", scaled("a", "b"), with(2.5)).add("two", scaled("b", "c"), with(2.5));
    CHECK(linked(same).document->root->data("f"));
    checkSame(same, linked(same));
    Sequence apart;
    apart.add("one", scaled("a", "b"), with(2.5)).add("two", scaled("b", "c"), with(3.5));
    const Linked result = linked(apart);
    CHECK(result.document->root->data("one_f"));
    CHECK(result.document->root->data("two_f"));
    CHECK_FALSE(result.document->root->data("f"));
    checkSame(apart, result);
}

TEST_CASE("more than a few calls of a program in a row are a loop") {
    Sequence sequence;
    sequence.add("grow", step("b", "b", "0:N")).add("last", step("b", "c", "0:N"));
    sequence.input.calls = {{0, 20}, {1, 1}};
    const Linked result = linked(sequence);
    REQUIRE(result.document->root->body.blocks.size() == 2);
    CHECK(result.document->root->body.blocks[0]->as<ir::LoopRegion>());
    checkSame(sequence, result);
}

TEST_CASE("an exchange of two arrays, and a field that nobody reads, are said") {
    Sequence sequence;
    sequence.add("first", step("a", "b", "0:N"))
        .add("back", step("a", "b", "0:N"), scenario(), {{"a", "b"}, {"b", "a"}})
        .add("third", step("a", "c", "0:N"));
    sequence.internal({"c"});
    const Linked result = linked(sequence);
    CHECK(notices(result) ==
          "the program 'back' of the sequence 's' binds 'a' -> 'b' -> 'a', in a circle: what it "
          "calls "
          "'a' is the array 'b' of the others\n"
          "the internal field 'c' is computed for nobody: no program reads it\n");
    checkSame(sequence, result);
}

TEST_CASE("linked twice, the bytes are the same, and read again the graph is") {
    auto file = workbench::readSequence(test::sourceFile("samples/diffusion.sequence.json"), "",
                                        codegen::Target::cpu);
    REQUIRE(file);
    file->input.internal = {"kappa"};
    const auto once = link::link(file->input), again = link::link(file->input);
    REQUIRE(once);
    REQUIRE(again);
    const auto text = io::writeSdfg(*once->document);
    REQUIRE(text);
    CHECK(*text == io::writeSdfg(*again->document));
    CHECK(inputs::toJson(once->scenario) == inputs::toJson(again->scenario));
    const auto read = io::readSdfg(*text);
    REQUIRE(read);
    CHECK(ir::dump(*(*read)->root) == ir::dump(*once->document->root));
    const test::Folder folder;
    const auto graph = folder / "granule.sdfgz";
    REQUIRE(workbench::exportLinked(*once, graph, workbench::scenarioNameBeside(graph), {}));
    CHECK(workbench::scenarioBeside(graph) == folder / "granule.scenario.json");
}

TEST_CASE("a sequence's file: internal fields and those to keep") {
    const auto read = [](const std::string& more) {
        const test::Folder folder;
        const auto file = folder / "s.sequence.json";
        REQUIRE(io::writeFileAtomically(
            file, fmt::format(R"({{"programs": [{{"graph": "{}"}}], "calls": ["nabla4"]{}}})",
                              test::sourceFile("samples/nabla4.sdfg").string(), more)));
        return workbench::readSequence(file, "torus:8,6,10", codegen::Target::cpu);
    };
    const auto file = read(R"(, "internal": ["x"], "keep": ["y", "z"])");
    if (!file)
        FAIL(toString(file.error()));
    CHECK(file->input.internal == std::vector<std::string>{"x"});
    CHECK(file->input.keep == std::vector<std::string>{"y", "z"});
    CHECK(has(read(R"(, "internal": "x")").error().sentence, "\"internal\" is no list"));
    CHECK(has(read(R"(, "keep": [7])").error().sentence, "\"keep\" has 7"));
}

} // namespace link_test
