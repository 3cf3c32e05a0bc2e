// The panel with what the variant is made of, beside the original: what the steps have saved.
#include "core/analysis/analysis.h"
#include "core/analysis/figures.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/column_widths.h"
#include "viewers/panels/number_text.h"
#include "viewers/panels/panel.h"

#include <QHeaderView>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <utility>

namespace mw::viewers {

namespace {

struct Statistics {
    analysis::ProgramSummary summary;
    analysis::ProgramFigures figures; ///< sizes stay open
};

Statistics statisticsOf(const ir::Document& document) {
    return {analysis::summarise(document), analysis::figures(document, {})};
}

struct Count {
    const char* what;
    int (*of)(const Statistics&);
};

/// The counts of the panel; those that speed depends on stand first.
constexpr Count kCounts[] = {
    {QT_TRANSLATE_NOOP("mw::viewers::Panel", "kernels"),
     [](const Statistics& of) { return static_cast<int>(of.figures.kernels); }},
    {QT_TRANSLATE_NOOP("mw::viewers::Panel", "copies"),
     [](const Statistics& of) { return static_cast<int>(of.figures.copies); }},
    {QT_TRANSLATE_NOOP("mw::viewers::Panel", "temporary arrays"),
     [](const Statistics& of) { return static_cast<int>(of.figures.temporaries); }},
    {QT_TRANSLATE_NOOP("mw::viewers::Panel", "maps"),
     [](const Statistics& of) { return of.summary.maps; }},
    {QT_TRANSLATE_NOOP("mw::viewers::Panel", "tasklets"),
     [](const Statistics& of) { return of.summary.tasklets; }},
    {QT_TRANSLATE_NOOP("mw::viewers::Panel", "nested SDFGs"),
     [](const Statistics& of) { return of.summary.nestedSdfgs; }},
    {QT_TRANSLATE_NOOP("mw::viewers::Panel", "states"),
     [](const Statistics& of) { return of.summary.states; }},
    {QT_TRANSLATE_NOOP("mw::viewers::Panel", "nodes"),
     [](const Statistics& of) { return of.summary.nodes; }},
    {QT_TRANSLATE_NOOP("mw::viewers::Panel", "memlets"),
     [](const Statistics& of) { return of.summary.edges; }},
};

/// Counts only while it can be seen.
class StatisticsPanel : public Panel {
public:
    explicit StatisticsPanel(JobQueue& jobs) : jobs_(jobs), table_(new QTreeWidget(this)) {
        setObjectName(QStringLiteral("statistics"));
        table_->setHeaderLabels({Panel::tr("Number of"), Panel::tr("this variant"),
                                 Panel::tr("original"), Panel::tr("change")});
        table_->setRootIsDecorated(false);
        table_->setUniformRowHeights(true);
        table_->setFrameShape(QFrame::NoFrame);
        table_->setSelectionMode(QAbstractItemView::NoSelection);
        table_->setFocusPolicy(Qt::NoFocus);
        table_->setAccessibleName(Panel::tr("What the variant is made of"));
        auto* header = table_->header();
        header->setStretchLastSection(false);
        std::vector<ColumnWidths::Column> columns{ColumnWidths::text(0, 34)};
        for (int column = 1; column < table_->columnCount(); ++column) {
            columns.push_back({column, QStringLiteral("−8888888")});
            table_->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        }
        new ColumnWidths(table_, std::move(columns));
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(table_);
    }

    void showVariant(const PanelContext& context) override {
        variant_ = context.index ? context.index->document() : nullptr;
        original_ = context.history ? context.history->root().document : nullptr;
        stale_ = true;
        refresh();
    }

protected:
    void showEvent(QShowEvent* event) override {
        Panel::showEvent(event);
        refresh();
    }

private:
    void refresh() {
        if (!variant_ || !original_)
            table_->clear();
        else if (isVisible() && std::exchange(stale_, false))
            jobs_.start(
                {QStringLiteral("statistics"), Panel::tr("Counting"), JobQueue::Lane::details},
                this,
                [variant = variant_, original = original_](const JobContext&) {
                    return std::pair(statisticsOf(*variant), statisticsOf(*original));
                },
                [this](const std::pair<Statistics, Statistics>& counted) {
                    fill(counted.first, counted.second);
                });
    }

    void fill(const Statistics& variant, const Statistics& original) {
        table_->clear();
        for (const auto& [what, of] : kCounts) {
            auto* row = new QTreeWidgetItem(
                table_, {tr(what), QString::number(of(variant)), QString::number(of(original)),
                         differenceText(of(variant) - of(original),
                                        [](double count) { return QString::number(count); })});
            for (int column = 1; column < table_->columnCount(); ++column)
                row->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        }
    }

    JobQueue& jobs_;
    QTreeWidget* table_;
    ir::DocumentPtr variant_, original_;
    bool stale_ = false;
};

} // namespace

PanelInfo statisticsPanel() {
    return {QStringLiteral("statistics"), Panel::tr("&Statistics"),
            QKeySequence(Panel::tr("Alt+9")), Qt::BottomDockWidgetArea,
            [](JobQueue& jobs) { return new StatisticsPanel(jobs); }};
}

} // namespace mw::viewers
