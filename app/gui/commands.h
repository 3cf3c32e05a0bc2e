#pragma once

#include "app/gui/action_table.h"

#include <vector>

namespace mw::app {

class MainWindow;

/// Everything a user can do, in the order of the menus.
std::vector<ActionSpec> makeCommands(MainWindow& window);

} // namespace mw::app
