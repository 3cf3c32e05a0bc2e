// The random programs of the tests are valid, and the same for a seed.
#include "core/ir/dump.h"
#include "core/ir/equality.h"
#include "core/ir/index.h"
#include "tests/core/ir/graphs.h"
#include "tests/support/random_sdfg.h"

#include <set>

namespace random_sdfg_test {

using namespace mw;
using namespace mw::ir;

TEST_CASE("a seed gives the same program every time, another seed another one") {
    std::set<std::string> programs;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const auto once = mw::test::randomSdfg(seed);
        CHECK(equivalent(*once->root, *mw::test::randomSdfg(seed)->root));
        programs.insert(dump(*once->root));
    }
    CHECK(programs.size() > 95);
}

TEST_CASE("random programs are acyclic, their connectors paired, their containers declared") {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        INFO(mw::test::randomSdfgText(seed));
        const auto document = mw::test::randomSdfg(seed);
        const DocumentIndex index(document);
        for (const BlockId id : index.states()) {
            const auto* place = index.find(id);
            const StateIndex state(*place->block->as<State>());
            CHECK_FALSE(state.hasCycle());
            for (const auto& edge : state.state().edges)
                CHECK((edge->memlet.empty() || place->sdfg->data(edge->memlet.data)));
            for (const auto& node : state.state().nodes)
                if (node->isEntry())
                    for (const auto& [connector, type] : node->in)
                        CHECK(node->out.contains("OUT_" + connector.substr(3)));
        }
    }
}

TEST_CASE("options keep parts out of random programs") {
    mw::test::RandomSdfgOptions options;
    options.nestedSdfgs = false;
    options.offsetReads = false;
    options.broadcasts = false;
    options.scalarSymbols = false;
    options.maxRank = 1;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const std::string text = mw::test::randomSdfgText(seed, options);
        CHECK(text.find("nested") == std::string::npos);
        CHECK(text.find("i + 1") == std::string::npos);
        CHECK(text.find("M") == std::string::npos);
        CHECK(text.find("+ alpha") == std::string::npos);
    }
}

} // namespace random_sdfg_test
