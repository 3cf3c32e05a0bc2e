// What one iteration of a map touches: elements, entries of tables, steps in memory, sectors.

#include "core/inputs/local_access.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"

#include <cstring>

namespace local_access_test {

using namespace mw;
using namespace mw::inputs;

namespace {

/// Three times the edge, but edge 5 has no neighbour and that of edge 6 is no cell.
HostArray neighbours() {
    HostArray table{ir::ScalarType::int32, {64, 2}, std::vector<std::byte>(64 * 2 * 4)};
    for (std::int32_t e = 0; e < 64; ++e) {
        const std::int32_t first = e == 5 ? -1 : e == 6 ? 200 : 3 * e;
        std::memcpy(table.bytes.data() + 4 * e, &first, 4);
        std::memcpy(table.bytes.data() + 4 * (64 + e), &e, 4);
    }
    return table;
}

using Values = std::vector<std::int64_t>;

/// A map over 64 edges and 10 levels; `inside`: edges between it and the tasklet, `code` is its.
struct Study {
    Study(const std::string& code, const std::string& inside) {
        const std::string text = R"(sdfg study {
  symbols N:int32
  array gt_conn_E2C int32 [64, 2] strides [1, 64]
  array f float64 [200, 10] strides [1, 200]
  array rows float64 [64, 10] strides [10, 1]
  array out float64 [64, 10] strides [1, 64]
  state main {
    n0 = access gt_conn_E2C
    n1 = access f
    n2 = access rows
    n3 = map m [i_Edge_gtx_horizontal = 0:64, k = 0:10] -> n5
    n4 = tasklet t `)" + code + R"(`
    n5 = exit n3
    n6 = access out
    n0 -> n3.IN_t : gt_conn_E2C[0:64, 0:2]
    n1 -> n3.IN_f : f[0:200, 0:10]
    n2 -> n3.IN_r : rows[0:64, 0:10]
    n4.o -> n5.IN_o : out[i_Edge_gtx_horizontal, k]
    n5.OUT_o -> n6 : out[0:64, 0:10]
)" + inside + "  }\n}\n";
        auto parsed = ir::parseDump(text);
        if (!parsed)
            FAIL(toString(parsed.error()) << "\n" << text);
        document = *parsed;
        auto arrays = std::make_shared<HostArrays>();
        arrays->emplace("gt_conn_E2C", neighbours());
        for (const auto& node : document->root->body.blocks[0]->as<ir::State>()->nodes)
            if (node->as<ir::MapEntry>())
                map = node->id;
        const symbolic::Bindings symbols{{"N", symbolic::Value::integer(3)}};
        local = std::make_unique<LocalAccesses>(analysis::mapAccesses(*document->root, map),
                                                symbols, arrays);
    }

    LocalView at(const Iteration& iteration, std::size_t warp = 0) const {
        auto view = local->at(iteration, warp);
        if (!view)
            FAIL(toString(view.error()));
        return *view;
    }
    /// The access of a container whose indices read like this.
    const LocalAccess& find(const LocalView& view, const std::string& name,
                            const std::vector<std::string>& index) const {
        for (const auto& access : view.accesses)
            if (local->map().accesses[access.access].container == name &&
                indexTexts(*local, local->map().accesses[access.access]) == index)
                return access;
        FAIL("no such access of " << name);
        return view.accesses.front();
    }

    ir::DocumentPtr document;
    NodeId map;
    std::unique_ptr<LocalAccesses> local;
};

Study gather() {
    return {"o = f[i, k]", R"(
    n3.OUT_t -> n4.i : gt_conn_E2C[i_Edge_gtx_horizontal, 0]
    n3.OUT_f -> n4.f : f[0:200, 0:10]
)"};
}

Study strides() {
    return {"o = a + b + c", R"(
    n3.OUT_f -> n4.a : f[i_Edge_gtx_horizontal + N, k + 1]
    n3.OUT_r -> n4.b : rows[i_Edge_gtx_horizontal, k]
    n3.OUT_f -> n4.c : f[0, k]
)"};
}

} // namespace

TEST_CASE("a gather is followed through the entry of its table to the element") {
    const Study study = gather();
    const auto view = study.at({9, 2});
    const auto& read = study.find(view, "f", {"E2C[Edge, 0]", "k"});
    CHECK(read.state == AccessState::touched);
    CHECK(read.entries == std::vector<TableEntry>{{"E2C[9, 0]", 27}});
    CHECK(read.elements == std::vector<TouchedElement>{{{27, 2}, 27 + 2 * 200, true}});
    REQUIRE(read.steps.size() == 2);
    CHECK(read.steps[0].throughTable);
    CHECK(read.steps[1].elements == 200);
    const auto& table = study.find(view, "gt_conn_E2C", {"Edge", "0"});
    CHECK(table.elements == std::vector<TouchedElement>{{{9, 0}, 9, true}});
    CHECK(table.steps[0].elements == 1);
}

TEST_CASE("sectors of a gather are counted lane by lane") {
    const Study study = gather();
    const auto view = study.at({9, 2});
    const auto& warp = *study.find(view, "f", {"E2C[Edge, 0]", "k"}).warp;
    REQUIRE(warp.positions.size() == 32);
    CHECK(warp.positions[9] == 427);
    CHECK(warp.positions[5] == std::nullopt); // no neighbour
    CHECK(warp.positions[6] == std::nullopt); // outside
    // Elements 3 e, four to a sector: all of 0 to 23 but number 4, where edge 6 alone would be.
    CHECK(warp.sectors == 23);
    CHECK(warp.ideal == 8); // 30 elements of 8 bytes
    CHECK(study.find(view, "gt_conn_E2C", {"Edge", "0"}).warp->sectors == 4);
}

TEST_CASE("a missing neighbour and one outside are said, and are no elements inside") {
    const Study study = gather();
    const auto missing = study.at({5, 0});
    const auto& none = study.find(missing, "f", {"E2C[Edge, 0]", "k"});
    CHECK(none.entries == std::vector<TableEntry>{{"E2C[5, 0]", -1}});
    REQUIRE(none.elements.size() == 1);
    CHECK_FALSE(none.elements[0].inside);
    const auto beyond = study.at({6, 0});
    const auto& outside = study.find(beyond, "f", {"E2C[Edge, 0]", "k"});
    REQUIRE(outside.elements.size() == 1);
    CHECK(outside.elements[0].index == Values{200, 0});
    CHECK_FALSE(outside.elements[0].inside);
}

TEST_CASE("unit strides fill sectors, rows across them do not") {
    const Study study = strides();
    const auto view = study.at({40, 2});
    CHECK(view.lane == 8);
    CHECK(view.warpFirst == 32);
    CHECK(view.warpLast == 63);
    // From element 35 on, 32 of them: one sector more than they would need.
    const auto& along = study.find(view, "f", {"Edge + 3", "k + 1"});
    CHECK(along.steps[0].elements == 1);
    CHECK(along.steps[1].elements == 200);
    CHECK(along.warp->sectors == 9);
    CHECK(along.warp->ideal == 8);
    const auto& across = study.find(view, "rows", {"Edge", "k"});
    CHECK(across.steps[0].elements == 10);
    CHECK(across.steps[1].elements == 1);
    CHECK(across.warp->sectors == 32);
    CHECK(across.warp->ideal == 8);
    const auto& shared = study.find(view, "f", {"0", "k"});
    CHECK(shared.steps[0].elements == 0);
    CHECK(shared.warp->sectors == 1);
    CHECK(shared.warp->ideal == 1);
    CHECK(study.find(view, "out", {"Edge", "k"}).warp->sectors == 8);
}

TEST_CASE("along the other parameter the warp is as long as its range") {
    const Study study = strides();
    const auto view = study.at({3, 2}, 1);
    CHECK(view.warpLast == 9);
    const auto& row = study.find(view, "rows", {"Edge", "k"});
    CHECK(row.warp->positions[9] == 39);
    CHECK(row.warp->positions[10] == std::nullopt);
    CHECK(row.warp->sectors == 3); // bytes 240 to 319
    CHECK(row.warp->ideal == 3);
    CHECK(study.find(view, "out", {"Edge", "k"}).warp->sectors == 10);
}

TEST_CASE("offsets are those from the iteration, with the values of symbols") {
    const Study study = strides();
    const auto view = study.at({0, 0});
    const auto& read = study.find(view, "f", {"Edge + 3", "k + 1"});
    const auto offsets = parameterOffsets(*study.local, study.local->map().accesses[read.access]);
    REQUIRE(offsets.size() == 2);
    CHECK((offsets[0]->parameter == 0 && offsets[0]->offset == 3));
    CHECK((offsets[1]->parameter == 1 && offsets[1]->offset == 1));
}

TEST_CASE("the level above the last one is outside of its array") {
    const Study study = strides();
    const auto view = study.at({0, 9});
    const auto& read = study.find(view, "f", {"Edge + 3", "k + 1"});
    REQUIRE(read.elements.size() == 1);
    CHECK(read.elements[0].index == Values{3, 10});
    CHECK_FALSE(read.elements[0].inside);
    CHECK(read.warp->sectors == 0);
}

TEST_CASE("lanes go along the parameter with the most unit strides") {
    CHECK(strides().local->fastestParameter() == 0);
    const Study rows("o = a", R"(
    n3.OUT_r -> n4.a : rows[i_Edge_gtx_horizontal, k]
)");
    CHECK(rows.local->fastestParameter() == 1); // one each: the last one stays
}

TEST_CASE("an iteration outside of its range is refused with the range") {
    const Study study = strides();
    const auto beyond = study.local->at({64, 0}, 0);
    REQUIRE_FALSE(beyond);
    CHECK(beyond.error().code == "no-iteration");
    CHECK(beyond.error().sentence == "'Edge' goes from 0 to 63, and 64 is none of that");
}

TEST_CASE("what an index is made of that is not known is said") {
    const Study study("o = f[i, k]", R"(
    n3.OUT_r -> n4.i : rows[i_Edge_gtx_horizontal, k]
    n3.OUT_f -> n4.f : f[0:200, 0:10]
)");
    const auto view = study.at({0, 0});
    const auto& read = study.find(view, "f", {"?", "k"});
    CHECK(read.state == AccessState::unknown);
    CHECK_FALSE(read.reason.empty());
    CHECK_FALSE(read.warp);
}

TEST_CASE("numbers at the ends of 64 bits are not known, and nothing is added to them") {
    const auto parsed = ir::parseDump(R"(sdfg far {
  symbols N:int64
  array f float64 [N, 4] strides [N, 9000000000000000000]
  array out float64 [4]
  state main {
    n0 = access f
    n1 = map m [i = 0:4, j = N - 2:N] -> n3
    n2 = tasklet t `o = x + y`
    n3 = exit n1
    n4 = access out
    n0 -> n1.IN_f : f[0:N, 0:4]
    n1.OUT_f -> n2.x : f[i * N, 3]
    n1.OUT_f -> n2.y : f[0:N, i]
    n2.o -> n3.IN_o : out[i]
    n3.OUT_o -> n4 : out[0:4]
  }
}
)");
    if (!parsed)
        FAIL(toString(parsed.error()));
    const NodeId map = (*parsed)->root->body.blocks[0]->as<ir::State>()->nodes[1]->id;
    for (const std::int64_t n : {INT64_MAX, INT64_MAX / 2, INT64_MIN + 2, std::int64_t{1} << 57}) {
        INFO(n);
        const LocalAccesses local(analysis::mapAccesses(*(*parsed)->root, map),
                                  {{"N", symbolic::Value::integer(n)}},
                                  std::make_shared<HostArrays>());
        CHECK_FALSE(local.reach({1, 0})[1]);
        for (const auto& iteration : {Iteration{1, n - 1}, local.nearest({INT64_MIN, INT64_MAX}),
                                      local.nearest({INT64_MAX, INT64_MIN}), local.middle()}) {
            const auto view = local.at(iteration, 0);
            if (!view)
                continue; // refused with a sentence
            for (const auto& access : view->accesses)
                for (const auto& element : access.elements)
                    CHECK((!element.position || std::abs(*element.position) <= std::int64_t{1}
                                                                                   << 56));
        }
    }
}

TEST_CASE("a loop inside of an iteration touches all of its elements") {
    auto parsed = ir::parseDump(R"(sdfg sums {
  array a float64 [8, 4] strides [1, 8]
  array out float64 [8]
  state main {
    n0 = access a
    n1 = map m [i = 0:8] -> n6
    n2 = map inner [j = 0:4] -> n4
    n3 = tasklet t `o = x`
    n4 = exit n2
    n6 = exit n1
    n7 = access out
    n0 -> n1.IN_a : a[0:8, 0:4]
    n1.OUT_a -> n2.IN_a : a[i, 0:4]
    n2.OUT_a -> n3.x : a[i, j]
    n3.o -> n4.IN_o : out[i] wcr `lambda x, y: x + y`
    n4.OUT_o -> n6.IN_o : out[i] wcr `lambda x, y: x + y`
    n6.OUT_o -> n7 : out[0:8] wcr `lambda x, y: x + y`
  }
}
)");
    REQUIRE(parsed);
    const ir::DocumentIndex index(*parsed);
    const auto* state = (*parsed)->root->body.blocks[0]->as<ir::State>();
    const NodeId map = state->nodes[1]->id;
    for (const auto& node : state->nodes)
        CHECK(analysis::outermostMap(index, node->id) ==
              (node->as<ir::AccessNode>() ? NodeId{} : map));
    const LocalAccesses local(analysis::mapAccesses(*(*parsed)->root, map), {},
                              std::make_shared<HostArrays>());
    const auto view = local.at({5}, 0);
    REQUIRE(view);
    REQUIRE(view->accesses.size() == 2);
    CHECK(view->accesses[0].elements ==
          std::vector<TouchedElement>{
              {{5, 0}, 5, true}, {{5, 1}, 13, true}, {{5, 2}, 21, true}, {{5, 3}, 29, true}});
    CHECK(view->accesses[1].elements == std::vector<TouchedElement>{{{5}, 5, true}});
    CHECK(local.map().accesses[1].reduces());
    CHECK(byContainer(local, *view, {state->nodes[3]->id}).size() == 2);
    CHECK(byContainer(local, *view, {state->nodes[0]->id}).empty());
}

TEST_CASE("tables of a scenario are made once") {
    const Study study = gather();
    auto scenario = makeScenario(*study.document->root, {8, 6, 10});
    REQUIRE(scenario);
    IndexTables tables(*scenario);
    const auto first = tables.forAccesses(study.local->map());
    const auto second = tables.forAccesses(study.local->map());
    REQUIRE(first);
    REQUIRE(second);
    CHECK((*first)->size() == 1);
    CHECK(first->get() == second->get());
}

} // namespace local_access_test
