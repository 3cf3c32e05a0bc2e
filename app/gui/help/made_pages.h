#pragma once

#include "app/gui/help/pages.h"

namespace mw::app {

class ActionTable;

// Pages that are made of what the program is.

extern const QString kKeysPage, kNamesPage, kAboutPage; ///< their ids

/// Every action that has a key, menu by menu.
HelpPage keysPage(const ActionTable& actions);
/// What a transformation is called in the window, in commands and recipes, and what it does.
HelpPage namesPage();
/// Version, licence, and what is used with which licence.
HelpPage aboutPage();

} // namespace mw::app
