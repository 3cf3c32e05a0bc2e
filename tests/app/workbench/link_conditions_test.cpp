// Calls with conditions: where they go in the linked program, which fields may be internal then.
#include "app/workbench/link_check.h"
#include "app/workbench/link_sequence.h"
#include "app/workbench/optimise.h"
#include "app/workbench/unlink_sequence.h"
#include "core/io/file.h"
#include "core/link/unlink.h"
#include "tests/app/workbench/folder.h"
#include "tests/app/workbench/linked_steps.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <fmt/format.h>

namespace link_conditions_test {

using namespace mw;
using namespace mw::test::links;
using link::Linked;

namespace {

/// a -> b, b -> c, a -> b, where the second and third call have conditions.
Sequence conditional(const std::string& second, const std::string& third, bool flag = true) {
    Sequence sequence;
    sequence.add("first", step("a", "b", "0:N"))
        .add("second", step("b", "c", "0:N"))
        .add("third", step("c", "b", "0:last"));
    sequence.input.calls[1].condition = second;
    sequence.input.calls[2].condition = third;
    sequence.input.scalars["flag"] = {{ir::ScalarType::boolean, {}},
                                      symbolic::Value::integer(flag ? 1 : 0)};
    return sequence;
}

/// With each value of the flag, whatever the scenario says.
void checkBoth(const Sequence& sequence) {
    for (const int flag : {0, 1}) {
        auto input = sequence.input;
        Linked result = linked(sequence);
        input.scalars["flag"].value = symbolic::Value::integer(flag);
        if (result.document->root->symbols.contains("flag"))
            result.scenario.symbols["flag"] = symbolic::Value::integer(flag);
        INFO("flag " << flag);
        checkSame({input}, result);
    }
}

Sequence older(Sequence sequence) {
    for (auto& program : sequence.input.programs) {
        auto document = *program.document;
        document.format.daceVersion = "0.16.1";
        program.document = std::make_shared<const ir::Document>(std::move(document));
    }
    return sequence;
}

} // namespace

TEST_CASE("calls on the same condition are one branch, and do what they do one by one") {
    const auto both = conditional("flag", "flag");
    const Linked result = linked(both);
    const auto& blocks = result.document->root->body.blocks;
    REQUIRE(blocks.size() == 2);
    const auto* branch = blocks[1]->as<ir::ConditionalBlock>();
    REQUIRE(branch);
    REQUIRE(branch->branches.size() == 1);
    CHECK(branch->branches[0].body->region()->blocks.size() == 2);
    CHECK(result.document->root->symbols.at("flag").scalar == ir::ScalarType::boolean);
    checkBoth(both);
    checkBoth(conditional("flag", "not flag"));
    checkBoth(conditional("flag and last > 5", "last > 5 or not flag"));
    auto repeated = conditional("flag", "not flag");
    repeated.input.calls[1].count = 12; // a loop in a branch
    repeated.input.calls[2].count = 3;
    checkBoth(repeated);
}

TEST_CASE("in the DaCe without conditionals as blocks, edges lead past the calls") {
    const auto sequence = older(conditional("flag", "not flag"));
    const Linked result = linked(sequence);
    for (const auto& block : result.document->root->body.blocks)
        CHECK_FALSE(block->as<ir::ConditionalBlock>());
    checkBoth(sequence);
    checkBoth(older(conditional("flag", "flag")));
}

TEST_CASE("a field is written for certain by calls that are made in any case or alike") {
    const auto isInternal = [](const std::string& writer, const std::string& reader) {
        Sequence sequence;
        sequence.add("first", step("a", "b", "0:N")).add("second", step("b", "c", "0:N"));
        sequence.add("third", step("a", "d", "0:N"));
        sequence.input.calls[0].condition = writer;
        sequence.input.calls[1].condition = reader;
        sequence.input.scalars["flag"] = {{ir::ScalarType::boolean, {}},
                                          symbolic::Value::integer(1)};
        sequence.internal({"b"});
        checkBoth(sequence);
        return isTemporary(linked(sequence), "b");
    };
    CHECK(isInternal("", ""));
    CHECK(isInternal("", "flag"));
    CHECK(isInternal("flag", "flag"));
    CHECK_FALSE(isInternal("flag", ""));
    CHECK_FALSE(isInternal("flag", "not flag"));
    Sequence again; // the first read is of what was written alike, the second is not
    again.add("first", step("a", "b", "0:N")).add("second", step("b", "c", "0:N"));
    again.input.calls = {{0, 1, "flag"}, {1, 1, "flag"}, {1, 1}};
    again.input.scalars["flag"] = {{ir::ScalarType::boolean, {}}, symbolic::Value::integer(1)};
    again.internal({"b"});
    CHECK_FALSE(isTemporary(linked(again), "b"));
    checkBoth(again);
}

TEST_CASE("conditions on scalars that programs have") {
    const std::string scaled = R"(sdfg p {
  symbols N:int32 M:int32
  array b float64 [N, M] strides [1, N]
  array c float64 [N, M] strides [1, N]
  scalar f float64
  state s {
    b = access b
    g = access f
    m = map m [i = 0:N, j = 0:M] -> e
    t = tasklet t `o = (x * y)`
    e = exit m
    c = access c
    b -> m.IN_b : b[0:N, 0:M]
    g -> m.IN_f : f[0]
    m.OUT_b -> t.x : b[i, j]
    m.OUT_f -> t.y : f[0]
    t.o -> e.IN_c : c[i, j]
    e.OUT_c -> c : c[0:N, 0:M]
  }
}
)";
    for (const double value : {2.5, 0.0}) {
        auto values = scenario();
        values.symbols["f"] = symbolic::Value::real(value);
        Sequence sequence;
        sequence.add("first", step("a", "b", "0:N"))
            .add("second", scaled, values)
            .add("third", step("c", "d", "0:N"));
        sequence.input.calls[2].condition = "f > 1.0";
        checkSame(sequence, linked(sequence));
        sequence.input.exchanges = {{2, {"c"}}}; // the scalar is asked for inside of a stretch
        checkSame(sequence, linked(sequence));
    }
}

TEST_CASE("conditions stay when a linked program is optimised and taken apart") {
    for (const bool flag : {true, false}) {
        auto sequence = conditional("flag", "not flag", flag);
        sequence.input.exchanges = {{2, {"b"}}};
        const Linked result = linked(sequence);
        workbench::OptimiseOptions options;
        for (const auto& [name, value] : result.scenario.symbols)
            options.values.emplace(name, value);
        const auto pipeline = workbench::readPipeline("default");
        REQUIRE(pipeline);
        const auto done = workbench::optimise(result.document, *pipeline, options);
        if (!done)
            FAIL(toString(done.error()));
        REQUIRE_FALSE(done->steps.empty());
        const Linked optimised{done->steps.back().result.document,
                               result.scenario,
                               result.internal,
                               {},
                               result.arrays};
        checkSame(sequence, optimised);
        const auto apart = link::unlink(optimised.document, result.scenario);
        if (!apart)
            FAIL(toString(apart.error()));
        CHECK(apart->programs.size() == 2);
        for (const auto& program : apart->programs)
            CHECK(program.document->root->symbols.contains("flag"));
        checkSame({*apart}, workbench::linkedOf(optimised.document, result.scenario, *apart));
    }
}

TEST_CASE("conditions that cannot be: a sentence each") {
    const auto fault = [](const std::string& condition) {
        const auto result = link::link(conditional("", condition).input);
        return result ? "" : result.error().sentence;
    };
    CHECK(fault("flag").empty());
    CHECK(has(fault("flag >"), "the call of 'third' in the sequence 's' has the condition "
                               "'flag >', which cannot be read: "));
    CHECK(fault("other") ==
          "the call of 'third' in the sequence 's' has the condition 'other', and "
          "no program that is called has a scalar 'other': \"scalars\" of the "
          "sequence can say its value");
    CHECK(fault("b > 1") ==
          "the call of 'third' in the sequence 's' has the condition 'b > 1', and "
          "'b' is an array: a condition is over scalars and symbols");
    CHECK(has(fault("nothing_known(flag) > 1"), "which has no value: "));
    Sequence twice = conditional("", "flag");
    twice.input.scalars["N"] = twice.input.scalars["flag"];
    CHECK(test::links::fault(twice) ==
          "the sequence 's' has 'N' among its \"scalars\", and a program "
          "that is called has an argument of this name");
    Sequence apart;
    apart.add("first", step("a", "b", "0:last"), scenario(6, 5))
        .add("second", step("b", "c", "0:last"), scenario(6, 4));
    apart.input.calls[1].condition = "last > 1";
    CHECK(test::links::fault(apart) ==
          "the call of 'second' in the sequence 's' has the condition "
          "'last > 1', and 'last' differs between programs: 'first_last', "
          "'second_last' are meant one by one");
    apart.input.calls[1].condition = "first_last > 4";
    CHECK(test::links::fault(apart).empty());
}

TEST_CASE("calls that are not made, and what is left") {
    auto input = conditional("flag", "not flag", false).input;
    input.exchanges = {{1, {"b"}}, {2, {"c"}}, {3, {"a"}}};
    const auto left = inputs::withoutOmittedCalls(input);
    REQUIRE(left);
    REQUIRE(left->programs.size() == 2);
    CHECK(left->programs[1].name == "third");
    REQUIRE(left->calls.size() == 2);
    CHECK(left->calls[1].program == 1);
    REQUIRE(left->exchanges.size() == 3);
    CHECK(left->exchanges[0].before == 1);
    CHECK(left->exchanges[1].before == 1);
    CHECK(left->exchanges[2].before == 2);
    input.calls[1].condition = "absent";
    CHECK(has(inputs::withoutOmittedCalls(input).error().sentence, "'absent' has no value"));
}

TEST_CASE("a sequence's file: conditions and scalars, read and written") {
    const test::Folder folder;
    const auto file = folder / "s.sequence.json";
    const auto read = [&](const std::string& call, const std::string& scalars) {
        REQUIRE(io::writeFileAtomically(
            file, fmt::format(R"({{"programs": [{{"graph": "{}"}}], "calls": ["nabla4", {}],
                                   "scalars": {}}})",
                              test::sourceFile("samples/nabla4.sdfg").string(), call, scalars)));
        return workbench::readSequence(file, "torus:8,6,10", codegen::Target::cpu);
    };
    const auto sequence =
        read(R"({"program": "nabla4", "if": "limited and substep > 1"})",
             R"({"limited": true, "substep": 2, "dtime": 1.5, "long": 5000000000})");
    if (!sequence)
        FAIL(toString(sequence.error()));
    CHECK(sequence->input.calls[1].condition == "limited and substep > 1");
    const auto& scalars = sequence->input.scalars;
    CHECK(scalars.at("limited").type.scalar == ir::ScalarType::boolean);
    CHECK(scalars.at("substep").type.scalar == ir::ScalarType::int32);
    CHECK(scalars.at("long").type.scalar == ir::ScalarType::int64);
    CHECK(scalars.at("dtime").value.d == 1.5);
    const auto copy = folder / "copy.sequence.json";
    const auto scenarioFile = folder / "nabla4.scenario.json";
    REQUIRE(workbench::writeScenario(sequence->input.programs[0].scenario, scenarioFile));
    REQUIRE(workbench::writeSequence(
        sequence->input, {{test::sourceFile("samples/nabla4.sdfg"), scenarioFile}}, copy));
    const auto again = workbench::readSequence(copy, "", codegen::Target::cpu);
    if (!again)
        FAIL(toString(again.error()));
    CHECK(again->input.calls[1].condition == sequence->input.calls[1].condition);
    CHECK(again->input.scalars.size() == 4);
    CHECK(again->input.scalars.at("limited").type.scalar == ir::ScalarType::boolean);

    const auto fault = [&](const std::string& call, const std::string& with) {
        const auto result = read(call, with);
        return result ? "" : result.error().sentence;
    };
    CHECK(has(fault(R"({"program": "nabla4", "if": 3})", "{}"), "needs a text as \"if\""));
    CHECK(has(fault(R"({"program": "nabla4", "if": "1 +"})", "{}"), "which cannot be read"));
    CHECK(has(fault(R"("nabla4")", "[]"), "\"scalars\" is no object"));
    CHECK(has(fault(R"("nabla4")", R"({"a": "b"})"), "\"scalars\" has 'a' as \"b\""));
    CHECK(has(fault(R"("nabla4")", R"({"a b": 1})"), "\"scalars\" has 'a b' as 1"));
}

} // namespace link_conditions_test
