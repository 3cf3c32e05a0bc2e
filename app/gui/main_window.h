#pragma once

#include "app/gui/workspace.h"
#include "viewers/theme/theme.h"

#include <QMainWindow>

#include <memory>

class QLabel;
class QProgressBar;
class QStackedWidget;
class QToolButton;

namespace mw::viewers {
class GraphCanvas;
class JobQueue;
} // namespace mw::viewers

namespace mw::app {

class ActionTable;
class BenchRunner;
class CommandPalette;
class Docks;
class FileKeeper;
class MessageBar;
class Settings;
class StartPage;

/// The window: canvas or start page in the middle, docks around, and the wiring between them and
/// the workspace. What a user can do stands in commands.cpp.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(Settings& settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    Workspace& workspace() { return *workspace_; }
    ActionTable& actionTable() { return *actions_; }
    viewers::JobQueue& jobs() { return *jobs_; }
    viewers::GraphCanvas& canvas() { return *canvas_; }
    Docks& docks() { return *docks_; }
    CommandPalette& palettePopup() { return *palette_; }
    MessageBar& messageBar() { return *messages_; }

    /// No job runs, nothing is being laid out.
    bool isIdle() const;

    void openFile(const QString& path); ///< empty: asks
    FileKeeper& files() { return *files_; }
    void exportPicture();
    void saveReport();
    void startBench();
    void cancelWork();
    void showError(const Diagnostic& why, const QString& what);
    void say(const QString& sentence);
    void setTheme(viewers::ThemeKind kind);
    void chooseTheme(viewers::ThemeKind kind); ///< and remembers it
    viewers::ThemeKind theme() const { return theme_; }
    /// Shows what was found without choosing devices anew in tests and pictures.
    void findDevices();

signals:
    void maybeIdle(); ///< something ended: isIdle() may have become true

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void buildCentre();
    void buildStatus();
    void connectCanvas();
    void connectWorkspace();
    void connectRun();
    void showTitle();
    void showJobs();
    void showPage();
    void showHeat();
    void updateRun();
    void askForConsent(const Diagnostic& why);
    void restoreWindow();
    void offerSession();
    void connectFiles();

    Settings& settings_;
    viewers::ThemeKind theme_ = viewers::ThemeKind::light;
    bool docksShown_ = true; ///< they are hidden while nothing is open
    QByteArray dockState_;   ///< of the docks, while they are hidden
    viewers::JobQueue* jobs_;
    Workspace* workspace_;
    FileKeeper* files_;
    BenchRunner* bench_;
    bool leaving_ = false; ///< the user agreed to lose what would be lost
    ActionTable* actions_;
    Docks* docks_;

    MessageBar* messages_;
    QStackedWidget* pages_;
    StartPage* start_;
    viewers::GraphCanvas* canvas_;
    CommandPalette* palette_;
    QLabel* hover_;
    QLabel* jobTitle_;
    QProgressBar* jobProgress_;
    QToolButton* jobCancel_;
};

} // namespace mw::app
