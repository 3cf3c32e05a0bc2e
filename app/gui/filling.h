#pragma once

#include <QByteArray>
#include <QObject>
#include <QPointer>

class QDockWidget;
class QMainWindow;
class QTabBar;

namespace mw::app {

class Docks;
class PaneArea;
class PaneFrame;
class Workspace;

/// Who has the window for itself: the panes without panels, one pane, or one panel (with those
/// that are tabs beside it). The layout before comes back as it was.
class Filling : public QObject {
    Q_OBJECT

public:
    Filling(QMainWindow* window, Workspace& workspace, Docks& docks, PaneArea& panes);

    bool isFilled() const { return !before_.isEmpty(); }
    void togglePanels();                 ///< the panes alone, or all as it was
    void togglePane(PaneFrame* frame);   ///< this pane alone, or all as it was
    void togglePanel(QDockWidget* dock); ///< this panel alone, or all as it was
    void toggleFocused();                ///< who has the keyboard alone, or all as it was
    /// Panels beside the panes go while there are two, where the window is not wide; they come back
    /// with the second pane's end, or here.
    void unfold();
    void restore(); ///< all as it was, where something fills the window

signals:
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void begin();
    void fold();
    void hideAllBut(const QList<QDockWidget*>& shown);
    QDockWidget* dockOf(const QTabBar& bar, int tab) const;
    bool isOfTitle(const QDockWidget& dock, const QPoint& at) const;

    QMainWindow* window_;
    Docks& docks_;
    PaneArea& panes_;
    QList<QDockWidget*> folded_;  ///< hidden because there are two panes
    QByteArray before_;           ///< empty: nothing fills the window
    QPointer<QDockWidget> alone_; ///< null: no panel does
};

} // namespace mw::app
