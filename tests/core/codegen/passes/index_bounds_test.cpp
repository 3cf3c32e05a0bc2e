// What the host has to check before a kernel indexes with 32 bits.
#include "core/codegen/passes/index_bounds.h"
#include "tests/core/codegen/lowered.h"
#include "tests/support/catch.h"

namespace index_bounds_test {

using namespace mw;
using codegen::IndexBound;
using codegen::Kernel;
using codegen::LaunchDim;
using codegen::PlanContext;
using test::parsed;
using test::valueOf;

namespace {

/// x[index] is stored in every iteration of i = 0:N and k = 0:K.
Kernel storing(const std::string& index) {
    Kernel kernel;
    kernel.dims = {LaunchDim{"k", 0, parsed("K - 1"), 1}, LaunchDim{"i", 0, parsed("N - 1"), 1}};
    kernel.buffers.push_back({"x", "x", ir::ScalarType::float64, true});
    kernel.body.push_back({codegen::Store{"x", parsed(index), valueOf(codegen::Literal{"1.0"}),
                                          ir::ScalarType::float64, "", false}});
    return kernel;
}

/// Whether the bounds of the kernel hold; nullopt: there are none.
std::optional<bool> holds(const Kernel& kernel, const symbolic::Bindings& values,
                          const PlanContext& context = PlanContext()) {
    const auto bounds = codegen::indexBounds(context, kernel);
    if (!bounds)
        return std::nullopt;
    for (const IndexBound& bound : *bounds) {
        const auto value = symbolic::evaluate(codegen::condition(bound), values);
        if (!value)
            FAIL(toString(value.error()));
        if (!value->truthy())
            return false;
    }
    return true;
}

symbolic::Bindings sizes(std::int64_t n, std::int64_t k, std::int64_t s) {
    return {{"N", symbolic::Value::integer(n)},
            {"K", symbolic::Value::integer(k)},
            {"S", symbolic::Value::integer(s)}};
}

} // namespace

TEST_CASE("bounds follow the largest index, and the blocks behind the last iteration") {
    const Kernel kernel = storing("i + k*S");
    CHECK(holds(kernel, sizes(1000, 80, 1000)) == true);
    CHECK(holds(kernel, sizes(1000, 80, 20000000)) == true);
    CHECK(holds(kernel, sizes(1000, 80, 30000000)) == false);
    CHECK(holds(kernel, sizes(1000, 80, -30000000)) == false);
    CHECK(holds(kernel, sizes(1073741000, 1, 1)) == true); // twice it, and a block
    CHECK(holds(kernel, sizes(1073743000, 1, 1)) == false);
    CHECK(holds(kernel, sizes(1, INT64_MAX, 0)) == false);
    CHECK(holds(kernel, sizes(INT64_MIN, 1, 1)) == false);
}

TEST_CASE("products of several symbols do not leave 64 bits") {
    const Kernel kernel = storing("i*S*K*N + k");
    CHECK(holds(kernel, sizes(10, 10, 10)) == true);
    CHECK(holds(kernel, sizes(10, 10, INT64_MAX)) == false);
    CHECK(holds(kernel, sizes(1000, 10, 1000000)) == false);
    CHECK_FALSE(holds(storing("i*S*S"), sizes(1, 1, 1))); // a power, which is no product
}

TEST_CASE("what memory says is added to the address, its factor is bounded") {
    Kernel kernel = storing("e*S + k*K");
    kernel.body.insert(
        kernel.body.begin(),
        {codegen::DeclareScalar{ir::ScalarType::int32, "e",
                                valueOf(codegen::Load{"t", parsed("i")}, ir::ScalarType::int32)}});
    CHECK(holds(kernel, sizes(1000, 80, 2000000000)) == true);
    CHECK(holds(kernel, sizes(1000, 80, 3000000000)) == false);
    Kernel product = kernel;
    std::get<codegen::Store>(product.body[1].kind).index = parsed("e*e");
    CHECK_FALSE(holds(product, sizes(1, 1, 1)));
    Kernel least = kernel;
    std::get<codegen::Store>(least.body[1].kind).index = parsed("Min(e, 5)");
    CHECK_FALSE(holds(least, sizes(1, 1, 1)));
}

TEST_CASE("there is no bound where the host knows a symbol later, or it has no sign") {
    const Kernel kernel = storing("i + k*S");
    PlanContext later;
    later.assigned.insert("S");
    CHECK_FALSE(holds(kernel, sizes(1, 1, 1), later));
    PlanContext natural;
    natural.symbolTypes.set("S", ir::ScalarType::uint32);
    CHECK_FALSE(holds(kernel, sizes(1, 1, 1), natural));
    CHECK_FALSE(holds(storing("i + 3000000000"), sizes(1, 1, 1)));
    CHECK_FALSE(holds(storing("f(i)"), sizes(1, 1, 1)));
}

TEST_CASE("loops inside count with their last turn and one more") {
    Kernel kernel = storing("i");
    codegen::For loop;
    loop.variable = "j";
    loop.begin = 0;
    loop.end = parsed("S - 1");
    loop.step = 1;
    loop.body = storing("j*S + i").body;
    kernel.body = {{loop}};
    CHECK(holds(kernel, sizes(10, 10, 40000)) == true);
    CHECK(holds(kernel, sizes(10, 10, 50000)) == false);
    loop.end = parsed("e"); // nobody knows
    loop.body.clear();
    kernel.body = {
        {codegen::DeclareScalar{ir::ScalarType::int32, "e",
                                valueOf(codegen::Load{"t", parsed("i")}, ir::ScalarType::int32)}},
        {loop}};
    CHECK_FALSE(holds(kernel, sizes(1, 1, 1)));
}

TEST_CASE("bounds of one kind are one, and none is said that follows from another") {
    const auto n = parsed("Max(N, 0)"), k = parsed("Max(K, 0)");
    const auto bound = [](std::vector<IndexBound::Term> terms, std::int64_t limit = 100) {
        return IndexBound{std::move(terms), limit};
    };
    const auto one = codegen::merged({bound({{{n}, 2}}), bound({{{n}, 5}}), bound({{{n}, 3}})});
    REQUIRE(one.size() == 1);
    CHECK(one.front().terms.front().factor == 5);
    CHECK(codegen::merged({bound({{{n}, 2}}), bound({{{n}, 2}, {{k}, 1}})}).size() == 1);
    CHECK(codegen::merged({bound({{{n}, 3}}), bound({{{n}, 2}, {{k}, 1}})}).size() == 2);
    CHECK(codegen::merged({bound({{{n}, 2}}), bound({{{n}, 2}}, 50)}).size() == 2);
}

} // namespace index_bounds_test
