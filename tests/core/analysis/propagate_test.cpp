// Regions of inner memlets, seen from outside of a map.
#include "core/analysis/analysis.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"

namespace propagate_test {

using namespace mw;

namespace {

symbolic::Subset subset(const std::string& text) {
    return symbolic::parseSubset(text, symbolic::Dialect::plain).value();
}

/// The image of `inner` over `i = range` of a container of shape [N].
std::string image(const std::string& inner, const std::string& range) {
    ir::Map map;
    map.params = {"i"};
    map.range = subset(range);
    const auto container =
        ir::DataDescriptor::array(ir::ScalarType::float64, {symbolic::Expr::symbol("N")}, false);
    return symbolic::print(analysis::propagateSubset(subset(inner), map, container));
}

} // namespace

TEST_CASE("propagation eliminates affine parameters") {
    CHECK(image("i", "0:N") == "0:N");
    CHECK(image("i + 1", "0:M") == image("i", "1:M + 1"));
    CHECK(image("5", "0:N") == "5");
    CHECK(image("N - 1 - i", "0:N") == "0:N");
    CHECK(image("2*i", "0:M") == print(subset("0:2*M - 1:2")));
    CHECK(image("i:i + 3", "0:M") == print(subset("0:M + 2")));
}

TEST_CASE("propagation widens to the whole dimension what it does not understand") {
    CHECK(image("i*i", "0:M") == "0:N");
    CHECK(image("i*K", "0:M") == "0:N");
    CHECK(image("table(i)", "0:M") == "0:N");
}

TEST_CASE("the elements of a container begin where its offset says") {
    auto container = ir::DataDescriptor::array(
        ir::ScalarType::float64, {symbolic::Expr::symbol("N"), symbolic::Expr(4)}, false);
    container.offset = {symbolic::Expr(0), symbolic::Expr(1)};
    CHECK(symbolic::print(analysis::wholeContainer(container)) == "0:N, -1:3");
    ir::Map map;
    map.params = {"i"};
    map.range = subset("0:M");
    const auto widened = analysis::propagateSubset(subset("i*i, i*i"), map, container);
    CHECK(symbolic::print(widened) == "0:N, -1:3");
}

} // namespace propagate_test
