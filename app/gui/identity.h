#pragma once

namespace mw::app {

/// Name and icon of the application, and the name of its desktop file, by which desktops know whose
/// the windows are. Needs a QApplication.
void identifyApplication();

} // namespace mw::app
