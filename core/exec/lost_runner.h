#pragma once

#include "core/support/diagnostic.h"

#include <string>
#include <vector>

namespace mw::exec {

/// Why a runner was taken away, as its launcher (srun, ssh) and its node say it on standard error;
/// empty: they say nothing of the kind, and it ended by what it did.
std::string lossOf(const std::vector<std::string>& lines);

/// A runner was taken away, or did not come in time: another one may do what it was asked for.
bool isLoss(const Diagnostic& error);

} // namespace mw::exec
