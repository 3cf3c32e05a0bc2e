#pragma once

#include "app/workbench/callers/call_description.h"

namespace mw::workbench {

/// The C header of a library, for C and C++: its functions with names and memory of all arguments.
std::string cHeader(const CallDescription& description);

} // namespace mw::workbench
