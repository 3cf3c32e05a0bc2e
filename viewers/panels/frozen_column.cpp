// Names beside numbers that scroll away from them.
#include "viewers/panels/frozen_column.h"

#include <QEvent>
#include <QHeaderView>
#include <QScrollBar>

namespace mw::viewers {

FrozenColumn::FrozenColumn(QTableView* table, QHeaderView* header)
    : QTableView(table), table_(table) {
    setHorizontalHeader(header);
    setModel(table->model());
    setSelectionModel(table->selectionModel());
    setItemDelegate(table->itemDelegate());
    setFocusPolicy(Qt::NoFocus);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setWordWrap(false);
    setAlternatingRowColors(table->alternatingRowColors());
    setSelectionBehavior(table->selectionBehavior());
    setSelectionMode(table->selectionMode());
    setTextElideMode(table->textElideMode());
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(table->verticalScrollMode());
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(table->verticalHeader()->defaultSectionSize());
    table->viewport()->stackUnder(this);
    table->installEventFilter(this);
    table->viewport()->installEventFilter(this);

    const auto follow = [](QScrollBar* one, QScrollBar* other) {
        connect(one, &QScrollBar::valueChanged, other, &QScrollBar::setValue);
    };
    follow(table->verticalScrollBar(), verticalScrollBar());
    follow(verticalScrollBar(), table->verticalScrollBar());
    connect(table->horizontalScrollBar(), &QScrollBar::valueChanged, this, &FrozenColumn::place);
    connect(table->horizontalScrollBar(), &QScrollBar::rangeChanged, this, &FrozenColumn::place);
    connect(table->horizontalHeader(), &QHeaderView::sectionResized, this,
            [this](int section, int, int size) {
                if (section == 0 && columnWidth(0) != size)
                    setColumnWidth(0, size);
                place();
            });
    connect(horizontalHeader(), &QHeaderView::sectionResized, this,
            [this](int section, int, int size) {
                if (section == 0 && table_->columnWidth(0) != size)
                    table_->setColumnWidth(0, size);
            });
    connect(this, &QTableView::clicked, table, &QTableView::clicked);
    connect(table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &FrozenColumn::bringIntoView);
    fit();
}

void FrozenColumn::fit() {
    for (int column = 1; column < model()->columnCount(); ++column)
        setColumnHidden(column, true);
    setColumnWidth(0, table_->columnWidth(0));
    place();
}

void FrozenColumn::place() {
    const auto* bar = table_->horizontalScrollBar();
    setVisible(bar->maximum() > bar->minimum());
    auto* header = table_->horizontalHeader();
    header->viewport()->update(); // what it writes stays beside this column
    horizontalHeader()->setFixedHeight(header->height());
    setGeometry(table_->frameWidth(), table_->frameWidth(), table_->columnWidth(0),
                header->height() + table_->viewport()->height());
}

/// Keys go from cell to cell, also to those that this column lies over.
void FrozenColumn::bringIntoView(const QModelIndex& index) {
    if (isHidden() || !index.isValid() || index.column() == 0)
        return;
    const int covered = table_->columnWidth(0) - table_->visualRect(index).left();
    if (covered > 0)
        table_->horizontalScrollBar()->setValue(table_->horizontalScrollBar()->value() - covered);
}

bool FrozenColumn::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show)
        place();
    return QTableView::eventFilter(watched, event);
}

} // namespace mw::viewers
