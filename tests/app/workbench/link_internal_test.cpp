// Internal fields of linked programs: which become temporaries, and their sizes.
#include "core/analysis/assumed.h"
#include "core/inputs/check_assumptions.h"
#include "tests/app/workbench/linked_steps.h"
#include "tests/support/catch.h"

#include <cctype>

namespace link_internal_test {

using namespace mw;
using namespace mw::test::links;
using link::Linked;

TEST_CASE("an internal field becomes a temporary, and its strides no argument") {
    Sequence sequence;
    sequence.add("first", step("a", "b", "0:N"))
        .add("second", step("b", "c", "0:N", "(N - 1) - i"));
    sequence.internal({"b"});
    const Linked result = linked(sequence);
    CHECK(isTemporary(result, "b"));
    CHECK(result.internal == std::vector<std::string>{"b"});
    CHECK(notices(result).empty());
    CHECK(analysis::assumptionsOf(*result.document->root).empty());
    CHECK_FALSE(result.scenario.arrays.contains("b"));
    checkSame(sequence, result);
}

TEST_CASE("an internal field that is read where nobody wrote stays an argument, which is said") {
    const auto argument = [](Sequence& sequence, const std::string& part) {
        sequence.internal({"b"});
        const Linked result = linked(sequence);
        INFO(notices(result));
        CHECK_FALSE(isTemporary(result, "b"));
        CHECK(has(notices(result), "the internal field 'b' stays an argument: "));
        CHECK(has(notices(result), part));
        checkSame(sequence, result);
    };
    Sequence half;
    half.add("first", step("a", "b", "0:last"), scenario(6, 5))
        .add("second", step("b", "c", "0:N"));
    argument(half, "'second' reads [0:6, 0:3] of it, and only [0:5, 0:3] is certainly written");
    Sequence early;
    early.add("second", step("b", "c", "0:N")).add("first", step("a", "b", "0:N"));
    argument(early, "'second' reads [0:6, 0:3] of it, and no program has certainly written any");
    Sequence itself; // adds to what is there
    itself.add("first", step("a", "c", "0:N")).add("second", step("b", "a", "0:N"));
    itself.add("third", step("a", "b", "0:N"));
    argument(itself, "'second' reads");
}

TEST_CASE("what is read without a memlet of its own keeps a field an argument") {
    const auto stays = [](const std::string& reader) {
        Sequence sequence;
        sequence.add("first", step("a", "b", "0:last"), scenario(6, 5)).add("second", reader);
        sequence.internal({"b"});
        const Linked result = linked(sequence);
        INFO(notices(result));
        CHECK_FALSE(isTemporary(result, "b"));
        CHECK(has(notices(result), "stays an argument: 'second' reads [0:6, 0:3]"));
        checkSame(sequence, result);
    };
    stays(R"(sdfg adds {
  symbols N:int32 M:int32
  array a float64 [N, M] strides [1, N]
  array b float64 [N, M] strides [1, N]
  state s {
    a = access a
    n = nested n {N: N, M: M} in (a:float64) out (b:float64) = sdfg inner {
      symbols N:int32 M:int32
      array a float64 [N, M] strides [1, N]
      array b float64 [N, M] strides [1, N]
      state s {
        a = access a
        m = map m [i = 0:N, j = 0:M] -> e
        t = tasklet t `o = (x + 1.0)`
        e = exit m
        b = access b
        a -> m.IN_a : a[0:N, 0:M]
        m.OUT_a -> t.x : a[i, j]
        t.o -> e.IN_b : b[i, j] wcr `lambda p, q: p + q`
        e.OUT_b -> b : b[0:N, 0:M] wcr `lambda p, q: p + q`
      }
    }
    b = access b
    a -> n.a : a[0:N, 0:M]
    n.b -> b : b[0:N, 0:M]
  }
}
)");
}

TEST_CASE("what a program wrote before it reads is no read of what nobody wrote") {
    Sequence sequence;
    sequence.add("first", R"(sdfg p {
  symbols N:int32 M:int32
  array a float64 [N, M] strides [1, N]
  array b float64 [N, M] strides [1, N]
  array c float64 [N, M] strides [1, N]
  state s {
    a = access a
    m = map m [i = 0:N, j = 0:M] -> e
    t = tasklet t `o = (x + 1.0)`
    e = exit m
    b = access b
    n = map n [i = 0:N, j = 0:M] -> f
    u = tasklet u `o = (x * 2.0)`
    f = exit n
    c = access c
    a -> m.IN_a : a[0:N, 0:M]
    m.OUT_a -> t.x : a[i, j]
    t.o -> e.IN_b : b[i, j]
    e.OUT_b -> b : b[0:N, 0:M]
    b -> n.IN_b : b[0:N, 0:M]
    n.OUT_b -> u.x : b[i, j]
    u.o -> f.IN_c : c[i, j]
    f.OUT_c -> c : c[0:N, 0:M]
  }
}
)");
    sequence.internal({"b"});
    const Linked result = linked(sequence);
    CHECK(isTemporary(result, "b"));
    checkSame(sequence, result);
}

TEST_CASE("what only the values show to be written is assumed, and other values are refused") {
    Sequence sequence;
    sequence.add("first", step("a", "b", "0:last"), scenario(6, 6))
        .add("second", step("b", "c", "0:N"));
    sequence.internal({"b"});
    const Linked result = linked(sequence);
    CHECK(isTemporary(result, "b"));
    CHECK(analysis::assumptionsOf(*result.document->root) == std::vector<std::string>{"last >= N"});
    checkSame(sequence, result);
    auto other = result.scenario;
    CHECK(inputs::checkAssumptions(*result.document->root, other));
    other.symbols["last"] = symbolic::Value::integer(5);
    CHECK_FALSE(inputs::checkAssumptions(*result.document->root, other));
}

TEST_CASE("sizes and strides that are equal because an array is one are one symbol") {
    auto other = step("b", "c", "0:N");
    for (std::size_t at = 0; at < other.size(); ++at)
        if (other[at] == 'N' && !std::isalpha(other[at - 1]))
            other[at] = 'P';
    auto values = scenario();
    values.symbols["P"] = values.symbols["N"];
    Sequence sequence;
    sequence.add("first", step("a", "b", "0:N")).add("second", other, values);
    const Linked result = linked(sequence);
    CHECK(result.document->root->symbols.contains("N"));
    CHECK_FALSE(result.document->root->symbols.contains("P"));
    CHECK_FALSE(result.scenario.symbols.contains("P"));
    checkSame(sequence, result);
    auto wide = other; // code may depend on the type
    wide.replace(wide.find("P:int32"), 7, "P:int64");
    Sequence types;
    types.add("first", step("a", "b", "0:N")).add("second", wide, values);
    CHECK(linked(types).document->root->symbols.contains("P"));
    checkSame(types, linked(types));
}

TEST_CASE("a temporary has the sizes of an argument with its dimensions, and none of its own") {
    Sequence sequence;
    sequence.add("first", fieldStep("a", "b"), fieldScenario({"a", "b"}, 3))
        .add("second", fieldStep("b", "c"), fieldScenario({"b", "c"}, 3));
    sequence.internal({"b"});
    const Linked result = linked(sequence);
    REQUIRE(isTemporary(result, "b"));
    for (const auto& [symbol, type] : result.document->root->symbols) {
        INFO(symbol);
        CHECK_FALSE(symbol.starts_with("__b_"));
    }
    // What made sure that b is large enough is a condition on what is passed now.
    const auto assumed = analysis::assumptionsOf(*result.document->root);
    CHECK_FALSE(assumed.empty());
    CHECK(inputs::checkAssumptions(*result.document->root, result.scenario));
    auto small = result.scenario;
    small.symbols["__a_K_range_1"] = symbolic::Value::integer(2);
    CHECK_FALSE(inputs::checkAssumptions(*result.document->root, small));
    checkSame(sequence, result);

    Sequence thick; // no argument has as many levels
    auto values = fieldScenario({"a", "b"}, 4), others = fieldScenario({"b", "c"}, 4);
    values.symbols["__a_K_range_1"] = others.symbols["__c_K_range_1"] = symbolic::Value::integer(3);
    thick.add("first", fieldStep("a", "b"), values).add("second", fieldStep("b", "c"), others);
    for (auto& program : thick.input.programs)
        for (auto& [name, array] : program.scenario.arrays)
            array.shape[1] = name == "b" ? 4 : 3;
    thick.internal({"b"});
    const Linked own = linked(thick);
    REQUIRE(isTemporary(own, "b"));
    CHECK(own.document->root->symbols.contains("__b_K_range_1"));
    CHECK_FALSE(own.document->root->symbols.contains("__b_Cell_range_1"));
    checkSame(thick, own);
}

} // namespace link_internal_test
