#pragma once

#include "app/workbench/tune/log.h"

#include <nlohmann/json.hpp>

// Trials in the tool's files: a list of objects.

namespace mw::workbench {

/// One trial; texts as they are, whatever their bytes.
nlohmann::ordered_json toJson(const Trial& trial);
/// Nothing where the list is none of trials.
std::optional<TuneLog> trialsOf(const nlohmann::ordered_json& list);

} // namespace mw::workbench
