#pragma once

#include "app/workbench/detail/json_fields.h"
#include "app/workbench/project.h"

#include <filesystem>
#include <stop_token>
#include <string>

// The JSON of a project, in its file and in its session.

namespace mw::workbench {

/// With paths relative to the folder where they lie in it or below it.
Expected<Json> toJson(const Project& project, const std::filesystem::path& folder);
/// As it stands in files.
std::string textOf(const Json& project);

/// "damaged-file" or "newer-file".
Expected<Json> parseProject(const std::string& text);
/// What toJson() wrote for this folder, without the file that it is kept in. Every step is done
/// again.
Expected<OpenedProject> projectOf(const Json& json, const std::filesystem::path& folder,
                                  const std::stop_token& stop);

/// Errors name the file.
template <class Value>
Expected<Value> namingFile(const std::filesystem::path& file, Expected<Value> value) {
    if (!value && value.error().location.file.empty())
        value.error().location.file = file.string();
    return value;
}

} // namespace mw::workbench
