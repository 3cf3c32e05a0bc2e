#pragma once

#include "app/cli/exit_code.h"
#include "app/cli/run_options.h"

#include <string>

namespace mw::cli {

/// `mw tune --campaign FILE`: runs it, says what each cell came to, and prints the table (`json`:
/// the results as JSON). runFailed where a cell has no result.
Exit runCampaign(const std::string& file, const RunOptions& how, bool json);

} // namespace mw::cli
