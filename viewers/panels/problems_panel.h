#pragma once

#include "viewers/panels/panel.h"
#include "viewers/panels/problems_model.h"

class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTreeView;

namespace mw::viewers {

/// Findings of the current variant, or why a file could not be opened. A click goes to the element;
/// a click on a repair asks for it.
class ProblemsPanel : public Panel {
    Q_OBJECT

public:
    explicit ProblemsPanel(JobQueue& jobs, QWidget* parent = nullptr);

    /// Looks for findings: the quick checks first, what takes longer follows.
    void showVariant(const PanelContext& context) override;
    void setFindings(Findings findings);
    ProblemsModel& model() { return *model_; }
    /// The findings of the shown kind that have a repair.
    std::vector<Diagnostic> repairable() const;
    /// Goes to the first finding with that code; false when there is none.
    bool showFirst(const QString& code);

private:
    void validate(std::shared_ptr<const ir::DocumentIndex> index, bool thorough);
    void buildView();
    void buildBar();
    void updateBar();
    const Diagnostic& finding(const QModelIndex& shown) const;
    void clicked(const QModelIndex& shown);
    void goTo(const Diagnostic& finding);
    void showMenu(const QPoint& at);

    JobQueue& jobs_;
    ProblemsModel* model_;
    ProblemsFilter* filter_;
    QStackedWidget* pages_;
    QLabel* empty_;
    QTreeView* view_;
    QComboBox* kinds_;
    QLabel* summary_;
    QPushButton* repairAll_;
};

} // namespace mw::viewers
