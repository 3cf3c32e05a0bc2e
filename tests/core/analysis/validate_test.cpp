#include "core/analysis/analysis.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"

#include <algorithm>

using namespace mw;

namespace {

/// Codes of the findings of one small program, with `from` in its text replaced by `to`.
std::vector<std::string> findings(const std::string& from = {}, const std::string& to = {}) {
    std::string text = R"(sdfg small {
  symbols N:int32
  array a float64 [N]
  array b float64 [8]
  state main {
    n0 = access a
    n1 = map m [i = 0:8] -> n3
    n2 = tasklet t `o = (x * 2.0)`
    n3 = exit n1
    n4 = access b
    n0 -> n1.IN_a : a[0:8]
    n1.OUT_a -> n2.x : a[i]
    n2.o -> n3.IN_b : b[i]
    n3.OUT_b -> n4 : b[0:8]
  }
}
)";
    if (const auto at = text.find(from); !from.empty())
        text.replace(at, from.size(), to);
    const auto document = ir::parseDump(text);
    INFO(text);
    REQUIRE(document.has_value());
    std::vector<std::string> codes;
    for (const auto& finding : analysis::validate(ir::DocumentIndex(*document))) {
        CHECK_FALSE(finding.sentence.empty());
        CHECK_FALSE(finding.location.elements.empty());
        codes.push_back(finding.code);
    }
    return codes;
}

bool has(const std::vector<std::string>& codes, const std::string& code) {
    return std::ranges::find(codes, code) != codes.end();
}

} // namespace

TEST_CASE("a valid program has no finding") {
    CHECK(findings().empty());
}

TEST_CASE("each broken rule is found by its code") {
    CHECK(has(findings("b[0:8]", "b[0:9]"), "out-of-bounds"));
    CHECK(has(findings("b[0:8]", "b[-1:8]"), "out-of-bounds"));
    CHECK(has(findings("b[0:8]", "b[0:8, 0]"), "subset-rank"));
    CHECK(has(findings(": b[0:8]", ": a[0:8]"), "memlet-of-other-data"));
    CHECK(has(findings(": b[0:8]", ": c[0:8]"), "memlet-of-missing-container"));
    CHECK(has(findings("access b", "access c"), "no-such-container"));
    CHECK(has(findings("symbols N", "symbols a"), "name-used-twice"));
    CHECK(has(findings("i = 0:8]", "i = 0:8:-1]"), "map-step"));
    CHECK(has(findings("i = 0:8]", "i = 4:4]"), "empty-map"));
    CHECK(has(findings("    n2.o -> n3.IN_b : b[i]\n", ""), "isolated-node") ==
          false); // the nodes still have other edges
    CHECK(has(findings("    n3.OUT_b -> n4 : b[0:8]\n", ""), "isolated-node"));
}
