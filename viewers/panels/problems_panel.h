#pragma once

#include "viewers/panels/problems_model.h"

#include <QWidget>

class QLabel;
class QStackedWidget;
class QTreeView;

namespace mw::viewers {

/// Findings of the current variant, or why a file could not be opened. A click goes to the element.
class ProblemsPanel : public QWidget {
    Q_OBJECT

public:
    explicit ProblemsPanel(QWidget* parent = nullptr);

    void setFindings(std::vector<Diagnostic> findings,
                     std::shared_ptr<const ir::DocumentIndex> index);
    ProblemsModel& model() { return *model_; }

signals:
    void selectRequested(const std::vector<mw::ElementId>& ids);

private:
    ProblemsModel* model_;
    QStackedWidget* pages_;
    QLabel* empty_;
    QTreeView* view_;
};

} // namespace mw::viewers
