#pragma once

#include "viewers/panels/panel.h"
#include "viewers/panels/transformation_model.h"

#include <memory>

class QCheckBox;
class QLabel;
class QPushButton;
class QTreeView;

namespace mw::viewers {

class JobQueue;
class ParamForm;

/// What applies to the selection or the whole graph, why the rest does not, and the buttons.
class TransformationPanel : public Panel {
    Q_OBJECT

public:
    explicit TransformationPanel(JobQueue& jobs, QWidget* parent = nullptr);

    void showVariant(const PanelContext& context) override;
    void showSelection(const PanelContext& context) override;
    void setTheme(ThemeKind kind) override;
    TransformationModel& model() { return *model_; }
    /// Does what a click on the first refusal does: shows its reason and highlights what blocks.
    bool showFirstRefusal();
    /// Conditions under which the refused place that is shown would apply, as the button offers
    /// them; empty: it offers none (yet: a job looks for them).
    const std::string& assumption() const { return assumption_; }
    /// Turns to the line of a transformation, now or as soon as the list has it.
    void choose(const std::string& transformation);
    /// Name of the transformation whose form is shown; empty: none.
    const std::string& shown() const { return shown_; }
    /// Parameters as they stand in the forms.
    transforms::Params params(const std::string& transformation) const;

private:
    void buildLayout();
    QWidget* buildDetail();
    void refresh();
    QModelIndex lineOf(const std::string& transformation) const;
    void take(std::vector<TransformationMatches> matches);
    void showRow(const QModelIndex& row);
    void updateButtons();
    void findAssumption();
    void offer(std::string assumption);
    QString summary() const;

    JobQueue& jobs_;
    std::shared_ptr<MatchLists> lists_ = std::make_shared<MatchLists>(); ///< a job may outlive this
    std::shared_ptr<const ir::DocumentIndex> index_;
    std::vector<ElementId> selection_;
    ParamsByName params_;
    std::string wanted_; ///< to turn to; empty: the one that is shown
    std::string shown_;  ///< transformation whose form stands at the right
    std::string assumption_;

    TransformationModel* model_;
    QTreeView* tree_;
    QCheckBox* onlySelection_;
    QLabel* summary_;
    QLabel* title_;
    QLabel* text_;
    QLabel* help_;
    QLabel* verdict_;
    ParamForm* form_;
    QPushButton* apply_;
    QPushButton* applyAll_;
    QLabel* needs_;
    QPushButton* assume_;
};

} // namespace mw::viewers
