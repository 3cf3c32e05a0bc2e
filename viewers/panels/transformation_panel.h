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
    /// Parameters as they stand in the forms.
    transforms::Params params(const std::string& transformation) const;

public slots:
    void applyShown();      ///< at the place that is chosen, else at the first; nothing without one
    void tryShown();        ///< the same, verified and timed
    void applyEverywhere(); ///< the transformation that is shown

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// The step that a line stands for.
    struct Step {
        const transforms::Transformation* transformation = nullptr;
        std::optional<transforms::Match> match = {}; ///< of a transformation's line the first
        std::optional<transforms::Refusal> refusal = {};
        std::optional<transforms::Params> params = {}; ///< that it is advised with
        bool isFirst = false;                          ///< nobody chose the place
        QString verdict = {};                          ///< where, or why not
        std::vector<ElementId> elements = {};          ///< to highlight

        bool applies() const { return match && !refusal; }
    };

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
    void showLine();   ///< the current one
    void chooseLine(); ///< the current one, by the user
    void showStep(Step step);
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
    std::string shown_;  ///< transformation whose form stands at the right
    std::string assumption_;
    Step step_;
    bool chosen_ = false; ///< the current line, by the user
    QTimer pause_;        ///< before what is in sight is predicted

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
