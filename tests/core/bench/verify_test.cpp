// When outputs agree, and how a difference is named.
#include "core/bench/verify.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"

#include <cmath>
#include <limits>
#include <span>

namespace verify_test {

using namespace mw;
using namespace mw::bench;
using namespace mw::inputs;

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
    CHECK(x.first->got == Number(5.5));
    CHECK(x.first->reference == Number(5.0));
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
    CHECK_FALSE(same(infinity, 1e308));
    CHECK(same(-0.0, 0.0));
}

TEST_CASE("missing arrays and other shapes are no agreement") {
    HostArrays got = doubles({1, 2, 3, 4, 5, 6});
    HostArrays reference = got;
    got["x"].shape = {2, 3};
    reference["y"] = reference["x"];
    const Verdict verdict = verify(got, reference, 1e-12);
    CHECK_FALSE(verdict.same());
    CHECK(toText(verdict) == "x: float64 [2, 3] instead of float64 [3, 2]; y (which only the "
                             "reference writes): not an output");
    CHECK(verdict.compared() == 0);
    got["x"] = arrayOf<float>(ir::ScalarType::float32, {3, 2}, {1, 2, 3, 4, 5, 6});
    CHECK(toText(verify(got, doubles({1, 2, 3, 4, 5, 6}), 1e-3)) ==
          "x: float32 [3, 2] instead of float64 [3, 2]");
}

TEST_CASE("integers are compared as integers, beyond what a double holds") {
    const auto same = []<class T>(ir::ScalarType type, T got, T reference) {
        return verify({{"i", arrayOf<T>(type, {1}, {got})}},
                      {{"i", arrayOf<T>(type, {1}, {reference})}}, 1)
            .same();
    };
    using I = std::int64_t;
    using U = std::uint64_t;
    const I beyond = I{1} << 53U;
    const I least = std::numeric_limits<I>::min();
    const I most = std::numeric_limits<I>::max();
    CHECK(same(ir::ScalarType::int64, beyond + 1, beyond + 1));
    CHECK_FALSE(same(ir::ScalarType::int64, beyond + 1, beyond));
    CHECK_FALSE(same(ir::ScalarType::int64, most, I{most - 1}));
    CHECK_FALSE(same(ir::ScalarType::int64, least, most));
    CHECK_FALSE(same(ir::ScalarType::uint64, ~U{0}, ~U{0} - 1));
    CHECK_FALSE(same(ir::ScalarType::uint64, ~U{0}, U{0}));
    const auto verdict = verify({{"i", arrayOf<U>(ir::ScalarType::uint64, {1}, {~U{0}})}},
                                {{"i", arrayOf<U>(ir::ScalarType::uint64, {1}, {~U{0} - 1})}}, 1);
    CHECK(toText(verdict).find("18446744073709551615 instead of 18446744073709551614") !=
          std::string::npos);
    CHECK(toJson(verdict).find("\"got\": 18446744073709551615") != std::string::npos);
}

TEST_CASE("a tolerance of 0 means equal, and any other must be a number of at least 0") {
    const HostArrays one = doubles({1, 2, 3, 4, 5, 6});
    CHECK(verify(one, one, 0).same());
    CHECK_FALSE(verify(doubles({1, 2, 3, 4, 5, std::nextafter(6, 7)}), one, 0).same());
    const double smallest = std::numeric_limits<double>::denorm_min();
    CHECK_FALSE(
        verify(doubles({1e300, 2, 3, 4, 5, smallest}), doubles({1e300, 2, 3, 4, 5, 0}), 0).same());
    CHECK(inputs::checkedTolerance(0));
    CHECK_FALSE(inputs::checkedTolerance(-1e-12));
    CHECK_FALSE(inputs::checkedTolerance(std::nan("")));
    CHECK_FALSE(inputs::checkedTolerance(std::numeric_limits<double>::infinity()));
}

TEST_CASE("a few huge elements do not hide that the others differ") {
    const auto same = [](std::vector<double> got, std::vector<double> reference) {
        const auto n = static_cast<std::int64_t>(got.size());
        return verify({{"x", arrayOf(ir::ScalarType::float64, {n}, std::move(got))}},
                      {{"x", arrayOf(ir::ScalarType::float64, {n}, std::move(reference))}}, 1e-12)
            .same();
    };
    CHECK_FALSE(same({1e30, 1, 2, 3}, {1e30, 1, 2, 4}));
    std::vector<double> many(40, 1);
    many[0] = many[1] = 1e308; // their sum is infinite
    auto other = many;
    other[7] = 2;
    CHECK_FALSE(same(other, many));
    // What is left of numbers that cancel is as exact as they were.
    CHECK(same({1, 2, 3, 1e-16}, {1, 2, 3, -1e-16}));
}

TEST_CASE("an array that one side alone writes is on the other as the inputs have it") {
    const HostArrays none;
    const HostArrays inputs = doubles({1, 2, 3, 4, 5, 6});
    const HostArrays changed = doubles({1, 2, 3, 4, 5, 7});
    for (const bool first : {true, false}) {
        const auto compared = [&](const HostArrays& written) {
            return first ? verify(written, none, 1e-12, inputs)
                         : verify(none, written, 1e-12, inputs);
        };
        CHECK(compared(inputs).same());
        const Verdict differs = compared(changed);
        CHECK_FALSE(differs.same());
        REQUIRE(differs.arrays.size() == 1);
        CHECK(differs.arrays[0].differing == 1);
        CHECK(toText(differs).starts_with(first ? "x (which the reference does not write): 1 of 6"
                                                : "x (which only the reference writes): 1 of 6"));
    }
}

TEST_CASE("where nothing is compared, nothing is the same") {
    const Verdict nothing = verify({}, {}, 1e-12, doubles({1, 2, 3, 4, 5, 6}));
    CHECK_FALSE(nothing.same());
    CHECK(toText(nothing) == "nothing to compare: neither side writes an argument");
}

TEST_CASE("what GT4Py measures is no output") {
    HostArrays got = doubles({1, 2, 3, 4, 5, 6});
    const HostArrays reference = got;
    got["gt_compute_time"] = arrayOf<double>(ir::ScalarType::float64, {1}, {0.25});
    CHECK(verify(got, reference, 1e-12).same());
    const auto program = ir::parseDump("sdfg p {\n  array a float64 [4]\n  array b float64 [4]\n"
                                       "  array gt_compute_time float64 [1]\n  state s {\n"
                                       "    n0 = access a\n    n1 = access b\n"
                                       "    n2 = access gt_compute_time\n    n0 -> n1 : a[0:4]\n"
                                       "    n0 -> n2 : a[0]\n  }\n}\n");
    REQUIRE(program);
    CHECK(outputsOf(*(*program)->root, {}) == std::vector<std::string>{"b"});
}

TEST_CASE("what a scenario lists is kept, and all outputs are compared") {
    const auto program = ir::parseDump("sdfg p {\n  array a float64 [4]\n  array b float64 [4]\n"
                                       "  state s {\n    n0 = access a\n    n1 = access b\n"
                                       "    n0 -> n1 : a[0:4]\n  }\n}\n");
    REQUIRE(program);
    Scenario scenario;
    scenario.outputs = {"a", "no_such_array"};
    CHECK(outputsOf(*(*program)->root, scenario) == std::vector<std::string>{"a", "b"});
    HostArrays outputs = {{"a", {}}, {"b", {}}};
    CHECK(wantedOutputs(outputs, scenario).size() == 1);
    CHECK(wantedOutputs(outputs, {}).size() == 2);
}

} // namespace verify_test
