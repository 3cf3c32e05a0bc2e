// Values become part of a program: what is folded, what keeps its name, and which inputs it takes
// afterwards.

#include "core/inputs/scenario.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/transforms/equivalence.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::specialise_test {

namespace {

const std::string kName = "specialise";

/// b = a + K, where the interpreter gives K 5 and N 7.
std::string added() {
    return R"(sdfg g {
  symbols K:int32 N:int32
  array a float64 [N]
  array b float64 [N]
  state main {
    a = access a
    m = map add [i = 0:N] -> x
    t = tasklet t `o = (x + K)`
    x = exit m
    b = access b
    a -> m.IN_a : a[0:N]
    m.OUT_a -> t.x : a[i]
    t.o -> x.IN_b : b[i]
    x.OUT_b -> b : b[0:N]
  }
}
)";
}

Params values(const std::string& list) {
    return {{"values", list}};
}

RefusalCase refused(const std::string& refusal, const std::string& list) {
    return {.transformation = kName,
            .refusal = refusal,
            .sound = added(),
            .params = values("K=5,N=7"),
            .faultParams = values(list)};
}

RefusalCase with(RefusalCase refusal, Without without, const std::string& because = {}) {
    refusal.without = without;
    refusal.because = because;
    return refusal;
}

RefusalCase faulty(RefusalCase refusal, const Edit& fault) {
    refusal.fault = {fault};
    return refusal;
}

const Edit kConstant{"  array a float64 [N]\n", "  constant N = 7\n  array a float64 [N]\n"};
/// K is 3 from the second state on.
const Edit kAssigned{"    x.OUT_b -> b : b[0:N]\n  }\n}\n", R"(    x.OUT_b -> b : b[0:N]
  }
  state more {
    b = access b
    m = map again [i = 0:K] -> x
    t = tasklet t `o = (x * K)`
    x = exit m
    c = access b
    b -> m.IN_b : b[0:N]
    m.OUT_b -> t.x : b[i]
    t.o -> x.IN_b : b[i]
    x.OUT_b -> c : b[0:N]
  }
  main -> more with K = `3`
}
)"};

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        with(refused("2 no-values", " "), Without::refused),
        refused("2 bad-value", "K=5,N"),
        refused("3 no-such-symbol", "K=5,M=7"),
        with(refused("3 given-twice", "K=5,N=7,N=8"), Without::same,
             "the first value is the one that the program is run with"),
        refused("4 value-type", "K=5.5"),
        with(faulty(refused("5 other-value", "N=8"), kConstant), Without::refused),
        with(faulty(refused("6 nothing-new", "N=7"), kConstant), Without::same,
             "there is nothing to do"),
        faulty(refused("7 bound-again", "K=5"), kAssigned),
    };
}

namespace {

/// The program with these values, which gives the results that it gave when it was called with
/// them.
ir::DocumentPtr specialised(const std::string& text, const std::string& list) {
    const auto before = test::parsed(text);
    const auto& t = test::transformation(kName);
    const auto result = test::applied(t, before, test::matchesOf(t, before).front(), values(list));
    if (!result)
        FAIL(toString(result.error()));
    CHECK(test::difference(*before, *result->document).value_or("equal") == "equal");
    return result->document;
}

bool has(const ir::DocumentPtr& document, const std::string& line) {
    return ir::dump(*document->root).find(line) != std::string::npos;
}

/// Two branches by K, in a nested SDFG that calls it `kind`, and a temporary of one of them.
const std::string kBranches = R"(sdfg g {
  symbols K:int32 N:int32
  array a float64 [N]
  array b float64 [N]
  state main {
    a = access a
    n = nested inner {kind: K, M: N} = sdfg inner {
      symbols M:int32 kind:int32
      array a float64 [M]
      array b float64 [M]
      array t float64 [Max(0, M)] transient
      state begin {}
      branch either { if `kind > 4` big {
        state copy { a = access a; b = access b; a -> b : a[0:M] -> [0:M] }
      } else small {
        state first { a = access a; t = access t; a -> t : a[0:M] -> [0:M] }
        state second { t = access t; b = access b; t -> b : t[0:M] -> [0:M] }
        first -> second
      } }
      begin -> either
    }
    b = access b
    a -> n.a : a[0:N]
    n.b -> b : b[0:N]
  }
}
)";

} // namespace

TEST_CASE("specialise: expressions have the number, code keeps the name of the constant") {
    const auto after = specialised(added(), "K=5,N=7");
    CHECK(has(after, "constant K = 5"));
    CHECK(has(after, "constant N = 7"));
    CHECK(has(after, "array a float64 [7]"));
    CHECK(has(after, "map add [i = 0:7]"));
    CHECK(has(after, "b[0:7]"));
    CHECK(has(after, "`o = (x + K)`"));
}

TEST_CASE("specialise: values that the program does not fit are refused by what is wrong then") {
    const auto before = test::parsed(added());
    const auto& t = test::transformation(kName);
    const auto result =
        test::applied(t, before, test::matchesOf(t, before).front(), values("N=-3"));
    REQUIRE_FALSE(result.has_value());
    CHECK(result.error().code == "values-do-not-fit");
    CHECK(result.error().sentence == "The program does not fit these values: The container 'a' of "
                                     "g has a negative extent.");
}

TEST_CASE(
    "specialise: an error that stood before is none of the values, whatever numbers it names") {
    const auto outside =
        test::edited(added(), {{"array b float64 [N]", "array b float64 [N - 1]"}});
    const auto before = test::parsed(outside);
    const auto& t = test::transformation(kName);
    const auto match = test::matchesOf(t, before).front();
    CHECK(test::applied(t, before, match, values("K=5")).has_value());
    CHECK(test::applied(t, before, match, values("N=7")).has_value());
    // One more at the same place is.
    const auto two =
        test::parsed(test::edited(added(), {{"array b float64 [N]", "array b float64 [N - 1, 8]"},
                                            {"b : b[0:N]", "b : b[0:N, 0:N]"},
                                            {"x.IN_b : b[i]", "x.IN_b : b[i, 0]"}}));
    const auto worse = test::applied(t, two, test::matchesOf(t, two).front(), values("N=9"));
    REQUIRE_FALSE(worse.has_value());
    CHECK(worse.error().code == "values-do-not-fit");
}

TEST_CASE("specialise: a region without elements is nowhere outside") {
    const std::string text = R"(sdfg g {
  symbols N:int32
  array a float64 [N + 2]
  array b float64 [N + 2]
  state main {
    a = access a
    b = access b
    m = map rest [i = 3:N + 2] -> x
    t = tasklet t `o = (x + 1.0)`
    x = exit m
    c = access b
    a -> b : a[3:N + 2] -> [3:N + 2]
    b -> m.IN_b : b[3:N + 2]
    m.OUT_b -> t.x : b[i]
    t.o -> x.IN_b : b[i]
    x.OUT_b -> c : b[3:N + 2]
  }
}
)";
    const std::string beyond =
        test::edited(text, {{"    a -> b : a[3:N + 2] -> [3:N + 2]\n",
                             "    a -> b : a[N + 3:N + 3] -> [N + 4:N + 4]\n"}});
    for (const auto& program : {text, beyond})
        for (const std::string n : {"1", "2", "3"}) {
            const auto before = test::parsed(program);
            const auto& t = test::transformation(kName);
            const auto result =
                test::applied(t, before, test::matchesOf(t, before).front(), values("N=" + n));
            INFO(n << (result ? "" : result.error().sentence));
            REQUIRE(result.has_value());
            CHECK(test::has(ir::dump(*result->document->root), "map rest") == (n != "1"));
        }
}

TEST_CASE("specialise: code has no index for what becomes a single element") {
    const std::string text = R"(sdfg g {
  symbols M:int32 N:int32
  array a float64 [N, M]
  array k int32 [N, M]
  array b float64 [N]
  array c float64 [M]
  state main {
    a = access a
    k = access k
    m = map pick [i = 0:N] -> x
    t = tasklet t `p = x[k[i, 0] % N, (M - 1)]; o = (p + x[0, k[0, (0)] % M])`
    x = exit m
    b = access b
    a -> m.IN_a : a[0:N, 0:M]
    k -> m.IN_k : k[0:N, 0:M]
    m.OUT_a -> t.x : a[0:N, 0:M]
    m.OUT_k -> t.k : k[0:N, 0:M]
    t.o -> x.IN_b : b[i]
    x.OUT_b -> b : b[0:N]
    s = tasklet s `y[(M - 1)] = z[M - 1]`
    a2 = access a
    c = access c
    a2 -> s.z : a[0, 0:M]
    s.y -> c : c[0:M]
  }
}
)";
    const auto run = [&](const std::string& list, std::int64_t n, std::int64_t m) {
        const auto before = test::parsed(text);
        const auto& t = test::transformation(kName);
        const auto result =
            test::applied(t, before, test::matchesOf(t, before).front(), values(list));
        if (!result)
            FAIL(toString(result.error()));
        const auto inputs = test::inputsFor(*before->root, {{"N", symbolic::Value::integer(n)},
                                                            {"M", symbolic::Value::integer(m)}});
        REQUIRE(inputs.has_value());
        const auto expected = test::interpreted(*before, *inputs),
                   got = test::interpreted(*result->document, *inputs);
        REQUIRE((expected && got));
        CHECK(test::firstDifference(*got, *expected).value_or("equal") == "equal");
        return result->document;
    };
    const auto column = run("M=1", 5, 1);
    CHECK(has(column, "`p = x[k[i] % N]; o = (p + x[0])`"));
    CHECK(has(column, "`y = z`"));
    const auto row = run("N=1", 1, 5);
    CHECK(has(row, "`p = x[(M - 1)]; o = (p + x[k[(0)] % M])`"));
    CHECK(has(row, "`y[(M - 1)] = z[M - 1]`"));
    CHECK(has(run("N=1,M=1", 1, 1), "`p = x; o = (p + x)`"));
    CHECK(has(run("N=4,M=5", 4, 5), "`p = x[k[i, 0] % N, (M - 1)]; o"));
}

TEST_CASE("specialise: some of the values, the others later") {
    const auto first = specialised(added(), "N=7");
    CHECK(has(first, "symbols K:int32 N:int32"));
    CHECK_FALSE(has(first, "constant K"));
    const auto& t = test::transformation(kName);
    const auto second =
        test::applied(t, first, test::matchesOf(t, first).front(), values("N=7, K = 5"));
    REQUIRE(second.has_value());
    CHECK(ir::dump(*second->document->root) == ir::dump(*specialised(added(), "K=5,N=7")->root));
}

TEST_CASE("specialise: branches that are never taken are gone, with what only they used") {
    const auto after = specialised(kBranches, "K=5,N=7");
    CHECK_FALSE(has(after, "branch"));
    CHECK_FALSE(has(after, "small"));
    CHECK_FALSE(has(after, "array t "));
    CHECK(has(after, "a[0:7] -> [0:7]"));
    CHECK_FALSE(has(after, "kind"));
    CHECK_FALSE(has(after, "M:int32"));
}

TEST_CASE("specialise: two halves are rounded one by one") {
    // 5/2 and 7/2 are 2 and 3, not 6 together.
    const auto program = test::edited(
        kBranches, {{"`kind > 4`", "`kind/2 + M/2 > 5`"},
                    {"a[0:M] -> [0:M] }\n      } else", "a[1:M] -> [1:M] }\n      } else"}});
    const auto after = specialised(program, "K=5,N=7");
    CHECK_FALSE(has(after, "a[1:7]"));
    CHECK(has(after, "a[0:7] -> [0:7]"));
}

TEST_CASE("specialise: maps and copies that have nothing to do any more are gone") {
    const std::string text = R"(sdfg g {
  symbols N:int32 first:int32 last:int32
  array a float64 [N]
  array b float64 [N]
  array c float64 [N]
  state main {
    a = access a
    m = map some [i = first:last] -> x
    t = tasklet t `o = (y + 1.0)`
    x = exit m
    b = access b
    c = access c
    a -> m.IN_a : a[first:last]
    m.OUT_a -> t.y : a[i]
    t.o -> x.IN_b : b[i]
    x.OUT_b -> b : b[first:last]
    a -> c : a[first:last] -> [first:last]
  }
}
)";
    const auto before = test::parsed(text);
    const auto made = [&](std::int64_t last) {
        const auto number = [](std::int64_t n) { return symbolic::Value::integer(n); };
        const auto inputs = test::inputsFor(
            *before->root, {{"N", number(7)}, {"first", number(3)}, {"last", number(last)}});
        REQUIRE(inputs.has_value());
        const auto& t = test::transformation(kName);
        const auto result = test::applied(t, before, test::matchesOf(t, before).front(),
                                          values("first=3,last=" + std::to_string(last)));
        REQUIRE(result.has_value());
        const auto expected = test::interpreted(*before, *inputs),
                   got = test::interpreted(*result->document, *inputs);
        REQUIRE((expected && got));
        CHECK(test::firstDifference(*got, *expected).value_or("equal") == "equal");
        return result->document;
    };
    CHECK_FALSE(has(made(3), "map some"));
    CHECK_FALSE(has(made(3), "n0 ->"));
    CHECK(has(made(4), "map some"));
}

TEST_CASE("specialise: a condition that the values leave open stays") {
    const auto after = specialised(kBranches, "N=7");
    CHECK(has(after, "if `kind > 4`"));
    CHECK(has(after, "array t float64 [7] transient"));
}

TEST_CASE("specialise: a real value is handed in as it is") {
    const std::string text = R"(sdfg g {
  symbols N:int32 f:float64
  array b float64 [N]
  state main {
    n = nested inner {g: f} = sdfg inner {
      symbols g:float64
      scalar o float64
      state s { t = tasklet t `z = (g * 2.0)`; o = access o; t.z -> o : o[0] }
    }
    b = access b
    n.o -> b : b[0]
  }
}
)";
    CHECK(has(specialised(text, "N=5,f=7.0"), "{g: 7.0}"));
}

TEST_CASE("specialise: a program takes the values that it was made for, and no others") {
    const auto after = specialised(added(), "K=5,N=7");
    inputs::Scenario scenario;
    scenario.arrays["a"] = {{7}, ir::ScalarType::float64, inputs::ZeroFill{}};
    scenario.arrays["b"] = scenario.arrays["a"];
    const auto unsaid = inputs::completeScenario(*after->root, scenario);
    REQUIRE(unsaid.has_value());
    CHECK(unsaid->symbols.at("K").i == 5);
    scenario.symbols["K"] = symbolic::Value::integer(5);
    CHECK(inputs::completeScenario(*after->root, scenario).has_value());
    scenario.symbols["K"] = symbolic::Value::integer(6);
    const auto other = inputs::completeScenario(*after->root, scenario);
    REQUIRE_FALSE(other.has_value());
    CHECK(other.error().code == "specialised-value");
    CHECK(other.error().sentence.find("K = 5, and the scenario says 6") != std::string::npos);
}

TEST_CASE("specialise: a program that knows strides and no sizes takes arrays that they fit") {
    const std::string text = R"(sdfg g {
  symbols M:int32 N:int32 S:int32
  array a float64 [M, N] strides [1, S]
  state main {
    a = access a
    m = map add [i = 0:M, k = 0:N] -> x
    t = tasklet t `o = 1.0`
    x = exit m
    m -> t
    t.o -> x.IN_a : a[i, k]
    x.OUT_a -> a : a[0:M, 0:N]
  }
}
)";
    const auto before = test::parsed(text);
    const auto& t = test::transformation(kName);
    const auto after = test::applied(t, before, test::matchesOf(t, before).front(), values("S=7"));
    REQUIRE(after.has_value());
    const auto fits = [&](std::int64_t rows) {
        inputs::Scenario scenario;
        scenario.symbols["M"] = symbolic::Value::integer(rows);
        scenario.symbols["N"] = symbolic::Value::integer(3);
        scenario.arrays["a"] = {{rows, 3}, ir::ScalarType::float64, inputs::ZeroFill{}};
        const auto done = inputs::completeScenario(*after->document->root, scenario);
        return done ? std::string("fits") : done.error().code;
    };
    CHECK(fits(7) == "fits");
    CHECK(fits(8) == "layout-differs"); // elements of two columns would be one
    CHECK(fits(6) == "layout-differs"); // the last would lie behind the array
}

} // namespace mw::test::specialise_test
