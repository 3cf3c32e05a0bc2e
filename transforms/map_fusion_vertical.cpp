#include "transforms/map_fusion.h"

#include <fmt/format.h>

#include <algorithm>

// Vertical map fusion: a map writes a container that a second map reads; the two become one map,
// and the container shrinks to a temporary of one iteration.
//
//     [first: i]  -> tmp[N] ->  [second: i]          [first: i                          ]
//       a[i] -> t1 -> tmp[i]      tmp[i] -> t2 -> b[i]  =>  a[i] -> t1 -> t -> t2 -> b[i]
//
// Conditions, in this order:
//  1. The match names a map exit, an access node behind it, and a map entry behind that.
//  2. Both maps are in the same scope, at the level that the options ask for.
//  3. Both have the same schedule.
//  4. Their parameters match: as many, each with an equal range (by name first, then in order). The
//     renaming captures nothing: its new names mean nothing in the second body, its old ones mean
//     nothing else there; the dynamic inputs of one map mean nothing in the other.
//  5. The bodies share no container, and use temporaries only, which nothing outside uses.
//  6. Outside, no container is touched twice in a way that fusing would reorder: one access node
//     for each (except interchangeable pure inputs), disjoint outputs, exchanged data through the
//     same node, data that is input of the first and output of the second element by element and in
//     each iteration elements of its own, no arguments that may alias. What touches the same data
//     elsewhere in the state is ordered by the dataflow.
//  7. Every output of the first map either does not reach the second, or is an access node that
//     feeds it directly, that nothing else behind the first map writes, and that reaches it in no
//     other way.
//  8. Each such intermediate has one producer in the first body, not accumulating, with a known
//     region of a size that is the same in all iterations. Every iteration certainly writes all of
//     its region, whatever conditions inside say, and no two iterations share an element.
//  9. Each read of it in the second body lies in what the same iteration of the first has written.
// 10. Library nodes at its ends can work on the temporary's shape, and what looks at it with
// strides
//     of its own (views, nested SDFGs, at any depth) can be given the temporary's.
// 11. Intermediates that others need too are allowed by the options.
// 12. What touches the same elements inside the fused body has its order by the dataflow there:
// what
//     the first map reads of an intermediate or of an output of the second it reads before that is
//     written, and so on.
//
// Effect: each intermediate becomes `__map_fusion_<name>` inside the fused map; dimensions of one
// element are dropped. An intermediate that is used nowhere else disappears; one that is (global
// data, other readers, other states) stays as an output of the fused map. The first entry and the
// second exit survive; the label is the lexicographically smaller one, so it does not depend on the
// order of fusions. Inputs of the same container share a connector unless the options forbid it.
// Memlets of the scope are propagated.

namespace mw::transforms {

namespace {

std::string shortLabel(const std::string& label) {
    return label.substr(0, label.find('['));
}

const ir::Node* nodeIn(const ir::StateIndex& index, ElementId id) {
    return index.node(NodeId{id.value});
}

bool connected(const ir::StateIndex& index, NodeId from, NodeId to) {
    return std::ranges::any_of(index.outEdges(from),
                               [&](const ir::Edge* edge) { return edge->dst == to; });
}

/// Condition 1.
std::variant<MapPair, Refusal> mapsOf(const ir::DocumentIndex& document, const Match& match) {
    const auto refuse = [&](const char* code, const char* sentence) {
        return Refusal{1, code, sentence, {}, false, {}};
    };
    const auto* place = document.find(match.state);
    const auto* state = place && place->block ? place->block->as<ir::State>() : nullptr;
    if (!state || place->kind != ir::ElementKind::block)
        return refuse("no-such-state", "The state of this match does not exist any more.");
    if (match.elements.size() != 3)
        return refuse("no-such-elements",
                      "A match of map-fusion-vertical names a map exit, an access node, and a map "
                      "entry.");
    const auto shared = std::make_shared<const ir::StateIndex>(*state);
    const ir::StateIndex& index = *shared;
    const ir::Node* exit = nodeIn(index, match.elements[0]);
    const ir::Node* access = nodeIn(index, match.elements[1]);
    const ir::Node* entry = nodeIn(index, match.elements[2]);
    if (!exit || !access || !entry)
        return refuse("no-such-elements", "An element of this match does not exist any more.");
    const auto* mapExit = exit->as<ir::MapExit>();
    const auto* mapEntry = entry->as<ir::MapEntry>();
    if (!mapExit || !access->as<ir::AccessNode>() || !mapEntry ||
        !connected(index, exit->id, access->id) || !connected(index, access->id, entry->id))
        return refuse("not-connected",
                      "The elements of this match are not a map exit, an access node and a map "
                      "entry in a row.");
    MapPair maps{match.state,
                 place->sdfg,
                 state,
                 shared,
                 index.node(mapExit->entry),
                 exit,
                 entry,
                 index.node(mapEntry->exit)};
    if (!maps.firstEntry || !maps.secondExit)
        return refuse("no-such-elements", "A map of this match has lost its entry or exit.");
    return maps;
}

std::vector<Match> find(const ir::DocumentIndex& document) {
    std::vector<Match> matches;
    for (const BlockId id : document.states()) {
        const auto& state = *document.find(id)->block->as<ir::State>();
        const ir::StateIndex index(state);
        for (const auto& node : state.nodes) {
            const auto* exit = node->as<ir::MapExit>();
            const ir::Node* first = exit ? index.node(exit->entry) : nullptr;
            if (!first || !first->as<ir::MapEntry>())
                continue;
            for (const ir::Edge* out : index.outEdges(node->id)) {
                const auto* access = index.node(out->dst)->as<ir::AccessNode>();
                for (const ir::Edge* next :
                     access ? index.outEdges(out->dst) : std::span<const ir::Edge* const>{}) {
                    const auto* second = index.node(next->dst)->as<ir::MapEntry>();
                    if (!second)
                        continue;
                    Match match{id,
                                {node->id, out->dst, next->dst},
                                fmt::format("{} -> {} -> {}",
                                            shortLabel(first->as<ir::MapEntry>()->map.label),
                                            access->data, shortLabel(second->map.label))};
                    if (std::ranges::find(matches, match) == matches.end())
                        matches.push_back(std::move(match));
                }
            }
        }
    }
    return matches;
}

CheckResult check(const ir::DocumentIndex& document, const Match& match, const Params& params) {
    const auto maps = mapsOf(document, match);
    if (const auto* refusal = std::get_if<Refusal>(&maps))
        return {{*refusal}};
    const auto plan = planFusion(std::get<MapPair>(maps), fusionOptions(params));
    if (const auto* refusal = std::get_if<Refusal>(&plan))
        return {{*refusal}};
    return {};
}

Unexpected failFor(const Refusal& refusal) {
    Location location;
    location.elements = refusal.elements;
    return fail(refusal.code, refusal.sentence, std::move(location));
}

Expected<ir::EditResult> apply(const ir::DocumentIndex& document, const Match& match,
                               const Params& params) {
    const auto maps = mapsOf(document, match);
    if (const auto* refusal = std::get_if<Refusal>(&maps))
        return failFor(*refusal);
    const FusionOptions options = fusionOptions(params);
    const auto plan = planFusion(std::get<MapPair>(maps), options);
    if (const auto* refusal = std::get_if<Refusal>(&plan))
        return failFor(*refusal);
    return fuse(document.document(), std::get<FusionPlan>(plan), options);
}

ParamSpec flag(const char* name, const char* help) {
    ParamSpec spec;
    spec.name = name;
    spec.defaultValue = false;
    spec.help = help;
    return spec;
}

} // namespace

const Transformation& mapFusionVertical() {
    static const Transformation t{
        "map-fusion-vertical",
        "Fuse maps along the dataflow",
        "Joins a map with the map that reads its result; the array between them becomes a "
        "temporary of one iteration.",
        "The first map writes a container, the second one reads it. After the fusion one map does "
        "both in each iteration, and the container between them is a scalar (or a small array) "
        "that lives in registers: its memory traffic is gone.\n\n"
        "Both maps must run over the same ranges, and every iteration of the second map may read "
        "only what the same iteration of the first has written. A container that is needed "
        "elsewhere stays as an output of the fused map.",
        {flag("only-inner-maps", "Fuse only maps inside other maps."),
         flag("only-toplevel-maps", "Fuse only maps at the top level of a state."),
         flag("strict-dataflow",
              "Keep dimensions of size one in the temporary, and refuse when a kept container "
              "appears again later in the state."),
         flag("assume-always-shared", "Keep every intermediate container as an output."),
         flag("require-exclusive-intermediates",
              "Refuse when an intermediate container is needed elsewhere."),
         flag("require-all-intermediates",
              "Refuse when the first map has outputs that the second does not read."),
         flag("consolidate-edges-only-if-not-extending",
              "Let inputs of the same container share a connector only when one region covers the "
              "other."),
         flag("never-consolidate-edges", "Give every input a connector of its own.")},
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms
