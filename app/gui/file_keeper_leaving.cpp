// What would be lost when a program or the project leaves, and the question before it does.
#include "app/gui/bench_runner.h"
#include "app/gui/file_keeper.h"
#include "app/gui/leave_dialog.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

#include <algorithm>

namespace mw::app {

using viewers::counted;
using viewers::qs;

QString FileKeeper::variantsOf(const Program& program) {
    return counted(static_cast<qsizetype>(program.history->variants().size()), tr("variant"),
                   tr("variants"));
}

/// What is in no file and in no session.
QStringList FileKeeper::losses(const std::vector<ProgramPtr>& programs) const {
    QStringList lines;
    for (const auto& program : programs) {
        const auto* why = writer_->notKept(*program);
        if (program->kept || !program->hasWork() || !why)
            continue;
        const auto unsaved = program->unexported();
        lines << tr("%1: its session could not be written, and %2 not in any file. %3")
                     .arg(fileName(program->path),
                          unsaved == 1 ? tr("1 variant is") : tr("%1 variants are").arg(unsaved),
                          qs(toString(*why)));
    }
    return lines;
}

QStringList FileKeeper::lossesOfProject() const {
    const auto& project = workspace_.project();
    if (project.file.empty())
        return losses(project.programs);
    if (project.isSaved())
        return {};
    return {tr("%1 has changes that are not saved.").arg(fileName(project.file.string()))};
}

/// A project with a file has no sessions that keep what a program had.
QStringList FileKeeper::lossesOfLeaving(const Program& program) const {
    if (!program.hasWork())
        return {};
    return {tr("%1 leaves %2, with its %3.")
                .arg(fileName(program.path), fileName(workspace_.project().file.string()),
                     variantsOf(program))};
}

/// Jobs whose result is somebody's work, as a line.
QStringList FileKeeper::runningWork() const {
    QStringList titles;
    for (const auto& job : jobs_.running())
        if (job.spec.slot == BenchRunner::kSlot || job.spec.slot.startsWith(Workspace::kEditSlot) ||
            job.spec.slot == Workspace::kExportSlot)
            titles << job.spec.title;
    if (titles.isEmpty())
        return {};
    return {tr("Still running, and lost with it: %1.").arg(titles.join(QStringLiteral(", ")))};
}

/// True: nothing is lost.
bool FileKeeper::ask(const QStringList& lines, bool canSave, const std::function<void()>& leave) {
    if (lines.isEmpty())
        return true;
    if (window_->findChild<LeaveDialog*>())
        return false; // it is being asked
    auto* dialog = new LeaveDialog(lines, canSave, window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &LeaveDialog::discardChosen, this, leave);
    connect(dialog, &LeaveDialog::saveChosen, this, [this, leave] { saveProject(leave); });
    connect(dialog, &QDialog::rejected, this, [this] { pending_.clear(); });
    dialog->open();
    return false;
}

bool FileKeeper::mayLeave(const std::function<void()>& leave) {
    if (workspace_.isSaving()) {
        workspace_.whenSaved([this, leave] {
            if (mayLeave(leave))
                leave();
        });
        return false;
    }
    writer_->keepNow();
    const auto unsaved = lossesOfProject();
    const auto others = otherLosses_ ? otherLosses_() : QStringList();
    return ask(unsaved + runningWork() + others, !unsaved.isEmpty(), [this, leave] {
        if (workspace_.project().file.empty())
            writer_->keepNow(); // what ended while it was asked
        else
            writer_->discard();
        leave();
    });
}

void FileKeeper::closeProgram() {
    if (workspace_.isOpen())
        close(workspace_.program());
}

void FileKeeper::closeTab(Pane& pane, std::size_t tab) {
    const auto program = pane.tabs().at(tab).program;
    if (workspace_.isInOtherPane(pane, program))
        workspace_.closeTab(pane, program);
    else
        close(program);
}

void FileKeeper::close(const ProgramPtr& program) {
    if (workspace_.isSaving())
        return workspace_.whenSaved([this, program] { close(program); });
    const auto close = [this, program] {
        writer_->forget(*program);
        if (std::ranges::count(workspace_.programs(), program) > 0)
            workspace_.close(program);
    };
    writer_->keepNow();
    const bool hasFile = !workspace_.project().file.empty();
    if (ask(hasFile ? lossesOfLeaving(*program) : losses({program}), !hasFile, close))
        close();
}

void FileKeeper::closeProject() {
    const auto close = [this] {
        writer_->forgetAll();
        workspace_.closeProject();
    };
    if (mayLeave(close))
        close();
}

} // namespace mw::app
