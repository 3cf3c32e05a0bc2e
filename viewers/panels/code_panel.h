#pragma once

#include "core/ir/sdfg.h"
#include "viewers/panels/kernel_code.h"
#include "viewers/panels/panel.h"

class QComboBox;
class QLabel;
class QsciScintilla;

namespace mw::viewers {

class JobQueue;

/// The generated kernels of the current variant. The kernel at the cursor and the map in the graph
/// select each other. Text is made only while the panel can be seen.
class CodePanel : public Panel {
    Q_OBJECT

public:
    explicit CodePanel(JobQueue& jobs, QWidget* parent = nullptr);

    void showVariant(const PanelContext& context) override;
    void showSelection(const PanelContext& context) override;
    void setTheme(ThemeKind kind) override;
    QString text() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void take(KernelCode code);
    void goToKernel(int kernel);
    void markKernel(int kernel);

    JobQueue& jobs_;
    ir::DocumentPtr document_;
    std::vector<ElementId> selection_;
    KernelCode code_;
    std::shared_ptr<codegen::KernelMemo> memo_ = std::make_shared<codegen::KernelMemo>();
    bool stale_ = true;
    bool following_ = false;
    int marked_ = -1;

    QComboBox* target_;
    QComboBox* kernels_;
    QLabel* message_;
    QsciScintilla* editor_;
};

} // namespace mw::viewers
