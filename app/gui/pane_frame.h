#pragma once

#include "app/gui/pane.h"
#include "viewers/theme/theme.h"

#include <QFrame>

#include <vector>

class QMenu;
class QStackedWidget;
class QToolButton;

namespace mw::viewers {
class GraphCanvas;
class JobQueue;
class ProgramView;
} // namespace mw::viewers

namespace mw::app {

class Breadcrumb;
class LegendStrip;
class OverlayBox;
class PaneOverlays;
class PaneTabs;
class ProgramPane;
class Workspace;

/// The picture of a pane: its canvas or its program view, and above it, where there is more than
/// one pane or program, the tabs of the pane, and whether it is the active one.
class PaneFrame : public QFrame {
    Q_OBJECT

public:
    PaneFrame(Pane& pane, Workspace& workspace, viewers::JobQueue& jobs, QWidget* parent = nullptr);

    Pane& pane() { return pane_; }
    viewers::GraphCanvas& canvas() { return *canvas_; }
    viewers::ProgramView& programView() { return *programView_; }
    PaneView view() const { return pane_.view(); }
    /// The program view is shown, with the rows of the pane's variant.
    bool showsRows() const;
    /// Nodes that are shown now: of the program view those that its rows stand for.
    std::vector<ElementId> elementsInSight() const;
    void setView(PaneView view) { pane_.setView(view); }
    /// Of the two, the one that is shown.
    QWidget* picture() const;
    /// Alone, on the canvas; of an element that is no scope, what is around it.
    void showScope(ElementId scope);
    void setTheme(viewers::ThemeKind kind);
    /// `alone`: there is no other pane, so nothing has to be said.
    void setActive(bool active, bool alone);
    /// Elements that are partners of what is selected, or under the pointer, in another pane; on
    /// the canvas, beside what a refusal speaks of.
    void setPartners(std::vector<ElementId> selected, std::vector<ElementId> hovered);
    PaneOverlays& overlays() { return *overlays_; }
    void showTimes(); ///< what was measured, in the program view
    void showMarks(); ///< numbers and bookmarks, as texts on the elements

signals:
    void activateRequested(); ///< the user turned to this pane
    void closeRequested();
    void tabCloseRequested(std::size_t tab);
    void fillRequested(); ///< a double click on its tab: it wants the window for itself
    void viewChanged();
    void overlayChanged();
    void menuRequested(const QPoint& global); ///< of what is selected
    void scopeChanged();                      ///< the canvas shows another scope
    void sightMoved();                        ///< another part of the variant may be in sight
    void rowsChanged();                       ///< of the program view
    void actionRequested(const QString& id);  ///< what stands in the window's table of actions
    void hovered(const QString& title);       ///< of what the pointer is over; empty: nothing

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildHeader();
    void buildBar();
    void showCrumbs();
    void showColours();
    void openMenu(const QPoint& at);
    void connectPane();
    void colourHeader();
    void arrangeHeader();
    void offerPrograms();
    void showView();
    void placeOverlayBox();
    void showHighlights();

    Pane& pane_;
    Workspace& workspace_;
    viewers::JobQueue& jobs_;
    viewers::GraphCanvas* canvas_;
    viewers::ProgramView* programView_;
    ProgramPane* program_;
    QStackedWidget* pictures_;
    QWidget* header_;
    QWidget* bar_;    ///< above the graph: where it is, and what its colours say
    QWidget* corner_; ///< the same, of the program view
    Breadcrumb* crumbs_;
    LegendStrip* legend_;
    OverlayBox* nodeOverlay_;
    OverlayBox* edgeOverlay_;
    PaneOverlays* overlays_;
    QWidget* mark_; ///< above the line, in the accent's colour while the pane is active
    PaneTabs* tabs_;
    QToolButton* programs_; ///< those that are no tabs here
    QMenu* menu_;           ///< of them
    QToolButton* close_;
    std::vector<ElementId> partners_;
    viewers::ThemeKind theme_ = viewers::ThemeKind::light;
    bool active_ = true;
    bool alone_ = true;
};

} // namespace mw::app
