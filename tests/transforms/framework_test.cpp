// Finding in a region, kept analyses, applying everywhere, and plans.
#include "core/io/sdfg_io.h"
#include "core/ir/edit.h"
#include "core/ir/equality.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"
#include "tests/transforms/transformation_case.h"
#include "transforms/framework/replay.h"
#include "transforms/toolkit/fixed_point.h"

namespace framework_test {

using namespace mw;
using test::TwoMaps;

namespace {

const transforms::Transformation& fusion() {
    return test::transformation("map-fusion-vertical");
}

/// Three maps in a row: two places for a fusion.
std::string chain() {
    TwoMaps g;
    g.moreContainers = "  array c float64 [N]\n";
    g.moreNodes = "    n9 = map third [i = 0:N] -> n11\n    n10 = tasklet t3 `o = (x - 3.0)`\n"
                  "    n11 = exit n9\n    n12 = access c\n";
    g.moreEdges = "    n8 -> n9.IN_b : b[0:N]\n    n9.OUT_b -> n10.x : b[i]\n"
                  "    n10.o -> n11.IN_c : c[i]\n    n11.OUT_c -> n12 : c[0:N]\n";
    return g.text();
}

} // namespace

TEST_CASE("matches are looked for in the region only") {
    const transforms::DocumentView view(test::parsed(chain()));
    const auto all = fusion().find(view, {});
    REQUIRE(all.size() == 2);
    const auto in = [&](std::vector<ElementId> elements) {
        return fusion().find(view, {view.index(), std::move(elements)}).size();
    };
    const BlockId state = all.front().state;
    CHECK(in({state}) == 2);
    CHECK(in({view.document()->root->id}) == 2);
    CHECK(in({all.front().at("intermediate")}) == 1);
    CHECK(in({all.front().at("second-entry")}) == 1);
    CHECK(in({all.front().at("first-exit"), all.back().at("first-exit")}) == 2);
    CHECK(in({ElementId{9999}}) == 0);
    CHECK(in({}) == 0);
}

TEST_CASE("everywhere in a nested SDFG is nowhere else") {
    const std::string pair = chain();
    const auto begin = pair.find('\n') + 1;
    auto inner = pair.substr(begin, pair.rfind('}') - begin); // without its own heading
    auto outer = pair;
    const auto end = outer.rfind("  }");
    outer.insert(end, "    p = access d\n    q = access e\n    r = access f\n"
                      "    n = nested inner {N: N} = sdfg inner {\n" +
                          inner +
                          "    }\n    p -> n.a : d[0:N]\n    n.b -> q : e[0:N]\n"
                          "    n.c -> r : f[0:N]\n");
    for (const std::string name : {"d", "e", "f"})
        outer.insert(begin, "  array " + name + " float64 [N]\n");
    const auto document = test::parsed(outer);
    const ir::DocumentIndex index(document);
    REQUIRE(index.sdfgs().size() == 2);
    const SdfgId nested = index.sdfgs()[1];
    const auto in = [&](std::optional<SdfgId> within) {
        transforms::RepeatOptions options;
        options.within = within;
        const auto steps =
            transforms::applyEverywhere(fusion(), transforms::DocumentView(document), {}, options);
        REQUIRE(steps.has_value());
        return steps->size();
    };
    const auto within = in(nested);
    CHECK(within > 0);
    CHECK(in(index.sdfgs()[0]) > within);
    CHECK(in({}) == in(index.sdfgs()[0]));
}

TEST_CASE("pairs of maps in a region are those of the whole document that name one of it") {
    auto text = chain();
    text.replace(text.find("map third [i = 0:N]"), 19, "map third [i = 1:N]");
    const auto sample = io::readSdfgFile(test::sourceFile("samples/nabla4.sdfg"));
    REQUIRE(sample.has_value());
    std::map<std::string, std::size_t> found;
    for (const auto& document : {test::parsed(text), *sample}) {
        const transforms::DocumentView view(document);
        std::vector<ElementId> maps;
        for (const BlockId state : view.index().states())
            for (const auto& node : view.state(state)->state().nodes)
                if (node->as<ir::MapEntry>())
                    maps.push_back(node->id);
        for (const auto* name : {"map-fusion-horizontal", "map-split-fusion-horizontal"}) {
            const auto& fused = test::transformation(name);
            for (const ElementId map : maps) {
                auto wanted = fused.find(view, {});
                std::erase_if(wanted, [&](const transforms::Match& match) {
                    return std::ranges::count(match.ids(), map) == 0;
                });
                CHECK(fused.find(view, {view.index(), {map}}) == wanted);
                found[name] += wanted.size();
            }
        }
    }
    CHECK(found["map-fusion-horizontal"] > 0);
    CHECK(found["map-split-fusion-horizontal"] > 0);
}

TEST_CASE("what is kept about a part outlives the edit that leaves it alone") {
    TwoMaps g;
    g.moreStates = "  state other {\n    n20 = access a\n  }\n  main -> other\n";
    const transforms::DocumentView view(test::parsed(g.text()));
    const auto& states = view.index().states();
    REQUIRE(states.size() == 2);
    const auto applied = transforms::applyFirst(fusion(), view, {});
    REQUIRE(applied);
    REQUIRE(*applied);
    const auto after = view.after((*applied)->result.document);
    CHECK(view.state(states[1])->index == after.state(states[1])->index);
    CHECK(view.state(states[0])->index != after.state(states[0])->index);
    CHECK_FALSE(view.state(BlockId{9999}));
}

TEST_CASE("applying everywhere gives one step per place, ends at its limit, and replays") {
    const auto document = test::parsed(chain());
    const auto steps = transforms::applyEverywhere(fusion(), document, {});
    REQUIRE(steps);
    REQUIRE(steps->size() == 2);
    CHECK(steps->front().params.size() == fusion().params.size());
    auto at = document;
    for (const auto& step : transforms::recorded(fusion(), *steps)) {
        const auto again = transforms::replay(at, step.record);
        REQUIRE(again);
        at = again->result.document;
    }
    CHECK(ir::equivalent(*at->root, *transforms::lastDocument(document, *steps)->root));
    CHECK(transforms::applyEverywhere(fusion(), document, {}, {.limit = 1})->size() == 1);
    CHECK(transforms::applyEverywhere(fusion(), at, {})->empty());
    std::stop_source stopped;
    stopped.request_stop();
    CHECK(transforms::applyEverywhere(fusion(), document, {}, {.stop = stopped.get_token()})
              ->empty());
}

TEST_CASE("a plan is applied as it was checked, and knows what it was made of") {
    const transforms::DocumentView view(test::parsed(TwoMaps{}.text()));
    const auto params = *transforms::completeParams(fusion(), {});
    const auto found = transforms::candidates(fusion(), view, {}, params);
    REQUIRE(found.size() == 1);
    REQUIRE(found.front().applies());
    const auto checked = fusion().check(view, found.front().match, params);
    const auto& plan = std::get<transforms::Plan>(checked);
    const auto first = fusion().apply(view, plan), second = fusion().apply(view, plan);
    REQUIRE(first);
    CHECK(ir::equivalent(*first->document->root, *second->document->root));
    CHECK(transforms::Plan::of(7).as<int>() == 7);
}

TEST_CASE("transformations that undo each other have no fixed point") {
    const transforms::DocumentView view(
        test::parsed(test::pointwiseOver("i = 0:N, j = 0:M", " schedule Sequential")));
    const std::vector<std::string_view> names{"map-expansion", "map-collapse"};
    const auto applied = transforms::appliedToFixedPoint(view, names);
    REQUIRE_FALSE(applied);
    CHECK(applied.error().code == "no-end");
}

} // namespace framework_test
