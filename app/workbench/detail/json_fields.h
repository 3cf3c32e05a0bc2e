#pragma once

#include "core/ir/dace_version.h"
#include "core/support/expected.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>

// Reading the tool's own files: every getter says what it needs and where, as one sentence.

namespace mw::workbench {

using Json = nlohmann::ordered_json;

/// One object of a file. `what`: "project", "session"; `path`: JSON pointer of the object.
class Fields {
public:
    static Expected<Fields> of(const Json& json, const std::string& what, const std::string& path);

    Expected<std::string> text(const char* key) const;
    Expected<std::uint32_t> number(const char* key) const;
    Expected<double> real(const char* key) const;
    Expected<bool> flag(const char* key) const;
    Expected<const Json*> list(const char* key) const;
    Expected<Fields> object(const char* key) const;
    /// nullptr when it is not there.
    const Json* find(const char* key) const;
    const Json& json() const { return *json_; }

    std::string at(const std::string& key) const { return path_ + "/" + key; }
    Unexpected needs(const std::string& key, const std::string& kind) const;
    const std::string& what() const { return what_; }

private:
    Fields(const Json& json, std::string what, std::string path)
        : json_(&json), what_(std::move(what)), path_(std::move(path)) {}

    const Json* json_;
    std::string what_, path_;
};

/// `dace`: the DaCe that a program is for; nullopt: what its file states.
Expected<std::optional<ir::DaceVersion>> daceVersion(const Fields& program);

/// The whole text; `key` holds the version, which is at most `newest`. Else one sentence:
/// "damaged-file" or "newer-file".
Expected<Json> parseVersioned(const std::string& text, const std::string& what, const char* key,
                              int newest);

} // namespace mw::workbench
