#pragma once

#include "core/support/expected.h"
#include "viewers/canvas/export.h"

namespace mw::app {

struct WindowParts;

/// Asks for a name and writes what the active pane shows there, as SVG, PDF or PNG by its ending;
/// as .dot its graph for Graphviz.
void exportPicture(WindowParts& parts);
/// The roofline in the timings panel as a picture.
void exportRoofline(WindowParts& parts);
viewers::Picture rooflinePicture(WindowParts& parts);
/// As SVG, PDF or PNG by the file's ending.
Expected<void> exportPicture(const viewers::Picture& picture, const QString& file);

} // namespace mw::app
