#include "transforms/map_fusion_vertical/conditions.h"

#include "core/analysis/analysis.h"
#include "core/analysis/names.h"
#include "core/ir/connectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mw::transforms {

namespace {

/// What an iteration touches has elements. Containers that nothing here touches may be empty.
void assumeNotEmpty(const ir::Sdfg& sdfg, const std::string& container,
                    symbolic::Assumptions& into) {
    const auto* data = sdfg.data(analysis::containerOf(container));
    if (!data)
        return;
    for (const symbolic::Expr& extent : data->shape)
        if (!extent.isInteger())
            into.atLeast(extent, 1);
}

/// What holds where an iteration of the two maps runs.
symbolic::Assumptions assumptionsOf(const MapPair& maps, const ir::StateIndex& index) {
    auto assumptions = analysis::scopeAssumptions(index, index.scope(maps.firstEntry->id));
    for (const auto& edges :
         {index.inEdges(maps.firstEntry->id), index.outEdges(maps.firstExit->id),
          index.inEdges(maps.secondEntry->id), index.outEdges(maps.secondExit->id)})
        for (const ir::Edge* edge : edges)
            assumeNotEmpty(maps.sdfg(), edge->memlet.data, assumptions);
    return assumptions;
}

/// Data of the access nodes inside a map, at any depth, with one node for each.
std::map<std::string, NodeId> dataInside(const ir::StateIndex& index, NodeId entry) {
    std::map<std::string, NodeId> found;
    for (const auto& node : index.state().nodes) {
        const auto* access = node->as<ir::AccessNode>();
        if (!access)
            continue;
        for (NodeId at = index.scope(node->id); at; at = index.scope(at))
            if (at == entry)
                found.emplace(access->data, node->id);
    }
    return found;
}

/// Parameters of the second map -> of the first: equal name and range first, the rest in order to
/// the first unused one with an equal range.
std::optional<Renaming> matchParameters(const ir::Map& first, const ir::Map& second) {
    if (first.params.size() != second.params.size())
        return std::nullopt;
    const std::size_t count = first.params.size();
    std::vector<bool> used(count, false);
    std::vector<bool> matched(count, false);
    Renaming renaming;
    for (const bool byName : {true, false}) {
        for (std::size_t s = 0; s < count; ++s) {
            for (std::size_t f = 0; f < count && !matched[s]; ++f) {
                const bool fits = !used[f] &&
                                  sameRange(first.range.dims[f], second.range.dims[s]) &&
                                  (!byName || first.params[f] == second.params[s]);
                if (!fits)
                    continue;
                used[f] = matched[s] = true;
                if (first.params[f] != second.params[s])
                    renaming[second.params[s]] = first.params[f];
            }
        }
    }
    if (std::ranges::find(matched, false) != matched.end())
        return std::nullopt;
    return renaming;
}

std::string shortLabel(const std::string& label) {
    return label.substr(0, label.find('['));
}

/// Condition 4: the renaming captures nothing. A new name must mean nothing in the second body (a
/// symbol from outside that the first map hides, a connector, a local), and an old name must not be
/// given a second meaning in there.
MaybeRefusal checkNames(const FusionQuestion& q, const Renaming& renaming) {
    if (renaming.empty())
        return std::nullopt;
    const NamesInside names = namesInside(q.index, q.maps.secondEntry->id);
    const std::vector<ElementId> both = {q.maps.firstEntry->id, q.maps.secondEntry->id};
    const auto second = quoted(q.maps.secondMap());
    for (const auto& [from, to] : renaming) {
        if (names.bound.contains(from))
            return refuse(4, "parameter-rebound",
                          fmt::format("The parameter '{}' of {} would be renamed to '{}', but "
                                      "something inside gives '{}' another meaning.",
                                      from, second, to, from),
                          both);
        if (names.contains(to) && !renaming.contains(to))
            return refuse(4, "parameter-name-taken",
                          fmt::format("The parameter '{}' of {} would be renamed to '{}', which "
                                      "means something else in its body.",
                                      from, second, to),
                          both);
    }
    return std::nullopt;
}

/// Condition 4: a dynamic input of one map becomes visible in the body and the ranges of the other,
/// where its name must mean nothing.
MaybeRefusal checkDynamicInputs(const FusionQuestion& q, const ir::Node& one,
                                const ir::Node& other) {
    const auto dynamic = ir::dynamicInputs(one);
    if (dynamic.empty())
        return std::nullopt;
    NamesInside names = namesInside(q.index, other.id);
    const auto& map = other.as<ir::MapEntry>()->map;
    names.bound.insert(map.params.begin(), map.params.end());
    symbolic::collectSymbols(map.range, names.used);
    for (const auto& name : ir::dynamicInputs(other))
        names.bound.insert(name);
    for (const auto& name : dynamic)
        if (names.contains(name))
            return refuse(4, "dynamic-input-clash",
                          fmt::format("The dynamic input '{}' of {} means something else in {}.",
                                      name, quoted(one.as<ir::MapEntry>()->map), quoted(map)),
                          {one.id, other.id});
    return std::nullopt;
}

/// Nodes inside a map, at any depth, or its entry and exit.
bool belongsTo(const ir::StateIndex& index, NodeId node, NodeId entry) {
    for (NodeId at = node; at; at = index.scope(at))
        if (at == entry)
            return true;
    return false;
}

/// An access node to one of `names` that is not inside one of the two maps; null: none.
const ir::Node* usedOutside(const FusionQuestion& q, const std::map<std::string, NodeId>& names) {
    const ir::Node* found = nullptr;
    ir::forEachBlock(q.maps.sdfg().body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state)
            return;
        for (const auto& node : state->nodes) {
            const auto* access = node->as<ir::AccessNode>();
            if (found || !access || !names.contains(access->data))
                continue;
            const bool inside =
                state == &q.maps.state() && (belongsTo(q.index, node->id, q.maps.firstEntry->id) ||
                                             belongsTo(q.index, node->id, q.maps.secondEntry->id));
            if (!inside)
                found = node.get();
        }
    });
    return found;
}

} // namespace

FusionQuestion::FusionQuestion(const DocumentView& document, const MapPair& pair,
                               const FusionOptions& chosen)
    : view(document), maps(pair), options(chosen), index(pair.index()),
      relation(pair.firstMap(), assumptionsOf(pair, pair.index())) {}

Refusal refuse(int condition, std::string code, std::string sentence,
               std::vector<ElementId> elements) {
    return {condition, std::move(code), std::move(sentence), std::move(elements), false, {}};
}

Refusal refuse(int condition, const Verdict& verdict, std::string code, std::string sentence,
               std::vector<ElementId> elements) {
    Refusal refusal = refuse(condition, std::move(code), std::move(sentence), std::move(elements));
    if (!verdict.unproven()) {
        if (!verdict.detail.empty())
            refusal.sentence += fmt::format(" ({})", verdict.detail);
        return refusal;
    }
    refusal.code += "-unproven";
    refusal.unproven = true;
    refusal.missingProof = verdict.detail;
    refusal.sentence +=
        verdict.detail.empty()
            ? " (it could not be shown to hold for all sizes)"
            : fmt::format(" (not shown to hold for all sizes: needs {})", verdict.detail);
    return refusal;
}

std::string quoted(const ir::Map& map) {
    return "'" + shortLabel(map.label) + "'";
}

std::string quoted(const ir::Node& access) {
    const auto* node = access.as<ir::AccessNode>();
    return "'" + (node ? node->data : shortLabel(ir::displayName(access))) + "'";
}

bool isView(const ir::Sdfg& sdfg, const ir::Node& access) {
    const auto* node = access.as<ir::AccessNode>();
    const auto* data = node ? sdfg.data(analysis::containerOf(node->data)) : nullptr;
    return data && (data->kind == ir::DataKind::view || data->kind == ir::DataKind::reference);
}

MaybeRefusal checkScopes(const FusionQuestion& q) {
    const std::vector<ElementId> both = {q.maps.firstEntry->id, q.maps.secondEntry->id};
    const auto pair =
        fmt::format("{} and {}", quoted(q.maps.firstMap()), quoted(q.maps.secondMap()));
    if (q.options.onlyInnerMaps && q.options.onlyToplevelMaps)
        return refuse(2, "contradicting-options",
                      "only-inner-maps and only-toplevel-maps exclude each other.", {});
    if (q.options.assumeAlwaysShared && q.options.requireExclusiveIntermediates)
        return refuse(
            2, "contradicting-options",
            "assume-always-shared and require-exclusive-intermediates exclude each other.", {});
    const NodeId scope = q.index.scope(q.maps.firstEntry->id);
    if (scope != q.index.scope(q.maps.secondEntry->id))
        return refuse(2, "different-scopes", fmt::format("{} are in different scopes.", pair),
                      both);
    if (q.options.onlyInnerMaps && !scope)
        return refuse(2, "not-inner-maps",
                      fmt::format("{} are at top level, and only-inner-maps is set.", pair), both);
    if (q.options.onlyToplevelMaps && scope)
        return refuse(2, "not-toplevel-maps",
                      fmt::format("{} are inside a map, and only-toplevel-maps is set.", pair),
                      both);
    const auto first = q.maps.firstMap().schedule;
    const auto second = q.maps.secondMap().schedule;
    if (first != second)
        return refuse(3, "different-schedules",
                      fmt::format("{} have different schedules: {} and {}.", pair, ir::name(first),
                                  ir::name(second)),
                      both);
    return std::nullopt;
}

MaybeRefusal checkParameters(FusionQuestion& q) {
    const auto& first = q.maps.firstMap();
    const auto& second = q.maps.secondMap();
    const std::vector<ElementId> both = {q.maps.firstEntry->id, q.maps.secondEntry->id};
    const auto renaming = matchParameters(first, second);
    if (!renaming)
        return refuse(4, "different-ranges",
                      fmt::format("The ranges differ: {} runs over [{}], {} over [{}].",
                                  quoted(first), symbolic::print(first.range), quoted(second),
                                  symbolic::print(second.range)),
                      both);
    if (auto refusal = checkNames(q, *renaming))
        return refusal;
    if (auto refusal = checkDynamicInputs(q, *q.maps.firstEntry, *q.maps.secondEntry))
        return refusal;
    if (auto refusal = checkDynamicInputs(q, *q.maps.secondEntry, *q.maps.firstEntry))
        return refusal;
    q.renaming = *renaming;
    q.renamed = substitutionOf(q.renaming);
    return std::nullopt;
}

MaybeRefusal checkBodies(const FusionQuestion& q) {
    const auto first = dataInside(q.index, q.maps.firstEntry->id);
    const auto second = dataInside(q.index, q.maps.secondEntry->id);
    for (const auto& [data, node] : first)
        if (const auto other = second.find(data); other != second.end())
            return refuse(5, "shared-inner-data",
                          fmt::format("Both bodies use '{}': {} and {}.", data,
                                      quoted(q.maps.firstMap()), quoted(q.maps.secondMap())),
                          {node, other->second});
    for (const auto* body : {&first, &second})
        for (const auto& [data, node] : *body)
            if (const auto* d = q.maps.sdfg().data(analysis::containerOf(data)); d && !d->transient)
                return refuse(
                    5, "global-inner-data",
                    fmt::format("'{}' is used inside the body of {} but is not a "
                                "temporary.",
                                data,
                                quoted(body == &first ? q.maps.firstMap() : q.maps.secondMap())),
                    {node});
    auto all = first;
    all.insert(second.begin(), second.end());
    if (const ir::Node* outside = all.empty() ? nullptr : usedOutside(q, all))
        return refuse(
            5, "inner-data-used-outside",
            fmt::format("{} is used inside a body and also outside of the maps.", quoted(*outside)),
            {outside->id});
    return std::nullopt;
}

} // namespace mw::transforms
