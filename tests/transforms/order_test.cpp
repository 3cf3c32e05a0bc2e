// Orders of passes as text.

#include "tests/support/catch.h"
#include "transforms/framework/order.h"

namespace order_test {

using namespace mw;

namespace {

std::string errorOf(const std::string& text) {
    const auto passes = transforms::parseOrder(text);
    return passes ? "" : passes.error().sentence;
}

} // namespace

TEST_CASE("order: parameters of every type") {
    const auto passes = transforms::parseOrder("map-fusion-vertical --only-toplevel-maps "
                                               "--strict-dataflow=false\n"
                                               "  strip-mining --tile-size=8 --dimension=K\n");
    REQUIRE(passes.has_value());
    REQUIRE(passes->size() == 2);
    CHECK((*passes)[0].transformation->name == "map-fusion-vertical");
    CHECK((*passes)[0].params == Params{{"only-toplevel-maps", true}, {"strict-dataflow", false}});
    CHECK((*passes)[1].params ==
          Params{{"tile-size", std::int64_t{8}}, {"dimension", std::string("K")}});
    CHECK(transforms::parseOrder("")->empty());
    CHECK(transforms::parseOrder("\n# nothing\n")->empty());
}

TEST_CASE("order: what is wrong, and in which line") {
    CHECK(errorOf("map-to-copy\nno-such\n") == "line 2: there is no transformation 'no-such'");
    CHECK(errorOf("map-to-copy --x") == "line 1: map-to-copy has no parameter '--x'");
    CHECK(errorOf("strip-mining tile-size=8") ==
          "line 1: strip-mining has no parameter 'tile-size'");
    CHECK(errorOf("strip-mining --tile-size=x") == "line 1: --tile-size cannot be 'x'");
    CHECK(errorOf("strip-mining --tile-size") == "line 1: --tile-size cannot be 'true'");
    CHECK(errorOf("map-fusion-vertical --strict-dataflow=maybe") ==
          "line 1: --strict-dataflow cannot be 'maybe'");
    CHECK(errorOf("strip-mining --tile-size=0").starts_with("line 1: The parameter 'tile-size'"));
}

} // namespace order_test
