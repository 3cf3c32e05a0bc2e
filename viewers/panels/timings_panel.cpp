// The panel with the run line, the table of times, and what to think of them.
#include "viewers/panels/timings_panel.h"

#include "core/bench/ranking.h"
#include "viewers/panels/distribution_tip.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/elided_label.h"
#include "viewers/panels/header_sort.h"
#include "viewers/panels/roofline_view.h"
#include "viewers/panels/run_panel.h"
#include "viewers/panels/timings_columns.h"
#include "viewers/panels/timings_view.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QHelpEvent>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QMenu>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace mw::viewers {

namespace {

/// "fused: at least 4.4 times faster   " of those that have such a bound.
QString boundsText(const bench::BenchResult& result) {
    QString text;
    for (std::size_t v = 1; v < result.variants.size(); ++v)
        if (const auto bound = bench::surelyFaster(result, v))
            text += qs(result.variants[v].name) + QStringLiteral(": ") +
                    timings::boundText(*bound) + QStringLiteral("   ");
    return text;
}

} // namespace

TimingsPanel::TimingsPanel(QWidget* parent)
    : Panel(parent), run_(new RunPanel(this)), model_(new TimingsModel(this)),
      pages_(new QStackedWidget(this)), table_(new QTableView(this)),
      roofline_(new RooflineView(*model_, this)), split_(new QSplitter(this)),
      distribution_(new DistributionTip(this)), conditions_(new ElidedLabel(this)),
      verdict_(new ElidedLabel(this)), footer_(buildFooter()) {
    setObjectName(QStringLiteral("timings"));
    buildTable();
    auto* empty = new QLabel;
    const auto explain = [empty](bool running) {
        empty->setText(running ? tr("Each variant is run once and its results are compared; then "
                                    "all are timed in turns, round by round. Their kernels will "
                                    "stand here side by side.")
                               : tr("Pin variants in the history (Ctrl+P) and run them (Ctrl+R): "
                                    "their kernels then stand here side by side."));
    };
    explain(false);
    connect(run_, &RunPanel::runningChanged, empty, explain);
    empty->setAlignment(Qt::AlignCenter);
    empty->setWordWrap(true);
    split_->addWidget(table_);
    split_->addWidget(roofline_);
    split_->setStretchFactor(0, 3);
    split_->setStretchFactor(1, 2);
    split_->setChildrenCollapsible(false);
    roofline_->hide();
    pages_->addWidget(empty);
    pages_->addWidget(split_);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(run_);
    layout->addWidget(pages_, 1);
    layout->addWidget(footer_);
    footer_->hide();

    table_->viewport()->installEventFilter(this);
    table_->installEventFilter(this);
    connect(model_, &QAbstractItemModel::modelReset, this, &TimingsPanel::afterReset);
    connect(table_, &QTableView::clicked, this, [this](const QModelIndex& index) {
        roofline_->setCurrentRow(index.row());
        emit selectRequested(mapsOf(index.row()));
    });
    connect(roofline_, &RooflineView::rowChosen, this, [this](int row) {
        selectRow(row);
        emit selectRequested(mapsOf(row));
    });
}

void TimingsPanel::buildTable() {
    table_->setHorizontalHeader(new VariantHeader(table_));
    table_->setModel(model_);
    table_->setItemDelegate(new TimingsDelegate(table_));
    table_->verticalHeader()->hide();
    table_->setShowGrid(false);
    table_->setAlternatingRowColors(true);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setWordWrap(false);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setTextElideMode(Qt::ElideMiddle);
    table_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table_->setAccessibleName(tr("Kernel times of the pinned variants"));
    columns_ = new TimingsColumns(table_, *model_);
    columnsButton_->setMenu(columns_->menu());
    sizeRows();
    sortByHeader(table_);
    sortByHeader(columns_->names());
    auto* all = table_->horizontalHeader();
    auto* first = columns_->names()->horizontalHeader();
    for (const auto& [one, other] : {std::pair(all, first), std::pair(first, all)})
        connect(one, &QHeaderView::sortIndicatorChanged, other,
                [other = other](int column, Qt::SortOrder order) {
                    const QSignalBlocker quiet(other);
                    other->setSortIndicator(column, order);
                    other->viewport()->update();
                });
}

void TimingsPanel::sizeRows() {
    for (auto* table : {table_, columns_->names()})
        table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 4);
}

std::vector<ElementId> TimingsPanel::mapsOf(int row) const {
    std::vector<ElementId> maps;
    const auto variants = model_->result() ? model_->result()->variants.size() : 0;
    for (std::size_t v = 0; v < variants; ++v)
        for (const auto* kernel : model_->kernels(row, static_cast<int>(v)))
            maps.push_back(kernel->map);
    return maps;
}

QToolButton* TimingsPanel::footerButton(const QString& text, const QString& tip) {
    auto* made = new QToolButton(this);
    made->setText(text);
    made->setToolTip(tip);
    made->setAutoRaise(true);
    return made;
}

/// A line with the verdict and what the table can be set to, below it the conditions in full.
QWidget* TimingsPanel::buildFooter() {
    auto* footer = new QWidget(this);
    auto* both = new QVBoxLayout(footer);
    both->setContentsMargins(4, 1, 4, 1);
    both->setSpacing(1);
    auto* layout = new QHBoxLayout;
    layout->setSpacing(8);
    fold_ = footerButton({}, tr("The conditions of the numbers in full, or in a line"));
    fold_->setAccessibleName(fold_->toolTip());
    connect(fold_, &QToolButton::clicked, this,
            [this] { emit actionRequested(QStringLiteral("timings-conditions")); });
    auto* title = new QLabel(tr("Baseline"), footer);
    baseline_ = new QComboBox(footer);
    baseline_->setObjectName(QStringLiteral("timings-baseline"));
    baseline_->setMinimumContentsLength(12);
    baseline_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    baseline_->setToolTip(tr("What the others are set against (Ctrl+Shift+B: the next one)"));
    title->setBuddy(baseline_);
    connect(baseline_, &QComboBox::activated, this, &TimingsPanel::setBaseline);
    normaliseButton_ =
        footerButton(tr("Normalise"), tr("Times as multiples of the baseline's, row by row"));
    normaliseButton_->setCheckable(true);
    connect(normaliseButton_, &QToolButton::clicked, this,
            [this] { emit actionRequested(QStringLiteral("timings-normalise")); });
    rooflineButton_ = footerButton(
        tr("Roofline"), tr("Operations per byte against speed, with arrows from variant to "
                           "variant (Ctrl+Shift+L)"));
    rooflineButton_->setCheckable(true);
    connect(rooflineButton_, &QToolButton::clicked, this,
            [this] { emit actionRequested(QStringLiteral("timings-roofline")); });
    columnsButton_ = footerButton(tr("Columns"), tr("Which columns the table shows"));
    columnsButton_->setPopupMode(QToolButton::InstantPopup);
    auto* exports = footerButton(tr("Export"), tr("The numbers, for somewhere else"));
    addExportMenu(exports);
    layout->addWidget(fold_);
    layout->addWidget(verdict_);
    layout->addWidget(conditions_, 1);
    for (QWidget* widget :
         {static_cast<QWidget*>(title), static_cast<QWidget*>(baseline_),
          static_cast<QWidget*>(normaliseButton_), static_cast<QWidget*>(rooflineButton_),
          static_cast<QWidget*>(columnsButton_), static_cast<QWidget*>(exports)})
        layout->addWidget(widget);
    inFull_ = new QLabel(footer);
    inFull_->setObjectName(QStringLiteral("timings-conditions"));
    inFull_->setWordWrap(true);
    inFull_->setContentsMargins(4, 0, 4, 2);
    inFull_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    both->addLayout(layout);
    both->addWidget(inFull_);
    return footer;
}

void TimingsPanel::addExportMenu(QToolButton* button) {
    auto* menu = new QMenu(button);
    menu->setToolTipsVisible(true);
    const auto add = [&](const QString& text, const QString& tip, auto handler) {
        auto* action = menu->addAction(text);
        action->setToolTip(tip);
        connect(action, &QAction::triggered, this, handler);
    };
    add(tr("Copy CSV"), tr("All numbers, as comma-separated values"), [this] { copyCsv(); });
    add(tr("Copy Markdown"), tr("The table, for an issue or a page"), [this] { copyMarkdown(); });
    add(tr("Save report …"), tr("One HTML file with table and bars"),
        [this] { emit saveReportRequested(); });
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
}

void TimingsPanel::showVariant(const PanelContext& context) {
    variant_ = context.history ? qs(context.history->current().name) : QString();
}

void TimingsPanel::showResults(const PanelContext& context) {
    before_.reset();
    model_->setOtherSizes(context.otherSizes);
    model_->setResult(context.results ? std::optional(*context.results) : std::nullopt);
    model_->setBaseline(context.measuredBaseline);
}

void TimingsPanel::showFirstTimes(bench::BenchResult result) {
    if (!before_)
        before_ = Before{model_->measured(), model_->baseline()};
    model_->setOtherSizes(false);
    model_->setResult(std::move(result));
}

void TimingsPanel::endFirstTimes() {
    const auto before = std::exchange(before_, std::nullopt);
    if (!before)
        return;
    model_->setResult(before->result);
    model_->setBaseline(before->baseline);
}

void TimingsPanel::setBaseline(int measured) {
    model_->setBaseline(measured);
    emit baselineRequested(measured);
}

/// Another measurement, or the same one seen from another baseline.
void TimingsPanel::afterReset() {
    distribution_->hide();
    const bool any = model_->result().has_value();
    pages_->setCurrentIndex(any ? 1 : 0);
    footer_->setVisible(any);
    baseline_->clear();
    baseline_->addItems(model_->measuredNames());
    baseline_->setCurrentIndex(model_->baseline());
    baseline_->setEnabled(baseline_->count() > 1);
    if (!any)
        return;
    columns_->fit();
    showConditions();
    selectRow(roofline_->currentRow());
}

void TimingsPanel::nextBaseline() {
    if (const auto count = model_->measuredNames().size(); count > 0)
        setBaseline(static_cast<int>((model_->baseline() + 1) % count));
}

void TimingsPanel::setNormalised(bool normalised) {
    model_->setNormalised(normalised);
    normaliseButton_->setChecked(normalised);
}

void TimingsPanel::showDistribution() {
    const auto rows = table_->selectionModel()->selectedRows();
    const int row = rows.isEmpty() ? 0 : rows.front().row();
    const auto cell = table_->visualRect(model_->index(row, 0));
    showDistribution(row, table_->viewport()->mapToGlobal(cell.bottomLeft()));
}

void TimingsPanel::showDistribution(int row, QPoint place) {
    if (!model_->result())
        return;
    std::vector<Distribution> all;
    const int variants = static_cast<int>(model_->result()->variants.size());
    for (int v = 0; v < variants; ++v)
        all.push_back({model_->variantName(v), static_cast<std::size_t>(model_->measuredNumber(v)),
                       model_->samples(row, v)});
    distribution_->showFor(model_->index(row, 0).data(Qt::ToolTipRole).toString(), std::move(all),
                           place);
}

/// Over a time, its samples stand in the tip's place; they go with the mouse or any key.
bool TimingsPanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ToolTip && watched == table_->viewport()) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto index = table_->indexAt(help->pos());
        const bool time =
            index.isValid() && index.column() > 0 &&
            TimingsModel::fieldOf(index.column()) <= TimingsCell::Spread &&
            !model_->samples(index.row(), TimingsModel::variantOf(index.column())).empty();
        if (!time) {
            distribution_->hide();
            return false;
        }
        showDistribution(index.row(), help->globalPos());
        return true;
    }
    switch (event->type()) {
    case QEvent::Leave:
    case QEvent::MouseButtonPress:
    case QEvent::MouseMove:
    case QEvent::Wheel:
    case QEvent::KeyPress:
    case QEvent::Hide:
        distribution_->hide();
        break;
    default:
        break;
    }
    return Panel::eventFilter(watched, event);
}

void TimingsPanel::showConditions() {
    inFull_->setText(model_->conditions());
    inFull_->setToolTip(model_->conditionsInFull());
    conditions_->setToolTip(model_->conditionsInFull());
    showFold();
    QStringList lines;
    for (const auto& variant : model_->result()->variants)
        lines << qs(variant.name) + QStringLiteral(": ") + qs(variant.verification);
    const auto note = qs(bench::cacheNote(*model_->result()));
    if (!note.isEmpty())
        lines << note;
    const auto& theme = Theme::of(theme_);
    const auto say = [&](const QString& text, const QColor& colour) {
        verdict_->setText(text);
        verdict_->setToolTip((QStringList{text} + lines).join(QLatin1Char('\n')));
        auto palette = verdict_->palette();
        palette.setColor(QPalette::WindowText, colour);
        verdict_->setPalette(palette);
    };
    if (before_)
        say(tr("first times, of a few rounds: the measurement goes on"), theme.mutedText);
    else if (model_->result()->variants.size() < 2)
        say(note.isEmpty() ? tr("nothing to compare with")
                           : tr("nothing to compare with   ⚠ flattered by caches"),
            note.isEmpty() ? theme.mutedText : theme.warning);
    else if (!model_->verified())
        say(tr("✗ outputs differ: times are not comparable"), theme.error);
    else if (const auto why = model_->whyNotRanked(); !why.isEmpty())
        say(boundsText(*model_->result()) + tr("✓ outputs agree   ⚠ not ranked: %1").arg(why) +
                (why == qs(exec::whyLoaded(model_->result()->load))
                     ? tr(": run again when nothing else does")
                     : QString()),
            theme.warning);
    else
        say(tr("✓ outputs agree"), theme.good);
}

void TimingsPanel::showSelection(const PanelContext& context) {
    // What was chosen here stays: the maps of a sum have rows of their own too.
    const auto shown = table_->selectionModel()->selectedRows();
    if (context.index && !shown.isEmpty() &&
        existing(*context.index, mapsOf(shown.front().row())) == context.selection)
        return;
    for (const ElementId id : context.selection)
        if (const int row = model_->rowOf(NodeId{id.value}, variant_); row >= 0)
            return selectRow(row);
    selectRow(-1);
}

void TimingsPanel::selectRow(int row) {
    roofline_->setCurrentRow(row);
    if (row < 0)
        table_->clearSelection();
    else
        table_->selectRow(row);
}

void TimingsPanel::setRooflineVisible(bool visible) {
    roofline_->setVisible(visible);
    rooflineButton_->setChecked(visible);
    columns_->setBesideRoofline(visible);
}

void TimingsPanel::showColumnsMenu() {
    columns_->menu()->popup(columnsButton_->mapToGlobal(QPoint()));
}

void TimingsPanel::setConditionsOpen(bool open) {
    open_ = open;
    showFold();
}

bool TimingsPanel::areConditionsOpen() const {
    constexpr int kHigh = 13; ///< lines of text that the panel is high
    return open_.value_or(height() >= kHigh * fontMetrics().lineSpacing());
}

void TimingsPanel::showFold() {
    const bool open = areConditionsOpen();
    fold_->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    inFull_->setVisible(open);
    conditions_->setText(open ? QString() : model_->conditions());
}

void TimingsPanel::resizeEvent(QResizeEvent* event) {
    Panel::resizeEvent(event);
    showFold();
}

void TimingsPanel::changeEvent(QEvent* event) {
    Panel::changeEvent(event);
    if (event->type() != QEvent::FontChange || !columns_)
        return;
    // Once all that is inside has the font too.
    QTimer::singleShot(0, this, [this] {
        sizeRows();
        columns_->fit();
        showFold();
    });
}

QByteArray TimingsPanel::state() const {
    QJsonObject state{{QStringLiteral("columns"), columns_->state()},
                      {QStringLiteral("roofline"), isRooflineVisible()}};
    if (open_)
        state[QStringLiteral("conditions")] = *open_;
    return QJsonDocument(state).toJson(QJsonDocument::Compact);
}

void TimingsPanel::setState(const QByteArray& text) {
    const auto state = QJsonDocument::fromJson(text).object();
    columns_->setState(state[QStringLiteral("columns")].toObject());
    setRooflineVisible(state[QStringLiteral("roofline")].toBool());
    if (const auto open = state[QStringLiteral("conditions")]; open.isBool())
        setConditionsOpen(open.toBool());
}

bool TimingsPanel::isRooflineVisible() const {
    return !roofline_->isHidden();
}

void TimingsPanel::setTheme(ThemeKind kind) {
    theme_ = kind;
    for (auto* table : {table_, columns_->names()}) {
        table->setProperty("mwTheme", static_cast<int>(kind));
        table->horizontalHeader()->setProperty("mwTheme", static_cast<int>(kind));
        table->viewport()->update();
        table->horizontalHeader()->viewport()->update();
    }
    roofline_->setTheme(kind);
    distribution_->setTheme(kind);
    if (model_->result())
        showConditions();
}

void TimingsPanel::copyMarkdown() const {
    if (model_->result())
        QApplication::clipboard()->setText(qs(bench::toMarkdown(*model_->result())));
}

void TimingsPanel::copyCsv() const {
    if (model_->result())
        QApplication::clipboard()->setText(qs(bench::toCsv(*model_->result())));
}

PanelInfo timingsPanel() {
    return {QStringLiteral("timings"), Panel::tr("Ti&mings"), QKeySequence(Panel::tr("Alt+5")),
            Qt::BottomDockWidgetArea, [](JobQueue&) { return new TimingsPanel; }};
}

} // namespace mw::viewers
