#pragma once

#include "viewers/panels/outline_model.h"
#include "viewers/panels/panel.h"

class QLabel;
class QLineEdit;
class QTreeView;

namespace mw::viewers {

class OutlineColumns;

/// The outline with its filter line; follows the selection.
class OutlinePanel : public Panel {
    Q_OBJECT

public:
    explicit OutlinePanel(QWidget* parent = nullptr);

    void showVariant(const PanelContext& context) override;
    void showSelection(const PanelContext& context) override;
    void focusFilter();
    OutlineModel& model() { return *model_; }

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
