// The panel with one iteration of a map: what it touches, and what a warp of them costs.
#include "viewers/panels/access_panel.h"

#include "core/codegen/lanes.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/access_strip.h"
#include "viewers/panels/access_text.h"
#include "viewers/panels/column_widths.h"
#include "viewers/panels/element_numbers.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/elided_label.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QSpinBox>
#include <QStackedWidget>
#include <QToolButton>
#include <QToolTip>
#include <QTreeWidget>

#include <algorithm>
#include <limits>
#include <span>

namespace mw::viewers {

using inputs::AccessState;
using inputs::LocalAccess;
using inputs::LocalAccesses;
using inputs::LocalView;

namespace {

const QString kSlot = QStringLiteral("local-access");
constexpr std::size_t kMostLooked = 8;     ///< elements of the selection
constexpr int kElementRole = Qt::UserRole; ///< place of the access in LocalView::accesses

enum AccessListColumn { AccessColumn, ElementColumn, ThroughColumn, FirstStepColumn };

/// Those of a selection that are looked up: of a thousand elements nobody wants the accesses.
std::span<const ElementId> few(const std::vector<ElementId>& selection) {
    return std::span(selection).first(std::min(selection.size(), kMostLooked));
}

int toInt(std::int64_t value) {
    return static_cast<int>(std::clamp<std::int64_t>(value, std::numeric_limits<int>::min(),
                                                     std::numeric_limits<int>::max()));
}

} // namespace

/// Of a job.
struct AccessPanel::Result {
    NodeId map;
    std::shared_ptr<const LocalAccesses> local;
    std::shared_ptr<const LocalView> view;
    QString problem;
};

AccessPanel::AccessPanel(JobQueue& jobs, QWidget* parent)
    : Panel(parent), jobs_(jobs), pages_(new QStackedWidget(this)), nothing_(new QLabel(this)),
      title_(new ElidedLabel(this)), all_(new QToolButton(this)), parameters_(new QWidget(this)),
      warpBox_(new QComboBox(this)), rows_(new QTreeWidget(this)),
      widths_(new ColumnWidths(rows_, {})), strip_(new AccessStrip(rows_)),
      legend_(new AccessLegend(this)) {
    setObjectName(QStringLiteral("access"));
    nothing_->setAlignment(Qt::AlignCenter);
    nothing_->setWordWrap(true);

    rows_->setObjectName(QStringLiteral("access-rows"));
    rows_->setUniformRowHeights(true);
    rows_->setFrameShape(QFrame::NoFrame);
    rows_->setAllColumnsShowFocus(true);
    rows_->setTextElideMode(Qt::ElideRight);
    rows_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    rows_->setAccessibleName(tr("What the iteration reads and writes"));
    rows_->viewport()->installEventFilter(this);
    rows_->viewport()->setMouseTracking(true);

    all_->setText(tr("Whole map"));
    all_->setToolTip(tr("Everything that the map touches, not only what is selected in it"));
    all_->setAutoRaise(true);
    warpBox_->setObjectName(QStringLiteral("access-warp"));
    warpBox_->setToolTip(tr("The parameter that the 32 lanes of a warp differ in. At first the one "
                            "that kernels give to neighbouring threads"));
    auto* row = new QHBoxLayout;
    row->setContentsMargins(8, 3, 6, 3);
    row->setSpacing(8);
    auto* parameterRow = new QHBoxLayout(parameters_);
    parameterRow->setContentsMargins(0, 0, 0, 0);
    parameterRow->setSpacing(8);
    auto* along = new QLabel(tr("Warp along"), this);
    along->setBuddy(warpBox_);
    title_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(title_, 1);
    row->addWidget(all_);
    row->addWidget(parameters_);
    row->addWidget(along);
    row->addWidget(warpBox_);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(8, 1, 8, 2);
    foot->addWidget(legend_);

    auto* page = new QWidget(this);
    auto* inside = new QVBoxLayout(page);
    inside->setContentsMargins(0, 0, 0, 0);
    inside->setSpacing(0);
    inside->addLayout(row);
    inside->addWidget(rows_, 1);
    inside->addLayout(foot);
    pages_->addWidget(nothing_);
    pages_->addWidget(page);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(pages_);

    connect(warpBox_, &QComboBox::activated, this, [this](int place) {
        warp_ = static_cast<std::size_t>(warpBox_->itemData(place).toInt());
        compute();
    });
    connect(all_, &QToolButton::clicked, this, [this] { emit selectRequested({map_}); });
    connect(rows_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (filling_ || !item || !local_ || !item->data(0, kElementRole).isValid())
            return;
        const auto place = item->data(0, kElementRole).toULongLong();
        emit highlightRequested(local_->map().accesses[view_->accesses[place].access].elements);
    });
    say(tr("Select a map, or something in it: what one of its iterations reads and writes stands "
           "here, through neighbour tables too."));
}

// ---- what is shown

void AccessPanel::showVariant(const PanelContext& context) {
    look(context);
}

void AccessPanel::showSelection(const PanelContext& context) {
    look(context);
}

void AccessPanel::showNumbers(const PanelContext& context) {
    look(context);
}

void AccessPanel::setTheme(ThemeKind kind) {
    strip_->setTheme(kind);
    legend_->setTheme(kind);
    rows_->viewport()->update();
}

void AccessPanel::look(const PanelContext& context) {
    const bool same = index_ == context.index && tables_ == context.tables;
    if (same && tables_ && selection_ == context.selection)
        return;
    index_ = context.index;
    tables_ = context.tables;
    why_ =
        !context.numbers ? tr("Sizes and tables of a run are being made …") : context.numbers->note;
    selection_ = context.selection;
    if (!same) {
        local_.reset();
        view_.reset();
        warp_.reset(); // its kernel may have other lanes
    }
    stale_ = true;
    if (isVisible())
        lookAgain();
}

void AccessPanel::showEvent(QShowEvent* event) {
    Panel::showEvent(event);
    lookAgain();
}

void AccessPanel::lookAgain() {
    if (!std::exchange(stale_, false))
        return;
    NodeId map;
    for (const ElementId id : few(selection_))
        if (!map && index_ && index_->find(id))
            map = analysis::outermostMap(*index_, id);
    if (!map) {
        jobs_.discard(kSlot);
        map_ = {};
        return say(tr("Select a map, or something in it: what one of its iterations reads and "
                      "writes stands here, through neighbour tables too."));
    }
    if (!tables_) {
        map_ = map;
        return say(why_);
    }
    if (map == map_ && local_ && view_)
        return fill(); // something else of it is selected
    if (map != map_) {
        wanted_.clear();
        warp_.reset();
        local_.reset();
    }
    map_ = map;
    compute();
}

void AccessPanel::say(const QString& sentence) {
    local_.reset();
    view_.reset();
    nothing_->setText(sentence);
    pages_->setCurrentIndex(0);
}

void AccessPanel::goTo(const inputs::Iteration& iteration) {
    wanted_ = iteration;
    compute();
}

void AccessPanel::compute() {
    jobs_.start(
        {kSlot, tr("Following the accesses of a map"), JobQueue::Lane::details}, this,
        [index = index_, tables = tables_, map = map_, local = local_, wanted = wanted_,
         warp = warp_, memo = memo_](const JobContext&) {
            Result result{map, local, nullptr, {}};
            if (!result.local) {
                auto accesses = analysis::mapAccesses(*index->document()->root, map);
                const auto arrays = tables->forAccesses(accesses);
                if (!arrays) {
                    result.problem = qs(arrays.error().sentence);
                    return result;
                }
                result.local = std::make_shared<const LocalAccesses>(
                    std::move(accesses), tables->scenario().symbols, *arrays);
            }
            const std::size_t along = warp ? *warp
                                           : result.local->laneParameter(codegen::laneParameter(
                                                 *index->document(), map, memo));
            auto view = result.local->at(wanted.size() == result.local->map().parameters.size()
                                             ? wanted
                                             : result.local->middle(),
                                         along);
            if (!view) // another variant's iteration, or an outer parameter moved the range
                view = result.local->at(result.local->nearest(wanted), along);
            if (view)
                result.view = std::make_shared<const LocalView>(std::move(*view));
            else
                result.problem = qs(view.error().sentence);
            return result;
        },
        [this](Result result) { take(std::move(result)); });
}

void AccessPanel::take(Result result) {
    if (result.map != map_)
        return;
    if (!result.view)
        return say(result.problem);
    const bool another = local_ != result.local;
    local_ = std::move(result.local);
    view_ = std::move(result.view);
    wanted_ = view_->iteration;
    warp_ = view_->warpParameter;
    strip_->setView(view_);
    if (another)
        buildParameters();
    showParameters();
    fill();
    pages_->setCurrentIndex(1);
}

// ---- the row of parameters

void AccessPanel::buildParameters() {
    const QScopedValueRollback quiet(filling_, true);
    qDeleteAll(parameters_->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
    boxes_.clear();
    warpBox_->clear();
    const auto names = local_->parameterNames();
    for (std::size_t p = 0; p < names.size(); ++p) {
        auto* label = new QLabel(qs(names[p]), parameters_);
        auto* box = new QSpinBox(parameters_);
        box->setObjectName(QStringLiteral("access-") + qs(names[p]));
        box->setKeyboardTracking(false);
        box->setAccelerated(true);
        box->setAccessibleName(tr("Iteration of %1").arg(qs(names[p])));
        label->setBuddy(box);
        parameters_->layout()->addWidget(label);
        parameters_->layout()->addWidget(box);
        boxes_.push_back(box);
        if (p + local_->map().own >= names.size())
            warpBox_->addItem(qs(names[p]), static_cast<int>(p));
        connect(box, &QSpinBox::valueChanged, this, [this, p](int value) {
            if (filling_ || !view_)
                return;
            wanted_[p] = value;
            compute();
        });
    }
}

void AccessPanel::showParameters() {
    const QScopedValueRollback quiet(filling_, true);
    for (std::size_t p = 0; p < boxes_.size(); ++p) {
        const auto& reach = view_->reach[p];
        boxes_[p]->setRange(reach ? toInt(reach->begin) : 0,
                            reach ? toInt(reach->end) : std::numeric_limits<int>::max());
        boxes_[p]->setSingleStep(reach ? toInt(reach->step) : 1);
        boxes_[p]->setValue(toInt(view_->iteration[p]));
        boxes_[p]->setToolTip(reach ? tr("%1 to %2").arg(reach->begin).arg(reach->end)
                                    : tr("Its range is not known"));
    }
    warpBox_->setCurrentIndex(warpBox_->findData(static_cast<int>(view_->warpParameter)));
}

// ---- the rows

QTreeWidgetItem* AccessPanel::rowOf(const LocalAccess& local, QTreeWidgetItem* parent) const {
    const auto& access = local_->map().accesses[local.access];
    QStringList index;
    for (const auto& text : indexTexts(*local_, access))
        index << qs(text);
    auto* item = new QTreeWidgetItem(parent);
    const auto place = static_cast<qulonglong>(&local - view_->accesses.data());
    item->setData(0, kElementRole, place);
    const QString verb = access.reduces() ? tr("updates")
                         : access.write   ? tr("writes")
                                          : tr("reads");
    item->setText(AccessColumn, verb + QStringLiteral(" [") + index.join(QStringLiteral(", ")) +
                                    QLatin1Char(']'));
    item->setText(ElementColumn, elementsText(local));
    item->setText(ThroughColumn, entriesText(local));
    int column = FirstStepColumn;
    for (const auto& step : local.steps) {
        item->setText(column, access.isPrivate ? QString() : stepText(step));
        item->setTextAlignment(column++, Qt::AlignRight | Qt::AlignVCenter);
    }
    column = FirstStepColumn + static_cast<int>(view_->iteration.size());
    if (local.warp && local.warp->sectors > 0) {
        const auto& warp = *local.warp;
        const bool poor = warp.sectors >= 2 * std::max<std::int64_t>(1, warp.ideal);
        item->setText(column, (poor ? QStringLiteral("⚠ ") : QString()) +
                                  tr("%1, best %2").arg(warp.sectors).arg(warp.ideal));
        item->setToolTip(column, tr("The warp touches %1, and the same elements side by side would "
                                    "fill %2")
                                     .arg(warp.sectors)
                                     .arg(warp.ideal));
        item->setData(column + 1, kWarpRole, place);
        item->setData(column + 1, kBytesRole, ir::sizeOf(access.data->dtype.scalar));
    }
    item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    for (const int wide : {ElementColumn, ThroughColumn})
        item->setToolTip(wide, item->text(wide));
    item->setToolTip(AccessColumn, qs(access.place));
    return item;
}

void AccessPanel::fill() {
    const QScopedValueRollback quiet(filling_, true);
    const auto names = local_->parameterNames();
    const int steps = static_cast<int>(names.size());
    QStringList headers{tr("Access"), tr("Element"), tr("Through")};
    for (const auto& name : names)
        headers << tr("next %1").arg(qs(name));
    headers << tr("Sectors")
            << (names.empty() ? QString()
                              : tr("Warp: %1 %2 … %3")
                                    .arg(qs(names[view_->warpParameter]))
                                    .arg(view_->warpFirst)
                                    .arg(view_->warpLast));
    const bool fresh = rows_->columnCount() != headers.size();
    const auto* before = rows_->currentItem();
    const auto current = before ? before->data(0, kElementRole) : QVariant();
    rows_->clear();
    rows_->setColumnCount(static_cast<int>(headers.size()));
    rows_->setHeaderLabels(headers);
    auto* head = rows_->headerItem();
    for (int column = FirstStepColumn; column <= FirstStepColumn + steps; ++column)
        head->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    for (int column = FirstStepColumn; column < FirstStepColumn + steps; ++column)
        head->setToolTip(column, tr("How many elements further in memory the next iteration's is"));
    head->setToolTip(FirstStepColumn + steps,
                     tr("Sectors of 32 bytes that the warp touches, of how many its elements would "
                        "fill side by side"));
    for (int column = 0; column < rows_->columnCount(); ++column)
        rows_->setItemDelegateForColumn(column, nullptr);
    rows_->setItemDelegateForColumn(FirstStepColumn + steps + 1, strip_);

    std::vector<ElementId> only;
    bool whole = selection_.size() > kMostLooked;
    for (const ElementId id : few(selection_))
        if (analysis::outermostMap(*index_, id) == map_) {
            const auto* place = index_->find(id);
            whole = whole || id == ElementId(map_) ||
                    (place->node && place->node->isExit() && ir::entryOf(*place->node) == map_);
            only.push_back(id);
        }
    if (whole)
        only.clear();
    for (const auto& container : byContainer(*local_, *view_, only)) {
        auto* item = new QTreeWidgetItem(rows_);
        QStringList shape;
        for (std::size_t d = 0; d < container.sizes.size(); ++d)
            shape << (container.sizes[d] ? QString::number(*container.sizes[d])
                                         : qs(symbolic::print(container.data->shape[d])));
        const QString type = qs(ir::name(container.data->dtype.scalar));
        item->setText(AccessColumn, qs(container.name));
        item->setText(ElementColumn, type + QStringLiteral(" [") +
                                         shape.join(QStringLiteral(", ")) + QLatin1Char(']'));
        if (container.isPrivate)
            item->setText(ThroughColumn, tr("of the iteration alone"));
        auto bold = rows_->font();
        bold.setBold(true);
        item->setFont(AccessColumn, bold);
        for (const int muted : {ElementColumn, ThroughColumn})
            item->setForeground(muted, palette().color(QPalette::PlaceholderText));
        for (const LocalAccess* local : container.accesses) {
            auto* row = rowOf(*local, item);
            if (current.isValid() && row->data(0, kElementRole) == current)
                rows_->setCurrentItem(row);
        }
    }
    rows_->expandAll();
    all_->setVisible(!only.empty());
    const QString map = elementTitle(*index_, map_);
    title_->setText(only.empty() ? map
                                 : tr("%1, only %2").arg(map, elementTitle(*index_, only.front())));
    if (fresh) {
        std::vector<ColumnWidths::Column> columns{
            ColumnWidths::text(AccessColumn, 34),
            {ElementColumn, QStringLiteral("float64 [88888, 888]")},
            ColumnWidths::text(ThroughColumn, 22)};
        for (int column = FirstStepColumn; column < FirstStepColumn + steps; ++column)
            columns.push_back({column, QStringLiteral("+8888888")});
        columns.push_back({FirstStepColumn + steps, QStringLiteral("88, best 88")});
        widths_->setColumns(std::move(columns));
    }
}

bool AccessPanel::eventFilter(QObject* watched, QEvent* event) {
    const bool press = event->type() == QEvent::MouseButtonPress;
    if (watched != rows_->viewport() || !view_ || (!press && event->type() != QEvent::ToolTip))
        return Panel::eventFilter(watched, event);
    const QPoint place = press ? static_cast<QMouseEvent*>(event)->pos() // NOLINT
                               : static_cast<QHelpEvent*>(event)->pos(); // NOLINT
    const auto index = rows_->indexAt(place);
    const int lane = index.column() == rows_->columnCount() - 1
                         ? strip_->laneAt(index, rows_->visualRect(index), place)
                         : -1;
    const auto& reach = view_->reach[view_->warpParameter];
    if (lane < 0 || !reach)
        return Panel::eventFilter(watched, event);
    const auto value = view_->warpFirst + lane * reach->step;
    if (press) {
        auto iteration = view_->iteration;
        iteration[view_->warpParameter] = value;
        goTo(iteration);
        return false;
    }
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), // NOLINT
                       tr("Lane %1: %2 = %3")
                           .arg(lane)
                           .arg(qs(local_->parameterNames()[view_->warpParameter]))
                           .arg(value),
                       rows_);
    return true;
}

QString AccessPanel::text() const {
    if (pages_->currentIndex() == 0)
        return nothing_->text();
    QString all = title_->text() + QLatin1Char('\n');
    for (int i = 0; i < rows_->topLevelItemCount(); ++i) {
        const auto* container = rows_->topLevelItem(i);
        all += QStringList{container->text(AccessColumn), container->text(ElementColumn),
                           container->text(ThroughColumn)}
                   .join(QLatin1Char(' '))
                   .trimmed() +
               QLatin1Char('\n');
        for (int r = 0; r < container->childCount(); ++r) {
            QStringList cells;
            for (int column = 0; column < rows_->columnCount() - 1; ++column)
                if (const auto cell = container->child(r)->text(column); !cell.isEmpty())
                    cells << cell;
            all += QStringLiteral("  ") + cells.join(QStringLiteral("; ")) + QLatin1Char('\n');
        }
    }
    return all;
}

PanelInfo accessPanel() {
    return {QStringLiteral("access"), Panel::tr("&Access"), QKeySequence(Panel::tr("Alt+Shift+A")),
            Qt::BottomDockWidgetArea, [](JobQueue& jobs) { return new AccessPanel(jobs); }};
}

} // namespace mw::viewers
