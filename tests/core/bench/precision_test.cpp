// The error that another precision makes, and which programs it is asked of.
#include "core/bench/precision.h"
#include "core/bench/verify.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"

#include <cmath>
#include <limits>
#include <span>

namespace precision_test {

using namespace mw;
using namespace mw::bench;
using namespace mw::inputs;

namespace {

HostArrays doubles(const std::string& name, const std::vector<double>& values) {
    const auto bytes = std::as_bytes(std::span(values));
    return {{name,
             {ir::ScalarType::float64,
              {static_cast<std::int64_t>(values.size())},
              {bytes.begin(), bytes.end()}}}};
}

ir::SdfgPtr program(const std::string& containers, const std::string& body = "") {
    const auto document =
        ir::parseDump("sdfg g {\n" + containers + "  state main {\n" + body + "  }\n}\n");
    REQUIRE(document.has_value());
    return (*document)->root;
}

const PrecisionChange kSingle{ir::ScalarType::float32, {"t"}};

Expected<HostArrays> noRun(ir::ScalarType) {
    return fail("no-run", "nothing runs here");
}

} // namespace

TEST_CASE("containers of another floating-point type are a change of precision") {
    const auto wide = program("  array t float64 [4] transient\n  array k int32 [4]\n");
    const auto narrow = program("  array t float32 [4] transient\n  array k int32 [4]\n");
    CHECK(precisionChange(*wide, *narrow) == kSingle);
    CHECK(precisionChange(*narrow, *wide) == PrecisionChange{ir::ScalarType::float64, {"t"}});
    CHECK_FALSE(precisionChange(*wide, *wide));
    CHECK_FALSE(
        precisionChange(*wide, *program("  array t float64 [4] transient\n  array k int64 [4]\n")));
}

TEST_CASE("so is a new container of a type that the other program has nowhere") {
    const auto wide = program("  array a float64 [4]\n");
    const auto behind = program("  array a float64 [4]\n  array s float32 [4] transient\n");
    CHECK(precisionChange(*wide, *behind) == PrecisionChange{ir::ScalarType::float32, {"s"}});
    const auto both = program("  array a float64 [4]\n  array b float32 [4]\n");
    const auto more =
        program("  array a float64 [4]\n  array b float32 [4]\n  array s float32 [4] transient\n");
    CHECK_FALSE(precisionChange(*both, *more));
    CHECK_FALSE(precisionChange(*program("  array k int32 [4]\n"), *behind));
}

TEST_CASE("containers of nested SDFGs are named with their nodes") {
    const auto with = [](const std::string& type) {
        return program("  array a float64 [4]\n",
                       "    n = nested inner {} = sdfg inner {\n      array t " + type +
                           " [4] transient\n      state s {\n      }\n    }\n");
    };
    const auto change = precisionChange(*with("float64"), *with("float32"));
    REQUIRE(change);
    CHECK(change->containers == std::vector<std::string>{"inner.t"});
}

TEST_CASE("errors are about the elements that either run changed") {
    // The last element is as it was in all runs: it counts for nothing.
    const auto inputs = doubles("x", {0, 0, 0, 0, 100});
    const auto reference = doubles("x", {1, 2, 3, 4, 100});
    const auto got = doubles("x", {1.5, 2, 3, 3.75, 100});
    const auto errors = precisionErrors(kSingle, got, reference, inputs, [&](ir::ScalarType type) {
        CHECK(type == ir::ScalarType::float32);
        return Expected<HostArrays>(doubles("x", {1, 2.25, 3, 4, 100}));
    });
    REQUIRE(errors.outputs.size() == 1);
    const auto& x = errors.outputs.front();
    CHECK(x.elements == 4);
    CHECK(x.error.largest == 0.5);
    CHECK(x.error.rootMeanSquare == std::sqrt((0.25 + 0.0625) / 4));
    CHECK(x.spread == std::sqrt(1.25)); // of 1, 2, 3, 4
    REQUIRE(x.rounded);
    CHECK(x.rounded->largest == 0.25);
    CHECK(x.rounded->rootMeanSquare == 0.125);
    CHECK(toText(x) ==
          "x: largest error 5.0e-01, root mean square 2.8e-01; of the field's spread 4.5e-01 and "
          "2.5e-01; inputs rounded once make 2.5e-01 and 1.2e-01");
}

TEST_CASE("a field without spread has no relative error; what is not finite is counted") {
    const double nan = std::nan("");
    const double infinity = std::numeric_limits<double>::infinity();
    const auto errors =
        precisionErrors(kSingle, doubles("x", {1, 1, infinity, nan, nan}),
                        doubles("x", {1, 1, 1, 1, nan}), doubles("x", {0, 0, 0, 0, 0}), noRun);
    REQUIRE(errors.outputs.size() == 1);
    const auto& x = errors.outputs.front();
    CHECK(x.notFinite == 2);
    CHECK(x.spread == 0);
    CHECK(x.error.largest == 0);
    CHECK_FALSE(x.rounded);
    CHECK(errors.notRounded == "nothing runs here");
    CHECK(toText(x) == "x: largest error 0.0e+00, root mean square 0.0e+00; 2 of 5 values are "
                       "finite on one side alone");
}

TEST_CASE("with more digits than before there is nothing to round") {
    bool asked = false;
    const auto errors = precisionErrors({ir::ScalarType::float64, {"t"}}, doubles("x", {1}),
                                        doubles("x", {2}), {}, [&](ir::ScalarType) {
                                            asked = true;
                                            return Expected<HostArrays>(HostArrays{});
                                        });
    CHECK_FALSE(asked);
    CHECK_FALSE(errors.notRounded.empty());
}

TEST_CASE("a verdict says the error in the place of the first difference") {
    auto verdict = verify(doubles("x", {1, 2.5}), doubles("x", {1, 2}), 1e-12);
    verdict.precision = precisionErrors(kSingle, doubles("x", {1, 2.5}), doubles("x", {1, 2}),
                                        doubles("x", {0, 0}), noRun);
    CHECK_FALSE(verdict.same());
    const auto text = toText(verdict);
    CHECK(text.starts_with("kept in float32: t; x: largest error 5.0e-01"));
    CHECK(text.find("instead of") == std::string::npos);
    const auto json = toJson(verdict);
    for (const auto* part : {"\"precision\"", "\"largest_of_spread\": 1.0", "\"containers\"",
                             "\"not_rounded\": \"nothing runs here\""})
        CHECK(json.find(part) != std::string::npos);
}

TEST_CASE("many containers are counted, and some named") {
    CHECK(toText(PrecisionChange{ir::ScalarType::float32, {"a", "b", "c", "d", "e", "f"}}) ==
          "kept in float32: a, b, c, d and 2 more");
}

TEST_CASE("inputs are rounded once, as float32 has them, in their own type") {
    HostArray array = doubles("x", {1.0 / 3.0, 0.5}).at("x");
    roundOnce(array, ir::ScalarType::float32);
    CHECK(ElementReader(array).read(array.bytes.data(), 0) ==
          static_cast<double>(static_cast<float>(1.0 / 3.0)));
    CHECK(ElementReader(array).read(array.bytes.data(), 1) == 0.5);
    CHECK(array.type == ir::ScalarType::float64);
    HostArray integers{ir::ScalarType::int32, {1}, {std::byte{1}, {}, {}, std::byte{127}}};
    const auto before = integers.bytes;
    roundOnce(integers, ir::ScalarType::float32);
    CHECK(integers.bytes == before);
    Scenario scenario;
    scenario.arrays["x"] = {{2}, ir::ScalarType::float64, HashedFill{0, 1}};
    const auto plain = makeArray("x", scenario.arrays.at("x"), {});
    const auto rounded =
        makeArray("x", withRoundedInputs(scenario, ir::ScalarType::float32).arrays.at("x"), {});
    REQUIRE((plain && rounded));
    CHECK(plain->bytes != rounded->bytes);
    auto expected = *plain;
    roundOnce(expected, ir::ScalarType::float32);
    CHECK(expected.bytes == rounded->bytes);
}

} // namespace precision_test
