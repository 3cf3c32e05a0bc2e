#pragma once

#include "viewers/panels/outline_model.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QTreeView;

namespace mw::viewers {

class OutlineColumns;

/// The outline with its filter line; follows the selection.
class OutlinePanel : public QWidget {
    Q_OBJECT

public:
    explicit OutlinePanel(QWidget* parent = nullptr);

    void setIndex(const std::shared_ptr<const ir::DocumentIndex>& index);
    void setSelection(const std::vector<ElementId>& selection);
    void focusFilter();
    OutlineModel& model() { return *model_; }

signals:
    void selectRequested(const std::vector<mw::ElementId>& ids);
    /// Double click or Enter: bring it into view.
    void frameRequested(const std::vector<mw::ElementId>& ids);

private:
    void applyFilter(const QString& text);
    void expandUseful();

    QLineEdit* filter_;
    QLabel* message_;
    QTreeView* tree_;
    OutlineModel* model_;
    OutlineColumns* columns_ = nullptr;
    bool following_ = false; ///< the selection comes from elsewhere: say nothing back
};

} // namespace mw::viewers
