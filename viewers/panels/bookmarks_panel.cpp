// The panel with the elements that the user marked.
#include "viewers/panels/bookmarks_panel.h"

#include "viewers/panels/column_widths.h"
#include "viewers/panels/element_text.h"

#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace mw::viewers {

namespace {

enum ListColumn { BookmarkColumn, VariantColumn, NoteColumn };
constexpr int kBookmarkRole = Qt::UserRole; ///< in the variant that is shown; 0: it is gone

int placeOf(const QTreeWidget& list, QTreeWidgetItem* item) {
    return list.indexOfTopLevelItem(item);
}

} // namespace

BookmarksPanel::BookmarksPanel(QWidget* parent) : Panel(parent), list_(new QTreeWidget(this)) {
    setObjectName(QStringLiteral("bookmarks"));
    list_->setObjectName(QStringLiteral("bookmark-list"));
    list_->setHeaderLabels({tr("Element"), tr("Made on"), tr("Note")});
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setAllColumnsShowFocus(true);
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list_->setAccessibleName(tr("Bookmarks"));
    list_->installEventFilter(this);
    new ColumnWidths(
        list_, {ColumnWidths::text(BookmarkColumn, 42), ColumnWidths::text(VariantColumn, 24)});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(list_);
    connect(list_, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item, int column) {
        if (column != NoteColumn)
            emit bookmarkChosen(placeOf(*list_, item));
    });
    connect(list_, &QTreeWidget::itemDoubleClicked, this,
            [this](QTreeWidgetItem* item, int column) {
                if (column == NoteColumn)
                    list_->editItem(item, NoteColumn);
            });
    connect(list_, &QTreeWidget::itemChanged, this, &BookmarksPanel::noteEdited);
}

void BookmarksPanel::showVariant(const PanelContext& context) {
    fill(context);
}

void BookmarksPanel::showHistory(const PanelContext& context) {
    fill(context);
}

void BookmarksPanel::fill(const PanelContext& context) {
    const QScopedValueRollback quiet(filling_, true);
    const int current = placeOf(*list_, list_->currentItem());
    list_->clear();
    if (!context.history || !context.index)
        return;
    const auto& history = *context.history;
    for (const auto& bookmark : history.bookmarks()) {
        const auto element = history.forward(bookmark.element, bookmark.variant);
        const bool here = element && context.index->find(element);
        const auto* variant = history.find(bookmark.variant);
        auto* item = new QTreeWidgetItem(
            list_, {here ? elementTitle(*context.index, element)
                         : tr("%1 (not in this variant)").arg(qs(bookmark.site.label)),
                    variant ? qs(variant->name) : QString(), qs(bookmark.note)});
        item->setFlags(item->flags() | Qt::ItemIsEditable);
        item->setData(0, kBookmarkRole, here ? element.value : 0);
        item->setToolTip(NoteColumn, tr("Double click or F2 to edit it"));
        for (int column = 0; !here && column < list_->columnCount(); ++column)
            item->setForeground(column, palette().color(QPalette::PlaceholderText));
    }
    list_->setCurrentItem(list_->topLevelItem(std::min(current, list_->topLevelItemCount() - 1)));
    const auto count = list_->topLevelItemCount();
    emit titleChanged(count == 0 ? tr("Bookmarks") : tr("Bookmarks (%1)").arg(count));
    showSelection(context);
}

void BookmarksPanel::showSelection(const PanelContext& context) {
    if (context.selection.size() != 1)
        return;
    for (int i = 0; i < list_->topLevelItemCount(); ++i)
        if (list_->topLevelItem(i)->data(0, kBookmarkRole).toUInt() ==
            context.selection.front().value)
            list_->setCurrentItem(list_->topLevelItem(i));
}

void BookmarksPanel::editNote(int bookmark) {
    auto* item = list_->topLevelItem(bookmark);
    if (!item)
        return;
    list_->setCurrentItem(item);
    list_->scrollToItem(item);
    list_->setFocus(Qt::OtherFocusReason);
    list_->editItem(item, NoteColumn);
}

/// The history is the truth: it is asked, and the rows come back from it, once the editor is
/// closed.
void BookmarksPanel::noteEdited(QTreeWidgetItem* item, int column) {
    if (filling_ || column != NoteColumn)
        return;
    QMetaObject::invokeMethod(
        this,
        [this, bookmark = placeOf(*list_, item), note = item->text(NoteColumn).trimmed()] {
            emit bookmarkNoteRequested(bookmark, note);
        },
        Qt::QueuedConnection);
}

bool BookmarksPanel::eventFilter(QObject* watched, QEvent* event) {
    auto* item = list_->currentItem();
    if (event->type() != QEvent::KeyPress || !item)
        return Panel::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) { // NOLINT: the type says so
    case Qt::Key_Return:
    case Qt::Key_Enter:
        emit bookmarkChosen(placeOf(*list_, item));
        return true;
    case Qt::Key_F2:
        list_->editItem(item, NoteColumn);
        return true;
    case Qt::Key_Delete:
        emit bookmarkRemoveRequested(placeOf(*list_, item));
        return true;
    default:
        return Panel::eventFilter(watched, event);
    }
}

PanelInfo bookmarksPanel() {
    return {QStringLiteral("bookmarks"), Panel::tr("&Bookmarks"), QKeySequence(Panel::tr("Alt+0")),
            Qt::BottomDockWidgetArea, [](JobQueue&) { return new BookmarksPanel; }};
}

} // namespace mw::viewers
