// What surrounds elements, as sets that say how much two of them share: wherever a difference is,
// whatever is nested, and however the states are cut.

#include "core/history/record.h"
#include "core/history/surroundings.h"
#include "core/ir/dump.h"
#include "core/support/hash.h"
#include "tests/support/catch.h"

#include <fmt/format.h>

#include <cmath>

namespace surroundings_test {

using namespace mw;
using history::AnchorIndex;

namespace {

ir::DocumentPtr parsed(const std::string& text) {
    const auto document = ir::parseDump(text);
    REQUIRE(document);
    return *document;
}

history::Sketch sketchOf(std::uint64_t from, std::uint64_t to) {
    history::Sketch sketch;
    for (std::uint64_t i = from; i < to; ++i)
        sketch.add(splitmix64(i));
    return sketch;
}

/// How alike sets are that have `common` of `all` elements in common, in the mean of many such.
double shareOf(std::uint64_t common, std::uint64_t all) {
    constexpr std::uint64_t kTries = 200;
    int sum = 0;
    for (std::uint64_t i = 0; i < kTries; ++i) {
        const std::uint64_t start = i * 1000;
        const std::uint64_t left = (all - common) / 2;
        sum += history::shared({sketchOf(start, start + left + common)},
                               {sketchOf(start + left, start + all)})
                   .share;
    }
    return sum / static_cast<double>(kTries * history::kAlike);
}

/// One or several chains `x` -> a map for each code -> `y`, of 4 nodes for each code and one more.
std::string steps(const std::vector<std::vector<std::string>>& chains) {
    std::string arrays = "  array x float64 [N]\n  array y float64 [N]\n";
    std::string nodes;
    std::size_t first = 0;
    for (const auto& codes : chains) {
        const auto n = [&](std::size_t k) { return fmt::format("n{}", first + k); };
        const auto temporary = [&](std::size_t i) { return fmt::format("t{}", first + i); };
        nodes += fmt::format("    {} = access x\n", n(0));
        for (std::size_t i = 0; i < codes.size(); ++i) {
            const auto in = i == 0 ? std::string("x") : temporary(i);
            const auto out = i + 1 == codes.size() ? std::string("y") : temporary(i + 1);
            if (i > 0)
                arrays += fmt::format("  array {} float64 [N] transient\n", in);
            const auto at = 4 * i;
            nodes +=
                fmt::format("    {1} = map m [i = 0:N] -> {3}\n    {2} = tasklet a `out = {5}`\n"
                            "    {3} = exit {1}\n    {4} = access {7}\n"
                            "    {0} -> {1}.IN_a : {6}[0:N]\n    {1}.OUT_a -> {2}.a : {6}[i]\n"
                            "    {2}.out -> {3}.IN_o : {7}[i]\n    {3}.OUT_o -> {4} : {7}[0:N]\n",
                            n(at), n(at + 1), n(at + 2), n(at + 3), n(at + 4), codes[i], in, out);
        }
        first += 4 * codes.size() + 1;
    }
    return "sdfg p {\n  symbols N:int32\n" + arrays + "  state s {\n" + nodes + "  }\n}\n";
}

const ir::State& state(const ir::DocumentPtr& document) {
    return *document->root->body.blocks.front()->as<ir::State>();
}

/// How alike the n-th node of one program is to the m-th of another.
int alikeAt(const ir::DocumentPtr& first, std::size_t n, const ir::DocumentPtr& second,
            std::size_t m) {
    const ir::DocumentIndex a(first);
    const ir::DocumentIndex b(second);
    return AnchorIndex(b)
        .sharedAround(AnchorIndex(a).anchor(state(first).nodes.at(n)->id),
                      state(second).nodes.at(m)->id)
        .share;
}

} // namespace

TEST_CASE("sketches of sets are as much alike as the sets have elements in common") {
    CHECK(shareOf(40, 40) == 1.0);
    CHECK(shareOf(0, 20) < 0.06);
    CHECK(std::abs(shareOf(10, 40) - 0.25) < 0.06);
    CHECK(std::abs(shareOf(30, 40) - 0.75) < 0.06);
    CHECK(history::shared({}, {}).share == history::kAlike); // nothing is around either
    CHECK(history::shared({sketchOf(0, 1)}, {}).share == 0);
    CHECK(history::shared({sketchOf(0, 3)}, {sketchOf(1, 5)}).common == 2);
}

TEST_CASE("the sketch of a union is the union of the sketches, in any order") {
    auto left = sketchOf(0, 50);
    left.add(sketchOf(30, 90));
    auto right = sketchOf(30, 90);
    right.add(sketchOf(0, 50));
    CHECK(left == sketchOf(0, 90));
    CHECK(right == left);
}

TEST_CASE("an element is most like its own even where something near it differs") {
    const std::vector<std::string> codes{"(a + 1.0)", "(a * 2.0)", "(a + 1.0)", "(a * 3.0)",
                                         "(a + 1.0)", "(a * 4.0)", "(a + 1.0)"};
    auto others = codes;
    others[3] = "(a / 3.0)"; // two links from the temporaries beside
    const auto first = parsed(steps({codes}));
    const auto second = parsed(steps({others}));
    for (std::size_t k = 1; k < codes.size(); ++k) { // the temporaries
        const int own = alikeAt(first, 4 * k, second, 4 * k);
        CHECK(own < history::kAlike);
        for (std::size_t other = 1; other < codes.size(); ++other) {
            INFO(k << " beside " << other);
            CHECK((other == k || alikeAt(first, 4 * k, second, 4 * other) < own));
        }
    }
    CHECK(alikeAt(first, 4, first, 4) == history::kAlike);
}

TEST_CASE("what is nearly as much alike is known beside the most alike, what is less is not") {
    std::vector<std::string> codes;
    for (int i = 0; i < 12; ++i)
        codes.push_back(fmt::format("(a + {}.0)", i));
    const auto changed = [&](std::vector<std::size_t> places) {
        auto result = codes;
        for (const auto i : places)
            result[i] = "(a / 3.0)";
        return result;
    };
    const auto one = parsed(steps({codes}));
    const auto several = parsed(steps({changed({0, 1, 2, 3}), changed({3, 11}), changed({3})}));
    const ir::DocumentIndex oneIndex(one);
    const ir::DocumentIndex severalIndex(several);
    const AnchorIndex here(oneIndex);
    const AnchorIndex there(severalIndex);
    const auto site = history::siteOf(here, {state(one).nodes.at(2)->id}, "the first tasklet");
    std::vector<std::vector<ElementId>> candidates;
    for (std::size_t chain = 0; chain < 3; ++chain)
        candidates.push_back({state(several).nodes.at(chain * (4 * codes.size() + 1) + 2)->id});
    const auto found = history::resembling(there, site, candidates);
    CHECK_FALSE(found.exact);
    CHECK(found.best == std::vector<std::size_t>{2});
    CHECK(found.next == std::vector<std::vector<std::size_t>>{{1}});
}

TEST_CASE("data takes the same way through a nested SDFG and from state to state as without") {
    const auto plain = parsed(steps({{"(a + 1.0)", "(a * 2.0)"}}));
    const std::string body =
        "        array t1 float64 [N] transient\n        state s {\n"
        "          m0 = access x\n          m1 = map m0 [i = 0:N] -> m3\n"
        "          m2 = tasklet a `out = (a + 1.0)`\n          m3 = exit m1\n"
        "          m4 = access t1\n"
        "          m0 -> m1.IN_a : x[0:N]\n          m1.OUT_a -> m2.a : x[i]\n"
        "          m2.out -> m3.IN_o : t1[i]\n"
        "          m3.OUT_o -> m4 : t1[0:N]\n        }\n"
        "        state u {\n          k0 = access t1\n"
        "          k1 = map m1 [i = 0:N] -> k3\n"
        "          k2 = tasklet a `out = (a * 2.0)`\n          k3 = exit k1\n"
        "          k4 = access y\n"
        "          k0 -> k1.IN_a : t1[0:N]\n          k1.OUT_a -> k2.a : t1[i]\n"
        "          k2.out -> k3.IN_o : y[i]\n          k3.OUT_o -> k4 : y[0:N]\n"
        "        }\n        s -> u\n";
    const auto nested = parsed("sdfg p {\n  symbols N:int32\n  array x float64 [N]\n"
                               "  array y float64 [N]\n  state s {\n    n0 = access x\n"
                               "    n1 = nested inner {N: N} = sdfg inner {\n"
                               "        symbols N:int32\n        array x float64 [N]\n"
                               "        array y float64 [N]\n" +
                               body +
                               "    }\n    n2 = access y\n    n0 -> n1.x : x[0:N]\n"
                               "    n1.y -> n2 : y[0:N]\n  }\n}\n");
    const auto& inside = *state(nested).nodes.at(1)->as<ir::NestedSdfg>()->sdfg;
    const auto& first = *inside.body.blocks.at(0)->as<ir::State>();
    const auto& second = *inside.body.blocks.at(1)->as<ir::State>();
    const ir::DocumentIndex plainIndex(plain);
    const ir::DocumentIndex nestedIndex(nested);
    const AnchorIndex here(plainIndex);
    const AnchorIndex there(nestedIndex);
    // The temporary is two nodes now; all else that computes and is computed is the same.
    const auto code = [&](const ir::State& in, std::size_t n) {
        return there.sharedAround(here.anchor(state(plain).nodes.at(n)->id), in.nodes.at(2)->id)
            .share;
    };
    CHECK(code(first, 2) > 700);
    CHECK(code(second, 6) > 700);
    CHECK(code(second, 2) < 300);
    CHECK(code(first, 6) < 300);
}

TEST_CASE("a broken graph with a cycle has surroundings too") {
    const auto document = parsed("sdfg p {\n  array x float64 [4]\n  array y float64 [4]\n"
                                 "  state s {\n    n0 = access x\n    n1 = access y\n"
                                 "    n0 -> n1 : x[0:4]\n    n1 -> n0 : y[0:4]\n  }\n}\n");
    CHECK(alikeAt(document, 0, document, 0) == history::kAlike);
}

TEST_CASE("a broken graph whose ways multiply at every scope is no endless one") {
    constexpr int kScopes = 14;
    constexpr int kEdges = 6; // into one connector: 6^14 ways
    std::string text = "sdfg p {\n  array x float64 [4]\n  state s {\n    n0 = access x\n";
    for (int i = 1; i <= kScopes; ++i)
        text += fmt::format("    n{0} = map m{0} [i{0} = 0:4] -> e{0}\n    e{0} = exit n{0}\n", i);
    text += "    t = tasklet a `o = i`\n";
    for (int i = 1; i <= kScopes; ++i)
        for (int k = 0; k < kEdges; ++k)
            text +=
                fmt::format("    n{}{} -> n{}.IN_x : x[0:4]\n", i - 1, i == 1 ? "" : ".OUT_x", i);
    text += fmt::format("    n{}.OUT_x -> t.i : x[0]\n  }}\n}}\n", kScopes);
    const auto document = parsed(text);
    const auto last = state(document).nodes.size() - 1;
    CHECK(alikeAt(document, last, document, last) == history::kAlike);
}

} // namespace surroundings_test
