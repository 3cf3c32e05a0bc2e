#pragma once

#include "transforms/framework/transformation.h"
#include "viewers/theme/theme.h"

#include <QFrame>

class QLabel;
class QToolButton;

class QStackedWidget;

namespace mw::viewers {
class GraphCanvas;
class JobQueue;
class ProgramView;
} // namespace mw::viewers

namespace mw::app {

class Pane;
class ProgramPane;
class Workspace;

enum class PaneView {
    canvas,  ///< the graph
    program, ///< kernels in order
};

/// The picture of a pane: its canvas or its program view, and above it, where there is more than
/// one pane, a line that says what is shown and whether the pane is the active one.
class PaneFrame : public QFrame {
    Q_OBJECT

public:
    PaneFrame(Pane& pane, Workspace& workspace, viewers::JobQueue& jobs, QWidget* parent = nullptr);

    Pane& pane() { return pane_; }
    viewers::GraphCanvas& canvas() { return *canvas_; }
    viewers::ProgramView& programView() { return *programView_; }
    PaneView view() const;
    /// The program view is shown, with the rows of the pane's variant.
    bool showsRows() const;
    void setView(PaneView view);
    /// Of the two, the one that is shown.
    QWidget* picture() const;
    void setTheme(viewers::ThemeKind kind);
    /// `alone`: there is no other pane, so nothing has to be said.
    void setActive(bool active, bool alone);
    void showTitle();
    void showHeat();  ///< what was measured, on the maps
    void showMarks(); ///< times and bookmarks, as texts on the elements

signals:
    void activateRequested(); ///< the user turned to this pane
    void closeRequested();
    void viewChanged();
    void rowsChanged(); ///< of the program view
    void tryRequested(const QString& transformation, const mw::transforms::Match& match,
                      const mw::transforms::Params& params);
    void hovered(const QString& title); ///< of what the pointer is over; empty: nothing

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildHeader();
    void connectPane();
    void colourHeader();
    void elideTitle();

    Pane& pane_;
    Workspace& workspace_;
    viewers::GraphCanvas* canvas_;
    viewers::ProgramView* programView_;
    ProgramPane* program_;
    QStackedWidget* pictures_;
    QWidget* header_;
    QWidget* mark_; ///< above the line, in the accent's colour while the pane is active
    QLabel* title_;
    QToolButton* close_;
    viewers::ThemeKind theme_ = viewers::ThemeKind::light;
    bool active_ = true;
};

} // namespace mw::app
