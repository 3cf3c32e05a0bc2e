// The analyses on real graphs, against what DaCe stored in them.
#include "core/analysis/analysis.h"
#include "core/analysis/read_by_name.h"
#include "core/io/sdfg_io.h"
#include "core/validate/validate.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>

namespace corpus_test {

using namespace mw;

namespace {

std::vector<std::filesystem::path> generatedGraphs() {
    const auto root = test::corpus();
    std::vector<std::filesystem::path> graphs;
    if (!root) {
        test::skip("the corpus of real graphs is missing");
        return graphs;
    }
    for (const auto* generation : {"gt4py-1.0.9", "gt4py-1.2.1"})
        for (const auto& path : test::someGraphsBelow(*root / generation))
            graphs.push_back(path);
    return graphs;
}

/// What the files say outside of the maps against what follows from inside.
struct Comparison {
    int edges = 0, otherRegion = 0, otherVolume = 0, unexplained = 0;
};

/// DaCe's own volume of an outer edge goes stale where GT4Py's fusion adds inner edges to it, and
/// keeps a number where an inner edge is dynamic.
bool explains(const ir::StateIndex& index, const ir::Edge& outer) {
    const auto* behind = index.node(outer.dst);
    const auto tree = behind && behind->isEntry() ? analysis::branchesBelow(index, outer)
                                                  : analysis::branchesAbove(index, outer);
    const bool dynamic = std::any_of(tree.begin(), tree.end(), [](const ir::Edge* edge) {
        return edge->memlet.dynamic || edge->memlet.volume.isInteger(0);
    });
    return dynamic || tree.size() > 2;
}

void compareState(const ir::State& state, const ir::Sdfg& sdfg, Comparison& into) {
    const ir::StateIndex index(state);
    for (const auto& edge : state.edges) {
        const auto now = analysis::outerMemlet(index, sdfg, *edge);
        if (!now)
            continue;
        ++into.edges;
        into.otherRegion += edge->memlet.subset != now->subset;
        CHECK(edge->memlet.wcr == now->wcr);
        const bool volume = symbolic::equal(edge->memlet.volume, now->volume) &&
                            edge->memlet.dynamic == now->dynamic;
        into.otherVolume += !volume;
        into.unexplained += !volume && !explains(index, *edge);
    }
}

/// One name asked for is what all of them say.
void checkNames(const ir::Sdfg& sdfg) {
    const auto byName = analysis::readByName(sdfg);
    const auto single = analysis::singleUseData(sdfg);
    for (const auto& [name, data] : sdfg.arrays) {
        INFO(sdfg.name << ": " << name);
        CHECK(analysis::isReadByName(sdfg, name) == byName.contains(name));
        CHECK(analysis::isSingleUse(sdfg, name) == single.contains(name));
    }
    ir::forEachBlock(sdfg.body, [](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        for (std::size_t i = 0; state && i < state->nodes.size(); ++i)
            if (const auto* nested = state->nodes[i]->as<ir::NestedSdfg>(); nested && nested->sdfg)
                checkNames(*nested->sdfg);
    });
}

} // namespace

TEST_CASE("propagation gives the regions that DaCe stored, in every map of every real graph") {
    Comparison all;
    for (const auto& path : generatedGraphs()) {
        const auto document = io::readSdfgFile(path);
        REQUIRE(document.has_value());
        const ir::DocumentIndex index(*document);
        Comparison here;
        for (const BlockId id : index.states())
            compareState(*index.find(id)->block->as<ir::State>(), *index.find(id)->sdfg, here);
        INFO(path);
        CHECK(here.otherRegion == 0);
        CHECK(here.unexplained == 0);
        all.edges += here.edges;
        all.otherVolume += here.otherVolume;
    }
    CHECK(all.otherVolume * 20 < all.edges + 1);
}

TEST_CASE("no graph that GT4Py wrote has an error") {
    for (const auto& path : generatedGraphs()) {
        const auto document = io::readSdfgFile(path);
        REQUIRE(document.has_value());
        for (const auto& finding : validate::validate(ir::DocumentIndex(*document))) {
            INFO(path.string() << ": " << finding.code << ": " << finding.sentence);
            CHECK(finding.severity != Severity::error);
        }
    }
}

TEST_CASE("arguments, nodes and maps of real graphs are those that DaCe counts") {
    const auto graphs = generatedGraphs();
    if (graphs.empty())
        return;
    const auto root = *test::corpus();
    const auto manifest = nlohmann::json::parse(std::ifstream(root / "manifest.json"));
    for (const auto& path : graphs) {
        const auto key = std::filesystem::relative(path, root).generic_string();
        if (!manifest.contains(key) || !manifest[key].contains("arguments"))
            continue;
        const auto document = io::readSdfgFile(path);
        REQUIRE(document.has_value());
        INFO(key);
        const auto summary = analysis::summarise(**document);
        CHECK(summary.arguments == manifest[key]["arguments"].get<std::vector<std::string>>());
        CHECK(summary.maps == manifest[key]["maps"].get<int>());
    }
}

TEST_CASE("what is said of one container is what is said of all of them") {
    for (const auto& path : generatedGraphs()) {
        INFO(path.string());
        const auto document = io::readSdfgFile(path);
        REQUIRE(document);
        checkNames(*(*document)->root);
    }
}

} // namespace corpus_test
