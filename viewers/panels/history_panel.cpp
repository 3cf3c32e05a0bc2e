// The panel with the tree of variants.
#include "viewers/panels/history_panel.h"

#include "viewers/panels/history_delegate.h"

#include <QHeaderView>
#include <QTreeView>
#include <QVBoxLayout>

namespace mw::viewers {

HistoryPanel::HistoryPanel(QWidget* parent)
    : Panel(parent), model_(new HistoryModel(this)), view_(new QTreeView(this)) {
    setObjectName(QStringLiteral("history"));
    view_->setModel(model_);
    view_->setItemDelegateForColumn(HistoryModel::NameColumn, new HistoryDelegate(view_));
    view_->setRootIsDecorated(false);
    view_->setUniformRowHeights(true);
    view_->setFrameShape(QFrame::NoFrame);
    view_->setAllColumnsShowFocus(true);
    view_->setEditTriggers(QAbstractItemView::EditKeyPressed);
    view_->setTextElideMode(Qt::ElideMiddle);
    view_->setAccessibleName(tr("Variants of the program"));
    auto* header = view_->header();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(HistoryModel::NameColumn, QHeaderView::Interactive);
    header->setSectionResizeMode(HistoryModel::StepColumn, QHeaderView::Stretch);
    header->resizeSection(HistoryModel::NameColumn, 360);
    header->resizeSection(HistoryModel::NoteColumn, 220);
    header->resizeSection(HistoryModel::TimeColumn, 110);
    header->resizeSection(HistoryModel::RatioColumn, 80);
    header->resizeSection(HistoryModel::PinColumn, 44);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(view_);

    const auto go = [this](const QModelIndex& index) {
        if (index.column() != HistoryModel::PinColumn)
            emit goToRequested(model_->rows()[static_cast<std::size_t>(index.row())].id);
    };
    connect(view_, &QTreeView::clicked, this, go);
    connect(view_, &QTreeView::activated, this, go);
    connect(model_, &HistoryModel::renameRequested, this, &HistoryPanel::renameRequested,
            Qt::QueuedConnection);
    connect(model_, &HistoryModel::pinRequested, this, &HistoryPanel::pinRequested,
            Qt::QueuedConnection);
    connect(model_, &HistoryModel::noteRequested, this, &HistoryPanel::noteRequested,
            Qt::QueuedConnection);
}

void HistoryPanel::editNote() {
    const auto note = view_->currentIndex().siblingAtColumn(HistoryModel::NoteColumn);
    if (!note.isValid())
        return;
    view_->setFocus(Qt::OtherFocusReason);
    view_->setCurrentIndex(note);
    view_->edit(note);
}

void HistoryPanel::showHistory(const PanelContext& context) {
    const auto* history = context.history;
    model_->setRows(history ? historyRows(*history) : std::vector<HistoryRow>{});
    if (!history)
        return;
    const auto current = model_->index(model_->rowOf(history->current().id), 0);
    view_->setCurrentIndex(current);
    view_->scrollTo(current);
}

void HistoryPanel::setTheme(ThemeKind kind) {
    view_->setProperty("mwTheme", static_cast<int>(kind));
    view_->viewport()->update();
}

PanelInfo historyPanel() {
    return {QStringLiteral("history"), Panel::tr("&History"), QKeySequence(Panel::tr("Alt+4")),
            Qt::BottomDockWidgetArea, [](JobQueue&) { return new HistoryPanel; }};
}

} // namespace mw::viewers
