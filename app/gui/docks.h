#pragma once

#include "core/ir/index.h"
#include "viewers/theme/theme.h"

#include <QObject>

#include <map>
#include <memory>

class QDockWidget;
class QMainWindow;

namespace mw::viewers {
class CodePanel;
class HistoryPanel;
class InspectorPanel;
class JobQueue;
class LogPanel;
class OutlinePanel;
class ProblemsPanel;
class TimingsPanel;
class TransformationPanel;
} // namespace mw::viewers

namespace mw::app {

class Workspace;

/// The panels around the canvas, in docks, wired to the workspace: each shows what is selected and
/// says what it wants.
class Docks : public QObject {
    Q_OBJECT

public:
    Docks(QMainWindow* window, Workspace& workspace, viewers::JobQueue& jobs);

    /// Brings a dock to the front by its id: "outline", "inspector", "transformations", "history",
    /// "timings", "code", "problems", "log".
    void show(const QString& id);
    const std::map<QString, QDockWidget*>& all() const { return docks_; }
    void setTheme(viewers::ThemeKind kind);
    void resetLayout();

    viewers::OutlinePanel* outline;
    viewers::InspectorPanel* inspector;
    viewers::TransformationPanel* transformations;
    viewers::HistoryPanel* history;
    viewers::TimingsPanel* timings;
    viewers::CodePanel* code;
    viewers::ProblemsPanel* problems;
    viewers::LogPanel* log;

private:
    QDockWidget* add(const QString& id, const QString& title, QWidget* panel, int area);
    void connectSelection();
    void connectVariant();
    void connectEdits();
    void validate();
    void startValidation(std::shared_ptr<const ir::DocumentIndex> index, bool thorough);

    QMainWindow* window_;
    Workspace& workspace_;
    viewers::JobQueue& jobs_;
    std::map<QString, QDockWidget*> docks_;
};

} // namespace mw::app
