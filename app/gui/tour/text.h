#pragma once

#include "app/gui/tour/scene.h"

#include <QString>

namespace mw::app {

class ActionTable;

/// Scheme of the links in the tour's texts; the rest is the id of an action.
inline constexpr const char* kTourLink = "do:";

/// A text of the tour as HTML: translated, with the example of the scene and the table's actions in
/// place of what stands in braces (see TourStep).
QString tourHtml(const char* text, const TourScene& scene, const ActionTable& actions);

/// "View > Program (Ctrl+2)": where the action stands, and its keys.
QString actionPlace(const ActionTable& actions, const QString& id);

} // namespace mw::app
