// Values of the tool's own files, or the sentence that names what is not as it should be.

#include "app/workbench/detail/json_fields.h"

#include "core/support/file_kind.h"

#include <fmt/format.h>

namespace mw::workbench {

Unexpected Fields::needs(const std::string& key, const std::string& kind) const {
    Location location;
    location.path = at(key);
    return fail("damaged-file", fmt::format("the {} is damaged: it needs {} here", what_, kind),
                std::move(location));
}

Expected<Fields> Fields::of(const Json& json, const std::string& what, const std::string& path) {
    const Fields fields(json, what, path);
    if (json.is_object())
        return fields;
    Location location;
    location.path = path;
    return fail("damaged-file", fmt::format("the {} is damaged: it needs an object here", what),
                std::move(location));
}

const Json* Fields::find(const char* key) const {
    const auto found = json_->find(key);
    return found == json_->end() ? nullptr : &*found;
}

Expected<std::string> Fields::text(const char* key) const {
    const auto* value = find(key);
    if (!value || !value->is_string())
        return needs(key, "a text");
    return value->get<std::string>();
}

Expected<std::uint32_t> Fields::number(const char* key) const {
    const auto* value = find(key);
    if (!value || !value->is_number_unsigned() || value->get<std::uint64_t>() > UINT32_MAX)
        return needs(key, "a non-negative number");
    return value->get<std::uint32_t>();
}

Expected<double> Fields::real(const char* key) const {
    const auto* value = find(key);
    if (!value || !value->is_number())
        return needs(key, "a number");
    return value->get<double>();
}

Expected<bool> Fields::flag(const char* key) const {
    const auto* value = find(key);
    if (!value || !value->is_boolean())
        return needs(key, "true or false");
    return value->get<bool>();
}

Expected<const Json*> Fields::list(const char* key) const {
    const auto* value = find(key);
    if (!value || !value->is_array())
        return needs(key, "a list");
    return value;
}

Expected<Fields> Fields::object(const char* key) const {
    const auto* value = find(key);
    if (!value)
        return needs(key, "an object");
    return of(*value, what_, at(key));
}

Expected<std::optional<ir::DaceVersion>> daceVersion(const Fields& program) {
    if (!program.find("dace"))
        return std::optional<ir::DaceVersion>();
    MW_TRY(const auto text, program.text("dace"));
    const auto version = ir::parseDaceVersion(text);
    return version ? Expected<std::optional<ir::DaceVersion>>(*version)
                   : program.needs("dace", "a version of DaCe");
}

Expected<Json> parseVersioned(const std::string& text, const std::string& what, const char* key,
                              int newest) {
    if (const auto kind = kindOfBytes(text); !kind.empty())
        return fail("damaged-file", fmt::format("this is {}, not a {}", kind, what));
    Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (json.is_discarded())
        return fail("damaged-file", fmt::format("the {} is damaged: it is not JSON", what));
    const auto kind =
        kindOfJson([&](std::string_view name) { return json.is_object() && json.contains(name); });
    if (!kind.empty() && !json.contains(key))
        return fail("damaged-file", fmt::format("this is {}, not a {}", kind, what));
    MW_TRY(const auto fields, Fields::of(json, what, ""));
    MW_TRY(const auto version, fields.number(key));
    if (version < 1 || version > static_cast<std::uint32_t>(newest))
        return fail("newer-file",
                    fmt::format("a newer mapwright wrote the {}: it has version {}, and this one "
                                "reads up to {}",
                                what, version, newest),
                    {"", fmt::format("/{}", key), {}});
    return json;
}

} // namespace mw::workbench
