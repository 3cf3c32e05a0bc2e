#pragma once

class QPainter;
class QStyleOption;

namespace mw::app {

// Check boxes and radio buttons in every place where Qt draws them: forms, lists and trees, menus,
// titles of group boxes. Fusion derives their outline from the window's colour by darkening it,
// which in a dark theme is no outline at all; here it comes from the palette's own roles.

void drawCheckBox(const QStyleOption& option, QPainter& painter);
void drawRadioButton(const QStyleOption& option, QPainter& painter);

} // namespace mw::app
