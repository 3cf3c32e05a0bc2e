// Splitting two maps along the borders of each other's ranges.

#include "transforms/toolkit/split_maps.h"

#include "core/analysis/analysis.h"
#include "core/ir/connectors.h"
#include "transforms/toolkit/boxes.h"
#include "transforms/toolkit/copy_map.h"
#include "transforms/toolkit/independent_iterations.h"
#include "transforms/toolkit/one_map.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

namespace {

using symbolic::Subset;

/// The range in the order of these parameters; nullopt where they have other names.
std::optional<Subset> inOrderOf(const std::vector<std::string>& params, const ir::Map& map) {
    Subset ordered;
    for (const std::string& param : params) {
        const auto at = std::ranges::find(map.params, param);
        if (at == map.params.end() || params.size() != map.params.size())
            return std::nullopt;
        ordered.dims.push_back(map.range.dims[static_cast<std::size_t>(at - map.params.begin())]);
    }
    return ordered;
}

Subset inOrderOf(const ir::Map& map, const Subset& range, const std::vector<std::string>& params) {
    ir::Map given;
    given.params = params;
    given.range = range;
    return *inOrderOf(map.params, given);
}

MaybeRefusal checkRange(int condition, const OneMap& map) {
    if (!isPlainBox(map.map().range))
        return refuse(
            condition, "stepped-range",
            fmt::format("A parameter of {} takes steps other than one.", quoted(map.map())),
            {map.entry->id});
    auto own = ir::dynamicInputs(*map.entry);
    own.insert(own.end(), map.map().params.begin(), map.map().params.end());
    for (std::size_t d = 0; d < map.map().range.rank(); ++d) {
        const auto used = map.symbolsOfRange(d);
        for (const auto& name : own)
            if (used.contains(name))
                return refuse(condition, "dependent-range",
                              fmt::format("The range of '{}' of {} uses '{}', which is known "
                                          "inside it only.",
                                          map.map().params[d], quoted(map.map()), name),
                              {map.entry->id});
        if (auto refusal = checkNoFraction(condition, map, d))
            return refusal;
    }
    return std::nullopt;
}

OneMap firstOf(const MapPair& maps) {
    return {maps.at, maps.firstEntry, maps.firstExit};
}

OneMap secondOf(const MapPair& maps) {
    return {maps.at, maps.secondEntry, maps.secondExit};
}

std::string ranges(const MapPair& maps) {
    return fmt::format("{} runs over [{}], {} over [{}]", quoted(maps.firstMap()),
                       symbolic::print(maps.firstMap().range), quoted(maps.secondMap()),
                       symbolic::print(maps.secondMap().range));
}

MaybeRefusal checkComparable(int condition, const MapPair& maps) {
    for (const OneMap& map : {firstOf(maps), secondOf(maps)}) {
        if (map.index().scope(map.entry->id))
            return refuse(condition, "inside-map",
                          fmt::format("{} is inside another map.", quoted(map.map())),
                          {map.entry->id});
        if (auto refusal = checkRange(condition, map))
            return refusal;
    }
    if (inOrderOf(maps.firstMap().params, maps.secondMap()))
        return std::nullopt;
    return refuse(condition, "other-parameters",
                  fmt::format("The parameters have other names: {}.", ranges(maps)),
                  maps.entries());
}

/// Boxes that are empty for all sizes are left out.
std::vector<Subset> restOf(const Subset& all, const Subset& common, symbolic::Prover& prover) {
    std::vector<Subset> rest = without(all, common, prover);
    std::erase_if(rest, [&](const Subset& box) { return prover.empty(box).proven(); });
    return rest;
}

/// `map_3_1[ranges]`: the number goes before the ranges that GT4Py appends.
std::string numbered(const std::string& label, std::size_t number) {
    const std::string brief = shortLabel(label);
    return label.starts_with(brief)
               ? fmt::format("{}_{}{}", brief, number, label.substr(brief.size()))
               : fmt::format("{}_{}", label, number);
}

void splitMap(ir::Editor& editor, const StateView& at, const ir::Node& entry, const Subset& common,
              const std::vector<Subset>& rest) {
    std::vector<NodeId> pieces{entry.id};
    for (std::size_t i = 0; i < rest.size(); ++i) {
        pieces.push_back(copyMap(editor, at, entry));
        ir::Map& map = editor.node(at.id, pieces.back()).as<ir::MapEntry>()->map;
        map.label = numbered(map.label, i + 1);
        map.range = rest[i];
    }
    editor.node(at.id, entry.id).as<ir::MapEntry>()->map.range = common;
    analysis::propagateScopes(editor, at.id, std::move(pieces));
}

} // namespace

std::variant<MapSplit, Refusal> splitOf(int condition, const MapPair& maps) {
    if (auto refusal = checkComparable(condition, maps))
        return *refusal;
    const ir::Map& first = maps.firstMap();
    const Subset second = *inOrderOf(first.params, maps.secondMap());
    symbolic::Prover prover;
    const auto common = commonPart(first.range, second, prover);
    if (!common)
        return refuseUncertain(condition, "undecided-ranges",
                               fmt::format("Which part the maps have in common depends on the "
                                           "sizes: {}.",
                                           ranges(maps)),
                               maps.entries());
    if (prover.empty(*common).proven())
        return refuse(condition, "disjoint-ranges",
                      fmt::format("The maps have no part in common: {}.", ranges(maps)),
                      maps.entries());
    MapSplit split{maps,
                   *common,
                   inOrderOf(maps.secondMap(), *common, first.params),
                   restOf(first.range, *common, prover),
                   {}};
    for (const Subset& rest : restOf(second, *common, prover))
        split.secondRest.push_back(inOrderOf(maps.secondMap(), rest, first.params));
    if (split.firstRest.empty() && split.secondRest.empty())
        return refuse(condition, "equal-ranges",
                      fmt::format("There is nothing to split: {}.", ranges(maps)), maps.entries());
    return split;
}

MaybeRefusal checkMaySplit(int condition, const MapSplit& split) {
    const MapPair& maps = split.maps;
    for (const bool first : {true, false}) {
        if ((first ? split.firstRest : split.secondRest).empty())
            continue;
        const OneMap map = first ? firstOf(maps) : secondOf(maps);
        if (auto refusal = checkIndependentIterations(condition, map.at, *map.entry))
            return refusal;
        const MapPair itself{map.at, map.entry, map.exit, map.entry, map.exit};
        if (auto refusal = checkUnorderedAccesses(condition, itself,
                                                  SubsetRelation(map.map(), assumptionsOf(itself))))
            return refusal;
    }
    return std::nullopt;
}

ir::EditResult splitMaps(const ir::DocumentPtr& document, const MapSplit& split) {
    ir::Editor editor(document);
    const MapPair& maps = split.maps;
    splitMap(editor, maps.at, *maps.firstEntry, split.firstCommon, split.firstRest);
    splitMap(editor, maps.at, *maps.secondEntry, split.secondCommon, split.secondRest);
    return editor.commit();
}

} // namespace mw::transforms
