// Two states in a row become one: GT4Py's cases as graphs of our own, and what must not be fused.

#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::state_fusion_test {

namespace {

const std::string kName = "state-fusion";

/// A map that computes `to` from `from`, both of them access nodes of this state.
std::string map(const std::string& name, const std::string& from, const std::string& to,
                const std::string& source, const std::string& target,
                const std::string& range = "0:N") {
    const std::string m = "m_" + name, x = "x_" + name, t = "t_" + name;
    return "    " + m + " = map " + name + " [i = " + range + "] -> " + x + "\n    " + t +
           " = tasklet " + name + " `o = (y + 1.0)`\n    " + x + " = exit " + m + "\n    " + from +
           " -> " + m + ".IN_0 : " + source + "[" + range + "]\n    " + m + ".OUT_0 -> " + t +
           ".y : " + source + "[i]\n    " + t + ".o -> " + x + ".IN_1 : " + target + "[i]\n    " +
           x + ".OUT_1 -> " + to + " : " + target + "[" + range + "]\n";
}

std::string access(const std::string& node, const std::string& data) {
    return "    " + node + " = access " + data + "\n";
}

/// Two states over the arguments a, b, c, d and the temporaries t, u.
std::string program(const std::string& first, const std::string& second,
                    const std::string& between = "first -> second") {
    return "sdfg g {\n  symbols N:int32\n  array a float64 [N]\n  array b float64 [N]\n  array c "
           "float64 [N]\n  array d float64 [N]\n  array t float64 [N] transient\n  array u float64 "
           "[N] transient\n  scalar s int64 transient\n  state first {\n" +
           first + "  }\n  state second {\n" + second + "  }\n  " + between + "\n}\n";
}

/// a -> t, then t -> b.
std::string inARow() {
    return program(access("a", "a") + access("t", "t") + map("one", "a", "t", "a", "t"),
                   access("t", "t") + access("b", "b") + map("two", "t", "b", "t", "b"));
}

/// a -> s, then a nested SDFG that computes b.
std::string numberAndNested() {
    return program(R"(    a = access a
    s = access s
    t = tasklet first `o = (y > 0.5)`
    a -> t.y : a[0]
    t.o -> s : s[0]
)",
                   R"(    inner = nested inner {M: N} = sdfg inner {
      symbols M:int64
      array q float64 [1]
      state only {
        t = tasklet give `o = M`
        q = access q
        t.o -> q : q[0]
      }
    }
    b = access b
    inner.q -> b : b[0]
)");
}

/// a -> b, then b -> c and b -> d.
std::string twoReaders() {
    return program(access("a", "a") + access("b", "b") + map("one", "a", "b", "a", "b"),
                   access("b", "b") + access("c", "c") + access("d", "d") +
                       map("two", "b", "c", "b", "c") + map("three", "b", "d", "b", "d"));
}

/// Both write elements of b, each its own half.
std::string halves(const std::string& second) {
    return program(access("a", "a") + access("b", "b") + map("one", "a", "b", "a", "b", "0:3"),
                   access("c", "c") + access("b", "b") + map("two", "c", "b", "c", "b", second));
}

std::string inLoop(const std::string& program) {
    return edited(program, {{"  state first {",
                             "  loop l `k = 0` `k < 3` `k = k + 1` variable k {\n  state first {"},
                            {"first -> second\n", "first -> second\n  }\n"}});
}

RefusalCase refused(const std::string& refusal, const std::string& sound, const Edit& fault) {
    return {.transformation = kName, .refusal = refusal, .sound = sound, .fault = {fault}};
}
RefusalCase because(RefusalCase refusal, Without without, const std::string& because) {
    refusal.without = without;
    refusal.because = because;
    return refusal;
}

} // namespace

std::vector<RefusalCase> refusals() {
    // What the second writes is what the first reads, and nothing says that it reads before.
    const RefusalCase overwritten{
        .transformation = kName,
        .refusal = "6 no-order",
        .sound = program(access("a", "a") + access("t", "t") + access("d", "d") + access("u", "u") +
                             map("one", "a", "t", "a", "t") + map("two", "d", "u", "d", "u"),
                         access("t", "t") + access("b", "b") + access("u", "u") + access("c", "c") +
                             map("three", "t", "b", "t", "b") + map("four", "u", "c", "u", "c")),
        .fault = {{"c = access c\n", "c = access a\n"},
                  {"t_four.o -> x_four.IN_1 : c[i]", "t_four.o -> x_four.IN_1 : a[i]"},
                  {"x_four.OUT_1 -> c : c[0:N]", "x_four.OUT_1 -> c : a[0:N]"}}};
    const std::string inFileOrder = "what nothing orders is done in the order of the file here";
    return {
        // The first runs only sometimes, the second always.
        {.transformation = kName,
         .refusal = "2 not-in-a-row",
         .sound = program(access("a", "a") + access("c", "c") + map("one", "a", "c", "a", "c"),
                          access("a", "a") + access("b", "b") + map("two", "a", "b", "a", "b")),
         .fault = {{"first -> second\n",
                    "state before {\n  }\n  start before\n  before -> first if `N > 100`\n"
                    "  before -> second if `N <= 100`\n  first -> second\n"}},
         .match = "first -> second"},
        because(refused("3 assignments", inARow(),
                        {"first -> second\n", "first -> second with M = `N + 1`\n"}),
                Without::same, "nothing reads the symbol here"),
        refused("3 conditional", inARow(), {"first -> second\n", "first -> second if `N > 100`\n"}),
        refused("3 conditional", twoReaders(),
                {"first -> second\n", "first -> second if `N > 100`\n"}),
        refused("3 conditional",
                program("", access("a", "a") + access("b", "b") + map("one", "a", "b", "a", "b")),
                {"first -> second\n", "first -> second if `N > 100`\n"}),
        because(refused("4 side-effects", inARow(),
                        {"tasklet two `o = (y + 1.0)`", "tasklet two `o = y + 1.0;` CPP"}),
                Without::unexecuted, "the interpreter runs no C++"),
        because(refused("4 side-effects", inARow(),
                        {"tasklet one `o = (y + 1.0)`", "tasklet one `o = y + 1.0;` CPP"}),
                Without::unexecuted, "the interpreter runs no C++"),
        because(refused("4 boundary", numberAndNested(), {"{M: N} =", "{M: N} noinline ="}),
                Without::same, "nothing happens outside while it runs here"),
        // Filled with zeros once, not in every turn of the loop.
        {.transformation = kName,
         .refusal = "5 set-zero",
         .sound = inLoop(inARow()),
         .fault = {{"a = access a\n    t = access t\n", "a = access a\n    t = access t setzero\n"},
                   {"x_one.IN_1 : t[i]\n", "x_one.IN_1 : t[i] wcr `lambda p, q: p + q`\n"}}},
        because(refused("6 no-order", halves("3:N"), {"3:N] -> x_two", "0:N] -> x_two"}),
                Without::same, inFileOrder),
        because(overwritten, Without::same, inFileOrder),
        because(refused("7 read-by-name", numberAndNested(), {"{M: N}", "{M: s}"}), Without::same,
                inFileOrder),
    };
}

namespace {

using test::mapOf;

struct Counts {
    std::size_t states = 0, access = 0, maps = 0;
    bool operator==(const Counts&) const = default;
};

Counts fused(const std::string& text, std::size_t times = 1) {
    const auto after = test::appliedEverywhere(kName, text, {}, times);
    Counts counts;
    ir::forEachBlock(after->root->body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        counts.states += state ? 1 : 0;
        for (std::size_t i = 0; state && i < state->nodes.size(); ++i) {
            counts.access += state->nodes[i]->as<ir::AccessNode>() ? 1 : 0;
            counts.maps += state->nodes[i]->as<ir::MapEntry>() ? 1 : 0;
        }
    });
    return counts;
}

std::string refusedAs(const std::string& text) {
    const auto refusal = test::refusal(kName, text);
    return refusal ? test::name(*refusal) : "fused";
}

} // namespace

TEST_CASE("state-fusion: what the second reads is what the first wrote") {
    CHECK(fused(inARow()) == Counts{1, 3, 2});
}

TEST_CASE("state-fusion: a -> b; then b -> c and b -> d") {
    CHECK(fused(twoReaders()) == Counts{1, 4, 3});
}

TEST_CASE("state-fusion: an array that both read is one access node") {
    CHECK(fused(program(access("a", "a") + access("b", "b") + map("one", "a", "b", "a", "b"),
                        access("a", "a") + access("c", "c") + map("two", "a", "c", "a", "c"))) ==
          Counts{1, 3, 2});
}

namespace {

/// Each state reads a in a map through a view; the second one writes b, or a itself.
std::string readThroughViews(const std::string& target) {
    const auto viewing = [](const std::string& name, const std::string& to) {
        const std::string m = "m_" + name, x = "x_" + name, t = "t_" + name, v = "v_" + name;
        return access("a", "a") + access(to == "a" ? "after" : to, to) + access(v, v) + "    " + m +
               " = map " + name + " [i = 0:N] -> " + x + "\n    " + t + " = tasklet " + name +
               " `o = (y + 1.0)`\n    " + x + " = exit " + m + "\n    a -> " + m +
               ".IN_0 : a[0:N]\n    " + m + ".OUT_0 -> " + v + " : a[i]\n    " + v + " -> " + t +
               ".y : " + v + "[0]\n    " + t + ".o -> " + x + ".IN_1 : " + to + "[i]\n    " + x +
               ".OUT_1 -> " + (to == "a" ? "after" : to) + " : " + to + "[0:N]\n";
    };
    return test::edited(program(viewing("one", "c"), viewing("two", target)),
                        {{"  scalar s", "  view v_one float64 [1] transient\n  view v_two "
                                        "float64 [1] transient\n  scalar s"}});
}

} // namespace

TEST_CASE("state-fusion: what both read through views in maps") {
    CHECK(fused(readThroughViews("b")) == Counts{1, 5, 2});
    CHECK(refusedAs(readThroughViews("a")) == "6 no-order");
}

TEST_CASE("state-fusion: empty states") {
    const auto work = access("a", "a") + access("b", "b") + map("one", "a", "b", "a", "b");
    CHECK(fused(program("", work)) == Counts{1, 2, 1});
    CHECK(fused(program(work, "")) == Counts{1, 2, 1});
    CHECK(fused(program("", "")) == Counts{1, 0, 0});
}

TEST_CASE("state-fusion: a global that is written and then changed in place") {
    CHECK(fused(program(access("b", "b") + access("a", "a") + map("one", "b", "a", "b", "a"),
                        access("a", "a") + access("e", "a") + map("two", "a", "e", "a", "a"))) ==
          Counts{1, 3, 2});
    CHECK(fused(program(access("a", "a") + access("e", "a") + map("one", "a", "e", "a", "a"),
                        access("a", "a") + access("e", "a") + map("two", "a", "e", "a", "a"))) ==
          Counts{1, 3, 2});
}

TEST_CASE("state-fusion: each writes its part of an array") {
    CHECK(fused(halves("3:N")) == Counts{1, 4, 2});
}

TEST_CASE("state-fusion: two results for two readers") {
    const auto first = access("a", "a") + access("b", "b") + access("t", "t") + access("u", "u") +
                       map("one", "a", "t", "a", "t") + map("two", "b", "u", "b", "u");
    const auto second = access("t", "t") + access("u", "u") + access("c", "a") + access("d", "b") +
                        map("three", "t", "c", "t", "a") + map("four", "u", "d", "u", "b");
    CHECK(fused(program(first, second)) == Counts{1, 6, 4});
}

TEST_CASE("state-fusion: two results of one map, or of two, for one reader of both") {
    const auto nodes = access("a", "a") + access("b", "b") + access("t", "t") + access("u", "u");
    const auto both = mapOf("one", {"p : a[i]", "q : b[i]"}, "o = (p + q); r = (p * q)",
                            {"o : t[i]", "r : u[i]"});
    // The two readers do not wait for each other, but both for the one map.
    CHECK(fused(program(nodes + both,
                        nodes + mapOf("two", {"p : t[i]"}, "o = (p + 1.0)", {"o : a[i]"}) +
                            mapOf("three", {"p : u[i]"}, "o = (p - 1.0)", {"o : b[i]"}))) ==
          Counts{1, 6, 3});
    const auto each = mapOf("one", {"p : a[i]"}, "o = (p * 2.0)", {"o : t[i]"}) +
                      mapOf("two", {"p : b[i]"}, "o = (p * 3.0)", {"o : u[i]"});
    CHECK(fused(program(nodes + each,
                        nodes + mapOf("three", {"p : t[i]", "q : u[i]"}, "o = (p + q); r = (p - q)",
                                      {"o : a[i]", "r : b[i]"}))) == Counts{1, 6, 3});
}

TEST_CASE("state-fusion: a reader of one result overwrites what another one is made of") {
    const auto nodes = access("a", "a") + access("b", "b") + access("t", "t") + access("u", "u");
    const auto first = nodes + mapOf("one", {"p : a[i]", "q : b[i]"}, "o = (p + q)", {"o : t[i]"}) +
                       mapOf("two", {"p : a[i]", "q : b[i]"}, "o = (p * q)", {"o : u[i]"});
    CHECK(refusedAs(
              program(first, nodes + mapOf("three", {"p : t[i]"}, "o = (p + 1.0)", {"o : a[i]"}) +
                                 mapOf("four", {"p : u[i]"}, "o = (p - 1.0)", {"o : b[i]"}))) ==
          "6 no-order");
    // The same when the other one is only copied on.
    const auto hidden = access("a", "a") + access("t", "t") + access("u", "u") + access("c", "c") +
                        mapOf("one", {"p : a[i]"}, "o = (p + 2.0)", {"o : t[i]"}) +
                        mapOf("two", {"p : a[i]"}, "o = (p * 2.0)", {"o : u[i]"}) +
                        "    u -> c : u[0:N] -> [0:N]\n";
    CHECK(refusedAs(program(hidden, access("a", "a") + access("t", "t") +
                                        mapOf("three", {"p : t[i]"}, "o = (p + 1.0)",
                                              {"o : a[i]"}))) == "6 no-order");
}

TEST_CASE("state-fusion: two arrays do not change places in one state") {
    const auto first = access("a", "a") + access("b", "b") + access("t", "t") + access("u", "u") +
                       "    a -> t : a[0:N] -> [0:N]\n    b -> u : b[0:N] -> [0:N]\n";
    const auto second = access("t", "t") + access("u", "u") + access("a", "a") + access("b", "b") +
                        "    t -> b : t[0:N] -> [0:N]\n    u -> a : u[0:N] -> [0:N]\n";
    CHECK(refusedAs(program(first, second)) == "6 no-order");
}

TEST_CASE("state-fusion: states inside a loop and in a branch") {
    CHECK(fused(inLoop(inARow())) == Counts{1, 3, 2});
}

TEST_CASE("state-fusion: a container of one state is filled with zeros whenever that begins") {
    for (const bool first : {true, false}) {
        const auto sum = access("b", "b") + access("t", "t setzero") +
                         test::edited(map("sum", "b", "t", "b", "t"),
                                      {{"IN_1 : t[i]", "IN_1 : t[i] wcr `lambda p, q: p + q`"}}) +
                         access("c", "c") + "    t -> c : t[0:N] -> [0:N]\n";
        const auto plain = access("a", "a") + access("u", "d") + map("one", "a", "u", "a", "d");
        CHECK(fused(inLoop(first ? program(sum, plain) : program(plain, sum))).states == 1);
    }
}

TEST_CASE("state-fusion: arguments of a nested SDFG that are one container outside") {
    const auto text = program(access("a", "a") + access("d", "d") + map("one", "a", "d", "a", "d"),
                              access("c", "c") + access("b", "b") + map("two", "c", "b", "c", "b"));
    const auto inner =
        text.substr(0, text.find("  scalar")) + text.substr(text.find("  state first"));
    const auto nested = [&](const std::string& result) {
        return test::calling(inner, {{"a", "x"}, {"c", "y"}}, {{"b", result}, {"d", "w"}});
    };
    CHECK(refusedAs(nested("z")) == "fused");
    CHECK(refusedAs(nested("x")) == "6 no-order");
}

} // namespace mw::test::state_fusion_test
