#pragma once

#include <QIcon>

class QString;

namespace mw::app {

/// The sign of an action in the tool bar, drawn by strokes in the colour of the palette's text, so
/// that it belongs to every theme and is sharp at every scale. Null: the action has none.
QIcon toolIcon(const QString& action);

} // namespace mw::app
