#pragma once

#include <QString>

namespace mw::app {

/// `mapwright --bench FILE`: times of the canvas, the program view and the whole window with this
/// file, or with a generated graph (bench_graphs.h), printed as a table or as JSON. Returns the
/// exit code.
int printCanvasBench(const QString& name, int repeats, bool json);

} // namespace mw::app
