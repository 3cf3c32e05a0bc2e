#pragma once

#include "transforms/framework/transformation.h"
#include "viewers/theme/theme.h"

#include <QSplitter>

#include <vector>

namespace mw::viewers {
class GraphCanvas;
class JobQueue;
class ProgramView;
} // namespace mw::viewers

namespace mw::app {

class Pane;
class PaneFrame;
class PaneLink;
class Workspace;
enum class PaneView;

/// The panes of the workspace side by side. A click or the focus makes a pane the active one.
class PaneArea : public QSplitter {
    Q_OBJECT

public:
    PaneArea(Workspace& workspace, viewers::JobQueue& jobs, QWidget* parent = nullptr);

    /// Of the active pane.
    viewers::GraphCanvas& canvas() const;
    viewers::ProgramView& programView() const;
    PaneView view() const;
    void setView(PaneView view);
    /// From the left to the right.
    const std::vector<PaneFrame*>& frames() const { return frames_; }
    void setTheme(viewers::ThemeKind kind);
    bool isLayoutRunning() const;
    void activateNext();
    /// Of all panes, and of those to come.
    void setDetails(bool volumes, bool minimap);

signals:
    void viewChanged();   ///< graph or program, of a pane
    void bracketChosen(); ///< in the program view of a pane
    void tryRequested(const QString& transformation, const mw::transforms::Match& match,
                      const mw::transforms::Params& params);
    void layoutFinished();
    void searchRequested();
    void hovered(const QString& title);
    void compared(const QString& text); ///< PaneLink::compared

protected:
    QSplitterHandle* createHandle() override;

private:
    PaneFrame& active() const;
    void add(Pane& pane);
    void remove(const Pane& pane);
    void showActive();
    void showBands(bool tied);

    Workspace& workspace_;
    viewers::JobQueue& jobs_;
    std::vector<PaneFrame*> frames_;
    PaneLink* link_;
    viewers::ThemeKind theme_ = viewers::ThemeKind::light;
};

} // namespace mw::app
