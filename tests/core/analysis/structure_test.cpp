// When two programs compute the same, and where they part.
#include "core/analysis/structure.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"

#include <string>

namespace structure_test {

using namespace mw;

namespace {

/// Two maps in a row; the names of temporaries, maps and tasklets are the caller's.
std::string chain(const std::string& temporary, const std::string& label, const std::string& code) {
    return "sdfg p {\n  symbols N:int32\n  array x float64 [N]\n  array y float64 [N]\n  array " +
           temporary + " float64 [N] transient\n  state s {\n    n0 = access x\n    n1 = map " +
           label +
           " [i = 0:N] -> n3\n    n2 = tasklet t `out = (a + 1.0)`\n    n3 = exit n1\n    n4 = "
           "access " +
           temporary + "\n    n5 = map m2 [i = 0:N] -> n7\n    n6 = tasklet u `" + code +
           "`\n    n7 = exit n5\n    n8 = access y\n    n0 -> n1.IN_x : x[0:N]\n    n1.OUT_x -> "
           "n2.a : x[i]\n    n2.out -> n3.IN_t : " +
           temporary + "[i]\n    n3.OUT_t -> n4 : " + temporary +
           "[0:N]\n    n4 -> n5.IN_t : " + temporary +
           "[0:N]\n    n5.OUT_t -> n6.a : " + temporary +
           "[i]\n    n6.out -> n7.IN_y : y[i]\n    n7.OUT_y -> n8 : y[0:N]\n  }\n}\n";
}

ir::DocumentIndex graph(const std::string& text) {
    auto document = ir::parseDump(text);
    INFO((document ? std::string() : toString(document.error())));
    REQUIRE(document);
    return ir::DocumentIndex(*document);
}

} // namespace

TEST_CASE("names of temporaries and maps do not count") {
    const auto first = graph(chain("tmp_1", "map_3", "out = (a * 2.0)"));
    const auto second = graph(chain("gtir_tmp_9", "other", "out = (a * 2.0)"));
    const auto pairing = analysis::pairStructures(first, second);
    CHECK(pairing.equal);
    CHECK(pairing.changed.empty());
    CHECK(pairing.onlyInFirst.empty());
    CHECK(pairing.pairs.size() == 9 + 8);
    CHECK_FALSE(pairing.firstDifference);
}

TEST_CASE("the first difference is the first node that computes something else") {
    const auto first = graph(chain("t", "m", "out = (a * 2.0)"));
    const auto second = graph(chain("t", "m", "out = (a * 3.0)"));
    const auto pairing = analysis::pairStructures(first, second);
    CHECK_FALSE(pairing.equal);
    REQUIRE(pairing.firstDifference);
    CHECK(pairing.firstDifference->sentence ==
          "tasklet `out = (a * 2.0)` in the first, tasklet `out = (a * 3.0)` in the second");
    CHECK(pairing.onlyInFirst.empty());
    CHECK(pairing.onlyInSecond.empty());
    CHECK(first.find(pairing.firstDifference->first)->node->as<ir::Tasklet>());
}

TEST_CASE("what stands before a difference stays paired as equal") {
    const auto first = graph(chain("t", "m", "out = (a * 2.0)"));
    const auto second = graph(chain("t", "m", "out = (a * 3.0)"));
    const auto pairing = analysis::pairStructures(first, second);
    for (const auto& [one, other] : pairing.changed) {
        const auto* node = first.find(one)->node;
        CHECK_FALSE((node && node->as<ir::Tasklet>() && node->as<ir::Tasklet>()->label == "t"));
    }
}

namespace {

bool equal(const std::string& one, const std::string& other) {
    return analysis::pairStructures(graph(one), graph(other)).equal;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

/// A nested SDFG that is given a symbol `k` and computes `code` of it.
std::string nestedWith(const std::string& mapping, const std::string& code,
                       const std::string& flow = "") {
    return "sdfg p {\n  symbols N:int32\n  array y int32 [N]\n  state s {\n"
           "    n0 = map m [i = 0:N] -> n2\n    n1 = nested b {" +
           mapping +
           "} = sdfg b {\n      symbols k:int32 l:int32\n      array v int32 [1]\n"
           "      state q {\n      }\n      state r {\n        n0 = tasklet t `" +
           code + "`\n        n1 = access v\n        n0.out -> n1 : v[0]\n      }\n      q -> r" +
           flow +
           "\n    }\n    n2 = exit n0\n    n3 = access y\n    n0 -> n1\n"
           "    n1.v -> n2.IN_y : y[i]\n    n2.OUT_y -> n3 : y[0:N]\n  }\n}\n";
}

/// `t` and `u` hold the same before the loop; `read` is read in it before `t` is written.
std::string loopReading(const std::string& read) {
    return "sdfg p {\n  symbols N:int32\n  array x float64 [1]\n  array y float64 [1]\n"
           "  array t float64 [1] transient\n  array u float64 [1] transient\n  state before {\n"
           "    n0 = access x\n    n1 = access t\n    n2 = access u\n    n0 -> n1 : x[0]\n"
           "    n0 -> n2 : x[0]\n  }\n  loop l `i = 0` `i < N` `i = i + 1` variable i {\n"
           "    state first {\n      n0 = access " +
           read +
           "\n      n1 = tasklet a `out = (v + 1.0)`\n      n2 = access y\n      n0 -> n1.v : " +
           read +
           "[0]\n      n1.out -> n2 : y[0]\n    }\n    state second {\n      n0 = access y\n"
           "      n1 = access t\n      n0 -> n1 : y[0]\n    }\n    first -> second\n  }\n"
           "  before -> l\n}\n";
}

} // namespace

TEST_CASE("what a symbol is mapped to counts where only code uses it; its name does not") {
    CHECK_FALSE(equal(nestedWith("k: i, l: N", "out = k"), nestedWith("k: N, l: N", "out = k")));
    CHECK_FALSE(equal(nestedWith("k: i, l: N", "out = k"), nestedWith("k: N, l: i", "out = k")));
    CHECK(equal(nestedWith("k: i, l: N", "out = k"), nestedWith("k: N, l: i", "out = l")));
    CHECK(equal(nestedWith("k: i, l: N", "out = k"),
                replaced(nestedWith("m: i, l: N", "out = m"), "k:int32", "m:int32")));
    CHECK_FALSE(equal(nestedWith("k: i, l: N", "out = k", " if `k > l`"),
                      nestedWith("k: i, l: N", "out = k", " if `l > k`")));
}

TEST_CASE("a symbol that gets another value inside is no longer what it is mapped to") {
    const std::string flow = " with k = `k + 10`";
    CHECK_FALSE(equal(nestedWith("k: i, l: i", "out = k", flow),
                      nestedWith("k: i, l: i", "out = l", flow)));
    CHECK_FALSE(equal(nestedWith("k: i, l: N", "out = k", flow),
                      nestedWith("k: N, l: N", "out = k", flow)));
    CHECK_FALSE(equal(nestedWith("k: i, l: N", "out = k", flow),
                      nestedWith("k: i, l: N", "out = k", " with k = `k + 11`")));
}

TEST_CASE("names that a code gives values to are its own") {
    CHECK_FALSE(equal(nestedWith("k: i, l: i", "k = 1\\nout = k"),
                      nestedWith("k: i, l: i", "k = 1\\nout = l")));
}

TEST_CASE("of temporaries alike it counts which one is written again in a loop") {
    CHECK(equal(loopReading("t"), loopReading("t")));
    CHECK_FALSE(equal(loopReading("t"), loopReading("u")));
    std::string renamed = loopReading("t");
    for (const char* place : {"access ", "array ", "v : "})
        renamed = replaced(renamed, place + std::string("t"), place + std::string("w"));
    CHECK(equal(loopReading("t"), renamed));
}

} // namespace structure_test
