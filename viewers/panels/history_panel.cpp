// The panel with the tree of variants.
#include "viewers/panels/history_panel.h"

#include "viewers/jobs/job_queue.h"
#include "viewers/panels/column_widths.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/elided_label.h"
#include "viewers/panels/history_delegate.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMouseEvent>
#include <QSlider>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace mw::viewers {

namespace {

const QString kAlignSlot = QStringLiteral("align-histories");
constexpr int kTree = 0; ///< choice beside_ begins with: no comparison

void prepare(QTreeView& view, QAbstractItemModel& model, const QString& name) {
    view.setModel(&model);
    view.setRootIsDecorated(false);
    view.setUniformRowHeights(true);
    view.setFrameShape(QFrame::NoFrame);
    view.setAllColumnsShowFocus(true);
    view.setTextElideMode(Qt::ElideMiddle);
    view.setAccessibleName(name);
    view.header()->setStretchLastSection(false);
}

} // namespace

HistoryPanel::HistoryPanel(JobQueue& jobs, QWidget* parent)
    : Panel(parent), jobs_(jobs), model_(new HistoryModel(this)),
      alignment_(new AlignmentModel(this)), view_(new QTreeView(this)),
      aligned_(new QTreeView(this)), pages_(new QStackedWidget(this)),
      detail_(new ElidedLabel(this)) {
    setObjectName(QStringLiteral("history"));
    buildTree();
    buildAlignment();
    pages_->addWidget(view_);
    pages_->addWidget(aligned_);
    detail_->setObjectName(QStringLiteral("history-detail"));
    detail_->setContentsMargins(8, 2, 8, 3);
    scrub_.setSingleShot(true);
    connect(&scrub_, &QTimer::timeout, this, &HistoryPanel::scrub);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildBar());
    layout->addWidget(pages_, 1);
    layout->addWidget(detail_);
    sizeColumns();
}

void HistoryPanel::buildTree() {
    prepare(*view_, *model_, tr("Variants of the program"));
    view_->setItemDelegateForColumn(HistoryModel::NameColumn, new HistoryDelegate(view_));
    view_->setEditTriggers(QAbstractItemView::EditKeyPressed);
    view_->header()->setSectionResizeMode(HistoryModel::StepColumn, QHeaderView::Stretch);
    view_->viewport()->installEventFilter(this);
    view_->installEventFilter(this);
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

void HistoryPanel::buildAlignment() {
    prepare(*aligned_, *alignment_, tr("Steps of two variants, side by side"));
    aligned_->setObjectName(QStringLiteral("history-aligned"));
    auto* header = aligned_->header();
    header->setSectionResizeMode(AlignmentModel::FirstColumn, QHeaderView::Stretch);
    header->setSectionResizeMode(AlignmentModel::SecondColumn, QHeaderView::Stretch);
    connect(aligned_, &QTreeView::activated, this, [this](const QModelIndex& index) {
        if (const auto id = alignment_->variantOf(index.row()))
            emit goToRequested(id);
    });
}

QWidget* HistoryPanel::buildBar() {
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(8, 2, 8, 2);
    layout->setSpacing(10);
    fillBar(*layout);
    return bar;
}

void HistoryPanel::fillBar(QHBoxLayout& layout) {
    place_ = new QLabel(this);
    slider_ = new QSlider(Qt::Horizontal, this);
    slider_->setObjectName(QStringLiteral("history-slider"));
    slider_->setAccessibleName(tr("Step of the current line"));
    slider_->setToolTip(tr("Walks through the steps that lead to the current variant, and those "
                           "that were undone"));
    slider_->setPageStep(5);
    place_->setBuddy(slider_);
    connect(slider_, &QSlider::valueChanged, this, [this] { scrub_.start(0); });
    hide_ = new QCheckBox(tr("Hide what changed nothing"), this);
    hide_->setObjectName(QStringLiteral("history-hide-unchanged"));
    hide_->setToolTip(tr("Steps that changed neither kernels nor bytes nor temporaries"));
    connect(hide_, &QCheckBox::toggled, this, &HistoryPanel::historyRequested);
    auto* label = new QLabel(tr("Compare with"), this);
    beside_ = new QComboBox(this);
    beside_->setObjectName(QStringLiteral("history-beside"));
    beside_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    beside_->setMinimumContentsLength(18);
    beside_->setToolTip(tr("The steps of the current variant beside those of another one"));
    label->setBuddy(beside_);
    connect(beside_, &QComboBox::activated, this, [this](int choice) {
        compared_.reset();
        if (choice != kTree)
            compared_ = history::VariantId{beside_->itemData(choice).toUInt()};
        emit historyRequested();
    });
    layout.addWidget(slider_, 1);
    layout.addWidget(place_);
    layout.addWidget(hide_);
    layout.addWidget(label);
    layout.addWidget(beside_);
}

void HistoryPanel::sizeColumns() {
    const auto bytes = QStringLiteral("888.8 MB");
    const auto count = QStringLiteral("8888");
    new ColumnWidths(view_, {ColumnWidths::text(HistoryModel::NameColumn, 48),
                             {HistoryModel::KernelsColumn, count},
                             {HistoryModel::BytesColumn, bytes},
                             {HistoryModel::TemporariesColumn, count},
                             {HistoryModel::TimeColumn, QStringLiteral("88.88 ms")},
                             {HistoryModel::RatioColumn, QStringLiteral("88.88 ×")},
                             ColumnWidths::text(HistoryModel::NoteColumn, 20),
                             {HistoryModel::PinColumn, QStringLiteral("888")}});
    new ColumnWidths(aligned_, {{AlignmentModel::FirstKernelsColumn, count},
                                {AlignmentModel::SecondKernelsColumn, count},
                                {AlignmentModel::FirstBytesColumn, bytes},
                                {AlignmentModel::SecondBytesColumn, bytes},
                                {AlignmentModel::RelationColumn, tr("≠ first difference")}});
}

// --- What is shown --------------------------------------------------------------------------

void HistoryPanel::showHistory(const PanelContext& context) {
    const auto* history = context.history;
    if (history)
        takeProgram(*history);
    fillRows(context);
    fillChoices(context);
    setEnabled(history != nullptr);
    if (!history) {
        detail_->clear();
        return;
    }
    fillSlider(*history);
    const auto current = model_->index(model_->rowOf(history->current().id), 0);
    view_->setCurrentIndex(current);
    view_->scrollTo(current);
    showDetail();
    compare(context);
}

/// What was chosen among the variants of another program says nothing of these.
void HistoryPanel::takeProgram(const history::History& history) {
    if (std::exchange(original_, history.root().document) == history.root().document)
        return;
    unfolded_.clear();
    if (compared_ && *compared_)
        compared_.reset();
}

void HistoryPanel::showResults(const PanelContext& context) {
    fillRows(context);
    if (!isComparing())
        showDetail();
}

void HistoryPanel::showFigures(const PanelContext& context) {
    fillRows(context);
    showDetail();
    if (isComparing())
        compare(context);
}

void HistoryPanel::fillRows(const PanelContext& context) {
    if (!context.history)
        return model_->setRows({});
    model_->setRows(
        historyRows(*context.history, {context.figures, context.baseline, hide_->isChecked(),
                                       unfolded_, context.otherTimes}));
}

void HistoryPanel::fillSlider(const history::History& history) {
    line_ = history.line();
    const auto at = std::ranges::find(line_, history.current().id) - line_.begin();
    const QSignalBlocker silent(slider_);
    slider_->setRange(0, static_cast<int>(line_.size()) - 1);
    slider_->setValue(static_cast<int>(at));
    slider_->setEnabled(line_.size() > 1);
    place_->setText(tr("Step %1 of %2").arg(at).arg(line_.size() - 1));
}

void HistoryPanel::scrub() {
    const auto at = static_cast<std::size_t>(slider_->value());
    if (at < line_.size())
        emit goToRequested(line_[at]);
}

void HistoryPanel::showDetail() {
    const auto current = std::ranges::find(model_->rows(), true, &HistoryRow::current);
    detail_->setText(current == model_->rows().end() ? QString() : beforeAndAfter(*current));
}

void HistoryPanel::toggleRun(const QModelIndex& index) {
    const auto run = model_->rows()[static_cast<std::size_t>(index.row())].run;
    if (!unfolded_.erase(run))
        unfolded_.insert(run);
    emit historyRequested();
}

bool HistoryPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == view_->viewport() && event->type() == QEvent::MouseButtonPress) {
        const auto at = static_cast<QMouseEvent*>(event)->position().toPoint();
        const auto index = view_->indexAt(at);
        if (index.column() == HistoryModel::NameColumn &&
            HistoryDelegate::foldMark(view_->visualRect(index), index).contains(at)) {
            toggleRun(index);
            return true;
        }
    }
    if (watched == view_ && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const auto folded = view_->currentIndex().data(HistoryModel::FoldRole);
        const int toggling = folded.toBool() ? Qt::Key_Right : Qt::Key_Left;
        if (folded.isValid() && key == toggling) {
            toggleRun(view_->currentIndex());
            return true;
        }
    }
    return Panel::eventFilter(watched, event);
}

// --- Two histories --------------------------------------------------------------------------

void HistoryPanel::fillChoices(const PanelContext& context) {
    const QSignalBlocker silent(beside_);
    beside_->clear();
    beside_->addItem(tr("nothing"));
    if (!context.history)
        return compared_.reset();
    if (const auto& beside = context.beside)
        beside_->addItem(
            tr("the other pane: %1, %2")
                .arg(beside->program, qs(beside->history->find(beside->variant)->name)),
            0U);
    const auto add = [&](const history::Variant& variant) {
        if (variant.id != context.history->current().id)
            beside_->addItem(qs(variant.name), variant.id.value);
    };
    for (const auto& variant : context.history->variants())
        if (variant.pinned && variant.parent)
            add(variant);
    add(context.history->root());
    if (compared_ && beside_->findData(compared_->value) < 0)
        compared_.reset(); // that pane is closed, or it is no longer pinned
    beside_->setCurrentIndex(compared_ ? beside_->findData(compared_->value) : kTree);
    beside_->setEnabled(beside_->count() > 1);
}

/// The steps of the current variant beside those of the chosen one, by a job.
void HistoryPanel::compare(const PanelContext& context) {
    if (!context.history || (compared_ && !*compared_ && !context.beside))
        compared_.reset(); // the program is closed, or the other pane
    pages_->setCurrentWidget(compared_ ? aligned_ : view_);
    if (!compared_)
        return jobs_.discard(kAlignSlot);
    const auto& history = *context.history;
    const auto& beside = context.beside;
    const bool ofPane = !*compared_;
    const auto& other = ofPane ? *beside->history : history;
    const auto id = ofPane ? beside->variant : *compared_;
    const bool sameProgram = &other == &history;
    const auto title = [&](const history::History& of, history::VariantId variant) {
        const auto name = qs(of.find(variant)->name);
        return sameProgram ? name : tr("%1 of %2").arg(name, qs(of.root().document->root->name));
    };
    AlignedLines lines{
        historyLine(history, history.current().id, title(history, history.current().id),
                    context.figures),
        historyLine(other, id, title(other, id), ofPane ? beside->figures : context.figures),
        {}};
    jobs_.start(
        {kAlignSlot, tr("Aligning histories")}, this,
        [lines = std::move(lines), sameProgram](const JobContext&) mutable {
            using history::Recognition;
            lines.alignment =
                history::align(lines.first.steps, lines.second.steps,
                               sameProgram ? Recognition::byNames : Recognition::byAnchors);
            return std::move(lines);
        },
        [this](AlignedLines aligned) {
            alignment_->setLines(std::move(aligned));
            detail_->setText(alignment_->sentence());
            const auto divergence = alignment_->index(std::max(0, alignment_->divergence()), 0);
            aligned_->setCurrentIndex(divergence);
            aligned_->scrollTo(divergence, QAbstractItemView::PositionAtCenter);
        });
}

void HistoryPanel::setComparing(bool comparing) {
    const int choice = comparing && beside_->count() > 1 ? kTree + 1 : kTree;
    beside_->setCurrentIndex(choice);
    emit beside_->activated(choice);
}

// --- What is asked of it --------------------------------------------------------------------

void HistoryPanel::editNote() {
    if (isComparing())
        setComparing(false);
    const auto note = view_->currentIndex().siblingAtColumn(HistoryModel::NoteColumn);
    if (!note.isValid())
        return;
    view_->setFocus(Qt::OtherFocusReason);
    view_->setCurrentIndex(note);
    view_->edit(note);
}

void HistoryPanel::focusSlider() {
    slider_->setFocus(Qt::ShortcutFocusReason);
}

bool HistoryPanel::hidesUnchanged() const {
    return hide_->isChecked();
}

void HistoryPanel::setHidesUnchanged(bool hides) {
    hide_->setChecked(hides);
}

void HistoryPanel::setTheme(ThemeKind kind) {
    view_->setProperty("mwTheme", static_cast<int>(kind));
    view_->viewport()->update();
}

PanelInfo historyPanel() {
    return {QStringLiteral("history"), Panel::tr("&History"), QKeySequence(Panel::tr("Alt+4")),
            Qt::BottomDockWidgetArea, [](JobQueue& jobs) { return new HistoryPanel(jobs); }};
}

} // namespace mw::viewers
