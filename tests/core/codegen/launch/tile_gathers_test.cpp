// Gathers that the points of a block can do together: which they are, and the kernel that does.
#include "core/codegen/known_kernel.h"
#include "core/codegen/launch/tile_gathers.h"
#include "core/codegen/launch/tiled_levels.h"
#include "core/codegen/passes/passes.h"
#include "tests/core/codegen/lowered.h"
#include "tests/support/catch.h"

namespace tile_gathers_test {

using namespace mw;
using namespace mw::codegen;

namespace {

using ir::ScalarType;
using test::parsed;
using test::valueOf;

/// let a = t[first]; let b = t[second]; let g = u[a + ..]; let h = u[index]; z[..] = w[e] * (g + h)
struct Gathers {
    std::string first = "e", second = "e + 1000", index = "b + 300 * k";
    ScalarType tableType = ScalarType::int32, fieldType = ScalarType::float64;
    bool argument = true, tableWritten = false, fieldWritten = false, inBranch = false;

    Kernel kernel() const {
        Kernel kernel = test::kernelOf(test::kMetric);
        const auto declare = [](const char* name, ValuePtr init) {
            return Statement{DeclareScalar{init->type, name, std::move(init)}};
        };
        const auto local = [](const char* name) { return valueOf(LocalRef{name}); };
        const Statement last = declare("h", valueOf(Load{"u", parsed(index)}, fieldType));
        kernel.body = {
            declare("a", valueOf(Load{"t", parsed(first)}, ScalarType::int32)),
            declare("b", valueOf(Load{"t", parsed(second)}, ScalarType::int32)),
            declare("g", valueOf(Load{"u", parsed("a + 300 * k")}, fieldType)),
            inBranch ? Statement{If{local("c"), {last}, {}}} : last,
            declare("f", valueOf(Load{"w", parsed("e")})),
            {Store{fieldWritten ? "u" : "z",
                   parsed("e + 1000 * k"),
                   valueOf(Binary{"*", local("f"), valueOf(Binary{"+", local("g"), local("h")})}),
                   ScalarType::float64,
                   {}}}};
        kernel.buffers = {{"t", "t", tableType, false, true},
                          {"u", "u", fieldType, fieldWritten, true},
                          {"w", "w", ScalarType::float64, false, true},
                          {"z", "z", ScalarType::float64, true, false}};
        return kernel;
    }
    PlanContext context() const {
        PlanContext context;
        for (const char* name : {"t", "u", "w", "z"}) {
            PlanArray& array = context.plan.arrays.emplace_back();
            array.name = name;
            array.argument = array.name != "t" || argument;
            array.written = array.name == "t" && tableWritten;
        }
        return context;
    }
    TileGathers tile() const { return tileGathers(context(), kernel()); }
    bool qualifies() const { return !tile().table.empty(); }
};

/// A kernel that uses tiles, of blocks of `threads`.
Kernel chosen(const Gathers& gathers, const KernelChoice& fixed) {
    Kernel kernel = gathers.kernel();
    kernel.tile = gathers.tile();
    kernel.facts.sharesGathers = kernel.facts.maySchedule = kernel.facts.hoistsShared = true;
    const auto launch = chosenLaunch(kernel, {}, fixed);
    if (!launch)
        FAIL(launch.error().sentence);
    kernel.launch = *launch;
    return kernel;
}
std::string refusal(const KernelChoice& fixed) {
    Kernel kernel = Gathers{}.kernel();
    kernel.tile = Gathers{}.tile();
    kernel.facts.sharesGathers = kernel.facts.maySchedule = true;
    const auto launch = chosenLaunch(kernel, {}, fixed);
    REQUIRE_FALSE(launch);
    return launch.error().sentence;
}

} // namespace

TEST_CASE("two columns of a table, and where their entries stand") {
    const TileGathers tile = Gathers{}.tile();
    CHECK(tile.table == "t");
    CHECK(tile.entries == std::vector<std::string>{"a", "b"});
    CHECK(tile.columns == std::vector<symbolic::Expr>{0, 1000});
    CHECK(tile.stride == symbolic::Expr(1));
    CHECK(tile.loads == std::vector<std::string>{"g", "h"});
    CHECK(tile.fields == std::vector<std::string>{"u"});
    CHECK(tile.bytes == 8); // one element of a neighbour, whichever column leads to it
    CHECK(tileRoom(tile, 128) == 256);
    CHECK(tileBytes(tile, 128, 4) == 2 * 4 * 256 * 8);
}

TEST_CASE("of a kernel that a memo knows the plan decides whether it has a table") {
    Gathers gathers;
    Kernel kernel = gathers.kernel();
    kernel.known = std::make_shared<const KnownKernel>(kernel);
    for (const bool written : {false, true, false}) {
        gathers.tableWritten = written;
        PlanContext context = gathers.context();
        context.plan.kernels = {kernel};
        tileGathers(context);
        CHECK(context.plan.kernels.front().facts.sharesGathers == !written);
    }
}

TEST_CASE("one neighbour on two levels are two elements") {
    Gathers gathers;
    gathers.index = "a + 300 * k + 300";
    CHECK(gathers.tile().bytes == 16);
    CHECK(gathers.tile().entries == std::vector<std::string>{"a"});
    CHECK(tileRoom(gathers.tile(), 128) == 128);
}

TEST_CASE("gathers that points do not share through a table") {
    Gathers g;
    REQUIRE(g.qualifies());
    SECTION("a temporary is no table: nobody says when it is complete") {
        g.argument = false;
    }
    SECTION("the program writes the table") {
        g.tableWritten = true;
    }
    SECTION("entries of another type") {
        g.tableType = ScalarType::int64;
    }
    SECTION("the kernel writes what it gathers from") {
        g.fieldWritten = true;
    }
    SECTION("elements of a byte") {
        g.fieldType = ScalarType::int8;
    }
    SECTION("where the entry stands moves with the level") {
        g.second = "e + 1000 * k";
    }
    SECTION("the columns move by other distances") {
        g.second = "2 * e";
    }
    SECTION("not by a distance at all") {
        g.second = "e * e";
    }
    SECTION("the element moves with the point besides") {
        g.index = "b + e + 300 * k";
    }
    SECTION("the element is the same on every level: it is loaded once anyway") {
        g.index = "b";
    }
    SECTION("two entries lead to the element") {
        g.index = "a + b + 300 * k";
    }
    SECTION("a branch says whether it is read") {
        g.inBranch = true;
    }
    CHECK_FALSE(g.qualifies());
}

TEST_CASE("what a tile has no room for is refused, and groups by rule are as large as fits") {
    const std::string of = "the choices of the kernel 'm__z': 'tiles' cannot be kept: ";
    CHECK(refusal({.block = {{32, 4, 1}}, .tiles = true}) ==
          of + "a tile is a block of one row, in multiples of 32 threads, and the block is 32 x 4 "
               "x 1");
    CHECK(refusal({.block = {{100, 1, 1}}, .tiles = true}) ==
          of + "a tile is a block of one row, in multiples of 32 threads, and the block is 100 x 1 "
               "x 1");
    CHECK(refusal(
              {.block = {{512, 1, 1}}, .levelsPerThread = 8, .levelsPerGroup = 4, .tiles = true}) ==
          of + "4 levels of the neighbours of 512 points take 65536 bytes of shared memory, and a "
               "block has 49152");
    Kernel other = test::kernelOf(test::kMetric);
    CHECK(chosenLaunch(other, {}, {.tiles = true}).error().sentence ==
          of + "it has no two gathers through a table of the arguments, one level of a field each, "
               "that no branch decides");
    CHECK(chosen({}, {.block = {{1024, 1, 1}}, .levelsPerThread = 8, .tiles = true})
              .launch.levelsPerGroup == 1);
    CHECK(chosen({}, {.tiles = true}).launch.block == std::array<int, 3>{128, 1, 1});
    CHECK_FALSE(chosen({}, {}).launch.tiles);
}

TEST_CASE("a group is staged while the one before is computed with") {
    const Kernel kernel = tiled(chosen(
        {}, {.block = {{32, 1, 1}}, .levelsPerThread = 20, .levelsPerGroup = 2, .tiles = true}));
    const std::string text = dump(kernel);
    CHECK(text.substr(text.find("each k_run")) == R"(each k_run = 0 .. 3
    each e_thread = 0 .. 999
        let mw_on: bool = e_thread <= 999
        let e: int32 = mw_min(999, e_thread)
        let mw_tile: int32 = static_cast<int>(blockIdx.x)
        let mw_point: int32 = static_cast<int>(threadIdx.x)
        let mw_size: int32 = mw_tile_sizes[mw_tile]
        let mw_own_0: int32 = mw_tile_points[mw_point + 64 * mw_tile]
        let mw_own_1: int32 = mw_tile_points[mw_point + 64 * mw_tile + 32]
        let mw_at_0: int32 = static_cast<int>(mw_tile_at[mw_point + 64 * mw_tile])
        let mw_at_1: int32 = static_cast<int>(mw_tile_at[mw_point + 64 * mw_tile + 32])
        let a: int32 = t[e]
        let b: int32 = t[e + 1000]
        let f: float64 = w[e]
        let k_first: int32 = 20 * k_run
        let k_last: int32 = k_first + 19
        shared array mw_near_0: float64[256]
        barrier
        if mw_point < mw_size {
            stage mw_near_0[mw_point] = u[300 * k_first + mw_own_0]
        }
        if (mw_point + 32) < mw_size {
            stage mw_near_0[mw_point + 32] = u[300 * k_first + mw_own_1]
        }
        if mw_point < mw_size {
            stage mw_near_0[mw_point + 64] = u[300 * k_first + mw_own_0 + 300]
        }
        if (mw_point + 32) < mw_size {
            stage mw_near_0[mw_point + 96] = u[300 * k_first + mw_own_1 + 300]
        }
        if mw_staged_and(mw_size > 0 && mw_tile_points[mw_at_0 + 64 * mw_tile] == a && mw_tile_points[mw_at_1 + 64 * mw_tile] == b) {
            var mw_half: int32 = 0
            for k: int32 = k_first .. k_last step 2 unroll 1 {
                if (k + 2) <= k_last {
                    if mw_point < mw_size {
                        stage mw_near_0[mw_point - mw_half + 128] = u[300 * k + mw_own_0 + 600]
                    }
                    if (mw_point + 32) < mw_size {
                        stage mw_near_0[mw_point - mw_half + 160] = u[300 * k + mw_own_1 + 600]
                    }
                    if mw_point < mw_size {
                        stage mw_near_0[mw_point - mw_half + 192] = u[300 * k + mw_own_0 + 900]
                    }
                    if (mw_point + 32) < mw_size {
                        stage mw_near_0[mw_point - mw_half + 224] = u[300 * k + mw_own_1 + 900]
                    }
                }
                if mw_on {
                    let g: float64 = mw_near_0[mw_at_0 + mw_half]
                    let h: float64 = mw_near_0[mw_at_1 + mw_half]
                    z[e + 1000 * k] = f * (g + h)
                    let g_1: float64 = mw_near_0[mw_at_0 + mw_half + 64]
                    let h_1: float64 = mw_near_0[mw_at_1 + mw_half + 64]
                    z[e + 1000 * k + 1000] = f * (g_1 + h_1)
                }
                mw_half = -mw_half + 128
                barrier
            }
        } else {
            if mw_on {
                for k: int32 = k_first .. k_last unroll 1 {
                    let g: float64 = u[a + 300 * k]
                    let h: float64 = u[b + 300 * k]
                    z[e + 1000 * k] = f * (g + h)
                }
            }
        }
)");
}

} // namespace tile_gathers_test
