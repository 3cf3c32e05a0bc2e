// One iteration of a map as text and JSON, and its names.
#include "app/workbench/local_access.h"

#include "core/analysis/kernel_names.h"
#include "core/conventions/conventions.h"
#include "core/support/amounts.h"
#include "core/support/printable.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace mw::workbench {

namespace {

using Json = nlohmann::ordered_json;
using inputs::AccessState;
using inputs::LocalAccess;
using inputs::LocalAccesses;
using inputs::LocalView;

constexpr std::size_t kMostShown = 8; ///< elements and entries of one access in a text

std::optional<std::int64_t> numberOf(std::string_view text) {
    std::int64_t number = 0;
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    return read.ec == std::errc{} && read.ptr == end ? std::optional(number) : std::nullopt;
}

/// Maps outside of other maps, in the order of the file.
std::vector<const ir::Node*> outerMaps(const ir::DocumentIndex& index) {
    std::vector<const ir::Node*> maps;
    for (const BlockId id : index.states())
        for (const auto& node : index.find(id)->block->as<ir::State>()->nodes)
            if (node->as<ir::MapEntry>() && analysis::outermostMap(index, node->id) == node->id)
                maps.push_back(node.get());
    return maps;
}

std::string_view stateName(AccessState state) {
    switch (state) {
    case AccessState::touched:
        return "touched";
    case AccessState::skipped:
        return "skipped";
    case AccessState::conditional:
        return "conditional";
    case AccessState::unknown:
        return "unknown";
    }
    return "";
}

std::string verb(const analysis::MapAccess& access) {
    return access.reduces() ? "updates" : access.write ? "writes" : "reads";
}

std::string indexText(const std::vector<std::int64_t>& index) {
    return fmt::format("[{}]", fmt::join(index, ", "));
}

std::string entryText(const inputs::TableEntry& entry) {
    if (!entry.value)
        return entry.text + " is no element of the table";
    return fmt::format("{} = {}{}", entry.text, *entry.value,
                       *entry.value < 0 ? " (no neighbour)" : "");
}

template <class T, class Text>
std::string listed(const std::vector<T>& all, bool complete, const Text& text) {
    std::string found;
    for (std::size_t i = 0; i < all.size() && i < kMostShown; ++i)
        found += (i == 0 ? "" : ", ") + text(all[i]);
    if (all.size() > kMostShown)
        found += fmt::format(", ... {}{}", all.size(), complete ? " in all" : " and more");
    return found;
}

std::string elementsText(const LocalAccess& access) {
    return listed(access.elements, access.complete, [](const inputs::TouchedElement& element) {
        return indexText(element.index) + (element.inside ? "" : " (outside)");
    });
}

/// "Edge +1, K by the table".
std::string stepsText(const LocalAccess& access, const std::vector<std::string>& parameters) {
    std::string text;
    for (std::size_t p = 0; p < access.steps.size(); ++p) {
        const auto& step = access.steps[p];
        text += (text.empty() ? "" : ", ") + parameters[p] +
                (step.throughTable    ? std::string(" by table")
                 : step.elements == 0 ? std::string(" the same")
                 : step.elements      ? fmt::format(" {:+}", *step.elements)
                                      : std::string(" ?"));
    }
    return text;
}

std::string accessText(const LocalAccesses& map, const LocalAccess& local) {
    const auto& access = map.map().accesses[local.access];
    std::string text =
        fmt::format("  {} [{}]", verb(access), fmt::join(inputs::indexTexts(map, access), ", "));
    if (!local.elements.empty())
        text += " -> " + elementsText(local);
    if (local.state == AccessState::skipped)
        text += fmt::format(": not in this iteration, where {} does not hold", local.reason);
    if (local.state == AccessState::unknown)
        text += ": not known, " + local.reason;
    if (local.state == AccessState::conditional)
        text += fmt::format(": only where {}", local.reason);
    text += "\n";
    if (!local.entries.empty())
        text += "    through " + listed(local.entries, true, entryText) + "\n";
    if (local.state == AccessState::skipped || local.state == AccessState::unknown)
        return text;
    if (access.isPrivate)
        return text;
    text += "    next element: " + stepsText(local, map.parameterNames()) + "\n";
    if (local.warp)
        text += fmt::format("    warp: {}, {} at best{}\n", counted(local.warp->sectors, "sector"),
                            local.warp->ideal,
                            local.elements.size() > 1 ? ", for the first element" : "");
    return text;
}

std::string headText(const LocalAccesses& map, const LocalView& view) {
    const auto names = map.parameterNames();
    std::string text = fmt::format("map '{}'", map.map().label);
    for (std::size_t p = 0; p < names.size(); ++p) {
        text += fmt::format("{} {}={}", p == 0 ? " at" : ",", names[p], view.iteration[p]);
        if (const auto& reach = view.reach[p])
            text += fmt::format(" ({} to {})", reach->begin, reach->end);
    }
    text += "\n";
    if (view.warpParameter < names.size())
        text += fmt::format("warp: {} {} to {}, this one is lane {}; sectors of {} bytes\n",
                            names[view.warpParameter], view.warpFirst, view.warpLast, view.lane,
                            inputs::kSectorBytes);
    return text;
}

template <class T>
Json orNull(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json toJson(const LocalAccesses& map, const LocalAccess& local) {
    const auto& access = map.map().accesses[local.access];
    Json json{{"kind", access.reduces() ? "update"
                       : access.write   ? "write"
                                        : "read"},
              {"index", inputs::indexTexts(map, access)},
              {"state", stateName(local.state)}};
    if (!local.reason.empty())
        json["reason"] = local.reason;
    json["through"] = Json::array();
    for (const auto& entry : local.entries)
        json["through"].push_back({{"entry", entry.text}, {"value", orNull(entry.value)}});
    json["elements"] = Json::array();
    for (const auto& element : local.elements)
        json["elements"].push_back({{"index", element.index},
                                    {"position", orNull(element.position)},
                                    {"inside", element.inside}});
    json["complete"] = local.complete;
    json["offsets"] = Json::array();
    const auto names = map.parameterNames();
    for (const auto& offset : inputs::parameterOffsets(map, access))
        json["offsets"].push_back(
            offset ? Json{{"parameter", names[offset->parameter]}, {"offset", offset->offset}}
                   : Json(nullptr));
    json["strides"] = Json::object();
    for (std::size_t p = 0; p < local.steps.size(); ++p)
        json["strides"][names[p]] =
            local.steps[p].throughTable ? Json("table") : orNull(local.steps[p].elements);
    if (local.warp) {
        Json positions = Json::array();
        for (const auto& position : local.warp->positions)
            positions.push_back(orNull(position));
        json["warp"] = {{"sectors", local.warp->sectors},
                        {"ideal", local.warp->ideal},
                        {"positions", positions}};
    }
    return json;
}

} // namespace

Expected<NodeId> mapNamed(const ir::DocumentIndex& index, const std::string& text) {
    const auto maps = outerMaps(index);
    std::vector<NodeId> found;
    for (const ir::Node* map : maps)
        if (map->as<ir::MapEntry>()->map.label == text)
            found.push_back(map->id);
    if (found.empty())
        for (const ir::Node* map : maps)
            if (analysis::nameOf(index, *map) == text)
                found.push_back(map->id);
    if (const auto number = numberOf(text);
        found.empty() && number && *number >= 0 && *number < static_cast<std::int64_t>(maps.size()))
        found.push_back(maps[static_cast<std::size_t>(*number)]->id);
    if (found.size() == 1)
        return found.front();
    std::string list;
    for (std::size_t i = 0; i < maps.size(); ++i)
        list += fmt::format("{}{}: '{}'", i == 0 ? "" : ", ", i,
                            maps[i]->as<ir::MapEntry>()->map.label);
    const auto there = maps.empty() ? std::string("the program has none") : "there are " + list;
    return fail(
        "which-map",
        text.empty() ? fmt::format("name a map by label, by what it writes or by number: {}", there)
        : found.empty() ? fmt::format("no map outside of maps is called '{}': {}", text, there)
                        : fmt::format("{} maps are called '{}', name one by its number: {}",
                                      found.size(), text, there));
}

Expected<std::size_t> parameterNamed(const inputs::LocalAccesses& map, const std::string& text) {
    const auto shown = map.parameterNames();
    for (std::size_t p = 0; p < shown.size(); ++p)
        if (shown[p] == text ||
            analysis::readableIndex(symbolic::Expr::symbol(map.map().parameters[p])) == text)
            return p;
    return fail("no-parameter", fmt::format("map '{}' has no parameter '{}'; it has {}",
                                            map.map().label, text, fmt::join(shown, ", ")));
}

Expected<inputs::Iteration> parseIteration(const inputs::LocalAccesses& map,
                                           const inputs::Iteration& start,
                                           const std::string& text) {
    inputs::Iteration iteration = start;
    std::size_t at = 0;
    while (at < text.size()) {
        const auto comma = std::min(text.find(',', at), text.size());
        const std::string one = text.substr(at, comma - at);
        const auto equals = one.find('=');
        const auto value =
            equals == std::string::npos ? std::nullopt : numberOf(one.substr(equals + 1));
        if (!value)
            return fail("bad-iteration",
                        fmt::format("'{}' is no value of a parameter: expected NAME=NUMBER", one));
        MW_TRY(const std::size_t parameter, parameterNamed(map, one.substr(0, equals)));
        iteration[parameter] = *value;
        at = comma + 1;
    }
    return iteration;
}

std::string toText(const LocalAccesses& map, const LocalView& view) {
    std::string text = headText(map, view);
    for (const auto& container : inputs::byContainer(map, view)) {
        std::vector<std::string> shape;
        for (std::size_t d = 0; d < container.sizes.size(); ++d)
            shape.push_back(container.sizes[d] ? fmt::format("{}", *container.sizes[d])
                                               : symbolic::print(container.data->shape[d]));
        text += fmt::format("\n{} ({} [{}]){}\n", container.name,
                            ir::name(container.data->dtype.scalar), fmt::join(shape, ", "),
                            container.isPrivate ? ", of the iteration alone" : "");
        for (const LocalAccess* access : container.accesses)
            text += accessText(map, *access);
    }
    return printableLines(text);
}

std::string toJson(const LocalAccesses& map, const LocalView& view) {
    const auto names = map.parameterNames();
    Json json{{"map", map.map().label}};
    json["iteration"] = Json::object();
    json["ranges"] = Json::object();
    for (std::size_t p = 0; p < names.size(); ++p) {
        json["iteration"][names[p]] = view.iteration[p];
        if (const auto& reach = view.reach[p])
            json["ranges"][names[p]] = {reach->begin, reach->end, reach->step};
    }
    if (view.warpParameter < names.size())
        json["warp"] = {{"parameter", names[view.warpParameter]},
                        {"first", view.warpFirst},
                        {"last", view.warpLast},
                        {"lane", view.lane}};
    json["containers"] = Json::array();
    for (const auto& container : inputs::byContainer(map, view)) {
        Json accesses = Json::array();
        for (const LocalAccess* access : container.accesses)
            accesses.push_back(toJson(map, *access));
        Json shape = Json::array();
        for (const auto& size : container.sizes)
            shape.push_back(orNull(size));
        json["containers"].push_back({{"name", container.name},
                                      {"type", ir::name(container.data->dtype.scalar)},
                                      {"shape", shape},
                                      {"private", container.isPrivate},
                                      {"accesses", accesses}});
    }
    return json.dump(2) + "\n";
}

} // namespace mw::workbench
