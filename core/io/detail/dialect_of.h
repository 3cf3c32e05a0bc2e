#pragma once

#include "core/io/detail/json.h"
#include "core/symbolic/expr.h"

#include <string_view>

namespace mw::io {

/// The dialect that a file is written in: what its symbolic texts show (`$N` or `N`). The version
/// string does not decide, because builds of GT4Py name theirs after a day; it is asked only where
/// no text has a name. `text` is what `json` was parsed from.
symbolic::Dialect dialectOf(const Json& json, std::string_view text, bool versionHasDollar);

} // namespace mw::io
