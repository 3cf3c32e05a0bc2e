// Containers are kept in another floating-point type, with all that sees their memory.

#include "core/ir/dump.h"
#include "core/validate/validate.h"
#include "tests/support/catch.h"
#include "tests/support/compiled_programs.h"
#include "tests/support/corpus.h"
#include "tests/support/scenario_run.h"
#include "tests/transforms/equivalence.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

#include <cstring>

namespace mw::test::change_precision_test {

namespace {

const std::string kName = "change-precision";

/// tmp = a / 3, b = tmp * 3, by two maps.
std::string base() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array tmp float64 [N] transient
  state main {
    a = access a
    tmp = access tmp
    b = access b
)" + mapOf("first", {"p : a[i]"}, "o = (p / 3.0)", {"o : tmp[i]"}) +
           mapOf("second", {"p : tmp[i]"}, "o = (p * 3.0)", {"o : b[i]"}) + "  }\n}\n";
}

/// What becomes of tmp besides, in containers of its own.
std::string with(const std::string& containers, const std::string& lines) {
    return edited(base(), {declare(containers), add(lines)});
}

/// It is copied to the argument c.
std::string copied() {
    return with("  array c float64 [N]\n", "    c = access c\n    tmp -> c : tmp[0:N] -> [0:N]\n");
}

/// It is seen through a view, by which it is copied to the argument c.
std::string viewed() {
    return with("  view v float64 [N] transient\n  array c float64 [N]\n",
                "    v = access v\n    c = access c\n    tmp -> v : tmp[0:N]\n"
                "    v -> c : v[0:N] -> [0:N]\n");
}

/// Its sum is the only element of sum, which goes to c.
std::string summed() {
    return with("  array sum float64 [1] transient\n  array c float64 [1]\n",
                "    r = library Reduce dace.libraries.standard.nodes.reduce.Reduce with axes = "
                "`[0]` with identity = `0` with wcr = `\"lambda x, y: x + y\"`\n"
                "    sum = access sum\n    c = access c\n    tmp -> r._in : tmp[0:N]\n"
                "    r._out -> sum : sum[0]\n    sum -> c : sum[0] -> [0]\n");
}

/// A nested SDFG takes a part of it and has a temporary of its own.
std::string nested() {
    return with("  array c float64 [N]\n", R"(    c = access c
    n = nested inner {N: N} = sdfg inner {
      symbols N:int32
      array x float64 [N]
      array y float64 [N]
      array own float64 [N] transient
      state in {
        x = access x
        own = access own
        y = access y
        x -> own : x[0:N] -> [0:N]
        own -> y : own[0:N] -> [0:N]
      }
    }
    tmp -> n.x : tmp[0:N]
    n.y -> c : c[0:N]
)");
}

/// c is computed from a as well, without tmp, by way of a float32 temporary that a is copied to.
std::string besideCopies() {
    return R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array c float64 [N]
  array s float32 [N] transient
  state main {
    a = access a
    s = access s
    b = access b
    c = access c
)" + mapOf("in", {"_in : a[i]"}, "_out = _in", {"_out : s[i]"}) +
           mapOf("uses", {"p : s[i]"}, "o = (p * 3.0)", {"o : b[i]"}) +
           mapOf("more", {"p : a[i]"}, "o = (p * 3.0)", {"o : c[i]"}) + "  }\n}\n";
}

const Params kBorder{{"border", true}};
const Params kBoth{{"with", std::string("sum")}};

} // namespace

std::vector<RefusalCase> refusals() {
    const auto refused = [](const std::string& refusal, const std::string& sound,
                            const std::vector<Edit>& fault, Without without = Without::wrong,
                            const std::string& because = "") {
        return RefusalCase{.transformation = kName,
                           .refusal = refusal,
                           .sound = sound,
                           .fault = fault,
                           .match = "tmp",
                           .without = without,
                           .because = because};
    };
    const auto bordered = [&](RefusalCase c, const std::string& match) {
        c.match = match;
        c.params = kBorder;
        return c;
    };
    auto numbers = refused("2 no-numbers", base(),
                           {declare("  array k int32 [N]\n  array l int32 [N]\n"),
                            add("    k = access k\n    l = access l\n"
                                "    k -> l : k[0:N] -> [0:N]\n")},
                           Without::refused);
    numbers.otherNode = "k";
    auto hasType = refused("2 has-the-type", base(), {}, Without::refused);
    hasType.faultParams = {{"to", std::string("float64")}};
    auto given = refused("3 given", nested(), {}, Without::refused);
    given.match = "own";
    given.otherNode = "x";
    auto argument = refused("3 argument", base(), {});
    argument.otherNode = "a";
    auto noSuch = refused("3 no-such-container", base(), {});
    noSuch.faultParams = {{"with", std::string("nothing")}};
    auto mixed = refused("5 mixed-types", summed(), {}, Without::same,
                         "our executors convert, those of DaCe's library need not");
    mixed.params = kBoth;
    mixed.faultParams = {{"with", std::string("")}};
    auto identity = refused("5 identity", summed(), {{"identity = `0`", "identity = `1e300`"}});
    identity.params = kBoth;
    return {
        numbers,
        hasType,
        given,
        argument,
        noSuch,
        refused("4 reinterpreted", viewed(),
                {{"view v float64", "view v int64"}, {"array c float64", "array c int64"}}),
        refused("4 no-plain-container", base(),
                {declare("  stream s float64 [1] transient\n"),
                 add("    s = access s\n    tmp -> s : tmp[0:N]\n")},
                Without::unexecuted, "the interpreter has no streams"),
        refused("4 shared-name", viewed(),
                {declare("  array d float64 [N]\n"),
                 add("    w = access v\n    d = access d\n    a -> w : a[0:N]\n"
                     "    w -> d : v[0:N] -> [0:N]\n")},
                Without::unexecuted, "a view's name is one place to executors"),
        refused("5 read-by-name",
                edited(base(), {{"  }\n}\n", "  }\n  state next {\n  }\n  main -> next\n}\n"}}),
                {{"  main -> next\n", "  main -> next if `tmp[0] > 0.5`\n"}}, Without::same,
                "no value is near 0.5"),
        refused("5 typed-connector", base(),
                {{"second `o = (p * 3.0)`", "second `o = (p * 3.0)` in (p:\"a float64 pointer\")"}},
                Without::same, "our executors go by the container"),
        refused("5 range", base(), {add("    tmp -> m_second.n : tmp[0]\n")}, Without::same,
                "the range does not use the name"),
        refused("5 unknown-code", base(), {{"second `o = (p * 3.0)`", "second `o = p * 3.0;` CPP"}},
                Without::unexecuted, "the interpreter runs no C++"),
        refused("5 library", base(),
                {declare("  array u float64 [N] transient\n"),
                 add("    l = library Sort my.own.Sort\n    u = access u\n"
                     "    tmp -> l.x : tmp[0:N]\n    l.y -> u : u[0:N]\n")},
                Without::unexecuted, "nothing is known of the library"),
        identity,
        mixed,
        refused("6 unordered-access", copied(),
                {add("    w = tasklet w `o = 7.0`\n    w.o -> c : c[0]\n")}),
        refused("6 unclear-copy", copied(),
                {{"array c float64 [N]", "array c float64 [2*N]"},
                 {"tmp[0:N] -> [0:N]", "tmp[0:N] -> [0:2*N:2]"}}),
        refused("6 different-memory", copied(),
                {{"tmp float64 [N] transient", "tmp float64 [N] transient storage GPU_Global"}}),
        bordered(refused("7 partly-written", base(),
                         {{"x_second.IN_b : b[i]", "x_second.IN_b : b[i] dynamic"}}),
                 "b"),
        bordered(refused("7 partly-written", base(),
                         {{"    t_second = tasklet second `o = (p * 3.0)`\n",
                           "    t_more = tasklet more `o = 5.0`\n    w = access b\n"
                           "    t_second = tasklet second `o = (p * 3.0 + q)`\n"},
                          add("    m_second -> t_more\n    t_more.o -> w : b[i]\n"
                              "    w -> t_second.q : b[i]\n")}),
                 "b"),
        bordered(
            refused("7 may-alias", base(), {{"array b float64 [N]", "array b float64 [N] alias"}}),
            "b"),
        bordered(refused("7 behind-copies", besideCopies(),
                         {{"    a -> m_more.IN_a : a[0:N]\n", "    b -> m_more.IN_b : b[0:N]\n"},
                          {"    m_more.OUT_a -> t_more.p : a[i]\n",
                           "    m_more.OUT_b -> t_more.p : b[i]\n"}},
                         Without::same, "the values are rounded already"),
                 "a"),
        bordered(
            refused("7 several-ends", base(),
                    {{"  }\n}\n", "  }\n  state next {\n  }\n  main -> next if `N < 0`\n}\n"}}),
            "b"),
    };
}

namespace {

ir::DocumentPtr changed(const std::string& text, const std::string& container,
                        const Params& params = {}) {
    const auto document = test::parsed(text);
    const auto& t = test::transformation(kName);
    for (const auto& match : test::matchesOf(t, document))
        if (match.label == container) {
            const auto result = test::applied(t, document, match, params);
            if (!result)
                FAIL(toString(result.error()));
            for (const auto& finding : validate::validate(ir::DocumentIndex(result->document)))
                if (finding.severity == Severity::error)
                    FAIL_CHECK(toString(finding));
            return result->document;
        }
    FAIL("no match at " << container);
    return document;
}

/// The same numbers from the interpreter and from C++; what they are.
test::Outputs outputsOf(const ir::DocumentPtr& document, const test::RunInputs& inputs) {
    const auto got = test::interpreted(*document, inputs);
    if (!got)
        FAIL(toString(got.error()));
    if (test::canCompile()) {
        test::CompiledPrograms programs;
        const auto number = programs.add(*document);
        programs.compile();
        const auto compiled = programs.run(number, inputs);
        if (!compiled)
            FAIL(toString(compiled.error()));
        CHECK(test::firstDifference(*compiled, *got).value_or("equal") == "equal");
    }
    return *got;
}

test::RunInputs inputsOf(const std::string& text) {
    const auto document = test::parsed(text);
    return *test::inputsFor(*document->root, test::sizeSets(*document->root).front());
}

template <class T>
std::vector<T> valuesOf(const exec::InputArray& array) {
    std::vector<T> values(array.bytes->size() / sizeof(T));
    std::memcpy(values.data(), array.bytes->data(), array.bytes->size());
    return values;
}

/// `expected(a)` element by element is what `array` holds, to the last bit.
void checkValues(const test::Outputs& outputs, const std::string& array,
                 const test::RunInputs& inputs, double (*expected)(double)) {
    const auto got = valuesOf<double>(outputs.at(array));
    const auto a = valuesOf<double>(inputs.arrays.at("a"));
    REQUIRE(got.size() == a.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        CHECK(got[i] == expected(a[i]));
}

double third(double a) {
    return static_cast<double>(static_cast<float>(a / 3.0));
}

using test::countOf;
using test::has;

} // namespace

TEST_CASE("change-precision: a temporary is rounded where it is kept, and nowhere else") {
    const auto after = changed(base(), "tmp");
    const auto text = ir::dump(*after->root);
    CHECK(has(text, "array tmp float32 [N] transient"));
    CHECK(has(text, "array a float64 [N]"));
    CHECK(has(text, "array b float64 [N]"));
    CHECK(countOf(text, "tasklet") == 2);
    const auto inputs = inputsOf(base());
    checkValues(outputsOf(after, inputs), "b", inputs, [](double a) { return third(a) * 3.0; });
}

TEST_CASE("change-precision: a copy to what keeps its type becomes a map that converts") {
    const auto after = changed(copied(), "tmp");
    const auto text = ir::dump(*after->root);
    CHECK(has(text, "map convert_tmp_c [i0 = 0:N]"));
    CHECK(has(text, "tasklet convert `_out = _in`"));
    const auto inputs = inputsOf(copied());
    checkValues(outputsOf(after, inputs), "c", inputs, third);
}

TEST_CASE("change-precision: a copy between two that change stays a copy") {
    const auto text = test::edited(
        base(), {declare("  array next float64 [N] transient\n  array c float64 [N]\n"),
                 add("    next = access next\n    c = access c\n"
                     "    tmp -> next : tmp[0:N] -> [0:N]\n" +
                     mapOf("third", {"p : next[i]"}, "o = p", {"o : c[i]"}))});
    const auto together = ir::dump(*changed(text, "tmp", {{"with", std::string("next")}})->root);
    CHECK(countOf(together, "tasklet convert") == 0);
    CHECK(countOf(together, "float32") == 2);
    const auto all = ir::dump(*changed(text, "tmp", {{"all-temporaries", true}})->root);
    CHECK(all == together);
    CHECK(has(ir::dump(*changed(text, "tmp")->root), "map convert_tmp_next"));
}

TEST_CASE("change-precision: single elements that maps copy are converted by a tasklet") {
    const auto text =
        test::edited(base(), {declare("  scalar one float64 transient\n"),
                              {"    m_second.OUT_tmp -> t_second.p : tmp[i]\n",
                               "    one = access one\n    m_second.OUT_tmp -> one : tmp[i] -> [0]\n"
                               "    one -> t_second.p : one[0]\n"}});
    const auto after = changed(text, "tmp");
    CHECK(countOf(ir::dump(*after->root), "tasklet convert") == 1);
    CHECK(has(ir::dump(*after->root), "scalar one float64"));
    const auto inputs = inputsOf(text);
    checkValues(outputsOf(after, inputs), "b", inputs, [](double a) { return third(a) * 3.0; });
}

TEST_CASE("change-precision: elements that a map copies out of its scope, and parts, too") {
    const auto text = R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array tmp float64 [2, N] transient
  array part float64 [2] transient
  array part2 float64 [2] transient
  state main {
    a = access a
    tmp = access tmp
    b = access b
    m = map rows [i = 0:N] -> x
    one = access part
    f = tasklet f `o = (p / 3.0)`
    h = tasklet h `q = p`
    x = exit m
    m2 = map again [i = 0:N] -> x2
    two = access part2
    g = tasklet g `o = (p[0] * 3.0)`
    x2 = exit m2
    a -> m.IN_a : a[0:N]
    m.OUT_a -> f.p : a[i]
    f.o -> one : part[0]
    m.OUT_a -> h.p : a[i]
    h.q -> one : part[1]
    one -> x.IN_t : part[0:2] -> [0:2, i]
    x.OUT_t -> tmp : tmp[0:2, 0:N]
    tmp -> m2.IN_t : tmp[0:2, 0:N]
    m2.OUT_t -> two : tmp[0:2, i] -> [0:2]
    two -> g.p : part2[0:2]
    g.o -> x2.IN_b : b[i]
    x2.OUT_b -> b : b[0:N]
  }
}
)";
    const auto after = changed(text, "tmp");
    const auto dumped = ir::dump(*after->root);
    INFO(dumped);
    CHECK(has(dumped, "map convert_part_tmp [i0 = 0:2] schedule Sequential"));
    CHECK(has(dumped, "map convert_tmp_part2 ["));
    const auto inputs = inputsOf(text);
    checkValues(outputsOf(after, inputs), "b", inputs, [](double a) { return third(a) * 3.0; });
}

TEST_CASE("change-precision: views and nested SDFGs see the type that is there") {
    const auto view = ir::dump(*changed(viewed(), "tmp")->root);
    CHECK(has(view, "view v float32 [N]"));
    CHECK(has(view, "map convert_v_c"));
    const auto inner = changed(nested(), "tmp");
    const auto text = ir::dump(*inner->root);
    CHECK(has(text, "array x float32 [N]"));
    CHECK(has(text, "array own float64 [N] transient"));
    CHECK(has(text, "map convert_x_own"));
    const auto inputs = inputsOf(nested());
    checkValues(outputsOf(inner, inputs), "c", inputs, third);
}

TEST_CASE("change-precision: conflicts are resolved in the new type") {
    const auto text = R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array b float64 [1]
  array tmp float64 [1] transient
  state zero {
    z = tasklet z `o = 0.0`
    tmp = access tmp
    z.o -> tmp : tmp[0]
  }
  state main {
    a = access a
    m = map adds [i = 0:N] schedule Sequential -> x
    f = tasklet f `o = p`
    x = exit m
    tmp = access tmp
    b = access b
    a -> m.IN_a : a[0:N]
    m.OUT_a -> f.p : a[i]
    f.o -> x.IN_tmp : tmp[0] wcr `lambda p, q: p + q`
    x.OUT_tmp -> tmp : tmp[0] wcr `lambda p, q: p + q`
    tmp -> b : tmp[0] -> [0]
  }
  zero -> main
}
)";
    const auto inputs = inputsOf(text);
    const auto outputs = outputsOf(changed(text, "tmp"), inputs);
    float sum = 0;
    for (const double a : valuesOf<double>(inputs.arrays.at("a")))
        sum += static_cast<float>(a);
    CHECK(valuesOf<double>(outputs.at("b")).front() == static_cast<double>(sum));
}

TEST_CASE("change-precision: a reduction and its result change together") {
    const auto after = changed(summed(), "tmp", kBoth);
    CHECK(has(ir::dump(*after->root), "array sum float32 [1] transient"));
    outputsOf(after, inputsOf(summed()));
}

TEST_CASE("change-precision: connectors that say the type say the new one") {
    const auto typed = test::edited(
        base(),
        {{"second `o = (p * 3.0)`", "second `o = (p * 3.0)` in (p:float64) out (o:float64)"}});
    const auto text = ir::dump(*changed(typed, "tmp")->root);
    CHECK(has(text, "in (p:float32) out (o:float64)"));
}

TEST_CASE("change-precision: back to float64 it is the type that it was") {
    const auto narrow = ir::dump(*changed(nested(), "tmp")->root);
    const auto wide = ir::dump(*changed(narrow, "tmp", {{"to", std::string("float64")}})->root);
    CHECK(countOf(wide, "float32") == 0);
}

TEST_CASE("change-precision: all temporaries but those that cannot be") {
    const auto text = test::edited(
        base(),
        {declare("  array raw float64 [N] transient\n  array d float64 [N]\n"),
         add("    raw = access raw\n    d = access d\n" +
             mapOf("makes", {"p : a[i]"}, "o = p", {"o : raw[i]"}) +
             mapOf("reads", {"p : raw[i]"}, "o = p", {"o : d[i]"})),
         {"    t_reads = tasklet reads `o = p`", "    t_reads = tasklet reads `o = p;` CPP"}});
    const auto after = ir::dump(*changed(text, "tmp", {{"all-temporaries", true}})->root);
    CHECK(has(after, "array tmp float32"));
    CHECK(has(after, "array raw float64"));
}

TEST_CASE("change-precision: a temporary stands for an argument, which keeps its type") {
    // b[1:N - 1] alone is written, and its ends must not be rounded.
    const auto inside = test::edited(
        base(), {{"second [i = 0:N]", "second [i = 1:N - 1]"},
                 {"    x_second.OUT_b -> b : b[0:N]\n", "    x_second.OUT_b -> b : b[1:N - 1]\n"},
                 {"    tmp -> m_second.IN_tmp : tmp[0:N]\n",
                  "    tmp -> m_second.IN_tmp : tmp[1:N - 1]\n"}});
    const auto inputs = inputsOf(inside);
    const auto read = changed(inside, "a", kBorder);
    const auto text = ir::dump(*read->root);
    CHECK(has(text, "array a float64 [N]\n"));
    CHECK(has(text, "array a_float32 float32 [N] transient"));
    CHECK(has(text, "map convert_a_a_float32 [i0 = 0:N]"));
    const auto written = changed(inside, "b", kBorder);
    CHECK(has(ir::dump(*written->root), "map convert_b_float32_b [i0 = 1:N - 1]"));
    for (const bool ofInput : {true, false}) {
        const auto outputs = outputsOf(ofInput ? read : written, inputs);
        const auto got = valuesOf<double>(outputs.at("b"));
        const auto a = valuesOf<double>(inputs.arrays.at("a"));
        const auto b = valuesOf<double>(inputs.arrays.at("b"));
        CHECK(got.front() == b.front());
        CHECK(got.back() == b.back());
        for (std::size_t i = 1; i + 1 < got.size(); ++i)
            CHECK(got[i] == (ofInput ? static_cast<double>(static_cast<float>(a[i])) / 3.0 * 3.0
                                     : static_cast<double>(static_cast<float>(a[i] / 3.0 * 3.0))));
    }
}

TEST_CASE("change-precision: everywhere it ends, arguments behind copies too") {
    const auto steps =
        transforms::applyEverywhere(test::transformation(kName), test::parsed(copied()), kBorder);
    REQUIRE(steps.has_value());
    CHECK(steps->size() == 3); // a, tmp, b: c is nothing but copied
    const auto last = transforms::lastDocument(test::parsed(copied()), *steps);
    outputsOf(last, inputsOf(copied()));
}

TEST_CASE("change-precision: real programs mean the same to all who run them") {
    const auto root = test::corpus();
    if (!root)
        return test::skip("no corpus");
    if (!test::canCompile())
        return;
    struct Graph {
        std::string folder, stage;
    };
    std::size_t tried = 0;
    for (const auto& [folder, stage] :
         {Graph{"gt4py-1.0.9/calculate_nabla4", "optimized.sdfgz"},
          Graph{"gt4py-1.0.9/compute_hydrostatic_correction_term", "initial.sdfgz"},
          Graph{"gt4py-1.2.1/calculate_nabla4", "static-initial.sdfgz"},
          Graph{"gt4py-1.2.1/apply_diffusion_to_theta_and_exner", "initial.sdfgz"},
          Graph{"gt4py-1.2.1/vertically_implicit_solver_at_predictor_step", "optimized.sdfgz"}}) {
        const auto at = *root / folder;
        INFO(folder << " " << stage);
        const auto run = test::readRun(at / stage, at / "reference.json", at / "reference.npz");
        REQUIRE(run.has_value());
        const auto& t = test::transformation(kName);
        for (const auto& match : test::matchesOf(t, run->document)) {
            const Params params{{"all-temporaries", true}};
            if (test::refusalOf(t, run->document, match, params))
                continue;
            const auto result = test::applied(t, run->document, match, params);
            REQUIRE(result.has_value());
            ++tried;
            const auto before = test::interpreted(*run->document, run->inputs);
            REQUIRE(before.has_value());
            const auto after = outputsOf(result->document, run->inputs);
            CHECK(test::firstDifference(after, *before).has_value());
            break;
        }
    }
    CHECK(tried >= 4);
}

} // namespace mw::test::change_precision_test
