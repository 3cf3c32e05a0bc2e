#pragma once

#include "core/support/id.h"
#include "viewers/theme/theme.h"

#include <QSplitter>
#include <QTimer>

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
class PaneOverlays;
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
    QWidget* picture() const; ///< of the active pane: the graph or the program view
    void setView(PaneView view);
    PaneOverlays& overlays() const;  ///< of the active pane
    void showScope(ElementId scope); ///< alone, on the canvas of the active pane
    /// From the left to the right.
    const std::vector<PaneFrame*>& frames() const { return frames_; }
    void setTheme(viewers::ThemeKind kind);
    bool isLayoutRunning() const;
    void activateNext();
    /// Whether the first two panes scroll and zoom together.
    void setMovingTogether(bool together);
    bool areMovingTogether() const;
    /// Nodes that the active pane shows now.
    std::vector<ElementId> elementsInSight() const;
    /// Of all panes, and of those to come.
    void setDetails(bool volumes, bool minimap);

    PaneFrame& activeFrame() const;

signals:
    void fillRequested(mw::app::PaneFrame* frame); ///< it wants the window for itself
    void viewChanged();                            ///< graph or program, of a pane
    void sightChanged();                           ///< of the active pane, a moment ago
    void bracketChosen();                          ///< in the program view of a pane
    void orderChanged();                           ///< of the rows there
    void bracketsChanged();                        ///< there
    void said(const QString& sentence);            ///< for the status line
    void actionRequested(const QString& id);       ///< what stands in the window's table of actions
    void layoutFinished();
    void overlayChanged();
    void menuRequested(const QPoint& global); ///< of what is selected in the active pane
    void scopeChanged();                      ///< of a canvas: another scope is shown
    void searchRequested();
    void tabCloseRequested(mw::app::Pane& pane, std::size_t tab);
    void hovered(const QString& title);
    void compared(const QString& text); ///< PaneLink::compared

protected:
    QSplitterHandle* createHandle() override;

private:
    void add(Pane& pane);
    void takePictures(PaneFrame& frame);
    void remove(const Pane& pane);
    void showActive();
    void showBands(bool tied);

    Workspace& workspace_;
    viewers::JobQueue& jobs_;
    std::vector<PaneFrame*> frames_;
    QTimer sight_; ///< runs while the camera moves
    PaneLink* link_;
    viewers::ThemeKind theme_ = viewers::ThemeKind::light;
};

} // namespace mw::app
