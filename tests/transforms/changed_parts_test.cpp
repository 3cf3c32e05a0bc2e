// Looking again only at what an edit may concern finds every error that looking at all finds:
// each element of each program is broken in several ways (every third time without MAPWRIGHT_LONG).

#include "core/ir/dump.h"
#include "core/ir/edit.h"
#include "tests/support/catch.h"
#include "tests/transforms/suite_programs.h"
#include "transforms/framework/changed_parts.h"

#include <algorithm>
#include <cstdlib>
#include <set>

namespace changed_parts_test {

using namespace mw;

namespace {

using Errors = std::set<std::string>;

Errors asSet(const std::vector<Diagnostic>& all) {
    Errors errors;
    for (const Diagnostic& one : all)
        errors.insert(one.code + ": " + one.sentence);
    return errors;
}

Errors without(const Errors& all, const Errors& known) {
    Errors rest;
    std::ranges::set_difference(all, known, std::inserter(rest, rest.end()));
    return rest;
}

/// One way to break something at a node or an edge of a state.
using Break = void (*)(ir::Editor& editor, BlockId state, SdfgId sdfg, NodeId node);
using BreakEdge = void (*)(ir::Editor& editor, BlockId state, SdfgId sdfg, EdgeId edge);

const std::vector<Break>& breaksOfNodes() {
    static const std::vector<Break> kBreaks = {
        [](ir::Editor& e, BlockId s, SdfgId, NodeId n) { e.removeNode(s, n); },
        [](ir::Editor& e, BlockId s, SdfgId, NodeId n) { e.node(s, n).in.clear(); },
        [](ir::Editor& e, BlockId s, SdfgId, NodeId n) { e.node(s, n).out.clear(); },
        [](ir::Editor& e, BlockId s, SdfgId, NodeId n) {
            e.node(s, n).in.emplace("1 2", ir::DType{});
        },
        [](ir::Editor& e, BlockId s, SdfgId d, NodeId n) { // a container with a connector's name
            for (const auto& [name, type] : ir::Connectors(e.node(s, n).in))
                if (!e.sdfg(d).data(name))
                    e.sdfg(d).arrays.set(
                        name, std::make_shared<const ir::DataDescriptor>(
                                  ir::DataDescriptor::scalar(ir::ScalarType::float64, true)));
        },
        [](ir::Editor& e, BlockId s, SdfgId d, NodeId n) { // the container gone, or of one element
            if (const auto* access = e.node(s, n).as<ir::AccessNode>())
                e.sdfg(d).arrays.erase(access->data);
        },
        [](ir::Editor& e, BlockId s, SdfgId d, NodeId n) {
            if (const auto* access = e.node(s, n).as<ir::AccessNode>())
                e.sdfg(d).arrays.set(
                    access->data,
                    std::make_shared<const ir::DataDescriptor>(
                        ir::DataDescriptor::array(ir::ScalarType::float64, {1, 1, 1, 1, 1}, true)));
        },
        [](ir::Editor& e, BlockId s, SdfgId d, NodeId n) {
            const auto* access = e.node(s, n).as<ir::AccessNode>();
            const auto* data = access ? e.sdfg(d).data(access->data) : nullptr;
            if (!data)
                return;
            ir::DataDescriptor view = *data;
            view.kind = ir::DataKind::view;
            view.transient = true;
            e.sdfg(d).arrays.set(access->data,
                                 std::make_shared<const ir::DataDescriptor>(std::move(view)));
        },
        [](ir::Editor& e, BlockId s, SdfgId, NodeId n) {
            if (auto* access = e.node(s, n).as<ir::AccessNode>())
                access->data = "nothing";
            if (auto* map = e.node(s, n).as<ir::MapEntry>())
                map->exit = {};
            if (auto* exit = e.node(s, n).as<ir::MapExit>())
                exit->entry = {};
            if (auto* nested = e.node(s, n).as<ir::NestedSdfg>())
                nested->symbolMapping.clear();
        },
        [](ir::Editor& e, BlockId s, SdfgId, NodeId n) {
            if (auto* map = e.node(s, n).as<ir::MapEntry>())
                map->map.params.emplace_back("no name");
        },
        [](ir::Editor& e, BlockId, SdfgId d, NodeId) { e.sdfg(d).symbols.clear(); },
    };
    return kBreaks;
}

const std::vector<BreakEdge>& breaksOfEdges() {
    static const std::vector<BreakEdge> kBreaks = {
        [](ir::Editor& e, BlockId s, SdfgId, EdgeId id) { e.removeEdge(s, id); },
        [](ir::Editor& e, BlockId s, SdfgId, EdgeId id) { e.edge(s, id).memlet.data = "nothing"; },
        [](ir::Editor& e, BlockId s, SdfgId, EdgeId id) { e.edge(s, id).memlet = {}; },
        [](ir::Editor& e, BlockId s, SdfgId, EdgeId id) { e.edge(s, id).srcConnector = "IN_x"; },
        [](ir::Editor& e, BlockId s, SdfgId, EdgeId id) { e.edge(s, id).dstConnector = "OUT_x"; },
        [](ir::Editor& e, BlockId s, SdfgId, EdgeId id) { e.edge(s, id).dstConnector.clear(); },
        [](ir::Editor& e, BlockId s, SdfgId, EdgeId id) {
            std::swap(e.edge(s, id).src, e.edge(s, id).dst);
        },
        [](ir::Editor& e, BlockId s, SdfgId, EdgeId id) {
            e.edge(s, id).src = e.state(s).nodes.front()->id;
        },
        [](ir::Editor& e, BlockId s, SdfgId, EdgeId id) {
            e.edge(s, id).dst = e.state(s).nodes.back()->id;
        },
        [](ir::Editor& e, BlockId s, SdfgId d, EdgeId id) { // another container of the program
            const auto& arrays = e.sdfg(d).arrays;
            if (arrays.begin() != arrays.end())
                e.edge(s, id).memlet.data = arrays.begin()->name;
        },
        [](ir::Editor& e, BlockId s, SdfgId, EdgeId id) {
            auto& subset = e.edge(s, id).memlet.subset;
            if (subset)
                subset->dims.push_back(symbolic::Range::point(1'000'000));
        },
        [](ir::Editor& e, BlockId s, SdfgId, EdgeId id) {
            auto& subset = e.edge(s, id).memlet.subset;
            if (subset && !subset->dims.empty())
                subset->dims.front() = symbolic::Range::point(-5);
        },
        [](ir::Editor& e, BlockId s, SdfgId, EdgeId id) { e.edge(s, id).dst = NodeId{9'999'999}; },
    };
    return kBreaks;
}

/// Of the edits every which one is made: without MAPWRIGHT_LONG a sample, of each kind.
std::size_t stride() {
    return std::getenv("MAPWRIGHT_LONG") ? 1 : 3;
}

/// Counts what the edits of one run came to.
struct Tally {
    std::size_t turn = 0;
    int broken = 0; ///< edits with a new error
    int narrow = 0; ///< of which not all nodes were looked at again
};

void compare(const transforms::DocumentView& before, const Errors& known, ir::Editor& editor,
             Tally& tally) {
    const auto edited = editor.commit().document;
    const auto after = before.after(edited);
    const auto all = without(asSet(validate::errorsIn(after.index())), known);
    auto choice = transforms::changedParts(before, after);
    bool skipped = false;
    const auto parts = [&skipped](const auto& chooses) {
        return [&skipped, chooses](const auto& part) {
            const bool chosen = chooses(part);
            skipped = skipped || !chosen;
            return chosen;
        };
    };
    choice.node = parts(choice.node);
    const auto some = without(asSet(validate::errorsIn(after.index(), choice)), known);
    CHECK(some == all);
    tally.broken += all.empty() ? 0 : 1;
    tally.narrow += !all.empty() && skipped ? 1 : 0;
}

void breakEverything(const ir::DocumentPtr& document, Tally& tally) {
    const transforms::DocumentView before(document);
    const Errors known = asSet(validate::errorsIn(before.index()));
    for (const BlockId state : before.index().states()) {
        const auto view = *before.state(state);
        for (const auto& node : view.state().nodes)
            for (std::size_t i = 0; i < breaksOfNodes().size(); ++i) {
                if (tally.turn++ % stride() != 0)
                    continue;
                INFO("break " << i << " of node " << node->id.value << " in " << view.sdfg->name);
                ir::Editor editor(document);
                breaksOfNodes()[i](editor, state, view.sdfg->id, node->id);
                compare(before, known, editor, tally);
            }
        for (const auto& edge : view.state().edges)
            for (std::size_t i = 0; i < breaksOfEdges().size(); ++i) {
                if (tally.turn++ % stride() != 0)
                    continue;
                INFO("break " << i << " of edge " << edge->id.value << " in " << view.sdfg->name);
                ir::Editor editor(document);
                breaksOfEdges()[i](editor, state, view.sdfg->id, edge->id);
                compare(before, known, editor, tally);
            }
    }
}

} // namespace

TEST_CASE("validating what an edit may concern finds all that validating everything finds") {
    Tally tally;
    breakEverything(test::mixedProgram().document, tally);
    for (const auto& program : test::smallPrograms())
        breakEverything(program.document, tally);
    CHECK(tally.broken > static_cast<int>(1000 / stride()));
    CHECK(tally.narrow > static_cast<int>(500 / stride()));
}

TEST_CASE("a size that is taken for granted concerns regions of containers that are as they were") {
    const auto document = ir::parseDump(R"(sdfg p {
  symbols M:int64 N:int64
  array A float64 [N]
  array z float64 [1]
  state main {
    n0 = access A
    n1 = tasklet t `o = a`
    n2 = access z
    n0 -> n1.a : A[N:M]
    n1.o -> n2 : z[0]
  }
}
)");
    REQUIRE(document);
    const transforms::DocumentView before(*document);
    const Errors known = asSet(validate::errorsIn(before.index()));
    CHECK(known.empty());
    const BlockId state = before.index().states().front();
    Tally tally;
    for (const bool wider : {true, false}) {
        ir::Editor editor(*document);
        const auto& nodes = before.state(state)->state().nodes;
        const auto tasklet = std::ranges::find_if(
            nodes, [](const auto& node) { return node->template as<ir::Tasklet>(); });
        editor.node(state, (*tasklet)->id).as<ir::Tasklet>()->label = "other";
        const auto size = *symbolic::parse(wider ? "M - N" : "M", symbolic::Dialect::plain);
        editor.sdfg((*document)->root->id)
            .arrays.set("extra",
                        std::make_shared<const ir::DataDescriptor>(
                            ir::DataDescriptor::array(ir::ScalarType::float64, {size}, true)));
        compare(before, known, editor, tally);
    }
    CHECK(tally.broken == 1); // M > N: the region begins beyond the end
}

} // namespace changed_parts_test
