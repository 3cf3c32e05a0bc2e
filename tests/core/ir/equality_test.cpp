// Which differences make two programs different.
#include "core/ir/equality.h"
#include "core/ir/renumber.h"
#include "tests/core/ir/graphs.h"
#include "tests/support/random_sdfg.h"

#include <cctype>
#include <cmath>
#include <random>

namespace equality_test {

using namespace mw;
using namespace mw::ir;
using namespace mw::ir::test;

namespace {

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
    std::string result(text);
    const auto at = result.find(from);
    REQUIRE(at != std::string::npos);
    return result.replace(at, from.size(), to);
}

} // namespace

TEST_CASE("ids do not count") {
    const auto document = graph(kTwoStates);
    std::uint32_t nextId = 1000;
    const auto copy = renumbered(*document->root, nextId);
    CHECK(copy->id.value == 1000);
    CHECK(copy->body.blocks[0]->id != document->root->body.blocks[0]->id);
    CHECK(equivalent(*document->root, *copy));
}

TEST_CASE("every difference in content counts") {
    const auto [from, to] = GENERATE(
        std::pair{"sdfg demo", "sdfg demo2"}, std::pair{"args a b", "args b a"},
        std::pair{"symbols N:int32", "symbols N:int64"},
        std::pair{"array tmp float64 [N] transient", "array tmp float32 [N] transient"},
        std::pair{"array tmp float64 [N] transient", "array tmp float64 [N + 1] transient"},
        std::pair{"array tmp float64 [N] transient", "array tmp float64 [N]"},
        std::pair{"map m [i = 0:N]", "map m [i = 1:N]"},
        std::pair{"map m [i = 0:N]", "map m [i = 0:N] schedule Sequential"},
        std::pair{"x * 2.0", "x * 3.0"}, std::pair{"tmp[i]", "tmp[i] dynamic"},
        std::pair{"tmp[i]", "tmp[i] wcr `lambda a, b: a + b`"}, std::pair{"{M: N}", "{M: N - 1}"},
        std::pair{"p[0:M] -> [0:M]", "p[0:M] -> [1:M]"}, std::pair{"p[0:M] -> [0:M]", "p[0:M]"},
        std::pair{"first -> second", "second -> first"},
        std::pair{"first -> second", "first -> second if `N > 1`"},
        std::pair{"first -> second", "first -> second with q = `1`"},
        std::pair{"n0 -> n1.IN_a : a[0:N]", "n0 -> n1.IN_a : a[0:N]\n n0 -> n4"},
        std::pair{"n2 = access b", "n2 = access tmp"});
    INFO(from << " / " << to);
    const auto one = graph(kTwoStates);
    const auto other = graph(replaced(kTwoStates, from, to));
    CHECK_FALSE(equivalent(*one->root, *other->root));
}

TEST_CASE("a constant that is NaN is the same as itself") {
    const auto document = graph("sdfg s { constant a = 1.0\n state m { } }");
    Sdfg root = *document->root;
    root.constants["a"] = symbolic::Value::real(std::nan("1"));
    Sdfg other = root;
    other.constants["a"] = symbolic::Value::real(-std::nan("2"));
    CHECK(equivalent(root, other));
    CHECK_FALSE(equivalent(root, *document->root));
}

TEST_CASE("edges compare by the place of their ends") {
    const auto a = graph("sdfg s { state m { n0 = access x; n1 = access x; n2 = access y\n"
                         "n0 -> n2 : x[0] } }");
    const auto b = graph("sdfg s { state m { n0 = access x; n1 = access x; n2 = access y\n"
                         "n1 -> n2 : x[0] } }");
    CHECK_FALSE(equivalent(*a->root, *b->root));
    const auto& edgesOfA = stateNamed(*a->root, "m").edges;
    const auto& edgesOfB = stateNamed(*b->root, "m").edges;
    CHECK(equivalent(*edgesOfA[0], *edgesOfB[0]));
}

TEST_CASE("the side of a copy within one container counts") {
    const auto a =
        graph("sdfg s { state m { n0 = access x; n1 = access x; n0 -> n1 : x[0] -> [1] } }");
    const auto b =
        graph("sdfg s { state m { n0 = access x; n1 = access x; n0 -> n1 : x[0] -> [1] atend } }");
    CHECK_FALSE(equivalent(*a->root, *b->root));
}

TEST_CASE("the language of no code, and the volume, do not count") {
    auto one = graph(kTwoStates);
    Node node = *stateNamed(*one->root, "first").nodes[2];
    Node other = node;
    other.as<Tasklet>()->codeGlobal.language = Language::CPP;
    CHECK(equivalent(node, other));
    Memlet memlet = stateNamed(*one->root, "first").edges[0]->memlet;
    Memlet same = memlet;
    same.volume = 17;
    CHECK(equivalent(memlet, same));
}

TEST_CASE("the text form tells apart exactly what equivalent tells apart") {
    std::mt19937 random(7);
    int different = 0, parsed = 0;
    for (unsigned seed = 1; seed <= 40; ++seed) {
        const auto original = mw::test::randomSdfg(seed);
        const std::string text = dump(*original->root);
        for (int change = 0; change < 40; ++change) {
            std::string other = text;
            const auto at = random() % other.size();
            // Another digit or letter in a name, a number, a flag, a code, or a range.
            if (std::isalnum(static_cast<unsigned char>(other[at])) == 0)
                continue;
            other[at] = static_cast<char>(std::isdigit(static_cast<unsigned char>(other[at])) != 0
                                              ? '0' + random() % 10
                                              : 'a' + random() % 26);
            const auto changed = parseDump(other);
            if (!changed)
                continue;
            ++parsed;
            const bool same = equivalent(*original->root, *(*changed)->root);
            INFO("seed " << seed << ", at " << at << ": " << text[at] << " became " << other[at]);
            CHECK(same == (text == dump(*(*changed)->root)));
            different += same ? 0 : 1;
        }
    }
    CHECK(parsed > 300);
    CHECK(different > 200);
}

} // namespace equality_test
