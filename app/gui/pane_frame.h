#pragma once

#include "viewers/theme/theme.h"

#include <QFrame>

class QLabel;
class QToolButton;

namespace mw::viewers {
class GraphCanvas;
} // namespace mw::viewers

namespace mw::app {

class Pane;

/// The picture of a pane: its canvas, and above it, where there is more than one pane, a line that
/// says what is shown and whether the pane is the active one.
class PaneFrame : public QFrame {
    Q_OBJECT

public:
    explicit PaneFrame(Pane& pane, QWidget* parent = nullptr);

    Pane& pane() { return pane_; }
    viewers::GraphCanvas& canvas() { return *canvas_; }
    void setTheme(viewers::ThemeKind kind);
    /// `alone`: there is no other pane, so nothing has to be said.
    void setActive(bool active, bool alone);
    void showTitle();
    void showHeat(); ///< what was measured, on the maps

signals:
    void activateRequested(); ///< the user turned to this pane
    void closeRequested();
    void hovered(const QString& title); ///< of what the pointer is over; empty: nothing

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildHeader();
    void connectPane();
    void colourHeader();
    void elideTitle();

    Pane& pane_;
    viewers::GraphCanvas* canvas_;
    QWidget* header_;
    QWidget* mark_; ///< above the line, in the accent's colour while the pane is active
    QLabel* title_;
    QToolButton* close_;
    viewers::ThemeKind theme_ = viewers::ThemeKind::light;
    bool active_ = true;
};

} // namespace mw::app
