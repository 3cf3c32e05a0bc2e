#pragma once

#include "app/gui/action_table.h"

#include <vector>

namespace mw::app {

class CommandList;
struct WindowParts;

/// Everything a user can do, in the order of the menus. The parts must outlive the actions.
std::vector<ActionSpec> makeCommands(WindowParts& parts);

/// View and Panels: what is shown, and how (commands_view.cpp).
void addViewCommands(CommandList& list, WindowParts& parts);
/// View: scopes that are gone into, collapsed (commands_scope.cpp).
void addScopeCommands(CommandList& list, WindowParts& parts);
/// View: what colours say (commands_overlay.cpp).
void addOverlayCommands(CommandList& list, WindowParts& parts);
/// View: the generated code beside another variant's (commands_code.cpp).
void addCodeCommands(CommandList& list, WindowParts& parts);
/// Every transformation of the registry, by category (commands_transform.cpp).
void addTransformCommands(CommandList& list, WindowParts& parts);
/// Bookmarks, notes, macros, settings: Edit (commands_marks.cpp).
void addMarkCommands(CommandList& list, WindowParts& parts);
/// Help: documentation, keys, names, licences (commands_help.cpp).
void addHelpCommands(CommandList& list, WindowParts& parts);
/// Help: the tour and its steps (commands_tour.cpp).
void addTourCommands(CommandList& list, WindowParts& parts);

} // namespace mw::app
