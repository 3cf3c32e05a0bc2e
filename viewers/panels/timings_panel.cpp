// The panel with the run line, the table of times, and what to think of them.
#include "viewers/panels/timings_panel.h"

#include "viewers/panels/element_text.h"
#include "viewers/panels/run_panel.h"
#include "viewers/panels/timings_view.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace mw::viewers {

TimingsPanel::TimingsPanel(QWidget* parent)
    : Panel(parent), run_(new RunPanel(this)), model_(new TimingsModel(this)),
      pages_(new QStackedWidget(this)), table_(new QTableView(this)), conditions_(new QLabel(this)),
      verdict_(new QLabel(this)), footer_(buildFooter()) {
    setObjectName(QStringLiteral("timings"));
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

    auto* empty = new QLabel(tr("Pin variants in the history (Ctrl+P) and run them (Ctrl+R): "
                                "their kernels then stand here side by side."));
    empty->setAlignment(Qt::AlignCenter);
    empty->setWordWrap(true);
    pages_->addWidget(empty);
    pages_->addWidget(table_);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(run_);
    layout->addWidget(pages_, 1);
    layout->addWidget(footer_);
    footer_->hide();

    connect(table_, &QTableView::clicked, this, [this](const QModelIndex& index) {
        std::vector<ElementId> maps; // of the row's kernels, of all variants
        const auto variants = model_->result() ? model_->result()->variants.size() : 0;
        for (std::size_t v = 0; v < variants; ++v)
            for (const auto* kernel : model_->kernels(index.row(), static_cast<int>(v)))
                maps.push_back(kernel->map);
        emit selectRequested(maps);
    });
}

QWidget* TimingsPanel::buildFooter() {
    auto* footer = new QWidget(this);
    auto* layout = new QHBoxLayout(footer);
    layout->setContentsMargins(8, 3, 6, 3);
    layout->setSpacing(12);
    for (auto* label : {verdict_, conditions_})
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    conditions_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    layout->addWidget(verdict_);
    layout->addWidget(conditions_, 1);
    const auto button = [&](const QString& text, const QString& tip, auto handler) {
        auto* made = new QToolButton(footer);
        made->setText(text);
        made->setToolTip(tip);
        made->setAutoRaise(true);
        connect(made, &QToolButton::clicked, this, handler);
        layout->addWidget(made);
    };
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
    const bool any = model_->result().has_value();
    pages_->setCurrentIndex(any ? 1 : 0);
    footer_->setVisible(any);
    if (!any)
        return;
    sizeColumns();
    showConditions();
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
    else
        say(tr("✓ outputs agree"), theme.good);
}

void TimingsPanel::sizeColumns() {
    // Columns of numbers are as wide as their longest number; the median has room for its bar.
    static constexpr int kWidths[TimingsModel::kFields] = {130, 78, 66, 84, 84, 66};
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
    table_->clearSelection();
    for (const ElementId id : context.selection) {
        const int row = model_->rowOf(NodeId{id.value}, variant_);
        if (row < 0)
            continue;
        table_->selectRow(row);
        return;
    }
}

void TimingsPanel::setTheme(ThemeKind kind) {
    theme_ = kind;
    table_->setProperty("mwTheme", static_cast<int>(kind));
    table_->horizontalHeader()->setProperty("mwTheme", static_cast<int>(kind));
    table_->viewport()->update();
    table_->horizontalHeader()->viewport()->update();
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
