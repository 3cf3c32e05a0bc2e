// Views that show more than one place: executors, which go by the view's name, refuse the state.
#include "core/analysis/view_places.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"

namespace view_places_test {

using namespace mw;

namespace {

/// A view v of a or b, which is copied to c; and once more, to d.
std::string sentenceOf(const std::string& first, const std::string& second) {
    const auto document = ir::parseDump(R"(sdfg p {
  array a float64 [8]
  array b float64 [8]
  array c float64 [8]
  array d float64 [8]
  view v float64 [4] transient
  state main {
    a = access )" + first.substr(0, 1) +
                                        R"(
    b = access )" + second.substr(0, 1) +
                                        R"(
    v = access v
    w = access v
    c = access c
    d = access d
    a -> v.views : )" + first + R"(
    b -> w.views : )" + second +
                                        R"(
    v -> c : v[0:4] -> [0:4]
    w -> d : v[0:4] -> [0:4]
  }
}
)");
    if (!document)
        FAIL(toString(document.error()));
    const ir::Sdfg& sdfg = *(*document)->root;
    const auto& state = *sdfg.body.blocks.front()->as<ir::State>();
    const auto found = analysis::viewOfTwoPlaces(ir::StateIndex(state), sdfg);
    CHECK((found.node == nullptr) == found.sentence.empty());
    return found.sentence;
}

} // namespace

TEST_CASE("a view of one place at several access nodes is one view") {
    CHECK(sentenceOf("a[0:4]", "a[0:4]") == "");
    CHECK(sentenceOf("a[0:4]", "a[0:2]") == ""); // as much as the view's shape says
}

TEST_CASE("a view of two containers, or of two parts of one, is named with both") {
    CHECK(sentenceOf("a[0:4]", "b[0:4]") ==
          "the view 'v' begins at a[0] at one access node and at b[0] at another");
    CHECK(sentenceOf("a[0:4]", "a[4:8]") ==
          "the view 'v' begins at a[0] at one access node and at a[4] at another");
}

} // namespace view_places_test
