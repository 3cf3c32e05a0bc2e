#pragma once

#include "viewers/panels/panel.h"

class QTreeWidget;
class QTreeWidgetItem;

namespace mw::viewers {

/// Elements that the user marked, with notes: Enter or a click goes to one, F2 edits its note,
/// Delete forgets it.
class BookmarksPanel : public Panel {
    Q_OBJECT

public:
    explicit BookmarksPanel(QWidget* parent = nullptr);

    void showVariant(const PanelContext& context) override;
    void showHistory(const PanelContext& context) override;
    void showSelection(const PanelContext& context) override;
    /// Opens the note of a bookmark, by its place in the history's list.
    void editNote(int bookmark);
    /// The rows: element, variant, note.
    const QTreeWidget& list() const { return *list_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill(const PanelContext& context);
    void noteEdited(QTreeWidgetItem* item, int column);

    QTreeWidget* list_;
    bool filling_ = false;
};

} // namespace mw::viewers
