#pragma once

#include "core/io/detail/json.h"
#include "core/ir/sdfg.h"

namespace mw::io {

/// `constants_prop`: numbers become `constants`, everything else is listed in `constantArrays` and
/// stays in the origin.
void readConstants(const Json& attributes, ir::Sdfg& sdfg);

/// Writes the constants into `attributes`, which starts as a copy of what the file had. Returns
/// whether anything differs from it.
bool writeConstants(const ir::Sdfg& sdfg, Json& attributes);

} // namespace mw::io
