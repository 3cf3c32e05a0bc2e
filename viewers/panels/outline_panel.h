#pragma once

#include "viewers/panels/outline_model.h"
#include "viewers/panels/panel.h"

#include <map>

class QAction;
class QLabel;
class QLineEdit;
class QMenu;
class QToolButton;
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
    /// Of all programs, in the order of the menu.
    void setSavedFilters(std::vector<SavedFilter> filters) { saved_ = std::move(filters); }
    OutlineModel& model() { return *model_; }

signals:
    void savedFiltersChanged(const std::vector<mw::viewers::SavedFilter>& filters); ///< by the user

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addFilterMenu();
    void fillFilterMenu();
    void askForName();
    void keepFilter(const QString& name);
    void forgetFilter(const QString& name);
    void applyFilter(const QString& text);
    std::vector<ElementId> matchingElements() const;
    void sayPlace();
    bool pressInFilter(QKeyEvent& event);
    /// The next line that matches the filter (1), or the one before (-1), is selected.
    void goToMatch(int step);
    void expandUseful();
    void addColumnMenu();
    void showColumns();
    void refilter(const PanelContext& context);

    QLineEdit* filter_;
    QToolButton* filters_; ///< opens the menu of those that are saved
    QMenu* filterMenu_ = nullptr;
    std::vector<SavedFilter> saved_;
    bool understood_ = true; ///< what stands in the field
    QLabel* message_;
    QTreeView* tree_;
    OutlineModel* model_;
    OutlineColumns* columns_ = nullptr;
    std::map<int, QAction*> wanted_;    ///< by column: whether the user wants to see it
    std::map<ElementId, double> times_; ///< that are shown
    ThemeKind theme_ = ThemeKind::light;
    std::vector<ElementId> marked_; ///< in the graph, as what matches
    bool walking_ = false;          ///< Enter went to a match
    bool following_ = false;        ///< the selection comes from elsewhere: say nothing back
};

} // namespace mw::viewers
