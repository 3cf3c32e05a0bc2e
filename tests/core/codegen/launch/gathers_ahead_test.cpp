// Gathers that do not wait for the branch that they stand in: which may, where they go, and what
// they read where a table points outside.
#include "core/codegen/launch/gathers_ahead.h"
#include "core/codegen/launch/schedule_levels.h"
#include "tests/core/codegen/lowered.h"
#include "tests/support/catch.h"

namespace gathers_ahead_test {

using namespace mw;
using namespace mw::codegen;

namespace {

using ir::ScalarType;
using test::parsed;
using test::valueOf;

/// let j = w[e] (an entry of a table); let c = x[e + 1000 * k]; if (condition) { let g = x[index];
/// r = g } else r = c; z[..] = r
struct Guarded {
    std::string condition = "c", index = "j + 1000 * k";
    bool bothLoad = false, changes = false;
    std::int64_t elements = 80000;

    Kernel kernel() const {
        Kernel kernel = test::kernelOf(test::kMetric);
        const auto declare = [](const char* name, ValuePtr init) {
            return Statement{DeclareScalar{init->type, name, std::move(init)}};
        };
        If branch{valueOf(LocalRef{condition}),
                  {declare("g", valueOf(Load{"x", parsed(index)})),
                   {AssignScalar{"r", valueOf(LocalRef{"g"})}}},
                  {{AssignScalar{"r", bothLoad ? valueOf(Load{"x", parsed("e")})
                                               : valueOf(LocalRef{"c"})}}}};
        kernel.body = {declare("j", valueOf(Load{"w", parsed("e")}, ScalarType::int32)),
                       declare("c", valueOf(Load{"x", parsed("e + 1000 * k")})),
                       {DeclareScalar{ScalarType::float64, "r", nullptr, false}},
                       {branch},
                       {Store{changes ? "x" : "z",
                              parsed("e + 1000 * k"),
                              valueOf(LocalRef{"r"}),
                              ScalarType::float64,
                              {}}}};
        if (changes)
            for (BufferParam& buffer : kernel.buffers)
                buffer.written = buffer.written || buffer.name == "x";
        PlanContext context;
        for (const char* name : {"w", "x", "z"}) {
            PlanArray& array = context.plan.arrays.emplace_back();
            array.name = name;
            array.elements = array.name == "w" ? symbolic::Expr(1000) : symbolic::Expr(elements);
        }
        kernel.waitingGathers = waitingGathers(context, kernel);
        kernel.launch.gathersAhead = true;
        return kernel;
    }
    bool waits() const { return !kernel().waitingGathers.empty(); }
};

std::string bodyOf(const Kernel& kernel) {
    const std::string text = dump(kernel);
    return text.substr(text.find("let j"));
}

} // namespace

TEST_CASE("a gather stands behind what its index is computed from, and stays inside the buffer") {
    CHECK(bodyOf(withGathersAhead(Guarded{}.kernel())) == R"(let j: int32 = w[e]
        let g: float64 = x[mw_max(0, mw_min(79999, j + 1000 * k))]
        let c: float64 = x[e + 1000 * k]
        var r: float64
        if c {
            r = g
        } else {
            r = c
        }
        z[e + 1000 * k] = r
)");
}

TEST_CASE("a gather stays in its branch unless the choice says otherwise") {
    Kernel kernel = Guarded{}.kernel();
    kernel.launch.gathersAhead = false;
    CHECK(dump(withGathersAhead(kernel)) == dump(kernel));
}

TEST_CASE("gathers that have to wait") {
    Guarded g;
    REQUIRE(g.waits());
    SECTION("for a branch that the level decides: only one side is ever needed") {
        g.condition = "k";
    }
    SECTION("both sides of the branch load") {
        g.bothLoad = true;
    }
    SECTION("the index is not known before the branch") {
        g.index = "h + 1000 * k";
    }
    SECTION("the kernel changes what is gathered from") {
        g.changes = true;
    }
    SECTION("no gather: what dimensions alone say is up to load-once") {
        g.index = "e + 1000 * k + 1";
    }
    SECTION("32 bits are too few for the index of a large buffer and a wrong entry") {
        g.elements = std::int64_t(1) << 30U;
    }
    CHECK_FALSE(g.waits());
}

TEST_CASE("gathers of a group of levels are loaded with all others of the group") {
    Kernel kernel = Guarded{}.kernel();
    kernel.launch.levelsPerThread = 4;
    kernel.launch.levelsPerGroup = 2;
    kernel.launch.hoistsShared = true;
    const std::string text = dump(scheduled(withGathersAhead(kernel)));
    const std::string group = text.substr(text.find("for k"));
    CHECK(group.rfind("x[mw_max(0, mw_min(79999, ") < group.find("if c"));
    CHECK(text.find("let j") < text.find("for k"));
}

} // namespace gathers_ahead_test
