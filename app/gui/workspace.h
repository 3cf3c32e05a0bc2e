#pragma once

#include "app/gui/pane.h"
#include "app/gui/prediction_device.h"
#include "app/gui/program.h"
#include "app/workbench/export_program.h"
#include "app/workbench/open_input.h"
#include "app/workbench/project.h"
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
namespace mw::workbench {
class Adviser;
}

namespace mw::app {

/// What is open: one project, and the panes that show its programs. What is said without naming a
/// pane speaks of the active one, and its variant is the current one of its program's history.
/// Another input joins the project; another project takes its place. Long steps (reading, applying)
/// are jobs, which end where they began: in their program and pane, active or not. A failure
/// changes nothing and says why.
class Workspace : public QObject {
    Q_OBJECT

public:
    Workspace(viewers::JobQueue& jobs, SessionStore sessions, QObject* parent = nullptr);

    Pane& activePane() const { return *active_; }
    /// From the left to the right: one or two.
    const std::vector<Pane*>& panes() const { return panes_; }
    /// Another pane, active from now on, with what the active one shows. Says why not a third.
    void split();
    void activate(Pane& pane);
    /// Takes the pane away, whose programs stay open in the other one; the only one stays.
    void closePane(Pane& pane);
    /// Shows this tab of the pane, which is the active one from now on.
    void showTab(Pane& pane, std::size_t tab);
    /// The tab after the one that is shown in the active pane (step 1), or before it (-1).
    void showNextTab(int step);
    /// Takes the tab away. Its program is in the other pane, too, and stays open.
    void closeTab(Pane& pane, const ProgramPtr& program);
    bool isInOtherPane(const Pane& pane, const ProgramPtr& program) const;

    bool isOpen() const { return active_->isOpen(); }
    const history::History* history() const {
        return isOpen() ? program()->history.get() : nullptr;
    }
    const history::Variant& current() const { return active_->variant(); }
    /// Null when nothing is open.
    const ProgramPtr& program() const { return active_->program(); }
    const workbench::Project& project() const { return project_; }
    /// Of the project, in the order in which they joined it.
    const std::vector<ProgramPtr>& programs() const { return project_.programs; }
    /// Index of the current variant; null when nothing is open.
    std::shared_ptr<const ir::DocumentIndex> index() const { return active_->index(); }
    Selection& selection() { return active_->selection(); }
    /// What is applied or tried next, in every view.
    CurrentStep& step() { return active_->step(); }
    QString path() const { return isOpen() ? QString::fromStdString(program()->path) : QString(); }
    QString programName() const { return active_->programName(); }
    /// Its name, and where several that are open have that name, as much of its path as tells it
    /// from those; `program` is open.
    QString titleOf(const workbench::Program& program) const;
    /// What tells it alone: its name, or as much of its path.
    QString shortTitleOf(const workbench::Program& program) const;
    QString fileStem() const; ///< the program's name as far as it can be that of a file
    /// No file holds the current variant; of a project with a file: that misses something.
    bool isModified() const;

    /// Reads the input with its session, where it has one, and shows it; an open program with this
    /// content is shown as it is.
    void open(const QString& path);
    /// Reads a project, which takes the place of this one. `copy`: what is read for it instead, a
    /// state that was never saved.
    void openProject(const QString& path, const QString& copy = {});
    /// Writes the project as it is now to a file that is no input, by a job: it is kept there from
    /// when `done` runs.
    void saveProject(const QString& path, std::function<void(const Expected<void>&)> done);
    bool isSaving() const;
    /// The project's file was looked at, and has this content (Project::seenKey).
    void noteFileSeen(std::string key) { project_.seenKey = std::move(key); }
    /// Now, or when what is being saved is in its file: what goes on with another project, or
    /// without a program, waits for it.
    void whenSaved(std::function<void()> act);
    /// The project with what is shown of it, as its session has it: a copy, for a job.
    workbench::Project projectToKeep();
    /// Of the project and its programs, as Program::kept.
    void markKept(bool kept);
    /// The project of this session takes the place of this one.
    void restoreProject(const std::filesystem::path& session);
    /// Begins an empty project.
    void closeProject();
    /// How the project's programs are run from now on.
    void setRun(workbench::InputChoice inputs, workbench::RunSettings settings);
    /// Replays this session, whatever its input looks like now.
    void openSession(const std::filesystem::path& file);
    /// Reads the file of the active pane's program again for this DaCe (nullopt: the one that the
    /// file states). A program with steps stays as it is: they were checked for the other one.
    void readFor(const std::optional<ir::DaceVersion>& dace);
    /// In the active pane, as it was last seen there.
    void show(const ProgramPtr& program);
    /// Takes the program out of the project; the next one takes its place, if there is one.
    void close(const ProgramPtr& program);
    /// Writes the current variant to a file that is no input, as a job; the file appears whole or
    /// not at all. The program stays that of its input.
    void startExport(workbench::ExportRequest request);
    /// An error when this file is the input of an open program or of a session.
    Expected<void> checkNoInput(const QString& path) const;

    /// The current step; says why not.
    void applyStep();
    void apply(const QString& transformation, const transforms::Match& match,
               const transforms::Params& params);
    void applyAll(const QString& transformation, const transforms::Params& params);
    /// The first place where it applies, in the order of `find`.
    void applyFirst(const QString& transformation, const transforms::Params& params = {});

    /// To the sizes and bounds that the project's programs are run with.
    void specialise();
    /// The program's own inputs, else the project's as it takes them; without a program those.
    workbench::InputChoice inputsOf(const ProgramPtr& program) const;
    workbench::InputChoice runChoice() const { return inputsOf(program()); }
    /// Says the grid of this program's runs on the device shown, where the project's inputs leave
    /// it open, else nothing. Takes its time when it is asked first: for jobs. Without a program
    /// given: of the active pane's.
    using Grid = std::function<std::string()>;
    Grid grid(const ProgramPtr& program) const;
    Grid grid() const { return grid(program()); }
    /// The device that runs would be on now, whether somebody chose it or not.
    void setDeviceShown(codegen::Target target, const QString& name);
    codegen::Target deviceShown() const;
    /// Which device times are predicted for: one of workbench::deviceModelNames(), or, empty, what
    /// the program was made for and the device that is shown decide.
    void setPredictedFor(const QString& device);
    /// Without a program of no file.
    PredictionDevice predictionDevice(const ProgramPtr& program) const;

    /// Who says what could be done: of all variants, for what is like the one before is kept.
    const std::shared_ptr<workbench::Adviser>& adviser() const { return adviser_; }

    /// By a pipeline that is part of the program, with predicted times for the sizes of the run;
    /// each step is a variant as soon as it is found. A cancelled one keeps what it found.
    void optimise(const QString& pipeline);

    /// Steps that a long job made of a variant.
    struct Found {
        ProgramPtr program;
        history::VariantId below; ///< what the steps were made of
        std::vector<workbench::Step> steps;
        QPointer<Pane> pane;              ///< in which the job began
        history::VariantId shown = below; ///< who looks at this in that pane is taken along
        QString title{};                  ///< of the job; several steps stand under it
        std::optional<history::VariantId> batch{}; ///< the first step of the job, where it is there
    };
    /// Those that are there already stay as they are. The last one.
    history::VariantId addSteps(Found found);

    /// Something was done to this program that no file holds yet.
    void workDone(const ProgramPtr& program);

    /// Gives a property of an element another value, as a step that may change results.
    void edit(const transforms::Edit& edit);

    /// A variant whose kernels are launched, or written, like this; the graph stays as it is.
    void choose(const codegen::Choices& choices);

    /// Does the steps of a recipe below the current variant; those that do not fit are left out.
    /// replayed() says what became of each.
    void replay(const QString& file);

    /// Repairs findings of the current variant, one step each.
    void repair(const std::vector<Diagnostic>& findings);

    void undo();
    void redo();
    void goTo(history::VariantId id);
    void rename(history::VariantId id, const QString& name);
    void setPinned(history::VariantId id, bool pinned);
    /// What times are set against in every view: the variant at this place of the last measurement.
    void setBaseline(int measured);
    /// Where that stands in the last measurement of this session.
    int measuredBaseline() const;
    /// What comparing results said of a variant.
    void setAgreement(const ProgramPtr& program, history::VariantId id,
                      history::Agreement agreement);
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
    void viewChanged();                         ///< graph or program, or the tabs, of a pane
    void opened();                              ///< another program is in the active pane, or none
    void projectOpened();     ///< another project took the place of the one before
    void predictionChanged(); ///< what predictionDevice() says
    void sizesChanged();      ///< what grid() says, the project's inputs apart
    void projectChanged();    ///< its file, its programs, how they are run, what is saved of it
    /// The end of open(), openProject() or openSession(), unless a newer one took its place.
    void openEnded(bool done);
    /// A session of this input that began with another content is there.
    void olderSessionFound(const mw::app::SessionStore::Found& session);
    void variantChanged(); ///< another current variant (also after opened)
    void selectionChanged();
    void stepChanged();    ///< step()
    void historyChanged(); ///< variants, names, pins, times
    void benchChanged();
    /// What became of each step of a recipe.
    void replayed(const mw::app::ProgramPtr& program,
                  const std::vector<mw::workbench::ReplayedStep>& steps);
    void exportDone();    ///< a variant of the active pane's program has a file of its own
    void projectLeaves(); ///< another one takes its place: the last moment to keep it
    void measured();      ///< times of a program arrived, which nobody may lose
    /// Inputs of a project that was opened are not what it has of them.
    void inputsDiffer(const std::vector<mw::Diagnostic>& inputs);
    /// A file, or a step of what was done to it.
    void notOpened(const mw::Diagnostic& why, const QString& what);
    void exportMade(const mw::workbench::Exported& done); ///< by startExport()
    /// It was not; failed() has said so, but where consent to C++ is lacking.
    void exportRefused(const mw::Diagnostic& why);
    void failed(const mw::Diagnostic& why, const QString& what);
    void said(const QString& sentence);                       ///< for the status line and the log
    void wrote(const QString& sentence, const QString& file); ///< an export, a recipe

private:
    /// Where several have its name; nullopt: nobody else has.
    std::optional<QString> tellingFile(const workbench::Program& program) const;
    struct Edited {
        Edited() = default;
        // NOLINTNEXTLINE(google-explicit-constructor)
        Edited(std::vector<workbench::Step> done, QString sentence = {})
            : steps(std::move(done)), said(std::move(sentence)) {}

        std::vector<workbench::Step> steps;
        QString said;                                  ///< of what was done; empty: how often
        std::vector<workbench::ReplayedStep> replayed; ///< of a recipe, done or not
    };
    using Edit = std::function<Expected<Edited>(const ir::DocumentPtr&, const std::stop_token&)>;
    template <class Opened>
    void startOpen(const QString& title, const QString& name,
                   std::function<Expected<Opened>(const std::stop_token&)> read);
    void take(workbench::OpenedInput opened);
    void take(workbench::OpenedProject opened);
    /// One edit at a time of each program in each pane; the others go on.
    static QString editSlot(const Program& program, const Pane& pane);
    /// One optimisation of each program, beside its edits.
    static QString optimiseSlot(const Program& program);
    void startEdit(const QString& title, Edit edit);
    struct Origin;
    class Growth;
    static void markBatch(history::History& history, history::VariantId kept,
                          history::VariantId last, const Found& found);
    void finishEdit(const Origin& origin, const QString& title, Expected<Edited> edited);
    void exported(const ProgramPtr& program, const workbench::Exported& export_,
                  history::VariantId variant, const QString& file);
    Pane& addPane();
    void setProgram(const ProgramPtr& program);
    /// The current variant is the one that the active pane shows.
    void lookAtActive();
    workbench::Shown shown() const;
    void restoreShown();
    /// The bytes of the inputs as project files have them, so that writing need not wait for it.
    void packInputs();
    void wentOn();
    void letGo(const Program& program);
    void freeLater(std::vector<ProgramPtr> programs);
    void moveTo(history::VariantId id);

    viewers::JobQueue& jobs_;
    SessionStore sessions_;
    std::shared_ptr<workbench::Adviser> adviser_;
    workbench::Project project_;
    std::optional<codegen::Target> deviceShown_;
    QString deviceName_; ///< of the device that is shown
    QString predictedFor_;
    /// Of programs that were asked for.
    mutable std::map<std::weak_ptr<workbench::Program>, std::shared_ptr<workbench::MeasuringGrids>,
                     std::owner_less<>>
        grids_;
    std::vector<Pane*> panes_;
    Pane* active_;
    std::vector<std::function<void()>> afterSaving_;
};

} // namespace mw::app
