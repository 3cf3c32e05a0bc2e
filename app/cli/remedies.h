#pragma once

#include <string>
#include <string_view>

namespace mw::cli {

/// What to do about a diagnostic of this code, one or two sentences; empty: the code has none. The
/// lines of docs/site/remedies.txt, of which the manual's page on troubleshooting is made too.
std::string remedyOf(std::string_view code);

} // namespace mw::cli
