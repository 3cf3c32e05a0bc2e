// The panel that says which kernels cost most, and what limits them.
#include "core/analysis/kernel_names.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/column_widths.h"
#include "viewers/panels/element_numbers.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/elided_label.h"
#include "viewers/panels/header_sort.h"
#include "viewers/panels/name_cutter.h"
#include "viewers/panels/number_text.h"
#include "viewers/panels/panel.h"
#include "viewers/panels/top_kernels_model.h"

#include <QApplication>
#include <QHeaderView>
#include <QPainter>
#include <QScopedValueRollback>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace mw::viewers {

namespace {

const QString kTopSlot = QStringLiteral("top-kernels");

/// A share as a bar beside its number.
class ShareDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        const auto bar = index.data(TopKernelsModel::BarRole);
        if (!bar.isValid())
            return;
        const auto& theme =
            Theme::of(static_cast<ThemeKind>(parent()->property("mwTheme").toInt()));
        const int number = option.fontMetrics.horizontalAdvance(QStringLiteral("88.8 %")) + 14;
        const QRectF room = QRectF(option.rect).adjusted(6, 4, -number, -4);
        if (room.width() < 4)
            return;
        const bool selected = option.state & QStyle::State_Selected;
        if (!selected)
            painter->fillRect(room, mix(theme.base, theme.line, 0.5));
        painter->fillRect(
            QRectF(room.topLeft(),
                   QSizeF(std::max(1.0, room.width() * bar.toDouble()), room.height())),
            selected ? theme.base : theme.accent);
    }
};

class TopKernelsPanel : public Panel {
public:
    explicit TopKernelsPanel(JobQueue& jobs)
        : jobs_(jobs), summary_(new ElidedLabel(this)), list_(new QTreeView(this)),
          model_(new TopKernelsModel(this)) {
        setObjectName(QStringLiteral("top-kernels"));
        summary_->setObjectName(QStringLiteral("top-kernels-summary"));
        summary_->setContentsMargins(6, 2, 6, 0);
        list_->setModel(model_);
        list_->setRootIsDecorated(false);
        list_->setUniformRowHeights(true);
        list_->setFrameShape(QFrame::NoFrame);
        list_->setTextElideMode(Qt::ElideMiddle);
        list_->setItemDelegateForColumn(TopKernelsModel::name,
                                        new NameDelegate(model_, TopKernelsModel::name, list_));
        list_->setItemDelegateForColumn(TopKernelsModel::share, new ShareDelegate(list_));
        list_->setAccessibleName(Panel::tr("Kernels that cost most"));
        sortByHeader(list_);
        auto* header = list_->header();
        header->setStretchLastSection(false);
        header->setSectionResizeMode(TopKernelsModel::name, QHeaderView::Stretch);
        new ColumnWidths(list_, {{TopKernelsModel::rank, QStringLiteral("8888")},
                                 {TopKernelsModel::time, QStringLiteral("888.8 ms")},
                                 {TopKernelsModel::share, QString(26, QLatin1Char('8'))},
                                 {TopKernelsModel::cumulated, QStringLiteral("88.8 %")},
                                 {TopKernelsModel::limit, QStringLiteral("xxxxxxxxxxx")},
                                 {TopKernelsModel::bytes, QStringLiteral("888.8 MB")}});
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(2);
        layout->addWidget(summary_);
        layout->addWidget(list_);
        connect(list_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
                [this](const QModelIndex& row) {
                    if (!following_ && row.isValid())
                        emit selectRequested({model_->at(row.row()).map});
                });
        connect(list_, &QTreeView::activated, this, [this](const QModelIndex& row) {
            emit frameRequested({model_->at(row.row()).map});
        });
    }

    void showVariant(const PanelContext& context) override {
        jobs_.discard(kTopSlot);
        index_ = context.index;
        predictor_.reset();
        predicted_.clear();
        note_.clear();
        stale_ = true;
        showNumbers(context);
    }
    void showNumbers(const PanelContext& context) override {
        bytes_.clear();
        if (context.numbers)
            for (const auto& [id, one] : context.numbers->of)
                if (one.bytes)
                    bytes_[id] = *one.bytes;
        if (context.predictor != predictor_) {
            predictor_ = context.predictor;
            stale_ = true;
            predict();
        }
        showResults(context);
        showSelection(context);
    }
    void showResults(const PanelContext& context) override {
        measured_.clear();
        if (context.results && context.history && !context.otherSizes)
            measured_ = measuredTimes(*context.results, context.history->current().name);
        fill();
    }
    void showHistory(const PanelContext& context) override { showResults(context); }
    void showSelection(const PanelContext& context) override {
        const QScopedValueRollback guard(following_, true);
        for (const ElementId id : context.selection)
            if (const int row = model_->rowOf(mapOf(id)); row >= 0) {
                list_->setCurrentIndex(model_->index(row, 0));
                return list_->scrollTo(list_->currentIndex());
            }
        list_->setCurrentIndex({});
    }
    void setTheme(ThemeKind kind) override {
        list_->setProperty("mwTheme", static_cast<int>(kind));
        list_->viewport()->update();
    }

protected:
    void showEvent(QShowEvent* event) override {
        Panel::showEvent(event);
        predict();
    }

private:
    /// Of the end of a map its beginning.
    ElementId mapOf(ElementId id) const {
        const auto* place = index_ ? index_->find(id) : nullptr;
        return place && place->node && place->node->isExit() ? ElementId(ir::entryOf(*place->node))
                                                             : id;
    }
    /// Once somebody looks.
    void predict() {
        if (!stale_ || !isVisible() || !predictor_ || !index_ ||
            predictor_->document() != index_->document())
            return;
        stale_ = false;
        jobs_.start(
            {kTopSlot, Panel::tr("Predicting the kernels' times"), JobQueue::Lane::details}, this,
            [predictor = predictor_](const JobContext&) { return predictor->kernels(); },
            [this](Expected<std::vector<KernelCost>> kernels) {
                note_ = kernels ? QString() : qs(kernels.error().sentence);
                predicted_ = kernels ? std::move(*kernels) : std::vector<KernelCost>();
                fill();
            });
    }

    /// Measured where that was done, else predicted; a map may be several kernels.
    void fill() {
        std::map<ElementId, TopKernel> kernels;
        const bool measured = !measured_.empty();
        const auto add = [&](ElementId map, double time) -> TopKernel& {
            auto& one = kernels[map];
            one.map = map;
            one.microseconds += time;
            return one;
        };
        if (measured)
            for (const auto& [map, time] : measured_)
                add(map, time);
        for (const auto& cost : predicted_)
            if (!measured || kernels.contains(cost.map))
                add(cost.map, measured ? 0 : cost.microseconds).limit = cost.limit;
        std::vector<TopKernel> all;
        for (auto& [map, kernel] : kernels) {
            const auto* place = index_ ? index_->find(map) : nullptr;
            if (!place || !place->node)
                continue;
            kernel.name = qs(analysis::nameOf(*index_, *place->node));
            if (const auto bytes = bytes_.find(map); bytes != bytes_.end())
                kernel.bytes = bytes->second;
            all.push_back(std::move(kernel));
        }
        const QScopedValueRollback guard(following_, true);
        model_->setKernels(std::move(all));
        summary_->setText(summary(measured));
    }

    QString summary(bool measured) const {
        if (!index_)
            return {};
        if (model_->rowCount() == 0)
            return note_.isEmpty() ? Panel::tr("No kernel is known yet") : note_;
        const auto how = measured ? Panel::tr("measured")
                                  : Panel::tr("predicted for %1").arg(predictor_->device());
        return Panel::tr("Half of the time goes into %1 of %2 (%3)")
            .arg(model_->countOfHalf())
            .arg(counted(model_->rowCount(), Panel::tr("kernel"), Panel::tr("kernels")), how);
    }

    JobQueue& jobs_;
    ElidedLabel* summary_;
    QTreeView* list_;
    TopKernelsModel* model_;
    std::shared_ptr<const ir::DocumentIndex> index_;
    std::shared_ptr<StepPredictor> predictor_; ///< null: not there yet
    std::vector<KernelCost> predicted_;
    std::map<ElementId, double> measured_, bytes_;
    QString note_;           ///< why nothing is predicted
    bool stale_ = false;     ///< to be predicted anew
    bool following_ = false; ///< the selection comes from elsewhere: say nothing back
};

} // namespace

PanelInfo top_kernelsPanel() {
    return {QStringLiteral("top-kernels"), Panel::tr("Top &kernels"),
            QKeySequence(Panel::tr("Alt+Shift+K")), Qt::BottomDockWidgetArea,
            [](JobQueue& jobs) { return new TopKernelsPanel(jobs); }};
}

} // namespace mw::viewers
