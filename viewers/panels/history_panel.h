#pragma once

#include "viewers/panels/history_model.h"
#include "viewers/panels/panel.h"

class QTreeView;

namespace mw::viewers {

/// The tree of variants: a click goes to one, the box in the last column pins it, F2 renames it, or
/// edits its note where that is current.
class HistoryPanel : public Panel {
    Q_OBJECT

public:
    explicit HistoryPanel(QWidget* parent = nullptr);

    void showHistory(const PanelContext& context) override;
    void setTheme(ThemeKind kind) override;
    /// Opens the note of the current variant.
    void editNote();
    HistoryModel& model() { return *model_; }

private:
    HistoryModel* model_;
    QTreeView* view_;
};

} // namespace mw::viewers
