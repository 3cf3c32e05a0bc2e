#pragma once

#include "app/gui/pane.h"
#include "app/gui/program.h"
#include "app/workbench/steps.h"
#include "core/bench/bench.h"
#include "core/history/history.h"
#include "core/ir/index.h"
#include "core/support/expected.h"
#include "transforms/framework/transformation.h"

#include <QObject>
#include <QPointer>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace mw::viewers {
class JobQueue;
}

namespace mw::app {

/// What is open: programs, and the panes that show them. What is said without naming a pane speaks
/// of the active one, and its variant is the current one of its program's history. Another file
/// joins those that are open; they keep everything. Long steps (reading, applying) are jobs, which
/// end where they began: in their program and pane, active or not. A failure changes nothing and
/// says why.
class Workspace : public QObject {
    Q_OBJECT

public:
    Workspace(viewers::JobQueue& jobs, SessionStore sessions, QObject* parent = nullptr);

    Pane& activePane() const { return *active_; }
    /// In the order in which they were added; at least one.
    const std::vector<Pane*>& panes() const { return panes_; }
    /// Another pane, active from now on, with what the active one shows.
    void split();
    void activate(Pane& pane);
    /// Takes the pane away; the only one stays.
    void closePane(Pane& pane);

    bool isOpen() const { return active_->isOpen(); }
    const history::History* history() const {
        return isOpen() ? program()->history.get() : nullptr;
    }
    const history::Variant& current() const { return active_->variant(); }
    /// Null when nothing is open.
    const ProgramPtr& program() const { return active_->program(); }
    /// All open programs, that of the active pane last: in the order in which they were looked at.
    const std::vector<ProgramPtr>& programs() const { return programs_; }
    /// Index of the current variant; null when nothing is open.
    std::shared_ptr<const ir::DocumentIndex> index() const { return active_->index(); }
    Selection& selection() { return active_->selection(); }
    QString path() const { return isOpen() ? QString::fromStdString(program()->path) : QString(); }
    QString programName() const { return active_->programName(); }
    QString fileStem() const; ///< the program's name as far as it can be that of a file
    bool isModified() const;  ///< no file holds the current variant

    /// Reads the file with its session, where it has one, and shows it; an open program with this
    /// content is shown as it is.
    void open(const QString& path);
    /// Replays this session, whatever its input looks like now.
    void openSession(const std::filesystem::path& file);
    void show(ProgramPtr program);
    /// Takes the program out of the panes; the one before comes back, if there is one.
    void close();
    /// Writes the current variant to a file that is no input, as a job; the file appears whole or
    /// not at all. The program stays that of its input.
    void startExport(const QString& path);
    /// An error when this file is the input of an open program or of a session.
    Expected<void> checkNoInput(const QString& path) const;

    void apply(const QString& transformation, const transforms::Match& match,
               const transforms::Params& params);
    void applyAll(const QString& transformation, const transforms::Params& params);
    /// The first place where it applies, in the order of `find`.
    void applyFirst(const QString& transformation, const transforms::Params& params = {});

    /// Repairs findings of the current variant, one step each.
    void repair(const std::vector<Diagnostic>& findings);

    void undo();
    void redo();
    void goTo(history::VariantId id);
    void rename(history::VariantId id, const QString& name);
    void setPinned(history::VariantId id, bool pinned);
    /// The pinned variants; the current one when none is pinned.
    std::vector<history::VariantId> variantsToRun() const;

    void setBenchResult(const ProgramPtr& program, bench::BenchResult result,
                        const std::vector<history::VariantId>& variants);
    const std::optional<bench::BenchResult>& benchResult() const;

    static inline const QString kEditSlot = QStringLiteral("edit-");
    static inline const QString kExportSlot = QStringLiteral("export");

signals:
    void paneAdded(mw::app::Pane& pane);
    void paneClosed(const mw::app::Pane& pane); ///< another one is active already
    void activated();                           ///< another pane: all that is shown may differ
    void opened();                              ///< another program is in the active pane, or none
    /// The end of open() or openSession(), unless a newer one took its place.
    void openEnded(bool done);
    /// A session of this input that began with another content is there.
    void olderSessionFound(const mw::app::SessionStore::Found& session);
    void variantChanged(); ///< another current variant (also after opened)
    void selectionChanged();
    void historyChanged(); ///< variants, names, pins, times
    void benchChanged();
    void failed(const mw::Diagnostic& why, const QString& what);
    void said(const QString& sentence); ///< for the status line and the log

private:
    using Edit = std::function<Expected<std::vector<workbench::Step>>(const ir::DocumentPtr&,
                                                                      const std::stop_token&)>;
    struct Opened;
    void startOpen(const QString& title, const QString& name,
                   std::function<Expected<Opened>(const std::stop_token&)> read);
    void take(Opened opened);
    void startEdit(const QString& title, Edit edit);
    struct Origin;
    void finishEdit(const Origin& origin, const QString& title,
                    Expected<std::vector<workbench::Step>> steps);
    void exported(const ProgramPtr& program, const QString& path, history::VariantId variant);
    Pane& addPane();
    void setProgram(const ProgramPtr& program);
    void workDone(const ProgramPtr& program);
    void moveTo(history::VariantId id);

    viewers::JobQueue& jobs_;
    SessionStore sessions_;
    std::vector<ProgramPtr> programs_;
    std::vector<Pane*> panes_;
    Pane* active_;
};

} // namespace mw::app
