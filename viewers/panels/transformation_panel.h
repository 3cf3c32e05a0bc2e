#pragma once

#include "viewers/panels/advice_model.h"
#include "viewers/panels/panel.h"
#include "viewers/panels/transformation_model.h"

#include <QTimer>

#include <memory>

class QComboBox;
class QLabel;
class QStackedWidget;
class QTabBar;
class QTreeView;

namespace mw::viewers {

class JobQueue;
class StepDetail;

/// What can be done to the selection, what is in sight or the whole graph, the best first; every
/// transformation with its places; and beside them the step that is chosen, with its numbers.
class TransformationPanel : public Panel {
    Q_OBJECT

public:
    explicit TransformationPanel(JobQueue& jobs, QWidget* parent = nullptr);

    void showVariant(const PanelContext& context) override;
    void showSelection(const PanelContext& context) override;
    void showStep(const PanelContext& context) override;
    void showSight(const PanelContext& context) override;
    void showNumbers(const PanelContext& context) override;
    void setTheme(ThemeKind kind) override;
    TransformationModel& model() { return *model_; }
    AdviceModel& advice() { return *adviceModel_; }
    /// Of the job that looks for advice.
    static QString adviceSlot() { return QStringLiteral("advise"); }
    enum List { adviceList, matchList };
    void turnTo(List list);
    /// Which places are listed.
    enum class Scope { selection, sight, graph };
    void setScope(Scope scope);
    /// Turns to the list of transformations and does what a click on its first refusal does: shows
    /// the reason and highlights what blocks.
    bool showFirstRefusal();
    /// Conditions under which the refused place that is shown would apply, as the button offers
    /// them; empty: it offers none (yet: a job looks for them).
    const std::string& assumption() const { return assumption_; }
    /// Turns to the line of a transformation, now or as soon as the list has it.
    void choose(const std::string& transformation);
    /// Name of the transformation whose form is shown; empty: none.
    const std::string& shown() const { return shown_; }
    /// Why applyEverywhere() has nothing to do, in a sentence; empty: it has.
    QString whyNotEverywhere() const;
    /// Parameters as they stand in the forms.
    transforms::Params params(const std::string& transformation) const;

public slots:
    void applyEverywhere(); ///< the transformation that is shown

protected:
    void showEvent(QShowEvent* event) override;

private:
    void buildLayout();
    QWidget* buildLists();
    void connectLists();
    QWidget* buildBar();
    QTreeView* treeOf(List list) const { return list == adviceList ? adviceTree_ : tree_; }
    List list() const;
    Scope scope() const;
    std::vector<ElementId> scopeElements() const;

    void refresh();
    void take(std::vector<TransformationMatches> matches);
    void showMatches();
    QModelIndex lineOf(const std::string& transformation) const;
    QModelIndex placeOf(const QModelIndex& line, const transforms::Match& match) const;
    QModelIndex lineToShow();
    QModelIndex bestPlace() const;

    void lookForAdvice();
    void takeAdvice(Advice advice);
    void filterAdvice();

    Step stepOf(const QModelIndex& match) const;
    Step stepAdvised(const QModelIndex& line) const;
    Step stepOfLine() const; ///< of the current line of the list that is shown
    QModelIndex lineOf(List list, const Step& step) const;
    void showLine();   ///< the current one, or what was chosen elsewhere
    void chooseLine(); ///< the current one, by the user
    void showChosen(); ///< its line becomes the current one, in both lists
    void display(Step step);
    void tell(); ///< which step this is
    void updateButtons();
    void applyAssuming();
    void findAssumption();
    void offer(std::string assumption);
    void previewStep();
    void predictInSight();
    void showSummary();

    JobQueue& jobs_;
    std::shared_ptr<MatchLists> lists_ = std::make_shared<MatchLists>(); ///< a job may outlive this
    std::shared_ptr<const ir::DocumentIndex> index_;
    std::shared_ptr<StepPredictor> predictor_; ///< null: not there yet
    std::shared_ptr<StepPredictor> advisedBy_; ///< who is asked for advice, or gave it
    ir::DocumentPtr matched_;                  ///< whose places are listed
    std::vector<ElementId> selection_, sight_;
    ParamsByName params_;
    std::string wanted_; ///< to turn to; empty: the one that is shown
    std::string kept_;   ///< what was chosen of the variant before: its line stays current
    std::string shown_;  ///< transformation whose form stands at the right
    std::string assumption_;
    Step step_;
    bool chosen_ = false;  ///< step_, by the user, here or elsewhere; else it is proposed
    bool telling_ = false; ///< it becomes the current one from here
    QTimer pause_;         ///< before what is in sight is predicted

    TransformationModel* model_;
    AdviceModel* adviceModel_;
    QTabBar* tabs_;
    QStackedWidget* pages_;
    QTreeView* adviceTree_;
    QTreeView* tree_;
    QComboBox* scope_;
    QComboBox* category_;
    QLabel* summary_;
    StepDetail* detail_;
};

} // namespace mw::viewers
