// What lies under the pointer, where data appears again, and what tooltips say.
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"
#include "viewers/scene/memlet_tree.h"
#include "viewers/scene/scene.h"
#include "viewers/scene/scopes.h"
#include "viewers/scene/short_names.h"

#include <algorithm>

namespace scene_test {

using namespace mw;
using namespace mw::viewers;

namespace {

constexpr const char* kText = R"(sdfg outer {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  state main {
    n0 = access a
    n1 = nested inner {} = sdfg inner {
      symbols N:int32
      array x float64 [N]
      array y float64 [N]
      state body {
        n0 = access x
        n1 = map m [i = 0:N] -> n3
        n2 = tasklet t `o = v + 1.0`
        n3 = exit n1
        n4 = access y
        n0 -> n1.IN_x : x[0:N]
        n1.OUT_x -> n2.v : x[i]
        n2.o -> n3.IN_y : y[i]
        n3.OUT_y -> n4 : y[0:N]
      }
    }
    n2 = access b
    n0 -> n1.x : a[0:N]
    n1.y -> n2 : b[0:N]
  }
}
)";

std::shared_ptr<const Scene> sceneOf(const ir::DocumentPtr& document,
                                     const std::set<ElementId>& collapsed = {}) {
    layout::Layouter layouter;
    layout::Options options;
    options.engine = layout::Engine::layered;
    options.collapsed = collapsed;
    auto layout = layouter.layout(*document, options);
    REQUIRE(layout.has_value());
    return std::make_shared<const Scene>(document, std::move(*layout));
}

ir::DocumentPtr sample() {
    auto document = ir::parseDump(kText);
    if (!document)
        FAIL(toString(document.error()));
    return *document;
}

const SceneBox& titled(const Scene& scene, const QString& title) {
    for (const auto& box : scene.boxes())
        if (box.title == title || box.lines.value(0) == title)
            return box;
    FAIL("no box " << title.toStdString());
    return scene.boxes().front();
}

} // namespace

TEST_CASE("the grid finds exactly the rectangles that meet an area") {
    std::vector<QRectF> rects;
    for (int i = 0; i < 500; ++i)
        rects.emplace_back((i * 137) % 4000, (i * 61) % 3000, 20 + i % 90, 10 + i % 40);
    rects.emplace_back(0, 0, 4000, 3000);
    const GridIndex index(rects);
    for (int k = 0; k < 200; ++k) {
        const QRectF area((k * 211) % 4200 - 100, (k * 97) % 3100 - 50, k % 300, k % 200);
        std::vector<int> expected;
        for (std::size_t i = 0; i < rects.size(); ++i)
            if (rects[i].left() <= area.right() && area.left() <= rects[i].right() &&
                rects[i].top() <= area.bottom() && area.top() <= rects[i].bottom())
                expected.push_back(static_cast<int>(i));
        CHECK(index.query(area) == expected);
        CHECK(index.any(area, [](int) { return true; }) == !expected.empty());
        CHECK_FALSE(index.any(area, [](int) { return false; }));
        if (!expected.empty())
            CHECK(index.any(area, [&](int i) { return i == expected.front(); }));
    }
    CHECK(GridIndex(std::vector<QRectF>{}).query(QRectF(0, 0, 10, 10)).empty());
}

TEST_CASE("a hit is the innermost box, or the edge close by") {
    const auto scene = sceneOf(sample());
    const auto& tasklet = titled(*scene, "o = v + 1.0");
    CHECK(scene->hit(tasklet.rect.center(), 3) == tasklet.id);
    const auto& map = titled(*scene, "m");
    CHECK(scene->hit(map.rect.topLeft() + QPointF(20, 6), 3) == map.id);
    for (const auto& line : scene->lines()) {
        const QPointF onLine = line.curve.size() >= 4 ? line.curve.back() : QPointF();
        CHECK(distanceTo(line.curve, onLine) < 0.01);
    }
    CHECK_FALSE(scene->hit(QPointF(-500, -500), 3));
}

TEST_CASE("every box is hit at its own middle or by something inside it") {
    const auto scene = sceneOf(sample());
    for (const auto& box : scene->boxes()) {
        const ElementId id = scene->hit(box.rect.center(), 0);
        const int line = scene->lineOf(id);
        const int hit =
            line < 0 ? scene->boxOf(id) : scene->lines()[static_cast<std::size_t>(line)].container;
        REQUIRE(hit >= 0);
        const auto self = static_cast<int>(&box - scene->boxes().data());
        CHECK(hit >= self);
        CHECK(hit < box.end);
    }
}

TEST_CASE("the same data is known through nesting") {
    const auto scene = sceneOf(sample());
    const auto same = scene->sameData(titled(*scene, "a").id);
    const auto has = [&](ElementId id) {
        return std::find(same.begin(), same.end(), id) != same.end();
    };
    CHECK(has(titled(*scene, "a").id));
    CHECK(has(titled(*scene, "x").id));
    CHECK_FALSE(has(titled(*scene, "y").id));
    CHECK_FALSE(has(titled(*scene, "b").id));
    CHECK(scene->sameData(titled(*scene, "m").id).empty());
}

TEST_CASE("what is inside a collapsed scope is found at the scope") {
    const auto document = sample();
    const auto open = sceneOf(document);
    const ElementId map = titled(*open, "m").id;
    const ElementId tasklet = titled(*open, "o = v + 1.0").id;
    const auto closed = sceneOf(document, {map});
    CHECK(closed->boxOf(tasklet) == closed->boxOf(map));
    const auto exit = ir::exitOf(*open->document().find(map)->node);
    CHECK(closed->rectOf(exit) == closed->rectOf(map));
    CHECK(closed->boxOf(ElementId{99999}) == -1);
}

TEST_CASE("tooltips say name, kind, shape, subset and ends") {
    const auto scene = sceneOf(sample());
    CHECK(scene->toolTip(titled(*scene, "a").id).toStdString() == "a \u2014 argument\nfloat64[N]");
    CHECK(
        scene->toolTip(titled(*scene, "m").id).startsWith(QStringLiteral("b \u2014 map m\ni: 0")));
    const auto& line = scene->lines();
    const auto edge = std::find_if(line.begin(), line.end(), [&](const SceneLine& l) {
        return l.from == titled(*scene, "a").id;
    });
    REQUIRE(edge != line.end());
    CHECK(scene->toolTip(edge->id).toStdString() == "a[0:N]\nvolume: N elements\na \u2192 inner.x");
}

TEST_CASE("scopes around an element lead from the program to it") {
    const auto scene = sceneOf(sample());
    const auto& index = scene->document();
    const auto around = scopesAround(index, titled(*scene, "o = v + 1.0").id);
    QStringList names; // states that are alone in their SDFG are left out
    for (const ElementId scope : around)
        names << scopeTitle(index, scope);
    CHECK(names == QStringList{"inner", "b"});
    CHECK(scopeTitle(index, {}) == "outer");
    CHECK(scopeOf(index, ir::exitOf(*index.find(around.back())->node)) == around.back());
    CHECK_FALSE(scopeOf(index, titled(*scene, "a").id));
}

TEST_CASE("a picture begins in the nested SDFG that has all of the program's dataflow") {
    const auto document = sample();
    const auto scene = sceneOf(document);
    CHECK(openingScopes(*document) == std::vector<ElementId>{titled(*scene, "inner").id});
}

TEST_CASE("a picture begins where nearly all kernels are, whatever little stands around") {
    const auto corpus = test::corpus();
    if (!corpus)
        return test::skip("asks for the corpus of real graphs");
    // In the last one two nested SDFGs and some maps share the kernels.
    const std::map<std::string, bool> programs{
        {"apply_diffusion_to_vn", true},
        {"compute_rho_theta_pgrad_and_update_vn", true},
        {"vertically_implicit_solver_at_predictor_step", false}};
    for (const auto& [program, isNested] : programs) {
        CAPTURE(program);
        const auto document = io::readSdfgFile(*corpus / "gt4py-1.2.1" / program / "initial.sdfgz");
        REQUIRE(document);
        const auto scopes = openingScopes(**document);
        const ir::DocumentIndex index(*document);
        const ir::Sdfg* shown = (*document)->root.get();
        for (const ElementId id : scopes) {
            const auto* place = index.find(id);
            REQUIRE(place);
            CHECK(place->sdfg == shown); // each stands in the one before
            shown = place->node->as<ir::NestedSdfg>()->sdfg.get();
        }
        // There is more than one thing to see at the level where it begins.
        std::size_t things = 0;
        for (const auto& block : shown->body.blocks)
            if (const auto* state = block->as<ir::State>())
                things += static_cast<std::size_t>(
                    std::ranges::count_if(state->nodes, [](const auto& node) {
                        return node->template as<ir::MapEntry>() ||
                               node->template as<ir::NestedSdfg>();
                    }));
        CHECK(things > 1);
        CHECK(scopes.empty() == !isNested);
    }
}

TEST_CASE("the tree of a memlet goes through scopes and into nested SDFGs, and no further") {
    const auto scene = sceneOf(sample());
    const auto from = [&](const QString& title) {
        for (const auto& line : scene->lines())
            if (line.from == titled(*scene, title).id)
                return line.id;
        FAIL("no edge");
        return ElementId{};
    };
    const std::vector<ElementId> reads{from("a"), from("x"), from("m")};
    for (const ElementId edge : reads) {
        auto tree = memletTree(scene->document(), edge);
        CHECK(tree.size() == reads.size());
        for (const ElementId other : reads)
            CHECK(std::ranges::find(tree, other) != tree.end());
    }
    CHECK(memletTree(scene->document(), titled(*scene, "a").id).empty());
}

TEST_CASE("names are cut such that the digits that differ stay") {
    const std::vector<QString> names{"map_0_fieldop", "map_10_fieldop", "map_11_fieldop",
                                     "laplacian_of_vn"};
    const auto parts = tellingParts(names);
    CHECK(parts[1] == TellingPart{4, 6, 4}); // most begin with "map_"
    CHECK(parts[3] == TellingPart{});
    CHECK(shortened(names[1], parts[1], 20) == names[1]);
    for (qsizetype most = 3; most < names[1].size(); ++most) {
        const QString cut = shortened(names[1], parts[1], most);
        INFO(cut.toStdString());
        CHECK(cut.size() <= most);
        CHECK(cut.contains("10"));
    }
    CHECK(shortened(names[1], parts[1], 10).toStdString() == "map_10\u2026dop");
    CHECK(shortened(names[3], parts[3], 7).toStdString() == "lap\u2026_vn");
    // Digits that are the same in all tell nothing: the others stay.
    const auto levels = tellingParts({"z_nabla4_e2_level_1", "z_nabla4_e2_level_2"});
    CHECK(levels[0] == TellingPart{18, 19});
}

TEST_CASE("a label in brackets gives way before the array's name, but for what tells") {
    const std::vector<QString> alike{"vn (map_3_fieldop)", "vn (map_17_fieldop)",
                                     "rho (map_4_fieldop)"};
    const auto parts = tellingParts(alike);
    CHECK(shortened(alike[0], parts[0], 18) == alike[0]);
    CHECK(shortened(alike[0], parts[0], 8) == "vn (3)");
    CHECK(shortened(alike[1], parts[1], 8) == "vn (17)");
    // Without the label it is told apart.
    CHECK(shortened("rho (map_4_fieldop)", {}, 10) == "rho");
    CHECK(shortened("first + last (40 kernels)", {}, 24).endsWith("kernels)")); // no label
}

TEST_CASE("what most names begin with gives way before what tells them apart") {
    const std::vector<QString> names{"horizontal_advection_of_rho",
                                     "horizontal_advection_of_theta_v",
                                     "horizontal_advection_of_vn", "exner"};
    const auto parts = tellingParts(names);
    CHECK(shortened(names[0], parts[0], 12) == QString("\u2026rho"));
    CHECK(shortened(names[1], parts[1], 12) == QString("\u2026theta_v"));
    CHECK(shortened(names[3], parts[3], 12) == names[3]);
}

TEST_CASE("names that would be cut to the same keep what differs, words and versions") {
    const std::vector<QString> names{
        "rho_at_cells_on_half_levels_v1_old", "rho_at_cells_on_half_levels_v2_old",
        "tangential_wind_on_edges_of_model", "tangential_wind_at_cells_of_model"};
    const auto parts = tellingParts(names);
    for (qsizetype most = 8; most < 30; ++most) {
        INFO(most);
        CHECK(shortened(names[0], parts[0], most) != shortened(names[1], parts[1], most));
        CHECK(shortened(names[0], parts[0], most).contains("v1"));
        CHECK(shortened(names[2], parts[2], most) != shortened(names[3], parts[3], most));
    }
    // What is left out is marked, once.
    for (std::size_t i = 0; i < names.size(); ++i)
        for (qsizetype most = 3; most < names[i].size(); ++most) {
            const auto cut = shortened(names[i], parts[i], most);
            INFO(cut.toStdString());
            CHECK(cut.contains(QChar(0x2026)));
            CHECK_FALSE(cut.contains(QStringLiteral("\u2026\u2026")));
        }
    // As wide as there is room for.
    const auto fitting =
        shortenedTo(names[0], parts[0], [](const QString& text) { return text.size() <= 15; });
    CHECK(fitting.size() <= 15);
    CHECK(fitting.size() >= 12);
    CHECK(fitting.contains("v1"));
}

} // namespace scene_test
