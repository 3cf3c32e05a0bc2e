#pragma once

#include "app/cli/info_data.h"
#include "core/analysis/analysis.h"

#include <string>

namespace mw::cli {

/// Everything that `mw info` knows of a program, as JSON.
std::string infoJson(const ir::Document& document, const analysis::ProgramSummary& summary,
                     const ProgramInfo& info);

} // namespace mw::cli
