#pragma once

#include "app/workbench/callers/call_description.h"
#include "core/support/expected.h"

namespace mw::workbench {

/// A Fortran module `mw_PROGRAM` with the procedures PROGRAM (arguments by name, checked, strided
/// arrays as they are), PROGRAM_end and, on a device, PROGRAM_set_stream. "not-in-fortran" where it
/// has no type for an argument.
Expected<std::string> fortranModule(const CallDescription& description);

} // namespace mw::workbench
