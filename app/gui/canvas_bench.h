#pragma once

#include <QString>

namespace mw::app {

/// `mapwright --bench FILE`: times of the canvas on this file, printed as a table or as JSON.
/// Returns the exit code.
int printCanvasBench(const QString& file, int repeats, bool json);

} // namespace mw::app
