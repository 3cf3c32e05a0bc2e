// Branches, ways and loops whose course is known go; those that depend on inputs stay.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::fold_control_flow_test {

namespace {

const std::string kName = "fold-control-flow";

/// A state that writes `b` from `a`.
std::string scaled(const std::string& label, const std::string& factor) {
    return "state " + label + " {\n    a = access a\n    m = map " + label +
           " [i = 0:N] -> x\n    t = tasklet t `o = (y * " + factor +
           ")`\n    x = exit m\n    b = access b\n    a -> m.IN_a : a[0:N]\n    m.OUT_a -> t.y : "
           "a[i]\n    t.o -> x.IN_b : b[i]\n    x.OUT_b -> b : b[0:N]\n  }\n";
}

/// A program over a and b with the constant K = 3.
std::string program(const std::string& blocks) {
    return "sdfg g {\n  symbols N:int32\n  constant K = 3\n  array a float64 [N]\n  array b "
           "float64 "
           "[N]\n  " +
           blocks + "}\n";
}

/// Conditions of three conditionals in a row, each with two branches.
std::string conditionals(const std::string& first, const std::string& second,
                         const std::string& third) {
    std::string blocks = scaled("main", "1.0"), last = "main";
    int number = 0;
    for (const std::string& condition : {first, second, third}) {
        const std::string name = "c" + std::to_string(++number);
        blocks += "branch " + name + " { if `" + condition + "` yes { " +
                  scaled(name + "_yes", "2.0") + "} else no { " + scaled(name + "_no", "3.0") +
                  "} }\n  " + last + " -> " + name + "\n  ";
        last = name;
    }
    return program(blocks);
}

/// Two ways on from the first state, which meet again.
std::string ways(const std::string& condition) {
    return program(scaled("main", "1.0") + scaled("left", "2.0") + scaled("right", "3.0") +
                   "state last {}\n  main -> left if `" + condition +
                   "`\n  main -> right if `not (" + condition +
                   ")`\n  left -> last\n  right -> last\n");
}

std::string looped(const std::string& from, const std::string& condition) {
    return program(scaled("main", "1.0") + "loop l `k = " + from + "` `" + condition +
                   "` `k = k + 1` variable k { " + scaled("body", "2.0") + "}\n  main -> l\n");
}

RefusalCase undecided(const std::string& sound, const std::string& known,
                      const std::string& unknown, const std::string& match) {
    return {.transformation = kName,
            .refusal = "2 nothing-decided",
            .sound = sound,
            .fault = {{known, unknown}},
            .match = match,
            .without = Without::same,
            .because = "nothing would be folded"};
}

} // namespace

std::vector<RefusalCase> refusals() {
    auto eitherWay = undecided(ways("K > 2"), "left if `K > 2`", "left if `N > 2`", "main");
    eitherWay.fault.push_back({"not (K > 2)", "not (N > 2)"});
    return {
        undecided(conditionals("K > 2", "N > 3", "K == 4"), "K > 2", "K > N", "c1"),
        undecided(conditionals("K < 2", "K != 3 or K > 2", "N == 4"), "K < 2", "N < 2", "c1"),
        undecided(conditionals("N < 2", "1 == 1", "K <= 2"), "K <= 2", "K <= N", "c3"),
        undecided(conditionals("2 < 1", "K + 1 > K * 2", "not (K > 1)"), "2 < 1", "N < 1", "c1"),
        eitherWay,
        undecided(looped("3", "k < K"), "k < K", "k < N", "l"),
    };
}

namespace {

using test::has;

std::string folded(const std::string& text, std::size_t times) {
    return test::textAfter(kName, text, {}, times);
}

} // namespace

TEST_CASE("fold-control-flow: a branch that is always taken stands in place of its conditional") {
    const auto after = folded(conditionals("K > 2", "K > 3", "N > 2"), 2);
    CHECK(has(after, "main -> c1_yes"));
    CHECK(has(after, "c1_yes -> c2_no"));
    CHECK(has(after, "c2_no -> c3"));
    CHECK_FALSE(has(after, "c1_no"));
    CHECK_FALSE(has(after, "c2_yes"));
    CHECK(has(after, "branch c3"));
}

TEST_CASE("fold-control-flow: ways that are never taken are gone, with what they led to") {
    const auto after = folded(ways("K > 3"), 1);
    CHECK_FALSE(has(after, "left"));
    CHECK(has(after, "main -> right\n"));
}

TEST_CASE("fold-control-flow: a branch behind a condition that is not known becomes the else") {
    const auto text =
        test::edited(conditionals("N > 2", "N > 2", "N > 2"),
                     {{"else no { state c1_no",
                       "if `K > 2` sure { state c1_sure {}\n  }\n  else no { state c1_no"}});
    const auto after = folded(text, 1);
    CHECK(has(after, "if `N > 2` yes"));
    CHECK(has(after, "else sure"));
    CHECK_FALSE(has(after, "c1_no"));
}

TEST_CASE("fold-control-flow: a conditional of which no branch runs becomes an empty state") {
    const auto text = program(scaled("main", "1.0") + "branch c { if `K > 3` yes { " +
                              scaled("body", "2.0") + "} }\n  main -> c\n");
    const auto after = folded(text, 1);
    CHECK(has(after, "state c {"));
    CHECK_FALSE(has(after, "body"));
}

TEST_CASE("fold-control-flow: a branch with ways of its own stays a region") {
    const auto text =
        program(scaled("main", "1.0") + "branch c { if `K > 2` yes { " + scaled("one", "2.0") +
                scaled("two", "3.0") + "one -> two if `N > 2`\n  } }\n  main -> c\n");
    const auto after = folded(text, 1);
    CHECK(has(after, "region yes"));
    CHECK(has(after, "main -> yes"));
    CHECK(has(after, "one -> two if `N > 2`"));
}

TEST_CASE("fold-control-flow: a loop that never runs becomes an empty state") {
    const auto after = folded(looped("3", "k < K"), 1);
    CHECK(has(after, "state l {"));
    CHECK_FALSE(has(after, "body"));
}

TEST_CASE("fold-control-flow: what all rounds of the loop around decide") {
    const auto asking = [](const std::string& condition) {
        return program("loop l `k = 0` `k < 10` `k = (k + 1)` variable k { branch c { if `" +
                       condition + "` yes { " + scaled("yes_body", "2.0") + "} else no { " +
                       scaled("no_body", "3.0") + "} } }\n");
    };
    CHECK_FALSE(has(folded(asking("k < 10"), 1), "no_body"));
    CHECK_FALSE(has(folded(asking("k + K < 0"), 1), "state yes_body"));
    for (const char* condition : {"k < 9", "k < N", "k == 0"})
        CHECK(test::refusalName(kName, asking(condition)) == "2 nothing-decided");
    const auto assigned =
        test::edited(asking("k < 10"), {{"variable k { branch", "variable k { state z {} branch"},
                                        {"} } }\n", "} } z -> c with k = `k + 4` }\n"}});
    CHECK(test::refusal(kName, assigned).value().code == "nothing-decided");
}

TEST_CASE("fold-control-flow: a loop in which nothing happens goes, whatever it runs for") {
    const auto loop = [](const std::string& condition, const std::string& update) {
        return program(scaled("main", "1.0") + "loop l `k = 0` `" + condition + "` `k = " + update +
                       "` variable k { state z {} state y {} z -> y }\n  main -> l\n");
    };
    CHECK_FALSE(has(folded(loop("k < N", "k + 1"), 1), "loop"));
    CHECK_FALSE(has(folded(loop("k > N", "k - 1"), 1), "loop"));
    CHECK_FALSE(has(folded(loop("k != 6", "k + 2"), 1), "loop"));
    const auto inPlace = [&](const std::string& update) {
        return test::edited(loop("k < N", "k + 1"), {{"`k = k + 1`", update}});
    };
    CHECK_FALSE(has(folded(inPlace("`k += 1`"), 1), "loop"));
    CHECK(test::refusalName(kName, inPlace("`k -= 1`")) == "2 nothing-decided");
    // One of these never ends.
    for (const auto& [condition, update] :
         {std::pair{"k < N", "k * 1"}, {"k != N", "k + 1"}, {"k < N + k", "k + 1"}})
        CHECK(test::refusalName(kName, loop(condition, update)) == "2 nothing-decided");
}

TEST_CASE("fold-control-flow: a loop whose variable is read later stays") {
    const auto text =
        test::edited(looped("3", "k < K"),
                     {{"  main -> l\n", "  state end {}\n  main -> l\n  l -> end if `k > 2`\n"}});
    CHECK(test::refusal(kName, text).value().code == "nothing-decided");
}

TEST_CASE("fold-control-flow: what leaves 32 bits or divides is not for us to say") {
    for (const char* condition : {"K * 1000000000 > 0", "7 / 2 == 3", "0.1 + K > 1"})
        CHECK(test::refusal(kName, conditionals(condition, "N > 1", "N > 2")).value().code ==
              "nothing-decided");
}

} // namespace mw::test::fold_control_flow_test
