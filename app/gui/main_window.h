#pragma once

#include "app/gui/window_parts.h"

#include <QMainWindow>

#include <functional>

class QLabel;
class QStackedWidget;

namespace mw::app {

/// The window: start page or panes in the middle, docks around, and what binds the parts to each
/// other. What a user can do stands in commands.h.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(Settings& settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    WindowParts& parts() { return parts_; }
    /// Says that this start is a safe one, and where its work is kept.
    void saySafe();
    /// Calls back once, when the files of the command line are on the screen, or can't be.
    void whenShown(std::function<void()> shown);
    /// No job runs or is about to, nothing is being laid out.
    bool isIdle() const;

signals:
    void maybeIdle(); ///< something ended: isIdle() may have become true

protected:
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void buildCentre();
    void buildMenus();
    void connectPanes();
    void connectWorkspace();
    void connectFiles();
    void connectTour();
    void connectSettings();
    void act(const QString& id); ///< what stands in the table of actions; says why not
    void placeTour();
    void showTitle();
    void showPage();
    void restoreWindow();
    void keepLayout();

    WindowParts parts_;
    bool docksShown_ = true; ///< they are hidden while nothing is open
    QByteArray dockState_;   ///< of the docks, while they are hidden
    bool fitted_ = false;    ///< the docks were given their sizes once
    bool passing_ = false;   ///< a key that nobody took, to the picture
    bool leaving_ = false;   ///< the user agreed to lose what would be lost
    QStackedWidget* pages_;
    QWidget* waiting_; ///< in place of the start page while the command line's files are opened
    QLabel* hover_;    ///< what the pointer is over, in the status line
};

} // namespace mw::app
