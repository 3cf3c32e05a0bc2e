#include "core/exec/verify.h"
#include "tests/support/catch.h"

#include <cmath>
#include <limits>
#include <span>

using namespace mw;
using namespace mw::exec;

namespace {

template <class T>
HostArray arrayOf(ir::ScalarType type, std::vector<std::int64_t> shape, std::vector<T> values) {
    const auto bytes = std::as_bytes(std::span(values));
    return {type, std::move(shape), {bytes.begin(), bytes.end()}};
}

HostArrays doubles(const std::vector<double>& values) {
    return {{"x", arrayOf(ir::ScalarType::float64, {3, 2}, values)}};
}

} // namespace

TEST_CASE("the first differing element is named with its index and both values") {
    const Verdict verdict =
        verify(doubles({1, 2, 3, 4, 5.5, 7}), doubles({1, 2, 3, 4, 5, 6}), 1e-12);
    REQUIRE(verdict.arrays.size() == 1);
    const ArrayVerdict& x = verdict.arrays[0];
    CHECK_FALSE(verdict.same());
    CHECK(x.compared == 6);
    CHECK(x.differing == 2);
    REQUIRE(x.first);
    CHECK(x.first->index == std::vector<std::int64_t>{1, 1});
    CHECK(x.first->got == 5.5);
    CHECK(x.first->reference == 5);
    CHECK(toText(x) == "x: 2 of 6 elements differ, the first x[1, 1]: 5.5 instead of 5; largest "
                       "error 1.7e-01 (tolerance 1e-12)");
    CHECK(toJson(verdict).find("\"differing\": 2") != std::string::npos);
}

TEST_CASE("rounding within the tolerance agrees; the count is of all elements") {
    const Verdict verdict =
        verify(doubles({1, 2, 3, 4, 5, 6 + 1e-14}), doubles({1, 2, 3, 4, 5, 6}), 1e-12);
    CHECK(verdict.same());
    CHECK(verdict.compared() == 6);
    CHECK(toText(verdict).starts_with("x: 6 elements agree, largest error "));
}

TEST_CASE("the tolerance is that of the element type") {
    CHECK(toleranceFor(ir::ScalarType::float64, 1e-12) == 1e-12);
    CHECK(toleranceFor(ir::ScalarType::float32, 1e-12) == 1e-12 * 536870912);
    CHECK(toleranceFor(ir::ScalarType::int32, 1e-12) == 0);
    CHECK(toleranceFor(ir::ScalarType::boolean, 1e-12) == 0);
    const auto floats = [](float last) {
        return HostArrays{{"f", arrayOf<float>(ir::ScalarType::float32, {2}, {1, last})}};
    };
    CHECK(verify(floats(1.0001F), floats(1), 1e-12).same());
    CHECK_FALSE(verify(floats(1.001F), floats(1), 1e-12).same());
    const auto integers = [](int last) {
        return HostArrays{
            {"i", arrayOf<std::int32_t>(ir::ScalarType::int32, {2}, {1000000, last})}};
    };
    CHECK(verify(integers(1000000), integers(1000000), 1).same());
    CHECK_FALSE(verify(integers(1000001), integers(1000000), 1).same());
}

TEST_CASE("NaN agrees with NaN alone, infinity with the same infinity") {
    const double nan = std::nan("");
    const double infinity = std::numeric_limits<double>::infinity();
    const auto same = [](double got, double reference) {
        return verify(doubles({1, 2, 3, 4, 5, got}), doubles({1, 2, 3, 4, 5, reference}), 1e-12)
            .same();
    };
    CHECK(same(nan, nan));
    CHECK_FALSE(same(nan, 1));
    CHECK_FALSE(same(1, nan));
    CHECK(same(infinity, infinity));
    CHECK_FALSE(same(infinity, -infinity));
}

TEST_CASE("missing arrays and other shapes are no agreement") {
    HostArrays got = doubles({1, 2, 3, 4, 5, 6});
    HostArrays reference = got;
    got["x"].shape = {2, 3};
    reference["y"] = reference["x"];
    const Verdict verdict = verify(got, reference, 1e-12);
    CHECK_FALSE(verdict.same());
    CHECK(toText(verdict) == "x: float64 [2, 3] instead of float64 [3, 2]; y: not an output");
    CHECK(verdict.compared() == 0);
}
