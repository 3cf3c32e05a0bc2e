// Linking programs that run one after the other: what becomes one, what stays, what cannot be.
#include "app/workbench/link_check.h"
#include "app/workbench/link_sequence.h"
#include "core/analysis/assumed.h"
#include "core/inputs/check_assumptions.h"
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "core/validate/validate.h"
#include "tests/app/workbench/folder.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <fmt/format.h>

#include <cctype>

namespace link_test {

using namespace mw;
using inputs::SequenceInput;
using link::Linked;

namespace {

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

ir::DocumentPtr parsed(const std::string& text) {
    auto document = ir::parseDump(text);
    if (!document)
        FAIL(toString(document.error()) << "\n" << text);
    return *document;
}

/// `to[i] = from[i + shift] + 1` for the elements of a range; arrays are [N, M].
std::string step(const std::string& from, const std::string& to, const std::string& range,
                 const std::string& read = "i") {
    return fmt::format(R"(sdfg p {{
  symbols N:int32 M:int32 last:int32
  array {0} float64 [N, M] strides [1, N]
{4}  state s {{
    a = access {0}
    m = map m [i = {2}, j = 0:M] -> e
    t = tasklet t `o = (x + 1.0)`
    e = exit m
    b = access {1}
    a -> m.IN_a : {0}[0:N, 0:M]
    m.OUT_a -> t.x : {0}[{3}, j]
    t.o -> e.IN_b : {1}[i, j]
    e.OUT_b -> b : {1}[{2}, 0:M]
  }}
}}
)",
                       from, to, range, read,
                       from == to ? ""
                                  : fmt::format("  array {} float64 [N, M] strides [1, N]\n", to));
}

inputs::Scenario scenario(int n = 6, int last = 6) {
    inputs::Scenario values;
    values.grid = {8, 6, 10};
    values.symbols = {{"N", symbolic::Value::integer(n)},
                      {"M", symbolic::Value::integer(3)},
                      {"last", symbolic::Value::integer(last)}};
    return values;
}

/// Programs with their arrays, called once each in this order.
struct Sequence {
    SequenceInput input{.name = "s", .programs = {}, .calls = {}};

    Sequence& add(const std::string& name, const std::string& text,
                  inputs::Scenario values = scenario(),
                  std::map<std::string, std::string, std::less<>> bindings = {}) {
        const auto document = parsed(text);
        for (const auto& [array, data] : document->root->arrays)
            if (!data->transient && !data->isScalar())
                values.arrays[array] = {{values.symbols["N"].i, values.symbols["M"].i},
                                        data->dtype.scalar,
                                        inputs::HashedFill{}};
        input.calls.push_back({input.programs.size(), 1});
        input.programs.push_back({name, document, std::move(values), std::move(bindings)});
        return *this;
    }
    Sequence& internal(std::vector<std::string> names) {
        input.internal = std::move(names);
        return *this;
    }
};

Linked linked(const Sequence& sequence) {
    auto result = link::link(sequence.input);
    if (!result)
        FAIL(toString(result.error()));
    return std::move(*result);
}
std::string fault(const Sequence& sequence) {
    const auto result = link::link(sequence.input);
    return result ? "" : result.error().sentence;
}
std::string notices(const Linked& result) {
    std::string all;
    for (const auto& notice : result.notices)
        all += notice.sentence + "\n";
    return all;
}

/// No finding that is an error, and the results of the calls one by one in both executors.
void checkSame(const Sequence& sequence, const Linked& result) {
    const ir::DocumentIndex index(result.document);
    for (const auto& finding : validate::validate(index, {.hints = false, .warnings = false}))
        FAIL_CHECK(toString(finding));
    const auto interpreted = workbench::checkLinked(sequence.input, result, 0, 60);
    if (!interpreted)
        FAIL(toString(interpreted.error()));
    INFO(bench::toText(*interpreted));
    CHECK(interpreted->same());
    const auto compiled = workbench::checkLinked(sequence.input, result, 0, bench::BenchOptions{});
    if (!compiled)
        FAIL(toString(compiled.error()));
    INFO(bench::toText(*compiled));
    CHECK(compiled->same());
}

bool isTemporary(const Linked& result, const std::string& name) {
    const auto* data = result.document->root->data(name);
    REQUIRE(data);
    return data->transient;
}

} // namespace

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

namespace {

/// `to[i, k] = from[i, k] + 1`, both as GT4Py lowers fields: each with bounds of its own.
std::string fieldStep(const std::string& from, const std::string& to) {
    std::string symbols, arrays;
    for (const auto& field : {from, to}) {
        for (const char* bound : {"Cell_range_0", "Cell_range_1", "K_range_0", "K_range_1"})
            symbols += fmt::format(" __{}_{}:int32", field, bound);
        symbols += fmt::format(" __{0}_Cell_stride:int32 __{0}_K_stride:int32", field);
        arrays += fmt::format(
            "  array {0} float64 [__{0}_Cell_range_1 - __{0}_Cell_range_0, __{0}_K_range_1 - "
            "__{0}_K_range_0] strides [__{0}_Cell_stride, __{0}_K_stride]\n",
            field);
    }
    const auto region = [](const std::string& field, const std::string& i, const std::string& k) {
        return fmt::format("{0}[{1} - __{0}_Cell_range_0, {2} - __{0}_K_range_0]", field, i, k);
    };
    const auto whole = [](const std::string& field) {
        return fmt::format("{0}[0 - __{0}_Cell_range_0:cells - __{0}_Cell_range_0, "
                           "0 - __{0}_K_range_0:levels - __{0}_K_range_0]",
                           field);
    };
    return fmt::format("sdfg p {{\n  symbols{2} cells:int32 levels:int32\n{3}"
                       "  state s {{\n    a = access {0}\n    m = map m [i = 0:cells, k = "
                       "0:levels] -> e\n    t = tasklet t `o = (x + 1.0)`\n    e = exit m\n    b "
                       "= access {1}\n    a -> m.IN_a : {4}\n    m.OUT_a -> t.x : {5}\n    t.o -> "
                       "e.IN_b : {6}\n    e.OUT_b -> b : {7}\n  }}\n}}\n",
                       from, to, symbols, arrays, whole(from), region(from, "i", "k"),
                       region(to, "i", "k"), whole(to));
}
inputs::Scenario fieldScenario(const std::vector<std::string>& fields, int levels) {
    inputs::Scenario values;
    values.grid = {8, 6, 10};
    const auto set = [&](const std::string& name, int value) {
        values.symbols[name] = symbolic::Value::integer(value);
    };
    for (const auto& field : fields) {
        set(fmt::format("__{}_Cell_range_0", field), 0);
        set(fmt::format("__{}_Cell_range_1", field), 6);
        set(fmt::format("__{}_K_range_0", field), 0);
        set(fmt::format("__{}_K_range_1", field), levels);
        set(fmt::format("__{}_Cell_stride", field), 1);
        set(fmt::format("__{}_K_stride", field), 6);
    }
    set("cells", 6);
    set("levels", 3);
    set("N", 6); // of arrays: Sequence::add()
    set("M", levels);
    return values;
}

} // namespace

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

TEST_CASE("more than a few calls of a program in a row are a loop") {
    Sequence sequence;
    sequence.add("grow", step("b", "b", "0:N")).add("last", step("b", "c", "0:N"));
    sequence.input.calls = {{0, 20}, {1, 1}};
    const Linked result = linked(sequence);
    REQUIRE(result.document->root->body.blocks.size() == 2);
    CHECK(result.document->root->body.blocks[0]->as<ir::LoopRegion>());
    checkSame(sequence, result);
}

TEST_CASE("what cannot be linked is said by program and field") {
    const std::string first = step("a", "b", "0:N"), second = step("b", "c", "0:N");
    const auto with = [&](std::vector<std::string> internal, std::vector<std::string> keep = {}) {
        Sequence sequence;
        sequence.add("first", first).add("second", second);
        sequence.input.internal = std::move(internal);
        sequence.input.keep = std::move(keep);
        return fault(sequence);
    };
    CHECK(with({"b"}, {"b"}) == "in the sequence 's', the field 'b' is internal and to be kept: it "
                                "can be one of both");
    CHECK(with({"z"}) == "in the sequence 's', the field 'z' is internal, and no program that is "
                         "called has an array of this name");
    CHECK(with({}, {"z"}) == "in the sequence 's', the field 'z' is to be kept, and no program "
                             "that is called has an array of this name");
    CHECK(with({"N"}) == "in the sequence 's', the field 'N' is internal, and is no array, but a "
                         "symbol");
    CHECK(with({"a"}) == "in the sequence 's', the field 'a' is internal, and no program that is "
                         "called writes it");
    Sequence outside;
    outside.add("first", first).add("second", second).internal({"b"});
    outside.input.calls.pop_back();
    CHECK(fault(outside) == "in the sequence 's', the field 'b' is internal, but the program "
                            "'second', which is not called here, reads it as 'b'");
    Sequence sizes;
    sizes.add("first", first).add("second", second, scenario(7));
    CHECK(has(fault(sizes), "the program 'second' of the sequence 's': its argument 'b' and 'b' of "
                            "'first' would both be the array 'b', and the one is float64 [7, 3], "
                            "the other float64 [6, 3]"));
    Sequence types;
    auto narrow = second;
    narrow.replace(narrow.find("float64"), 7, "float32");
    types.add("first", first).add("second", narrow);
    CHECK(has(fault(types), "the one is float32 [6, 3], the other float64 [6, 3]"));
    Sequence strides;
    auto rows = second;
    rows.replace(rows.find("strides [1, N]"), 14, "strides [M, 1]");
    strides.add("first", first).add("second", rows);
    CHECK(has(fault(strides), "'b' of 'first' would both be the array 'b', and lie in memory "
                              "differently (strides [3, 1] and [1, 6]"));
    Sequence origins;
    auto later = fieldScenario({"b", "c"}, 3);
    later.symbols["__b_K_range_0"] = later.symbols["__c_K_range_0"] = symbolic::Value::integer(1);
    later.symbols["__b_K_range_1"] = later.symbols["__c_K_range_1"] = symbolic::Value::integer(4);
    origins.add("first", fieldStep("a", "b"), fieldScenario({"a", "b"}, 3))
        .add("second", fieldStep("b", "c"), later);
    CHECK(has(fault(origins), "'b' of 'first' would both be the array 'b', and begin at different "
                              "indices ([0, 1] and [0, 0])"));
    Sequence offsets;
    auto behind = second;
    behind.replace(behind.find("strides [1, N]"), 14, "strides [1, N] start [2]");
    offsets.add("first", first).add("second", behind);
    CHECK(has(fault(offsets), "lie in memory differently (strides [1, 6] and [1, 6], behind 2 and "
                              "0 elements)"));
    Sequence places;
    auto host = first, device = second;
    host.replace(host.find("array b float64 [N, M] strides [1, N]"), 37,
                 "array b float64 [N, M] strides [1, N] storage CPU_Heap");
    device.replace(device.find("array b float64 [N, M] strides [1, N]"), 37,
                   "array b float64 [N, M] strides [1, N] storage GPU_Global");
    places.add("first", host).add("second", device);
    CHECK(has(fault(places), "are in different memory (GPU_Global and CPU_Heap)"));
    Sequence scalars;
    scalars.add("first", "sdfg p {\n  scalar f float64\n  state s {\n    t = tasklet t `o = 1.0`\n"
                         "    f = access f\n    t.o -> f : f[0]\n  }\n}\n");
    CHECK(has(fault(scalars), "it writes its scalar argument 'f'"));
    Sequence bindsScalar;
    bindsScalar.add("first",
                    "sdfg p {\n  scalar f float64\n  array a float64 [6, 3]\n  state s {\n    f = "
                    "access f\n    a = access a\n    f -> a : f[0] -> [0, 0]\n  }\n}\n",
                    scenario(), {{"f", "g"}});
    INFO(fault(bindsScalar));
    CHECK(has(fault(bindsScalar), "it binds 'f', which is a scalar"));
    Sequence taken;
    taken.add("first", first, scenario(), {{"a", ""}})
        .add("second", second, scenario(), {{"c", "first_a"}});
    CHECK(has(fault(taken), "the program 'first' of the sequence 's': it has 'a' for itself, which "
                            "would be called 'first_a', as another argument is"));
    Sequence hidden;
    hidden.add("first", step("a", "b", "0:last"), scenario(6, 5))
        .add("second", step("b", "c", "0:last"), scenario(6, 4), {{"c", "first_last"}});
    CHECK(has(fault(hidden), "the program 'first' of the sequence 's': its 'last' is not that of "
                             "the other programs, and would be called 'first_last', as another "
                             "argument is"));
    Sequence bound;
    bound.add("first", first, scenario(), {{"q", "b"}});
    CHECK(has(fault(bound), "the program 'first' of the sequence 's': it binds 'q', which is no "
                            "array among its arguments"));
    Sequence twice;
    twice.add("first", first, scenario(), {{"a", "b"}});
    CHECK(has(fault(twice), "its arguments 'a' and 'b' would both be the array 'b', which it "
                            "writes"));
    Sequence none;
    none.add("first", first);
    none.input.calls.clear();
    CHECK(fault(none) == "the sequence 's' calls nothing");
    Sequence grids;
    auto elsewhere = scenario();
    elsewhere.grid = {6, 6, 4};
    grids.add("first", first).add("second", second, elsewhere);
    CHECK(fault(grids) == "the program 'second' of the sequence 's' has inputs for the grid "
                          "torus:6,6,4, and 'first' for torus:8,6,10");
    Sequence files;
    files.add("first", first, scenario(), {{"a", "x"}});
    files.input.programs[0].scenario.arrays["a"].fill = inputs::FileFill{"a.npz"};
    CHECK(fault(files) == "the program 'first' of the sequence 's': the values of 'a' are in a "
                          "file under that name, and the array is 'x'");
    Sequence versions;
    versions.add("first", first).add("second", second);
    auto newer = *versions.input.programs[1].document;
    newer.format.daceVersion = "2.0.0b1";
    versions.input.programs[1].document = std::make_shared<const ir::Document>(newer);
    CHECK(has(fault(versions), "the program 'second' of the sequence 's' is for DaCe 2.0.0b1, and "
                               "'first' for DaCe 1.0.0"));
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
