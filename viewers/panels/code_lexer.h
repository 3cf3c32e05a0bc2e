#pragma once

#include "viewers/theme/theme.h"

class QsciScintilla;

namespace mw::viewers {

/// Colours, font and margins of a code view, and the lexer for C++ and CUDA. May be called again
/// when the theme changes.
void applyCodeTheme(QsciScintilla& editor, const Theme& theme);

} // namespace mw::viewers
