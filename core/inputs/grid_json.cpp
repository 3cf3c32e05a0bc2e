// Grids of scenarios as JSON.
#include "core/inputs/detail/grid_json.h"

#include "core/support/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace mw::inputs {

namespace {

using Json = nlohmann::ordered_json;
using Kind = Grid::Kind;

struct NamedKind {
    std::string_view name;
    Kind kind;
};
constexpr std::array<NamedKind, 4> kKinds{{
    {"torus", Kind::torus},
    {"icosahedral", Kind::icosahedral},
    {"limited", Kind::limited},
    {"file", Kind::file},
}};
constexpr std::array<const char*, 3> kCounts{"cells", "edges", "vertices"};
constexpr std::array<std::string_view, 13> kMembers{
    "kind",   "nx",    "ny",    "root",     "bisections", "radius",     "file",
    "levels", "cells", "edges", "vertices", "numbering",  "skip_values"};

Unexpected bad(const std::string& key, const std::string& why) {
    return fail("bad-scenario", "in the scenario, " + why, Location{{}, "/grid" + key, {}});
}

/// nullptr: it is missing.
const Json* member(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found == json.end() ? nullptr : &*found;
}

Expected<std::int64_t> whole(const Json& json, const char* key, std::int64_t least,
                             std::int64_t most) {
    const Json* value = member(json, key);
    if (!value || !value->is_number_integer() || *value < least || *value > most)
        return bad(fmt::format("/{}", key),
                   least > 0 ? fmt::format("the grid needs '{}' as a positive number", key)
                             : fmt::format("the grid needs '{}' as a number", key));
    return value->get<std::int64_t>();
}

/// Through the text that users write, which knows the limits.
Expected<void> checkText(Grid grid) {
    grid.counts = {};
    const auto read = parseGrid(toString(grid));
    if (!read)
        return bad("", read.error().sentence);
    if (*read != grid)
        return bad("/file", fmt::format("the grid cannot be called '{}'", toString(grid)));
    return {};
}

Expected<int> small(const Json& json, const char* key, std::int64_t least) {
    MW_TRY(const auto value, whole(json, key, least, 1 << 14));
    return static_cast<int>(value);
}

Expected<void> readKind(const Json& json, Grid& grid) {
    if (grid.kind == Kind::torus) {
        MW_TRY(grid.nx, small(json, "nx", 1));
        MW_TRY(grid.ny, small(json, "ny", 1));
    }
    if (grid.kind == Kind::icosahedral || grid.kind == Kind::limited) {
        MW_TRY(grid.root, small(json, "root", 1));
        MW_TRY(grid.bisections, small(json, "bisections", 0));
    }
    if (grid.kind == Kind::limited) {
        const Json* radius = member(json, "radius");
        if (!radius || !radius->is_number())
            return bad("/radius", "the grid needs 'radius' as a number of degrees");
        grid.radius = radius->get<double>();
    }
    if (grid.kind == Kind::file) {
        const Json* file = member(json, "file");
        if (!file || !file->is_string())
            return bad("/file", "the grid needs 'file' as the name of a file");
        grid.file = file->get<std::string>();
    }
    MW_TRY(grid.levels, small(json, "levels", 1));
    return {};
}

/// Of kinds whose counts follow from nothing else; all of them or none.
Expected<void> readCounts(const Json& json, Grid& grid) {
    const auto has = [&](const char* key) { return member(json, key) != nullptr; };
    if ((grid.kind != Kind::limited && grid.kind != Kind::file) ||
        std::ranges::none_of(kCounts, has))
        return {};
    for (std::size_t i = 0; i < kCounts.size(); ++i) {
        MW_TRY(grid.counts[i],
               whole(json, kCounts[i], 1, std::numeric_limits<std::int32_t>::max()));
    }
    return {};
}

Expected<void> readOptions(const Json& json, Grid& grid) {
    if (const Json* name = member(json, "numbering")) {
        const auto numbering =
            name->is_string() ? grid::numberingNamed(name->get<std::string>()) : std::nullopt;
        if (!numbering)
            return bad("/numbering", fmt::format("the numbering {} is unknown; there are as-made, "
                                                 "hilbert and random",
                                                 name->dump()));
        grid.numbering = *numbering;
    }
    if (const Json* skip = member(json, "skip_values")) {
        if (*skip != "kept" && *skip != "replaced")
            return bad(
                "/skip_values",
                fmt::format("skip_values is {}; it can be \"kept\" or \"replaced\"", skip->dump()));
        grid.replaceMissing = *skip == "replaced";
    }
    return {};
}

} // namespace

Expected<Grid> gridFromJson(const Json& json) {
    if (!json.is_object())
        return bad("", "'grid' must be an object");
    if (const auto unknown = unknownMember("a grid", membersOf(json), kMembers))
        return bad("", *unknown);
    Grid grid;
    if (const Json* kind = member(json, "kind")) {
        if (*kind == "captured")
            return grid;
        const auto known =
            std::ranges::find_if(kKinds, [&](const NamedKind& one) { return *kind == one.name; });
        if (known == kKinds.end())
            return bad("/kind", fmt::format("the grid kind {} is unknown; there are 'torus', "
                                            "'icosahedral', 'limited', 'file' and 'captured'",
                                            kind->dump()));
        grid.kind = known->kind;
    }
    MW_CHECK(readKind(json, grid));
    MW_CHECK(readCounts(json, grid));
    MW_CHECK(readOptions(json, grid));
    if (grid.kind != Kind::torus)
        MW_CHECK(checkText(grid));
    return grid;
}

Json toJson(const Grid& grid) {
    if (grid == Grid{})
        return {{"kind", "captured"}};
    Json json{{"kind", std::ranges::find(kKinds, grid.kind, &NamedKind::kind)->name}};
    switch (grid.kind) {
    case Kind::torus:
        json.update(Json{{"nx", grid.nx}, {"ny", grid.ny}});
        break;
    case Kind::limited:
    case Kind::icosahedral:
        json.update(Json{{"root", grid.root}, {"bisections", grid.bisections}});
        if (grid.kind == Kind::limited)
            json["radius"] = grid.radius;
        break;
    case Kind::file:
        json["file"] = grid.file;
        break;
    }
    for (std::size_t i = 0; i < kCounts.size(); ++i)
        if (grid.counts[i] > 0)
            json[kCounts.at(i)] = grid.counts[i];
    json["levels"] = grid.levels;
    if (grid.numbering != grid::Numbering::asMade)
        json["numbering"] = grid::name(grid.numbering);
    if (grid.replaceMissing)
        json["skip_values"] = "replaced";
    return json;
}

} // namespace mw::inputs
