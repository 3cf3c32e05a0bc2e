// The panel with the outline of the program and its filter line.
#include "viewers/panels/outline_panel.h"

#include "viewers/panels/header_sort.h"
#include "viewers/panels/number_text.h"
#include "viewers/panels/outline_columns.h"
#include "viewers/panels/word_completer.h"

#include <QAction>
#include <QHeaderView>
#include <QInputDialog>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScopedValueRollback>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace mw::viewers {

OutlinePanel::OutlinePanel(QWidget* parent)
    : Panel(parent), filter_(new QLineEdit(this)), filters_(new QToolButton(this)),
      message_(new QLabel(this)), tree_(new QTreeView(this)), model_(new OutlineModel(this)) {
    setObjectName(QStringLiteral("outline"));
    filter_->setAccessibleName(tr("Filter of the outline"));
    filter_->setPlaceholderText(tr("Filter: name  kind:map  range:K  bytes>1M"));
    filter_->setClearButtonEnabled(true);
    filter_->setToolTip(
        tr("Words that must all hold: a part of the name, \"in quotes\" where it "
           "has spaces; kind:map, range:K, schedule:, storage:, lifetime:, type:; "
           "bytes>1M, ops>2G, time>10us; -word turns a word round. Enter goes to the next "
           "match, Shift+Enter to the one before, Down into the list"));
    addFilterMenu();
    new WordCompleter(
        filter_, [this](const QString& word) { return completions(word, model_->values()); },
        lastWordOf);
    message_->setWordWrap(true);
    message_->setContentsMargins(6, 0, 6, 2);
    message_->hide();
    tree_->setModel(model_);
    columns_ = new OutlineColumns(tree_);
    addColumnMenu();
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
    line->setSpacing(2);
    line->addWidget(filter_);
    line->addWidget(filters_);
    layout->addLayout(line);
    layout->addWidget(message_);
    layout->addWidget(tree_);

    sortByHeader(tree_);
    filter_->installEventFilter(this);
    connect(filter_, &QLineEdit::textChanged, this, [this](const QString& text) {
        walking_ = false;
        applyFilter(text);
        marked_ = matchingElements();
        emit highlightRequested(marked_);
    });
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

void OutlinePanel::addFilterMenu() {
    filters_->setObjectName(QStringLiteral("outline-filters"));
    filters_->setText(QStringLiteral("▾"));
    filters_->setAutoRaise(true);
    filters_->setToolTip(tr("Saved filters"));
    filters_->setAccessibleName(tr("Saved filters"));
    // No menu of the button: the style would draw an arrow beside this one.
    filterMenu_ = new QMenu(filters_);
    connect(filters_, &QToolButton::clicked, this,
            [this] { filterMenu_->popup(filters_->mapToGlobal(filters_->rect().bottomLeft())); });
    connect(filterMenu_, &QMenu::aboutToShow, this, &OutlinePanel::fillFilterMenu);
}

void OutlinePanel::fillFilterMenu() {
    auto* menu = filterMenu_;
    menu->clear();
    const auto label = [](const SavedFilter& one) {
        return QString(one.name).replace(QLatin1Char('&'), QStringLiteral("&&"));
    };
    for (const auto& one : saved_)
        menu->addAction(label(one) + QLatin1Char('\t') + one.filter,
                        [this, text = one.filter] { filter_->setText(text); });
    menu->addSeparator();
    menu->addAction(tr("&Save this filter…"), this, &OutlinePanel::askForName)
        ->setEnabled(understood_ && !filter_->text().trimmed().isEmpty());
    auto* forget = menu->addMenu(tr("&Forget"));
    forget->setEnabled(!saved_.empty());
    for (const auto& one : saved_)
        forget->addAction(label(one), [this, name = one.name] { forgetFilter(name); });
}

void OutlinePanel::askForName() {
    auto* dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("filter-name"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Name of the filter"));
    dialog->setLabelText(filter_->text().trimmed());
    const auto known = std::ranges::find(saved_, filter_->text().trimmed(), &SavedFilter::filter);
    dialog->setTextValue(known == saved_.end() ? QString() : known->name);
    connect(dialog, &QInputDialog::textValueSelected, this, &OutlinePanel::keepFilter);
    dialog->open();
}

/// The same name keeps the newer one.
void OutlinePanel::keepFilter(const QString& name) {
    const SavedFilter one{name.simplified(), filter_->text().trimmed()};
    if (one.name.isEmpty())
        return;
    const auto known = std::ranges::find(saved_, one.name, &SavedFilter::name);
    if (known == saved_.end())
        saved_.push_back(one);
    else
        *known = one;
    emit savedFiltersChanged(saved_);
}

void OutlinePanel::forgetFilter(const QString& name) {
    std::erase_if(saved_, [&](const SavedFilter& one) { return one.name == name; });
    emit savedFiltersChanged(saved_);
}

void OutlinePanel::showVariant(const PanelContext& context) {
    const QScopedValueRollback guard(following_, true);
    model_->setIndex(context.index,
                     context.numbers ? context.numbers->values : symbolic::Bindings{});
    times_.clear();
    marked_.clear();
    expandUseful();
    showNumbers(context);
    showResults(context);
}

/// Numbers on the right of the names, what they are of behind them.
void OutlinePanel::addColumnMenu() {
    auto* header = tree_->header();
    header->moveSection(OutlineModel::DetailColumn, OutlineModel::kColumns - 1);
    header->setContextMenuPolicy(Qt::ActionsContextMenu);
    for (const int column : {OutlineModel::BytesColumn, OutlineModel::OperationsColumn,
                             OutlineModel::TimeColumn, OutlineModel::DetailColumn}) {
        auto* action = new QAction(
            model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), this);
        action->setCheckable(true);
        action->setChecked(true);
        connect(action, &QAction::toggled, this, &OutlinePanel::showColumns);
        header->addAction(action);
        wanted_[column] = action;
    }
    showColumns();
}

/// A column without any number takes no room.
void OutlinePanel::showColumns() {
    for (const auto& [column, action] : wanted_) {
        const bool any = column == OutlineModel::DetailColumn ||
                         model_->has(column == OutlineModel::BytesColumn        ? Metric::bytes
                                     : column == OutlineModel::OperationsColumn ? Metric::operations
                                                                                : Metric::time);
        tree_->setColumnHidden(column, !action->isChecked() || !any);
    }
    columns_->fit();
}

void OutlinePanel::showNumbers(const PanelContext& context) {
    const QScopedValueRollback guard(following_, true);
    model_->setNumbers(context.numbers ? *context.numbers : ElementNumbers{});
    refilter(context);
}

void OutlinePanel::showResults(const PanelContext& context) {
    std::map<ElementId, double> times;
    if (context.results && context.history && !context.otherSizes)
        times = measuredTimes(*context.results, context.history->current().name);
    if (times == times_)
        return;
    const QScopedValueRollback guard(following_, true);
    times_ = times;
    model_->setTimes(times);
    refilter(context);
}

/// After numbers came that a filter may ask for, or another variant: what is selected, the match
/// that Enter went to and the marks in the graph stay.
void OutlinePanel::refilter(const PanelContext& context) {
    showColumns();
    if (filter_->text().trimmed().isEmpty())
        return;
    applyFilter(filter_->text());
    showSelection(context);
    sayPlace();
    if (auto matching = matchingElements(); matching != marked_) {
        marked_ = std::move(matching);
        emit highlightRequested(marked_);
    }
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
    understood_ = OutlineFilter::parse(text).has_value();
    expandUseful();
    const bool searching = !text.trimmed().isEmpty();
    message_->setVisible(searching);
    auto palette = message_->palette();
    palette.setColor(QPalette::WindowText, error.isEmpty()
                                               ? this->palette().color(QPalette::WindowText)
                                               : Theme::of(theme_).error);
    message_->setPalette(palette);
    message_->setText(
        !error.isEmpty() ? error : counted(model_->shownMatches(), tr("element"), tr("elements")));
}

std::vector<ElementId> OutlinePanel::matchingElements() const {
    std::vector<ElementId> matching;
    for (const auto& line : model_->matches())
        for (const ElementId id : model_->ids(line))
            matching.push_back(id);
    return matching;
}

/// Which of the matches it is that Enter went to.
void OutlinePanel::sayPlace() {
    const auto matches = model_->matches();
    const auto at = matches.indexOf(tree_->currentIndex().siblingAtColumn(0));
    if (walking_ && at >= 0)
        message_->setText(
            tr("%1 of %2").arg(at + 1).arg(counted(matches.size(), tr("element"), tr("elements"))));
}

void OutlinePanel::goToMatch(int step) {
    const auto matches = model_->matches();
    if (matches.isEmpty())
        return;
    const auto at = matches.indexOf(tree_->currentIndex().siblingAtColumn(0));
    const auto next = at < 0 ? (step > 0 ? 0 : matches.size() - 1)
                             : (at + step + matches.size()) % matches.size();
    tree_->setCurrentIndex(matches[next]);
    tree_->scrollTo(matches[next]);
    emit frameRequested(model_->ids(matches[next]));
    walking_ = true;
    sayPlace();
}

/// Enter goes from match to match, Down into the list.
bool OutlinePanel::pressInFilter(QKeyEvent& event) {
    const bool searching = !filter_->text().trimmed().isEmpty();
    switch (event.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (searching)
            goToMatch(event.modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
        return searching;
    case Qt::Key_Down:
        tree_->setFocus(Qt::TabFocusReason);
        if (searching && !model_->matches().contains(tree_->currentIndex().siblingAtColumn(0)))
            goToMatch(1);
        else if (!tree_->currentIndex().isValid())
            tree_->setCurrentIndex(model_->index(0, 0));
        return true;
    case Qt::Key_Escape:
        filter_->clear();
        return searching;
    default:
        return false;
    }
}

bool OutlinePanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == filter_ && event->type() == QEvent::KeyPress &&
        pressInFilter(*static_cast<QKeyEvent*>(event)))
        return true;
    return Panel::eventFilter(watched, event);
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

void OutlinePanel::setTheme(ThemeKind kind) {
    theme_ = kind;
    if (!filter_->text().trimmed().isEmpty())
        applyFilter(filter_->text());
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
