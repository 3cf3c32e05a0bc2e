// Blocks whose points gather together, run as they are printed for a device, their barriers
// included, with lists of neighbours that the runner has made: against the interpreter.
#include "core/exec/runner/program.h"
#include "core/exec/runner/tile_lists.h"
#include "core/ir/dump.h"
#include "tests/core/exec/both_ways.h"
#include "tests/core/exec/device_on_host.h"
#include "tests/support/catch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <random>

namespace tiles_test {

using namespace mw;
using namespace mw::exec;
using codegen::KernelChoice;
using codegen::Target;

namespace {

constexpr int kPoints = 77; ///< two whole tiles of 32, and a part of one

/// z[e, k] = x[e, k] + w[e] * (u[t[e, 0], k] + 2 v[t[e, 0], k] + ... of every column), levels from
/// `first` on.
struct Gathers {
    int columns = 3, nodes = 40, first = 0, levels = 7;
    std::vector<double> table{}; ///< column by column

    std::string text() const {
        std::string nodesText, edges, sum = "x";
        for (int c = 0; c < columns; ++c)
            for (const char* field : {"u", "v"}) {
                const std::string one = fmt::format("{}{}", field, c);
                nodesText += fmt::format(
                    "    g{0} = tasklet g{0} `o = f[l]`\n    a{0} = access s{0}\n", one);
                edges += fmt::format("    m.OUT_{0} -> g{1}.f : {0}[0:{2}, k]\n"
                                     "    m.OUT_t -> g{1}.l : t[e, {3}]\n"
                                     "    g{1}.o -> a{1} : s{1}[0]\n    a{1} -> s.p{1} : s{1}[0]\n",
                                     field, one, nodes, c);
                sum += fmt::format(" + w * {}p{}", *field == 'v' ? "2.0 * " : "", one);
            }
        std::string scalars;
        for (int c = 0; c < columns; ++c)
            scalars += fmt::format("  scalar su{0} float64 transient\n  scalar sv{0} float64 "
                                   "transient\n",
                                   c);
        const int top = first + levels;
        return fmt::format(R"(sdfg gathers {{
  array t int32 [{0}, {1}] strides [1, {0}]
  array u float64 [{2}, {3}] strides [1, {2}]
  array v float64 [{2}, {3}] strides [1, {2}]
  array w float64 [{0}]
  array x float64 [{0}, {3}] strides [1, {0}]
  array z float64 [{0}, {3}] strides [1, {0}]
{4}  state main {{
    nt = access t
    nu = access u
    nv = access v
    nw = access w
    nx = access x
    nz = access z
    m = map m [e = 0:{0}, k = {5}:{3}] -> x1
    s = tasklet s `r = {6}`
{7}    x1 = exit m
    nt -> m.IN_t : t[0:{0}, 0:{1}]
    nu -> m.IN_u : u[0:{2}, 0:{3}]
    nv -> m.IN_v : v[0:{2}, 0:{3}]
    nw -> m.IN_w : w[0:{0}]
    nx -> m.IN_x : x[0:{0}, 0:{3}]
    m.OUT_w -> s.w : w[e]
    m.OUT_x -> s.x : x[e, k]
{8}    s.r -> x1.IN_z : z[e, k]
    x1.OUT_z -> nz : z[0:{0}, 0:{3}]
  }}
}}
)",
                           kPoints, columns, nodes, top, scalars, first, sum, nodesText, edges);
    }

    /// Entries of [least, most].
    Gathers& random(int least, int most, unsigned seed) {
        std::minstd_rand next(seed);
        table.clear();
        for (int i = 0; i < kPoints * columns; ++i)
            table.push_back(least +
                            static_cast<int>(next() % static_cast<unsigned>(most - least + 1)));
        return *this;
    }
    InputArrays inputs() const {
        const auto field = [&](int points, double factor) {
            std::vector<double> values;
            for (int i = 0; i < points * (first + levels); ++i)
                values.push_back(std::sin(factor * (i + 1)));
            return test::arrayOf(ir::ScalarType::float64, {points, first + levels}, values);
        };
        std::vector<double> weights;
        for (int i = 0; i < kPoints; ++i)
            weights.push_back(0.5 + 0.01 * i);
        return {{"t", test::arrayOf(ir::ScalarType::int32, {kPoints, columns}, table)},
                {"u", field(nodes, 0.7)},
                {"v", field(nodes, 0.3)},
                {"w", test::reals(weights)},
                {"x", field(kPoints, 0.11)},
                {"z", field(kPoints, 0)}};
    }
};

KernelChoice tilesOf(int levels, int group, int threads = 32) {
    return {.block = {{threads, 1, 1}},
            .levelsPerThread = levels,
            .levelsPerGroup = group,
            .streaming = codegen::Streaming::none,
            .tiles = true};
}

/// A program with a choice for its kernel, as text of a device on the host.
struct Tiled {
    test::TwoWays ways;
    test::Folder folder;
    test::DeviceOnHost device;
    std::unique_ptr<Program> program;

    Tiled(const Gathers& gathers, const KernelChoice& choice, Target target = Target::cuda,
          bool wide = false) {
        INFO(gathers.text());
        const auto document = ir::parseDump(gathers.text());
        if (!document)
            FAIL(toString(document.error()));
        ways.document = *document;
        ways.inputs = gathers.inputs();
        codegen::LowerOptions options;
        if (wide)
            options.without = {"narrow-indices"};
        auto plan = codegen::lower(**document, options);
        REQUIRE(plan);
        REQUIRE(plan->kernels.size() == 1);
        const auto chosen =
            codegen::chooseLaunches(*plan, {}, {{plan->kernels.front().name, choice}});
        if (!chosen)
            FAIL(toString(chosen.error()));
        auto read = codegen::planFromJson(codegen::toJson(*plan)); // as the runner gets it
        REQUIRE(read);
        const std::string& name = plan->kernels.front().name;
        const std::string text = codegen::print(*plan, target).text + tileKernel();
        INFO(text.substr(text.find("\n// z")));
        REQUIRE(test::compileTo(folder.path / "tiled",
                                test::deviceAsHost(text, {name, tileKernelName()})) == "");
        Binary binary;
        binary.images = {Binary::image((folder.path / "tiled.so").string())};
        auto made = Program::create(device, std::move(*read), binary);
        if (!made)
            FAIL(toString(made.error()));
        program = std::move(*made);
    }

    std::vector<double> run() {
        REQUIRE(program->execute());
        CHECK_FALSE(device.strayed);
        const auto got = program->fetch({"z"});
        REQUIRE(got);
        return test::numbers(got->at("z"));
    }
    /// Sets the inputs, runs, and compares with the interpreter.
    void agree(const Gathers& gathers) {
        ways.inputs = gathers.inputs();
        const auto set = program->setInputs({}, ways.inputs);
        if (!set)
            FAIL(toString(set.error()));
        const auto expected = test::runInterpreted(ways);
        if (!expected)
            FAIL(toString(expected.error()));
        CHECK(run() == test::numbers(expected->at("z")));
    }
    int listed() const {
        return static_cast<int>(std::ranges::count_if(device.sizes, [](int n) { return n > 0; }));
    }
};

} // namespace

TEST_CASE("tiles compute what the interpreter does, whatever runs and groups of levels") {
    if (!test::canCompile())
        return;
    struct Form {
        int levels, perThread, perGroup;
    };
    const auto target = GENERATE(Target::cuda, Target::hip);
    const auto [levels, perThread, perGroup] = GENERATE(
        Form{1, 1, 1}, Form{7, 7, 1}, Form{7, 3, 2}, Form{7, 20, 4}, Form{8, 4, 2}, Form{5, 1, 1});
    INFO(levels << " levels, " << perThread << " per thread, " << perGroup << " at a time");
    Gathers gathers{.levels = levels};
    gathers.random(0, 39, 5);
    Tiled tiled(gathers, tilesOf(perThread, perGroup), target);
    tiled.agree(gathers);
    CHECK(tiled.listed() == 3);
    const int length = std::min(levels, perThread), runs = (levels + length - 1) / length;
    CHECK(tiled.device.barriers >= 3 * runs * 3); // every block went through its stages
}

TEST_CASE("tiles with wide indices and with one column") {
    if (!test::canCompile())
        return;
    Gathers gathers;
    gathers.random(0, 39, 11);
    Tiled wide(gathers, tilesOf(3, 2), Target::cuda, true);
    wide.agree(gathers);
    CHECK(wide.listed() == 3);
    Gathers narrow{.columns = 1};
    narrow.random(0, 39, 11);
    Tiled one(narrow, tilesOf(3, 2));
    one.agree(narrow);
    CHECK(one.listed() == 3);
}

TEST_CASE("neighbours that are the same, and more than there is room for") {
    if (!test::canCompile())
        return;
    Gathers gathers{.nodes = 300};
    gathers.table.assign(static_cast<std::size_t>(kPoints) * 3, 7.0);
    Tiled tiled(gathers, tilesOf(3, 2));
    tiled.agree(gathers);
    CHECK(tiled.device.sizes == std::vector{1, 1, 1});
    tiled.agree(gathers.random(0, 299, 3)); // about 90 in two tiles, 39 at most in the last
    CHECK(tiled.device.sizes[0] == 0);
    CHECK(tiled.device.sizes[1] == 0);
    CHECK(tiled.device.sizes[2] > 0);
}

TEST_CASE("a tile whose table has entries that are no elements gathers point by point") {
    if (!test::canCompile())
        return;
    Gathers gathers{.first = 1}; // the element before a level is the last of the level below
    gathers.random(0, 39, 9);
    gathers.table[40] = -1;
    Tiled tiled(gathers, tilesOf(3, 2));
    REQUIRE(tiled.program->setInputs({}, gathers.inputs()));
    CHECK(tiled.device.sizes[1] == 0);
    CHECK(tiled.listed() == 2);
    const auto got = tiled.run();
    KernelChoice plain = tilesOf(3, 2);
    plain.tiles = false;
    Tiled pointwise(gathers, plain);
    REQUIRE(pointwise.program->setInputs({}, gathers.inputs()));
    CHECK(got == pointwise.run());
    gathers.table[40] = 2147483647; // never read as it is: there is no list
    REQUIRE(tiled.program->setInputs({}, gathers.inputs()));
    CHECK(tiled.device.sizes[1] == 0);
}

TEST_CASE("lists are made anew for other inputs, and not for another call") {
    if (!test::canCompile())
        return;
    Gathers gathers;
    gathers.random(0, 39, 1);
    Tiled tiled(gathers, tilesOf(3, 2));
    tiled.agree(gathers);
    REQUIRE(tiled.program->execute());
    REQUIRE(tiled.program->restoreInputs());
    REQUIRE(tiled.program->execute());
    CHECK(tiled.device.listsMade == 1);
    tiled.agree(gathers.random(0, 39, 2));
    CHECK(tiled.device.listsMade == 2);
    CHECK(tiled.listed() == 3);
}

TEST_CASE("lists that do not say what the table says are not used") {
    if (!test::canCompile())
        return;
    Gathers gathers;
    gathers.random(0, 39, 1);
    Tiled tiled(gathers, tilesOf(3, 2));
    tiled.agree(gathers);
    const int staged = tiled.device.barriers;
    gathers.random(0, 39, 2); // behind the runner's back
    const auto other = gathers.inputs().at("t");
    std::memcpy(tiled.device.table, other.bytes->data(), other.bytes->size());
    tiled.ways.inputs = gathers.inputs();
    const auto expected = test::runInterpreted(tiled.ways);
    REQUIRE(expected);
    CHECK(tiled.run() == test::numbers(expected->at("z")));
    CHECK(tiled.device.listsMade == 1);
    CHECK(tiled.device.barriers < staged);
}

} // namespace tiles_test
