// Recipes as JSON text: what version 2 writes, and both versions read.

#include "core/history/recipe.h"

#include "core/support/file_kind.h"
#include "core/support/hash.h"
#include "core/support/overload.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>

namespace mw::history {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 2;

// --- Writing --------------------------------------------------------------------------------

/// Word after word, side after side.
std::string hexOf(const Around& around) {
    std::string text;
    for (const Sketch& side : around)
        for (const auto word : side.words())
            text += toHex(word);
    return text;
}

Json toJson(const Anchor& anchor) {
    Json json{{"id", anchor.id.value}};
    if (!anchor.role.empty())
        json["role"] = anchor.role;
    if (anchor.kind.empty())
        return json;
    json["kind"] = anchor.kind;
    json["rings"] = Json::array();
    for (const std::uint64_t ring : anchor.rings)
        json["rings"].push_back(toHex(ring));
    json["writes"] = anchor.writes;
    json["label"] = anchor.label;
    json["ordinal"] = anchor.ordinal;
    json["equals"] = anchor.equals;
    if (anchor.around != Around{})
        json["around"] = hexOf(anchor.around);
    return json;
}

void addSite(const Site& site, Json& json) {
    json["label"] = site.label;
    if (site.document())
        json["document"] = toHex(site.document());
    json["elements"] = Json::array();
    for (const auto& anchor : site.elements())
        json["elements"].push_back(toJson(anchor));
}

Json stepOf(const Record& record) {
    Json json = std::visit(
        Overload{
            [](const TransformationRecord& t) {
                Json params = Json::object();
                for (const auto& [name, value] : t.params)
                    std::visit([&params, &name = name](const auto& v) { params[name] = v; }, value);
                return Json{{"transformation", t.name}, {"params", params}};
            },
            [](const RepairRecord& r) {
                return Json{{"repair", r.code}, {"place", r.place}};
            },
            [](const EditRecord& e) {
                if (e.property.empty())
                    return Json{{"edit", e.site.label}};
                return Json{{"edit", e.property}, {"part", e.part}, {"value", e.value}};
            },
            [](const LaunchRecord& l) {
                Json choices = Json::parse(l.choices, nullptr, false);
                return Json{{"launches", choices.is_object() ? choices : Json::object()}};
            },
        },
        record);
    addSite(siteOf(record), json);
    return json;
}

/// Names may hold bytes that are no UTF-8: they are replaced, never a failure.
std::string dump(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

// --- Reading --------------------------------------------------------------------------------

Unexpected malformed(const std::string& path, const std::string& what) {
    Location location;
    location.path = path;
    return fail("malformed-recipe", "the recipe " + what, std::move(location));
}

Expected<std::uint32_t> readId(const Json& value, const std::string& path) {
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > UINT32_MAX)
        return malformed(path, "needs an element id (a non-negative integer) here");
    return value.get<std::uint32_t>();
}

Expected<ParamValue> readParam(const Json& value, const std::string& path) {
    if (value.is_boolean())
        return ParamValue(value.get<bool>());
    if (value.is_number_unsigned() &&
        value.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX))
        return malformed(path, "needs an integer of 64 bits as the value of a parameter");
    if (value.is_number_integer())
        return ParamValue(value.get<std::int64_t>());
    if (value.is_string())
        return ParamValue(value.get<std::string>());
    return malformed(path, "needs a bool, an integer or a string as the value of a parameter");
}

Expected<Params> readParams(const Json& step, const std::string& path) {
    Params result;
    const auto params = step.find("params");
    if (params == step.end())
        return result;
    if (!params->is_object())
        return malformed(path + "/params", "needs an object here");
    for (const auto& [name, value] : params->items()) {
        MW_TRY(result[name], readParam(value, path + "/params/" + name));
    }
    return result;
}

/// The text under a key; empty where there is none.
Expected<std::string> readText(const Json& json, const char* key, const std::string& path) {
    const auto found = json.find(key);
    if (found == json.end())
        return std::string();
    if (!found->is_string())
        return malformed(fmt::format("{}/{}", path, key), "needs a text here");
    return found->get<std::string>();
}

Expected<std::uint64_t> readHash(const Json& json, const std::string& path) {
    const std::string text = json.is_string() ? json.get<std::string>() : std::string();
    std::uint64_t value = 0;
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value, 16);
    if (read.ec != std::errc{} || read.ptr != end)
        return malformed(path, "needs a hash in hexadecimal here");
    return value;
}

Expected<Rings> readRings(const Json& anchor, const std::string& path) {
    Rings rings{};
    const auto list = anchor.find("rings");
    if (list == anchor.end() || !list->is_array() || list->size() != rings.size())
        return malformed(path, fmt::format("needs {} hashes here", rings.size()));
    for (std::size_t i = 0; i < rings.size(); ++i) {
        MW_TRY(rings.at(i), readHash((*list)[i], fmt::format("{}/{}", path, i)));
    }
    return rings;
}

/// All empty where the recipe is older than these.
Expected<Around> readAround(const Json& anchor, const std::string& path) {
    constexpr std::size_t kDigits = 16; ///< of a word
    Around around;
    MW_TRY(const std::string text, readText(anchor, "around", path));
    if (text.empty())
        return around;
    const std::size_t digits = kSides * Sketch::Words().size() * kDigits;
    const bool fits =
        text.size() == digits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (!fits)
        return malformed(path + "/around", fmt::format("needs {} hexadecimal digits here", digits));
    const char* at = text.data();
    for (Sketch& side : around) {
        Sketch::Words words{};
        for (auto& word : words) {
            std::from_chars(at, at + kDigits, word, 16);
            at += kDigits;
        }
        side = Sketch(words);
    }
    return around;
}

Expected<int> readCount(const Json& json, const char* key, const std::string& path) {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_number_unsigned() || *found > INT32_MAX)
        return malformed(fmt::format("{}/{}", path, key), "needs a count here");
    return found->get<int>();
}

Expected<Anchor> readAnchor(const Json& json, const std::string& path) {
    if (!json.is_object() || !json.contains("id"))
        return malformed(path, "needs an element with its id here");
    Anchor anchor;
    MW_TRY(anchor.id.value, readId(json["id"], path + "/id"));
    MW_TRY(anchor.role, readText(json, "role", path));
    MW_TRY(anchor.kind, readText(json, "kind", path));
    if (anchor.kind.empty())
        return anchor;
    MW_TRY(anchor.rings, readRings(json, path + "/rings"));
    MW_TRY(anchor.writes, readText(json, "writes", path));
    MW_TRY(anchor.label, readText(json, "label", path));
    MW_TRY(anchor.ordinal, readCount(json, "ordinal", path));
    MW_TRY(anchor.equals, readCount(json, "equals", path));
    MW_TRY(anchor.around, readAround(json, path));
    return anchor;
}

Expected<Site> readSite(const Json& step, const std::string& path) {
    MW_TRY(std::string label, readText(step, "label", path));
    Site::Anchors anchors;
    if (const auto document = step.find("document"); document != step.end()) {
        MW_TRY(anchors.document, readHash(*document, path + "/document"));
    }
    const auto elements = step.find("elements");
    if (elements == step.end() || !elements->is_array())
        return malformed(path + "/elements", "needs an array of elements here");
    for (std::size_t i = 0; i < elements->size(); ++i) {
        MW_TRY(auto anchor, readAnchor((*elements)[i], fmt::format("{}/elements/{}", path, i)));
        anchors.elements.push_back(std::move(anchor));
    }
    return Site(anchors.document, std::move(anchors.elements), std::move(label));
}

/// Without a value it is one of the past, which says only what it was called.
Expected<Record> readEdit(const Json& step, Site site, const std::string& path) {
    EditRecord edit{std::move(site)};
    if (!step.contains("value"))
        return edit;
    MW_TRY(edit.property, readText(step, "edit", path));
    MW_TRY(edit.part, readText(step, "part", path));
    MW_TRY(edit.value, readText(step, "value", path));
    if (edit.property.empty())
        return malformed(path + "/edit", "needs the name of a property here");
    return edit;
}

Expected<Record> readStep(const Json& step, const std::string& path) {
    if (!step.is_object())
        return malformed(path, "needs an object here");
    MW_TRY(Site site, readSite(step, path));
    if (step.contains("edit"))
        return readEdit(step, std::move(site), path);
    if (const auto launches = step.find("launches"); launches != step.end()) {
        if (!launches->is_object())
            return malformed(path + "/launches", "needs an object here");
        return LaunchRecord{std::move(site), dump(*launches)};
    }
    if (step.contains("repair")) {
        RepairRecord repair{{}, {}, std::move(site)};
        MW_TRY(repair.code, readText(step, "repair", path));
        MW_TRY(repair.place, readText(step, "place", path));
        return repair;
    }
    TransformationRecord record{{}, {}, std::move(site)};
    MW_TRY(record.name, readText(step, "transformation", path));
    if (record.name.empty())
        return malformed(path + "/transformation", "needs the name of a transformation here");
    MW_TRY(record.params, readParams(step, path));
    return record;
}

// --- Version 1 ------------------------------------------------------------------------------
// {"transformation":name,"match":{"state":id,"elements":[ids],"label":text},"params":{...}};
// repairs and edits were transformations of those names.

Expected<Site> readFirstSite(const Json& step, const std::string& path) {
    const auto match = step.find("match");
    if (match == step.end())
        return Site();
    if (!match->is_object())
        return malformed(path, "needs an object here");
    if (const auto state = match->find("state"); state != match->end())
        MW_CHECK(readId(*state, path + "/state").map([](auto) {})); // follows from the elements
    MW_TRY(std::string label, readText(*match, "label", path));
    std::vector<Anchor> anchors;
    const auto elements = match->find("elements");
    if (elements == match->end())
        return Site(0, {}, std::move(label));
    if (!elements->is_array())
        return malformed(path + "/elements", "needs an array of element ids here");
    for (std::size_t i = 0; i < elements->size(); ++i) {
        Anchor anchor;
        MW_TRY(anchor.id.value, readId((*elements)[i], fmt::format("{}/elements/{}", path, i)));
        anchors.push_back(std::move(anchor));
    }
    return Site(0, std::move(anchors), std::move(label));
}

std::string takeText(Params& params, const char* name) {
    const auto found = params.find(name);
    const auto* value = found == params.end() ? nullptr : std::get_if<std::string>(&found->second);
    return value ? *value : std::string();
}

Expected<Record> readFirstStep(const Json& step, const std::string& path) {
    if (!step.is_object())
        return malformed(path, "needs an object here");
    const auto name = step.find("transformation");
    if (name == step.end() || !name->is_string())
        return malformed(path + "/transformation", "needs the name of a transformation here");
    MW_TRY(Site site, readFirstSite(step, path + "/match"));
    MW_TRY(Params params, readParams(step, path));
    if (*name == "edit")
        return EditRecord{std::move(site)};
    if (*name == "repair")
        return RepairRecord{takeText(params, "code"), takeText(params, "place"), std::move(site)};
    return TransformationRecord{name->get<std::string>(), std::move(params), std::move(site)};
}

/// The version that a text claims; the error says what else it is.
Expected<int> readVersion(const Json& whole) {
    if (whole.is_discarded())
        return malformed("", "is not JSON");
    const auto version = whole.is_object() ? whole.find("recipe") : whole.end();
    const auto kind =
        kindOfJson([&](std::string_view key) { return whole.is_object() && whole.contains(key); });
    if (version == whole.end() && !kind.empty())
        return fail("malformed-recipe", fmt::format("this is {}, not a recipe", kind));
    if (version == whole.end())
        return malformed("", "has no key 'recipe': this is not a recipe");
    if (*version != 1 && *version != kVersion)
        return malformed("/recipe", fmt::format("has a version other than 1 and {}: a newer "
                                                "mapwright wrote it",
                                                kVersion));
    return version->get<int>();
}

} // namespace

std::string toJson(const Record& record) {
    return dump(stepOf(record));
}

Expected<Record> parseRecord(std::string_view json, const std::string& path) {
    const Json step = Json::parse(json, nullptr, false);
    if (step.is_discarded())
        return malformed(path, "is not JSON");
    return readStep(step, path);
}

std::string toJson(const Site& site) {
    Json json = Json::object();
    addSite(site, json);
    return dump(json);
}

Expected<Site> parseSite(std::string_view json, const std::string& path) {
    const Json place = Json::parse(json, nullptr, false);
    if (place.is_discarded() || !place.is_object())
        return malformed(path, "needs an object here");
    return readSite(place, path);
}

std::string toJson(const Recipe& recipe) {
    Json steps = Json::array();
    for (const auto& record : recipe.steps)
        steps.push_back(stepOf(record));
    return dump({{"recipe", kVersion}, {"program", recipe.program}, {"steps", steps}});
}

std::string recipe(const History& history, VariantId id) {
    Recipe result{history.root().document->root->name, {}};
    for (const VariantId step : history.path(id))
        if (const auto& record = history.find(step)->record)
            result.steps.push_back(*record);
    return toJson(result);
}

Expected<Recipe> parseRecipe(std::string_view json) {
    if (const auto kind = kindOfBytes(json); !kind.empty())
        return fail("malformed-recipe", fmt::format("this is {}, not a recipe", kind));
    const Json whole = Json::parse(json, nullptr, false);
    MW_TRY(const int version, readVersion(whole));
    Recipe result;
    MW_TRY(result.program, readText(whole, "program", ""));
    const auto steps = whole.find("steps");
    if (steps == whole.end() || !steps->is_array())
        return malformed("/steps", "needs an array of steps here");
    for (std::size_t i = 0; i < steps->size(); ++i) {
        const auto path = fmt::format("/steps/{}", i);
        MW_TRY(auto step,
               version == 1 ? readFirstStep((*steps)[i], path) : readStep((*steps)[i], path));
        result.steps.push_back(std::move(step));
    }
    return result;
}

} // namespace mw::history
