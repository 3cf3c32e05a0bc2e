// Scenarios as JSON.
#include "core/inputs/detail/grid_json.h"
#include "core/inputs/scenario.h"
#include "core/io/file.h"
#include "core/support/file_kind.h"
#include "core/support/members.h"
#include "core/support/overload.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace mw::inputs {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 8> kMembers{"program", "horizontal", "grid",      "symbols",
                                                   "arrays",  "outputs",    "tolerance", "dace"};
constexpr std::array<std::string_view, 12> kOfArrays{"shape", "dtype", "table", "file",
                                                     "mask",  "zero",  "low",   "high",
                                                     "floor", "signs", "also",  "turn"};

Unexpected badScenario(const std::string& path, std::string_view why) {
    return fail("bad-scenario", fmt::format("in the scenario, {}", why), Location{{}, path, {}});
}

/// A member that may be missing; nullptr then.
const Json* memberOf(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

Expected<symbolic::Bindings> parseSymbols(const Json& symbols) {
    if (!symbols.is_object())
        return badScenario("/symbols", "'symbols' must be an object");
    symbolic::Bindings result;
    for (const auto& [name, value] : symbols.items()) {
        if (value.is_boolean())
            result[name] = symbolic::Value::integer(value.get<bool>() ? 1 : 0);
        else if (value.is_number_unsigned() &&
                 value.get<std::uint64_t>() >
                     static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return badScenario("/symbols/" + name,
                               fmt::format("the symbol '{}' is {}, more than 2^63 - 1", name,
                                           value.get<std::uint64_t>()));
        else if (value.is_number_integer())
            result[name] = symbolic::Value::integer(value.get<std::int64_t>());
        else if (value.is_number())
            result[name] = symbolic::Value::real(value.get<double>());
        else
            return badScenario("/symbols/" + name,
                               fmt::format("the symbol '{}' is not a number", name));
    }
    return result;
}

/// `otherwise` where the member is missing.
Expected<double> numberOr(const Json& object, const char* key, double otherwise,
                          const std::string& path) {
    const Json* value = memberOf(object, key);
    if (!value)
        return otherwise;
    if (!value->is_number())
        return badScenario(fmt::format("{}/{}", path, key),
                           fmt::format("'{}' must be a number", key));
    return value->get<double>();
}

/// Empty where the member is missing or null.
Expected<std::string> textOr(const Json& object, const char* key, const std::string& path) {
    const Json* value = memberOf(object, key);
    if (!value || value->is_null())
        return std::string();
    if (!value->is_string())
        return badScenario(fmt::format("{}/{}", path, key),
                           fmt::format("'{}' must be a text", key));
    return value->get<std::string>();
}

/// false where the member is missing.
Expected<bool> flagOf(const Json& object, const char* key, const std::string& path) {
    const Json* value = memberOf(object, key);
    if (!value)
        return false;
    if (!value->is_boolean())
        return badScenario(fmt::format("{}/{}", path, key),
                           fmt::format("'{}' must be true or false", key));
    return value->get<bool>();
}

Expected<HashedFill> parseHashed(const Json& array, const std::string& path) {
    HashedFill fill;
    MW_TRY(fill.low, numberOr(array, "low", 0.5, path));
    MW_TRY(fill.high, numberOr(array, "high", 1.5, path));
    MW_TRY(fill.floor, flagOf(array, "floor", path));
    MW_TRY(fill.signs, flagOf(array, "signs", path));
    if (const Json* also = memberOf(array, "also")) {
        const bool numbers = also->is_array() && std::ranges::all_of(*also, [](const Json& v) {
                                 return v.is_number();
                             });
        if (!numbers)
            return badScenario(path + "/also", "'also' must be a list of numbers");
        fill.also = also->get<std::vector<double>>();
    }
    if (const Json* turn = memberOf(array, "turn")) {
        if (!turn->is_number_unsigned())
            return badScenario(path + "/turn", "'turn' must be a whole number of at least 0");
        fill.turn = turn->get<std::uint64_t>();
    }
    return fill;
}

Expected<Fill> parseFill(const Json& array, const std::string& path) {
    constexpr std::string_view kWays = "one of table, low and high, mask, zero, file";
    const auto ways =
        std::ranges::count_if(std::array{"table", "file", "mask", "zero"},
                              [&](const char* way) { return memberOf(array, way) != nullptr; });
    const bool made = memberOf(array, "low") || memberOf(array, "high");
    if (ways + (made ? 1 : 0) > 1)
        return badScenario(path, fmt::format("an array is filled by {}, not by several", kWays));
    MW_TRY(const std::string table, textOr(array, "table", path));
    if (!table.empty())
        return TableFill{table};
    MW_TRY(const std::string file, textOr(array, "file", path));
    if (!file.empty())
        return FileFill{file};
    if (memberOf(array, "mask")) {
        MW_TRY(const double density, numberOr(array, "mask", 0.5, path));
        return MaskFill{density};
    }
    if (const Json* zero = memberOf(array, "zero")) {
        if (*zero != true)
            return badScenario(path + "/zero", "'zero' can only be true");
        return ZeroFill{};
    }
    if (made) {
        MW_TRY(const HashedFill fill, parseHashed(array, path));
        return fill;
    }
    return badScenario(path, fmt::format("an array needs {}", kWays));
}

Expected<ArrayInput> parseArray(const Json& array, const std::string& path) {
    if (!array.is_object())
        return badScenario(path, "an array must be an object");
    if (const auto unknown = unknownMember("an array", membersOf(array), kOfArrays))
        return badScenario(path, *unknown);
    const Json* shape = memberOf(array, "shape");
    const Json* dtype = memberOf(array, "dtype");
    if (!shape || !shape->is_array() || !dtype || !dtype->is_string())
        return badScenario(path, "an array needs a shape (list of sizes) and a dtype (text)");
    ArrayInput result;
    for (const Json& n : *shape) {
        if (!n.is_number_integer() || n < 0 || n > std::numeric_limits<std::int64_t>::max())
            return badScenario(path + "/shape", "a shape is a list of sizes");
        result.shape.push_back(n.get<std::int64_t>());
    }
    const auto type = ir::scalarTypeFromName(dtype->get<std::string>());
    if (!type)
        return badScenario(path + "/dtype", fmt::format("the dtype {} is unknown", dtype->dump()));
    result.type = *type;
    MW_TRY(result.fill, parseFill(array, path));
    return result;
}

Expected<void> parseArrays(const Json& arrays, Scenario& into) {
    if (!arrays.is_object())
        return badScenario("/arrays", "'arrays' must be an object");
    for (const auto& [name, array] : arrays.items()) {
        MW_TRY(into.arrays[name], parseArray(array, "/arrays/" + name));
    }
    return {};
}

Expected<void> parseOutputs(const Json& outputs, Scenario& into) {
    if (!outputs.is_array())
        return badScenario("/outputs", "'outputs' must be a list of names");
    for (const Json& name : outputs) {
        if (!name.is_string())
            return badScenario("/outputs", "'outputs' must be a list of names");
        into.outputs.push_back(name.get<std::string>());
    }
    return {};
}

Expected<Scenario> fromJson(const Json& json) {
    if (!json.is_object())
        return badScenario("", "the top level must be an object");
    Scenario scenario;
    MW_TRY(scenario.program, textOr(json, "program", ""));
    MW_TRY(scenario.horizontal, textOr(json, "horizontal", ""));
    const Json* grid = memberOf(json, "grid");
    const auto kind = kindOfJson([&](std::string_view key) { return json.contains(key); });
    if (!grid && !kind.empty())
        return fail("bad-scenario", fmt::format("this is {}, not a scenario", kind));
    if (!grid)
        return badScenario("", "'grid' is missing");
    if (const auto unknown = unknownMember("a scenario", membersOf(json), kMembers))
        return badScenario("", *unknown);
    MW_TRY(scenario.grid, gridFromJson(*grid));
    if (const Json* symbols = memberOf(json, "symbols")) {
        MW_TRY(scenario.symbols, parseSymbols(*symbols));
    }
    if (const Json* arrays = memberOf(json, "arrays"))
        MW_CHECK(parseArrays(*arrays, scenario));
    if (const Json* outputs = memberOf(json, "outputs"))
        MW_CHECK(parseOutputs(*outputs, scenario));
    MW_TRY(const double tolerance, numberOr(json, "tolerance", scenario.tolerance, ""));
    if (!checkedTolerance(tolerance))
        return badScenario("/tolerance", checkedTolerance(tolerance).error().sentence);
    scenario.tolerance = tolerance;
    if (const Json* dace = memberOf(json, "dace")) {
        if (!dace->is_string())
            return badScenario("/dace", "'dace' must be a version of DaCe");
        const auto version = ir::parseDaceVersion(dace->get<std::string>());
        if (!version)
            return badScenario("/dace", version.error().sentence);
        scenario.dace = *version;
    }
    return scenario;
}

void addFill(Json& array, const Fill& fill) {
    std::visit(Overload{[&](const TableFill& f) { array["table"] = f.table; },
                        [&](const HashedFill& f) {
                            array["low"] = f.low;
                            array["high"] = f.high;
                            if (f.floor)
                                array["floor"] = true;
                            if (f.signs)
                                array["signs"] = true;
                            if (!f.also.empty())
                                array["also"] = f.also;
                            if (f.turn != 0)
                                array["turn"] = f.turn;
                        },
                        [&](const MaskFill& f) { array["mask"] = f.density; },
                        [&](const ZeroFill&) { array["zero"] = true; },
                        [&](const FileFill& f) { array["file"] = f.path; }},
               fill);
}

} // namespace

Expected<double> checkedTolerance(double tolerance) {
    if (std::isfinite(tolerance) && tolerance >= 0)
        return tolerance;
    return fail("bad-tolerance",
                fmt::format("the tolerance is {}; it must be a number of at least 0", tolerance));
}

Expected<Scenario> parseScenario(std::string_view json) {
    if (const auto kind = kindOfBytes(json); !kind.empty())
        return fail("bad-scenario", fmt::format("this is {}, not a scenario", kind));
    const Json parsed = Json::parse(json, nullptr, false);
    if (parsed.is_discarded())
        return fail("bad-scenario", "the scenario is not valid JSON");
    try {
        return fromJson(parsed);
    } catch (const Json::exception& error) {
        return fail("bad-scenario",
                    fmt::format("the scenario has a value of the wrong type: {}", error.what()));
    }
}

Expected<Scenario> readScenario(const std::filesystem::path& path) {
    MW_TRY(const std::string text, io::readFile(path, std::size_t{1} << 28U));
    auto scenario = parseScenario(text);
    if (!scenario) {
        scenario.error().location.file = path.string();
        return scenario;
    }
    for (auto& [name, array] : scenario->arrays) // relative paths start at the scenario's folder
        if (auto* file = std::get_if<FileFill>(&array.fill))
            file->path = (path.parent_path() / file->path).string();
    if (auto& grid = scenario->grid; grid.kind == Grid::Kind::file)
        grid.file = (path.parent_path() / grid.file).string();
    return scenario;
}

std::string toJson(const Scenario& scenario) {
    Json json;
    json["program"] = scenario.program;
    json["grid"] = toJson(scenario.grid);
    json["horizontal"] = scenario.horizontal.empty() ? Json() : Json(scenario.horizontal);
    json["symbols"] = Json::object();
    for (const auto& [name, value] : scenario.symbols)
        json["symbols"][name] = value.isReal ? Json(value.d) : Json(value.i);
    json["arrays"] = Json::object();
    for (const auto& [name, array] : scenario.arrays) {
        Json entry;
        entry["shape"] = array.shape;
        entry["dtype"] = ir::name(array.type);
        addFill(entry, array.fill);
        json["arrays"][name] = std::move(entry);
    }
    if (!scenario.outputs.empty())
        json["outputs"] = scenario.outputs;
    json["tolerance"] = scenario.tolerance;
    if (scenario.dace)
        json["dace"] = ir::print(*scenario.dace);
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace mw::inputs
