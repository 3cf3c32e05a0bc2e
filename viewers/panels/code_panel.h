#pragma once

#include "core/ir/sdfg.h"
#include "viewers/panels/kernel_code.h"
#include "viewers/panels/kernel_editing.h"
#include "viewers/panels/panel.h"

#include <functional>
#include <map>
#include <optional>

class QComboBox;
class QLabel;
class QToolButton;

namespace mw::viewers {

class CodeSides;
class JobContext;
class JobQueue;
class KernelEditor;

/// The generated kernels of the current variant, alone or beside those of another one: source, what
/// it became pass by pass, and what it is compiled to. A line at the cursor and the element that it
/// was made of select each other. Text is made only while the panel can be seen.
class CodePanel : public Panel {
    Q_OBJECT

public:
    explicit CodePanel(JobQueue& jobs, QWidget* parent = nullptr);

    void showVariant(const PanelContext& context) override;
    void showHistory(const PanelContext& context) override;
    void showSelection(const PanelContext& context) override;
    void showResults(const PanelContext& context) override;
    void showNumbers(const PanelContext& context) override;
    void setTheme(ThemeKind kind) override;
    QString text() const;

    /// Compiles for a device and lists what became of the kernels: run by a job of the device lane.
    using ListInstructions =
        std::function<KernelCode(const CodeSubject& subject, const JobContext& job)>;
    /// Gives one that does so with what is set now. Without, there are no instructions to show.
    using MakeInstructions = std::function<ListInstructions(exec::Instructions kind)>;
    void setInstructions(MakeInstructions make);
    void showInstructions(exec::Instructions kind); ///< as if the user chose them
    void again();                                   ///< makes the text anew

    /// Whether the marked kernel can be written by hand.
    bool canEdit() const;
    /// As runs compile it: with the values of their symbols, once these are known.
    void editKernel();
    bool knowsValues() const { return !subject_.values.empty(); }
    KernelEditing& editing() { return *editing_; }
    KernelEditor& editor() { return *editor_; }

    /// Sets another variant's code beside this one's; 0: none.
    void compareWith(history::VariantId other);
    history::VariantId comparedWith() const { return other_; }
    /// To the next place that differs, or with -1 to the one before.
    void goToChange(int direction);
    CodeSides& sides() { return *sides_; }
    QString message() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// Of one variant, or of two and what differs.
    struct Made {
        KernelCode code, other;
        std::optional<bench::SourceDifference> difference;
    };
    QWidget* buildBar();
    void takeHistory(const history::History* history);
    void refresh();
    std::optional<exec::Instructions> instructions() const;
    std::function<Made(const JobContext&)> work() const;
    void take(Made made);
    void takeResources(const PanelContext& context);
    void takeValues(const PanelContext& context);
    void showMessage();
    QString summary() const;
    /// Registers, spills, occupancy of the marked kernel, as they were measured; empty: not known.
    QString resourcesText() const;
    static QString textOf(const exec::CompileResult::Resources& resources, bool amd);
    void showEditor(bool shown);
    void goToSelection();
    void goToKernel(int kernel);
    void markKernel(int kernel);
    std::vector<int> linesOfSelection() const;
    void visit(int line, int pair);

    JobQueue& jobs_;
    CodeSubject subject_, otherSubject_; ///< without documents: none
    ir::DocumentPtr root_;               ///< of the history that the variants are of
    history::VariantId wanted_, other_;  ///< wanted: also while it is the current one itself
    std::vector<ElementId> selection_;
    KernelCode code_;
    QString otherError_;
    std::shared_ptr<codegen::KernelMemo> memo_ = std::make_shared<codegen::KernelMemo>();
    /// Of the variant's kernels in the last measurement, which was for this target.
    std::map<NodeId, exec::CompileResult::Resources> resources_;
    codegen::Target measuredFor_ = codegen::Target::cpu;
    MakeInstructions makeInstructions_;
    bool valuesComing_ = false; ///< they are being found out
    bool editAsked_ = false;    ///< for when they are there
    bool stale_ = true;
    bool following_ = false;
    int marked_ = -1;

    QComboBox* target_;
    QComboBox* kernels_;
    QComboBox* against_;
    QToolButton* previous_ = nullptr;
    QToolButton* next_ = nullptr;
    QToolButton* edit_ = nullptr;
    QLabel* message_;
    QWidget* bar_ = nullptr;
    CodeSides* sides_;
    KernelEditor* editor_;
    KernelEditing* editing_;
};

} // namespace mw::viewers
