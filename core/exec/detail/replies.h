#pragma once

#include "core/exec/machine_load.h"
#include "core/exec/place.h"
#include "core/exec/protocol.h"
#include "core/symbolic/expr.h"

#include <nlohmann/json.hpp>

namespace mw::exec {

// What the runner answers, and reads, as JSON.
nlohmann::json toJson(const DeviceInfo& info);
nlohmann::json toJson(const RunnerPlace& place);
nlohmann::json toJson(const MachineLoad& load);
nlohmann::json toJson(const CompileResult::Resources& resources);
nlohmann::json toJson(const DeviceCode& code);
nlohmann::json toJson(const Diagnostic& diagnostic); ///< a reply by itself
symbolic::Bindings readSymbols(const nlohmann::json& json);

} // namespace mw::exec
