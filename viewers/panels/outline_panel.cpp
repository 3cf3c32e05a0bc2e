// The panel with the outline of the program and its filter line.
#include "viewers/panels/outline_panel.h"

#include "viewers/panels/number_text.h"
#include "viewers/panels/outline_columns.h"

#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QTreeView>
#include <QVBoxLayout>

namespace mw::viewers {

OutlinePanel::OutlinePanel(QWidget* parent)
    : Panel(parent), filter_(new QLineEdit(this)), message_(new QLabel(this)),
      tree_(new QTreeView(this)), model_(new OutlineModel(this)) {
    setObjectName(QStringLiteral("outline"));
    filter_->setPlaceholderText(tr("Filter: name  kind:map  range:K"));
    filter_->setClearButtonEnabled(true);
    filter_->setToolTip(tr("Words that must all hold: a part of the name, kind:map, range:K; "
                           "-word turns a word round"));
    message_->setWordWrap(true);
    message_->setContentsMargins(6, 0, 6, 2);
    message_->hide();
    tree_->setModel(model_);
    columns_ = new OutlineColumns(tree_);
    tree_->setUniformRowHeights(true);
    tree_->setFrameShape(QFrame::NoFrame);
    tree_->setItemDelegate(new OutlineDelegate(tree_));
    tree_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    tree_->setAccessibleName(tr("Outline of the program"));

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(4, 0, 4, 0);
    line->addWidget(filter_);
    layout->addLayout(line);
    layout->addWidget(message_);
    layout->addWidget(tree_);

    connect(filter_, &QLineEdit::textChanged, this, &OutlinePanel::applyFilter);
    connect(tree_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (following_)
            return;
        std::vector<ElementId> ids;
        for (const auto& row : tree_->selectionModel()->selectedRows())
            for (const ElementId id : model_->ids(row))
                ids.push_back(id);
        emit selectRequested(ids);
    });
    connect(tree_, &QTreeView::activated, this,
            [this](const QModelIndex& row) { emit frameRequested(model_->ids(row)); });
}

void OutlinePanel::showVariant(const PanelContext& context) {
    const QScopedValueRollback guard(following_, true);
    model_->setIndex(context.index);
    expandUseful();
}

void OutlinePanel::expandUseful() {
    // A filter leaves few lines: show them all. Else what stands in the states, maps folded.
    if (!filter_->text().isEmpty())
        tree_->expandAll();
    else
        tree_->expandToDepth(0);
    columns_->fit();
}

void OutlinePanel::applyFilter(const QString& text) {
    const QScopedValueRollback guard(following_, true);
    const auto error = model_->setFilter(text);
    expandUseful();
    const bool searching = !text.trimmed().isEmpty();
    message_->setVisible(searching);
    message_->setText(
        !error.isEmpty() ? error : counted(model_->shownMatches(), tr("element"), tr("elements")));
}

void OutlinePanel::showSelection(const PanelContext& context) {
    const QScopedValueRollback guard(following_, true);
    auto* rows = tree_->selectionModel();
    rows->clearSelection();
    bool first = true;
    for (const ElementId id : context.selection) {
        const auto row = model_->find(id);
        if (!row.isValid())
            continue;
        rows->select(row, QItemSelectionModel::Select | QItemSelectionModel::Rows);
        if (std::exchange(first, false)) {
            rows->setCurrentIndex(row, QItemSelectionModel::NoUpdate);
            tree_->scrollTo(row);
        }
    }
}

void OutlinePanel::focusFilter() {
    filter_->setFocus(Qt::ShortcutFocusReason);
    filter_->selectAll();
}

PanelInfo outlinePanel() {
    return {QStringLiteral("outline"), Panel::tr("&Outline"), QKeySequence(Panel::tr("Alt+1")),
            Qt::LeftDockWidgetArea, [](JobQueue&) { return new OutlinePanel; }};
}

} // namespace mw::viewers
