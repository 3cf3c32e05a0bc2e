#include "transforms/map_fusion_conditions.h"

#include "core/analysis/analysis.h"
#include "core/analysis/names.h"
#include "core/ir/connectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mw::transforms {

namespace {

symbolic::Assumptions assumptionsOf(const MapPair& maps, const ir::StateIndex& index) {
    auto assumptions = analysis::scopeAssumptions(index, index.scope(maps.firstEntry->id));
    analysis::assumePositiveSizes(*maps.sdfg, assumptions);
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

/// Names that the body of the second map uses: a parameter must not be renamed to one of these.
std::set<std::string> parametersInside(const ir::StateIndex& index, NodeId entry) {
    std::set<std::string> names;
    for (const auto& node : index.state().nodes) {
        const auto* map = node->as<ir::MapEntry>();
        if (!map || node->id == entry)
            continue;
        for (NodeId at = index.scope(node->id); at; at = index.scope(at))
            if (at == entry)
                names.insert(map->map.params.begin(), map->map.params.end());
    }
    return names;
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

} // namespace

FusionQuestion::FusionQuestion(const MapPair& pair, const FusionOptions& chosen,
                               const ir::StateIndex& stateIndex)
    : maps(pair), options(chosen), index(stateIndex),
      relation(pair.firstMap(), assumptionsOf(pair, stateIndex)) {}

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
    const auto taken = parametersInside(q.index, q.maps.secondEntry->id);
    for (const auto& [from, to] : *renaming)
        if (taken.contains(to))
            return refuse(4, "parameter-name-taken",
                          fmt::format("The parameter '{}' of {} would be renamed to '{}', which an "
                                      "inner map uses already.",
                                      from, quoted(second), to),
                          both);
    for (const auto& [name, type] : q.maps.secondEntry->in)
        if (ir::isDynamicInput(name) && q.maps.firstEntry->in.contains(name))
            return refuse(4, "dynamic-input-clash",
                          fmt::format("Both {} and {} have a dynamic input '{}'.", quoted(first),
                                      quoted(second), name),
                          both);
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
            if (const auto* d = q.maps.sdfg->data(analysis::containerOf(data)); d && !d->transient)
                return refuse(
                    5, "global-inner-data",
                    fmt::format("'{}' is used inside the body of {} but is not a "
                                "temporary.",
                                data,
                                quoted(body == &first ? q.maps.firstMap() : q.maps.secondMap())),
                    {node});
    return std::nullopt;
}

} // namespace mw::transforms
