// Temporaries share memory: DaCe's case as a graph of our own, and a graph for every refusal.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::transient_reuse_test {

namespace {

const std::string kName = "transient-reuse";

/// A map that computes `to` from `from`, access nodes of these names.
std::string map(const std::string& from, const std::string& to) {
    const std::string m = "m_" + to, x = "x_" + to, t = "t_" + to;
    return "    " + to + " = access " + to + "\n    " + m + " = map m_" + to + " [i = 0:N] -> " +
           x + "\n    " + t + " = tasklet plus `o = (y + 1.0)`\n    " + x + " = exit " + m +
           "\n    " + from + " -> " + m + ".IN_0 : " + from + "[0:N]\n    " + m + ".OUT_0 -> " + t +
           ".y : " + from + "[i]\n    " + t + ".o -> " + x + ".IN_1 : " + to + "[i]\n    " + x +
           ".OUT_1 -> " + to + " : " + to + "[0:N]\n";
}

/// Through the temporaries t, u, v and w from a to b.
std::string chain() {
    return "sdfg g {\n  symbols N:int32\n  array a float64 [N]\n  array b float64 [N]\n  array t "
           "float64 [N] transient\n  array u float64 [N] transient\n  array v float64 [N] "
           "transient\n  array w float64 [N] transient\n  state main {\n    a = access a\n" +
           map("a", "t") + map("t", "u") + map("u", "v") + map("v", "w") + map("w", "b") +
           "  }\n}\n";
}

RefusalCase refused(const std::string& refusal, const std::vector<Edit>& fault,
                    Without without = Without::wrong, const std::string& because = {}) {
    return {.transformation = kName,
            .refusal = refusal,
            .sound = chain(),
            .fault = fault,
            .match = "v in t",
            .without = without,
            .because = because};
}

} // namespace

std::vector<RefusalCase> refusals() {
    RefusalCase argument = refused("2 not-alike", {});
    argument.otherNode = "b";
    argument.role = 1;
    RefusalCase needed = refused("4 still-needed", {});
    needed.otherNode = "u";
    needed.role = 1;
    needed.without = Without::same;
    needed.because = "each iteration reads its element before it writes it";
    RefusalCase elsewhere = refused(
        "3 used-elsewhere",
        {add("  }\n  state later {\n    w = access w\n    c = access c\n    w -> c : w[0:N] -> "
             "[0:N]\n  }\n  main -> later\n  state last {\n"),
         {"  array b ", "  array c float64 [N]\n  array b "}});
    elsewhere.otherNode = "w";
    elsewhere.role = 0;
    elsewhere.without = Without::refused;
    RefusalCase seen =
        refused("3 other-name",
                {{"  array b ", "  view s float64 [N] transient\n  array b "},
                 {"v -> m_w.IN_0 : v[0:N]",
                  "s = access s\n    v -> s.views : v[0:N]\n    s -> m_w.IN_0 : s[0:N]"},
                 {"m_w.OUT_0 -> t_w.y : v[i]", "m_w.OUT_0 -> t_w.y : s[i]"}},
                Without::same, "the view is told what it looks at");
    return {argument, needed, elsewhere, seen};
}

namespace {

using test::add;
using test::edited;
using test::has;

std::string after(const std::string& text, std::size_t times) {
    return test::textAfter(kName, text, {}, times);
}

std::vector<std::string> labels(const std::string& text) {
    std::vector<std::string> found;
    for (const auto& match : test::matchesOf(test::transformation(kName), test::parsed(text)))
        found.push_back(match.label);
    return found;
}

} // namespace

TEST_CASE("transient-reuse: a chain of maps needs two arrays") {
    const auto text = after(chain(), 2);
    CHECK(has(text, "array t float64"));
    CHECK(has(text, "array u float64"));
    CHECK_FALSE(has(text, "array v"));
    CHECK_FALSE(has(text, "array w"));
}

TEST_CASE("transient-reuse: each match says what it saves") {
    CHECK(labels(chain()) ==
          std::vector<std::string>{"v in t: 8*N bytes less", "w in t: 8*N bytes less"});
}

TEST_CASE("transient-reuse: other shapes, types and arguments have memory of their own") {
    CHECK(labels(edited(chain(), {{"array v float64 [N]", "array v float64 [N + 1]"},
                                  {"array w float64", "array w float32"}}))
              .empty());
}

TEST_CASE("transient-reuse: what is read again later keeps its memory") {
    const auto later = edited(chain(), {{"`o = (y + 1.0)`\n    x_b", "`o = (y + z)`\n    x_b"},
                                        add("    t -> m_b.IN_t : t[0:N]\n    m_b.OUT_t -> t_b.z "
                                            ": t[i]\n")});
    CHECK(labels(later) == std::vector<std::string>{"w in u: 8*N bytes less"});
}

TEST_CASE("transient-reuse: values that come round in a loop keep their memory") {
    const auto loop =
        edited(chain(), {{"  state main {\n", "  loop l `k = 0` `k < 3` `k = k + 1` variable k {\n"
                                              "  state main {\n"},
                         {"  }\n}\n", "  }\n  }\n}\n"}});
    CHECK(labels(loop).empty());
}

} // namespace mw::test::transient_reuse_test
