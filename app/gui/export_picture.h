#pragma once

namespace mw::app {

struct WindowParts;

/// Asks for a name and writes what the active pane shows there, as SVG, PDF or PNG by its ending.
void exportPicture(WindowParts& parts);

} // namespace mw::app
