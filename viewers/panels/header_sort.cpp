// Lists that are sorted by their headers.
#include "viewers/panels/header_sort.h"

#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QTableView>
#include <QTreeView>

namespace mw::viewers {

namespace {

/// Escape leads back to the list's own order.
class BackByEscape : public QObject {
public:
    BackByEscape(QAbstractItemView* list, QHeaderView* header) : QObject(list), header_(header) {
        list->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        const bool isKey =
            event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
        if (!isKey || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape ||
            header_->sortIndicatorSection() < 0)
            return QObject::eventFilter(watched, event);
        event->accept();
        if (event->type() == QEvent::KeyPress)
            header_->setSortIndicator(-1, Qt::AscendingOrder);
        return true;
    }

private:
    QHeaderView* header_;
};

template <class List>
void sortBy(List* list, QHeaderView* header) {
    header->setSectionsClickable(true);
    header->setSortIndicatorClearable(true);
    header->setSortIndicator(-1, Qt::AscendingOrder);
    list->setSortingEnabled(true);
    new BackByEscape(list, header);
}

} // namespace

void sortByHeader(QTreeView* list) {
    sortBy(list, list->header());
}

void sortByHeader(QTableView* list) {
    sortBy(list, list->horizontalHeader());
}

} // namespace mw::viewers
