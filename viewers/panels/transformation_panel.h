#pragma once

#include "viewers/panels/transformation_model.h"
#include "viewers/theme/theme.h"

#include <QElapsedTimer>
#include <QWidget>

#include <memory>

class QCheckBox;
class QLabel;
class QPushButton;
class QTreeView;

namespace mw::viewers {

class JobQueue;
class ParamForm;

/// What applies to the selection or the whole graph, why the rest does not, and the buttons.
class TransformationPanel : public QWidget {
    Q_OBJECT

public:
    explicit TransformationPanel(JobQueue& jobs, QWidget* parent = nullptr);

    void setIndex(std::shared_ptr<const ir::DocumentIndex> index);
    void setSelection(std::vector<ElementId> selection);
    void setTheme(ThemeKind kind);
    TransformationModel& model() { return *model_; }
    /// As a click on the first refusal: shows its reason and highlights what blocks.
    bool showFirstRefusal();
    /// Parameters as they stand in the forms.
    transforms::Params params(const std::string& transformation) const;

signals:
    void applyRequested(const QString& transformation, const mw::transforms::Match& match,
                        const mw::transforms::Params& params);
    void applyAllRequested(const QString& transformation, const mw::transforms::Params& params);
    void highlightRequested(const std::vector<mw::ElementId>& ids);
    void matchesReady(double milliseconds); ///< since the change that asked for them

private:
    void buildLayout();
    QWidget* buildDetail();
    void refresh();
    void take(std::vector<TransformationMatches> matches);
    void showRow(const QModelIndex& row);
    void updateButtons();
    QString summary() const;

    JobQueue& jobs_;
    std::shared_ptr<const ir::DocumentIndex> index_;
    std::vector<ElementId> selection_;
    ParamsByName params_;
    std::string shown_; ///< transformation whose form stands at the right
    QElapsedTimer since_;
    ThemeKind theme_ = ThemeKind::light;

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
};

} // namespace mw::viewers
