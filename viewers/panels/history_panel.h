#pragma once

#include "viewers/panels/history_model.h"
#include "viewers/theme/theme.h"

#include <QWidget>

class QTreeView;

namespace mw::viewers {

/// The tree of variants: a click goes to one, the box in the last column pins it, F2 renames it.
class HistoryPanel : public QWidget {
    Q_OBJECT

public:
    explicit HistoryPanel(QWidget* parent = nullptr);

    void setHistory(const history::History* history); ///< null: nothing is open
    void setTheme(ThemeKind kind);
    HistoryModel& model() { return *model_; }

signals:
    void goToRequested(mw::history::VariantId id);
    void renameRequested(mw::history::VariantId id, const QString& name);
    void pinRequested(mw::history::VariantId id, bool pinned);

private:
    HistoryModel* model_;
    QTreeView* view_;
};

} // namespace mw::viewers
