// The panel with the run line, the table of times, and what to think of them.
#include "viewers/panels/timings_panel.h"

#include "core/bench/ranking.h"
#include "viewers/panels/distribution_tip.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/elided_label.h"
#include "viewers/panels/roofline_view.h"
#include "viewers/panels/run_panel.h"
#include "viewers/panels/timings_view.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace mw::viewers {

TimingsPanel::TimingsPanel(QWidget* parent)
    : Panel(parent), run_(new RunPanel(this)), model_(new TimingsModel(this)),
      pages_(new QStackedWidget(this)), table_(new QTableView(this)),
      roofline_(new RooflineView(*model_, this)), split_(new QSplitter(this)),
      distribution_(new DistributionTip(this)), conditions_(new QLabel(this)),
      verdict_(new ElidedLabel(this)), footer_(buildFooter()) {
    setObjectName(QStringLiteral("timings"));
    buildTable();
    auto* empty = new QLabel(tr("Pin variants in the history (Ctrl+P) and run them (Ctrl+R): "
                                "their kernels then stand here side by side."));
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
    table_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    table_->setShowGrid(false);
    table_->setAlternatingRowColors(true);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setWordWrap(false);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setTextElideMode(Qt::ElideMiddle);
    table_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table_->setAccessibleName(tr("Kernel times of the pinned variants"));
}

std::vector<ElementId> TimingsPanel::mapsOf(int row) const {
    std::vector<ElementId> maps;
    const auto variants = model_->result() ? model_->result()->variants.size() : 0;
    for (std::size_t v = 0; v < variants; ++v)
        for (const auto* kernel : model_->kernels(row, static_cast<int>(v)))
            maps.push_back(kernel->map);
    return maps;
}

QWidget* TimingsPanel::buildFooter() {
    auto* footer = new QWidget(this);
    auto* layout = new QHBoxLayout(footer);
    layout->setContentsMargins(8, 3, 6, 3);
    layout->setSpacing(12);
    conditions_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    conditions_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    layout->addWidget(verdict_);
    layout->addWidget(conditions_, 1);
    auto* title = new QLabel(tr("Baseline"), footer);
    baseline_ = new QComboBox(footer);
    baseline_->setObjectName(QStringLiteral("timings-baseline"));
    baseline_->setMinimumContentsLength(12);
    baseline_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    baseline_->setToolTip(tr("What the others are set against (Ctrl+Shift+B: the next one)"));
    title->setBuddy(baseline_);
    layout->addWidget(title);
    layout->addWidget(baseline_);
    connect(baseline_, &QComboBox::activated, model_, &TimingsModel::setBaseline);
    const auto button = [&](const QString& text, const QString& tip, auto handler) {
        auto* made = new QToolButton(footer);
        made->setText(text);
        made->setToolTip(tip);
        made->setAutoRaise(true);
        connect(made, &QToolButton::clicked, this, handler);
        layout->addWidget(made);
        return made;
    };
    normaliseButton_ =
        button(tr("Normalise"), tr("Times as multiples of the baseline's, row by row"),
               [this] { emit actionRequested(QStringLiteral("timings-normalise")); });
    normaliseButton_->setCheckable(true);
    rooflineButton_ = button(tr("Roofline"),
                             tr("Operations per byte against speed, with arrows from variant to "
                                "variant (Ctrl+Shift+L)"),
                             [this] { emit actionRequested(QStringLiteral("timings-roofline")); });
    rooflineButton_->setCheckable(true);
    button(tr("Copy CSV"), tr("All numbers, as comma-separated values"), [this] { copyCsv(); });
    button(tr("Copy Markdown"), tr("The table, for an issue or a page"),
           [this] { copyMarkdown(); });
    button(tr("Save report …"), tr("One HTML file with table and bars"),
           [this] { emit saveReportRequested(); });
    return footer;
}

void TimingsPanel::showVariant(const PanelContext& context) {
    variant_ = context.history ? qs(context.history->current().name) : QString();
}

void TimingsPanel::showResults(const PanelContext& context) {
    model_->setResult(context.results ? std::optional(*context.results) : std::nullopt);
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
    sizeColumns();
    showConditions();
    selectRow(roofline_->currentRow());
}

void TimingsPanel::nextBaseline() {
    if (const auto count = model_->measuredNames().size(); count > 0)
        model_->setBaseline(static_cast<int>((model_->baseline() + 1) % count));
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
        const bool time = index.isValid() && index.column() > 0 &&
                          TimingsModel::fieldOf(index.column()) <= TimingsModel::Spread;
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
    conditions_->setText(model_->conditions());
    conditions_->setToolTip(model_->conditionsInFull());
    QStringList lines;
    for (const auto& variant : model_->result()->variants)
        lines << qs(variant.name) + QStringLiteral(": ") + qs(variant.verification);
    verdict_->setToolTip(lines.join(QLatin1Char('\n')));
    const auto& theme = Theme::of(theme_);
    const auto say = [this](const QString& text, const QColor& colour) {
        verdict_->setText(text);
        auto palette = verdict_->palette();
        palette.setColor(QPalette::WindowText, colour);
        verdict_->setPalette(palette);
    };
    if (model_->result()->variants.size() < 2)
        say(tr("nothing to compare with"), theme.mutedText);
    else if (!model_->verified())
        say(tr("✗ outputs differ: times are not comparable"), theme.error);
    else if (const auto why = model_->whyNotRanked(); !why.isEmpty())
        say(tr("✓ outputs agree   ⚠ not ranked: %1").arg(why), theme.warning);
    else if (const auto note = qs(bench::cacheNote(*model_->result())); !note.isEmpty()) {
        say(tr("✓ outputs agree   ⚠ flattered by caches"), theme.warning);
        verdict_->setToolTip(verdict_->toolTip() + QLatin1Char('\n') + note);
    } else
        say(tr("✓ outputs agree"), theme.good);
}

void TimingsPanel::sizeColumns() {
    // Columns of numbers are as wide as their longest number; the median has room for its bar.
    static constexpr int kWidths[TimingsModel::kFields] = {130, 78, 66, 84, 84, 66, 66, 78};
    auto* header = table_->horizontalHeader();
    int widest = 160;
    for (int row = 0; row < model_->rowCount(); ++row)
        widest = std::max(
            widest, fontMetrics().horizontalAdvance(model_->index(row, 0).data().toString()) + 28);
    header->resizeSection(0, std::min(widest, 320));
    for (int column = 1; column < model_->columnCount(); ++column) {
        const auto field = TimingsModel::fieldOf(column);
        header->resizeSection(column, kWidths[field]);
        const bool useless = field == TimingsModel::Ratio && TimingsModel::variantOf(column) == 0;
        table_->setColumnHidden(column, useless);
    }
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
}

bool TimingsPanel::isRooflineVisible() const {
    return !roofline_->isHidden();
}

void TimingsPanel::setTheme(ThemeKind kind) {
    theme_ = kind;
    table_->setProperty("mwTheme", static_cast<int>(kind));
    table_->horizontalHeader()->setProperty("mwTheme", static_cast<int>(kind));
    table_->viewport()->update();
    table_->horizontalHeader()->viewport()->update();
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
