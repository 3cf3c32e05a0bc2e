// Questions about real subsets, each with the answer a person gives. Sources: `F n` is section n of
// the catalogue of transformation facts; `C name` a memlet or map range of that corpus graph.

#include "core/symbolic/prover.h"
#include "tests/support/catch.h"

#include <string>
#include <vector>

namespace prover_table_test {

using namespace mw::symbolic;

namespace {

Subset subset(const std::string& text) {
    auto result = parseSubset(text, Dialect::plain);
    REQUIRE(result);
    return *result;
}

Prover proverFor(const std::string& facts) {
    Assumptions assumptions;
    if (!facts.empty()) {
        auto parsed = parse(facts, Dialect::code);
        REQUIRE(parsed);
        assumptions.facts.push_back(*parsed);
    }
    return Prover(std::move(assumptions));
}

std::string text(const Answer& answer) {
    switch (answer.truth) {
    case Truth::proven:
        return "proven";
    case Truth::disproven:
        return "disproven";
    case Truth::depends:
        break;
    }
    return "depends: " + answer.condition;
}

struct Question {
    std::string source;
    std::string a;
    std::string b;
    std::string expected;
    std::string facts = {};
};

const std::string kField =
    "h0 <= hs and hs < he and he <= h1 and k0 <= vs and vs < ve and ve <= k1";

const std::vector<Question> kCovers = {
    {"F 0.3 equal", "0:N, 0:M", "0:N, 0:M", "proven"},
    {"F 0.3 one element", "0:N", "5", "depends: N >= 6"},
    {"F 0.3 param with one value", "c", "i - o", "proven", "i == c + o"},
    {"F 0.3 param with range", "0:N", "i", "proven", "0 <= i and i < N"},
    {"F 0.3 shifted param", "0:N", "i + 1", "depends: N >= i + 2", "0 <= i and i < N"},
    {"F 0.3 shifted within", "0:N", "i + 1", "proven", "0 <= i and i < N - 1"},
    {"F 0.3 other origin", "1:N", "0:N", "disproven"},
    {"F 0.3 constants", "0:10", "2:5", "proven"},
    {"F 0.3 constants, over", "0:10", "2:11", "disproven"},
    {"F 0.3 symbolic sizes", "0:N", "0:M", "depends: N >= M"},
    {"F 0.6 simple_node_split, low", "0:5", "0:3", "proven"},
    {"F 0.6 simple_node_split, across", "0:5", "3:8", "disproven"},
    {"F 0.6 stepped within", "0:20", "1:20:3", "proven"},
    {"F 0.6 stepped end not hit", "0:20", "0:21:4", "disproven"},
    {"F 0.6 stepped end between", "0:20", "0:20:3", "proven"},
    {"F 0.6 same grid", "0:N:2", "4:N:2", "proven", "N >= 1"},
    {"F 0.6 other grid", "0:N:2", "1:N:2", "disproven"},
    {"F 0.6 finer", "0:20:4", "0:20:2", "disproven"},
    {"F 0.6 coarser", "0:20:2", "0:20:4", "proven"},
    {"F 0.6 grid element", "0:N:2", "2*i", "proven", "i >= 0 and 2*i < N"},
    {"F 3b A[0:80] feeds 1:80", "0:80", "1:80", "proven"},
    {"F 3b D reads tmp[78:80]", "1:80", "78:80", "proven"},
    {"F 4 lap(8) for laplap(6)", "1:9, 1:9", "i - 1:i + 2, j", "proven",
     "2 <= i and i <= 7 and 2 <= j and j <= 7"},
    {"F 4 lap too small", "2:8, 2:8", "i - 1:i + 2, j", "depends: i <= 6 and i >= 3",
     "2 <= i and i <= 7 and 2 <= j and j <= 7"},
    {"F 4 a[i:i+4]", "i:i + 4", "i + 3", "proven"},
    {"F 4 b[i,0:3] read b[i,1]", "i, 0:3", "i, 1", "proven"},
    {"F 4 partial 1:3", "i, 1:3", "i, 0:3", "disproven"},
    {"F 11 whole branch input", "hs:he, vs:ve", "hs:he, vs:ve", "proven"},
    {"F A.1 offset_correction_empty", "1:N", "0", "disproven"},
    {"F A.1 different_offsets", "1:N + 1, 1:M + 1", "i + 1, j + 1", "proven",
     "0 <= i and i < N and 0 <= j and j < M"},
    {"C apply_diffusion_to_vn map", "hs:he, vs:ve", "i, k", "proven",
     "hs <= i and i < he and vs <= k and k < ve"},
    {"C calculate_nabla4 descriptor", "0:h1 - h0, 0:k1 - k0", "hs - h0:he - h0, vs - k0:ve - k0",
     "proven", kField},
    {"C calculate_nabla4 level below", "0:h1 - h0, 0:k1 - k0",
     "hs - h0:he - h0, vs - k0 - 1:ve - k0 - 1", "depends: vs > k0", kField},
    {"C solver flat levels", "hs:he, Max(1, vs):ve", "hs:he, Max(1, vs) + 1:ve", "proven"},
    {"C solver nflatlev", "vs:ve", "Max(nflatlev, vs):ve", "proven"},
    {"C solver nflatlev, min", "vs:ve", "vs:Min(nflatlev, ve)", "proven"},
    {"C solver nflatlev, both", "Max(nflatlev, vs):ve", "vs:ve", "depends: vs >= nflatlev"},
    {"C solver scan", "Max(1, vs):Min(n, ve)", "vs:ve", "depends: n >= ve and vs >= 1"},
    {"C halo", "Max(hs, lb7):Min(halo, he)", "Max(hs, lb7):Min(halo, he) - 1", "proven"},
    {"C edge levels", "Max(hs, Min(lb7, hs)):he", "hs:he", "proven"},
    {"C two writes", "Max(hs, lb):Max(he, lb)", "Max(hs, lb):he", "proven"},
    {"C absolute extents", "0:44800", "i - c0", "proven", "c0 <= i and i < c0 + 44800"},
    {"C coarse k-blocks", "vs:ve", "10*b + vs:Min(ve, 10*b + vs + 10)", "proven", "b >= 0"},
    {"C neighbour table", "i, 0:4", "i, j", "proven", "0 <= j and j < 4"},
    {"C damping", "vs:ve", "ve - 5:ve", "depends: ve >= vs + 5"},
    {"C strided view", "0:s*n", "s*i:s*i + s", "depends: i*s >= 0 and n*s >= i*s + s"},
};

const std::vector<Question> kIntersects = {
    {"F 0.3 equal start", "0:N", "0:M", "proven"},
    {"F 0.3 equal end", "a:N", "b:N", "proven"},
    {"F 0.3 disjoint constants", "0:5", "5:10", "disproven"},
    {"F 0.3 constants", "0:6", "5:10", "proven"},
    {"F 0.3 symbolic", "0:N", "M:K", "depends: K >= 1 and N > M"},
    {"F 0.3 steps, other parity", "0:N:2", "1:N:2", "disproven"},
    {"F 0.3 steps, same parity", "0:N:2", "4:N:2", "proven"},
    {"F 0.3 steps 2 and 4", "0:20:2", "2:20:4", "proven"},
    {"F 0.3 steps 2 and 3", "0:20:2", "1:20:3", "proven"},
    {"F 0.3 steps 2 and 3, apart", "0:4:2", "1:4:3", "disproven"},
    {"F 0.3 steps 4 and 6", "0:N:4", "2:N:6", "depends: N >= 9"},
    {"F 0.3 step and element", "0:N:2", "2*i + 1", "disproven"},
    {"F 0.6 gap between elements", "0:20:5", "6:10", "disproven"},
    {"F 3 [0:10,14:80] [5:15,0:80]", "0:10, 14:80", "5:15, 0:80", "proven"},
    {"F 3 0:N / N:2N", "0:N", "N:2*N", "disproven"},
    {"F 3 0:M,0:N-1 / 1:M,0:N", "0:M, 0:N - 1", "1:M, 0:N", "proven"},
    {"F 3a complex map", "0:20, hs:he", "0:10, hs:he", "proven"},
    {"F 3b D reads tmp[78:80]", "78:80", "0:80", "proven"},
    {"F 4 neighbours", "i - 1", "i + 1", "disproven"},
    {"F 4 stencil", "i - 1:i + 2", "i + 1", "proven"},
    {"F 11 vertical split", "hs:he, vs:m", "hs:he, m:ve", "disproven"},
    {"F 11 other column", "i, 0:K", "j, 0:K", "disproven", "i < j"},
    {"F 12 concat_where", "1:6", "3:8", "proven"},
    {"C solver nflatlev", "vs:Min(nflatlev, ve)", "Max(nflatlev, vs):ve", "disproven"},
    {"C solver nflatlev + 1", "vs:Min(nflatlev + 1, ve)", "Max(nflatlev, vs):ve", "proven"},
    {"F A.1 inverted_indices, odd", "9 - i", "i", "disproven"},
    {"F A.1 inverted_indices, even", "8 - i", "i", "depends: i == 4"},
    {"F A.1 inverted_indices, 2h", "2*h - 1 - i", "i", "disproven"},
};

struct Cut {
    std::string source;
    std::string a;
    std::string b;
    std::string expected; ///< pieces separated by `; `, "undecided" for none
    std::string facts = {};
};

const std::vector<Cut> kDifferences = {
    {"F 3 equal", "0:N", "0:N", ""},
    {"F 3 disjoint", "0:N", "N:2*N", "0:N"},
    {"F 3 0:N / 1:N", "0:N", "1:N", "0"},
    {"F 3 1:N / 0:N", "1:N", "0:N", ""},
    {"F 3 0:M / 1:N undecidable", "0:M", "1:N", "undecided"},
    {"F 3 2-D", "0:M, 0:N - 1", "1:M, 0:N", "0, 0:N - 1"},
    {"F 3 2-D other way", "1:M, 0:N", "0:M, 0:N - 1", "1:M, N - 1"},
    {"F 3 constants", "0:10, 14:80", "5:15, 0:80", "0:5, 14:80"},
    {"F 3 constants other way", "5:15, 0:80", "0:10, 14:80", "10:15, 0:80; 5:10, 0:14"},
    {"F 0.6 overhangs both", "0:10", "3:5", "0:3; 5:10"},
    {"F 0.6 left", "0:10", "5:12", "0:5"},
    {"F 0.6 right", "5:10", "0:7", "7:10"},
    {"F 10a map 2:6 minus 3:6", "2:6", "3:6", "2"},
    {"C interior", "hs:he, vs:ve", "hs:he, m:ve", "hs:he, vs:m", "vs < m and m < ve"},
    {"C interior, unknown", "hs:he, vs:ve", "hs:he, m:ve", "undecided"},
};

std::string text(const std::optional<std::vector<Subset>>& pieces) {
    if (!pieces)
        return "undecided";
    std::string result;
    for (const Subset& piece : *pieces)
        result += (result.empty() ? "" : "; ") + print(piece);
    return result;
}

} // namespace

TEST_CASE("covers answers as a person does") {
    for (const Question& q : kCovers) {
        INFO(q.source << ": does [" << q.a << "] cover [" << q.b << "], given " << q.facts);
        CHECK(text(proverFor(q.facts).covers(subset(q.a), subset(q.b))) == q.expected);
    }
}

TEST_CASE("intersects answers as a person does") {
    for (const Question& q : kIntersects) {
        INFO(q.source << ": does [" << q.a << "] meet [" << q.b << "], given " << q.facts);
        const std::string there = text(proverFor(q.facts).intersects(subset(q.a), subset(q.b)));
        const std::string back = text(proverFor(q.facts).intersects(subset(q.b), subset(q.a)));
        CHECK(there == q.expected);
        CHECK(back == q.expected);
    }
}

TEST_CASE("difference cuts as a person does") {
    for (const Cut& q : kDifferences) {
        INFO(q.source << ": [" << q.a << "] minus [" << q.b << "], given " << q.facts);
        CHECK(text(proverFor(q.facts).difference(subset(q.a), subset(q.b))) == q.expected);
    }
}

TEST_CASE("the table is long enough") {
    CHECK(kCovers.size() + kIntersects.size() + kDifferences.size() >= 60);
}

} // namespace prover_table_test
