#pragma once

#include "viewers/theme/theme.h"

#include <QSplitter>

#include <vector>

namespace mw::viewers {
class GraphCanvas;
} // namespace mw::viewers

namespace mw::app {

class Pane;
class PaneFrame;
class Workspace;

/// The panes of the workspace side by side. A click or the focus makes a pane the active one.
class PaneArea : public QSplitter {
    Q_OBJECT

public:
    explicit PaneArea(Workspace& workspace, QWidget* parent = nullptr);

    /// Of the active pane.
    viewers::GraphCanvas& canvas() const;
    /// From the left to the right.
    const std::vector<PaneFrame*>& frames() const { return frames_; }
    void setTheme(viewers::ThemeKind kind);
    bool isLayoutRunning() const;
    void activateNext();

signals:
    void layoutFinished();
    void searchRequested();
    void hovered(const QString& title);

private:
    PaneFrame& active() const;
    void add(Pane& pane);
    void remove(const Pane& pane);
    void showActive();

    Workspace& workspace_;
    std::vector<PaneFrame*> frames_;
    viewers::ThemeKind theme_ = viewers::ThemeKind::light;
};

} // namespace mw::app
