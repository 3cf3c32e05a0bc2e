#pragma once

#include "viewers/panels/outline_model.h"
#include "viewers/panels/panel.h"

#include <map>

class QAction;
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
    void showResults(const PanelContext& context) override;
    void showHistory(const PanelContext& context) override { showResults(context); }
    void showNumbers(const PanelContext& context) override;
    void setTheme(ThemeKind kind) override;
    void focusFilter();
    OutlineModel& model() { return *model_; }

private:
    void applyFilter(const QString& text);
    void expandUseful();
    void addColumnMenu();
    void showColumns();
    void refilter();

    QLineEdit* filter_;
    QLabel* message_;
    QTreeView* tree_;
    OutlineModel* model_;
    OutlineColumns* columns_ = nullptr;
    std::map<int, QAction*> wanted_;    ///< by column: whether the user wants to see it
    std::map<ElementId, double> times_; ///< that are shown
    ThemeKind theme_ = ThemeKind::light;
    bool following_ = false; ///< the selection comes from elsewhere: say nothing back
};

} // namespace mw::viewers
