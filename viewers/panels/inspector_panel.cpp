// The panel with the properties of what is selected.
#include "viewers/panels/inspector_panel.h"

#include "core/codegen/codegen.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_numbers.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/value_delegate.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>

#include <algorithm>
#include <cstddef>

namespace mw::viewers {

namespace {

/// Indices into the groups, kept on the item: group * kStride + line.
constexpr int kStride = 1 << 16;
constexpr int kPlaceRole = Qt::UserRole;

constexpr int kTypingPause = 120; // ms
const QString kCheckSlot = QStringLiteral("check-edit");
const QString kModelSlot = QStringLiteral("inspect-model");
constexpr double kNameShare = 0.45; // of the panel's width, at most

/// After a rebuild the panel looks as before: the line that was current, what was scrolled to.
int placeOf(const QTreeWidgetItem* item) {
    return item && item->parent() ? item->data(0, kPlaceRole).toInt() : -1;
}

/// What models of kernels look at; null: it can't be lowered.
std::shared_ptr<const codegen::Plan> lowered(const ir::Document& document,
                                             const symbolic::Bindings& values,
                                             const std::shared_ptr<codegen::KernelMemo>& memo) {
    auto plan = codegen::lower(document, {.constants = values, .rawCode = true, .memo = memo});
    if (!plan || !codegen::chooseLaunches(*plan, {}))
        return nullptr;
    return std::make_shared<const codegen::Plan>(std::move(*plan));
}

} // namespace

/// What the check of an edit says; the sentence is empty where it fits.
struct InspectorPanel::Checked {
    FieldEditor::Verdict verdict = FieldEditor::Verdict::fits;
    QString sentence;
};

InspectorPanel::InspectorPanel(JobQueue& jobs, QWidget* parent)
    : Panel(parent), jobs_(jobs), tree_(new QTreeWidget(this)),
      delegate_(new ValueDelegate(tree_)) {
    setObjectName(QStringLiteral("inspector"));
    tree_->setColumnCount(2);
    tree_->setHeaderHidden(true);
    tree_->setRootIsDecorated(true);
    tree_->setIndentation(12);
    tree_->setFrameShape(QFrame::NoFrame);
    tree_->setUniformRowHeights(false);
    tree_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    tree_->setItemDelegateForColumn(1, delegate_);
    tree_->setAccessibleName(tr("Properties of the selected element"));
    tree_->header()->setSectionResizeMode(0, QHeaderView::Interactive);
    tree_->header()->setStretchLastSection(true);
    tree_->installEventFilter(this);
    tree_->viewport()->installEventFilter(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(tree_);
    pause_.setSingleShot(true);
    pause_.setInterval(kTypingPause);
    connect(&pause_, &QTimer::timeout, this, &InspectorPanel::check);
    connect(tree_, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) {
        const auto* line = lineOf(item);
        if (line && !line->go.empty())
            emit selectRequested(std::vector<ElementId>(line->go));
    });
    connect(tree_, &QTreeWidget::itemDoubleClicked, this, &InspectorPanel::edit);
    connect(tree_->header(), &QHeaderView::sectionResized, this, [this] {
        fitEditor();
        tree_->doItemsLayout(); // lines are as high as their texts wrap
    });
}

void InspectorPanel::setTheme(ThemeKind kind) {
    theme_ = kind;
    delegate_->setTheme(kind);
    rebuild();
}

void InspectorPanel::showVariant(const PanelContext& context) {
    forgetModel();
    // Until its own numbers are there, a variant is shown with those of the one before.
    if (context.numbers || history_ != context.history)
        values_ = context.numbers ? context.numbers->values : symbolic::Bindings{};
    history_ = context.history;
    look(context);
}

void InspectorPanel::showSelection(const PanelContext& context) {
    look(context);
}

void InspectorPanel::showNumbers(const PanelContext& context) {
    forgetModel();
    if (context.numbers)
        values_ = context.numbers->values;
    showHistory(context);
}

/// What a line is edited for stays as it is until that is over.
void InspectorPanel::showHistory(const PanelContext& context) {
    if (editor_)
        isLate_ = true;
    else
        look(context);
}

void InspectorPanel::forgetModel() {
    plan_.reset();
    metrics_.model.reset();
}

void InspectorPanel::look(const PanelContext& context) {
    const auto& selection = context.selection;
    const auto before = std::exchange(element_, {});
    auto model = std::exchange(metrics_, {}).model;
    index_ = context.index;
    groups_.clear();
    hasMetrics_ = isLate_ = false;
    if (index_ && selection.size() > 1) {
        groups_ = describeMany(*index_, selection);
    } else if (index_) {
        element_ = selection.empty() ? ElementId(index_->document()->root->id) : selection.front();
        groups_ = describe(*index_, element_, values_);
        metrics_ = metricsOf(context, element_);
        if (element_ == before)
            metrics_.model = std::move(model);
    }
    showMetrics();
    rebuild();
    lookForModel();
}

/// Behind what the element is, before what it reads and writes.
void InspectorPanel::showMetrics() {
    if (metrics_.empty() || groups_.empty())
        return;
    const auto place =
        groups_.begin() + std::min<std::ptrdiff_t>(metrics_.isData ? 2 : 1, std::ssize(groups_));
    if (std::exchange(hasMetrics_, true))
        *place = viewers::describe(metrics_);
    else
        groups_.insert(place, viewers::describe(metrics_));
}

void InspectorPanel::lookForModel() {
    jobs_.discard(kModelSlot);
    if (!metrics_.isKernel || metrics_.model || values_.empty())
        return;
    struct Modelled {
        std::shared_ptr<const codegen::Plan> plan;
        KernelModel model;
    };
    const auto* node = index_->find(element_)->node;
    const auto map = node->isExit() ? ir::entryOf(*node) : node->id;
    jobs_.start(
        {kModelSlot, tr("Modelling the kernel"), JobQueue::Lane::details}, this,
        [document = index_->document(), map, values = values_, plan = plan_,
         memo = memo_](const JobContext&) {
            Modelled made{plan ? plan : lowered(*document, values, memo), {}};
            made.model = modelOf(document, made.plan.get(), map, values);
            return made;
        },
        [this](Modelled made) {
            plan_ = std::move(made.plan);
            metrics_.model = std::move(made.model);
            showMetrics();
            if (editor_)
                isLate_ = true;
            else
                rebuild();
        });
}

const Property* InspectorPanel::lineOf(const QTreeWidgetItem* item) const {
    const int place = placeOf(item);
    return place < 0 ? nullptr
                     : &groups_[static_cast<std::size_t>(place / kStride)]
                            .lines[static_cast<std::size_t>(place % kStride)];
}

QTreeWidgetItem* InspectorPanel::itemAt(int place) const {
    const auto* group = place < 0 ? nullptr : tree_->topLevelItem(place / kStride);
    return group ? group->child(place % kStride) : nullptr;
}

void InspectorPanel::addLine(QTreeWidgetItem* group, const Property& line, int place) {
    const auto& theme = Theme::of(theme_);
    auto* item = new QTreeWidgetItem(group, {line.name, line.value});
    item->setData(0, kPlaceRole, place);
    item->setForeground(0, theme.mutedText);
    item->setTextAlignment(0, Qt::AlignLeft | Qt::AlignTop);
    item->setTextAlignment(1, Qt::AlignLeft | Qt::AlignTop);
    item->setToolTip(0, line.name);
    auto tip = line.value;
    if (!line.symbols.isEmpty()) {
        tip += QLatin1Char('\n') + line.symbols;
        if (formulas_)
            item->setData(1, ValueDelegate::kSymbolsRole, line.symbols);
        item->setData(1, Qt::AccessibleTextRole, line.value + QStringLiteral(", ") + line.symbols);
    }
    if (!line.go.empty())
        tip += tr("\nClick to select it");
    if (line.field) {
        tip += tr("\nDouble click or F2 to edit it");
        item->setData(1, ValueDelegate::kEditableRole, true);
        item->setData(1, Qt::AccessibleDescriptionRole, tr("can be edited"));
    }
    item->setToolTip(1, tip);
    if (line.code)
        item->setFont(1, theme.code);
    if (!line.go.empty())
        item->setForeground(1, theme.accent);
}

void InspectorPanel::rebuild() {
    const bool hadFocus = editor_ && editor_->isAncestorOf(focusWidget());
    const int current = placeOf(tree_->currentItem());
    const int scrolled = tree_->verticalScrollBar()->value();
    closeEditor();
    tree_->clear();
    const int most = std::max(static_cast<int>(kNameShare * tree_->viewport()->width()), 90);
    int wide = 0;                 // enough for the names
    QList<QTreeWidgetItem*> tops; // the tree hears of them when they are complete
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        auto* top = new QTreeWidgetItem({groups_[g].title});
        tops << top;
        auto bold = font();
        bold.setBold(true);
        top->setFont(0, bold);
        top->setToolTip(0, groups_[g].title);
        for (std::size_t l = 0; l < groups_[g].lines.size(); ++l) {
            const auto& line = groups_[g].lines[l];
            addLine(top, line, static_cast<int>(g) * kStride + static_cast<int>(l));
            if (wide < most)
                wide = std::max(wide, fontMetrics().horizontalAdvance(line.name) + 40);
        }
    }
    tree_->setColumnWidth(0, std::min(wide, most)); // before there are lines to lay out
    tree_->addTopLevelItems(tops);
    for (auto* top : tops)
        top->setFirstColumnSpanned(true);
    tree_->expandAll();
    if (auto* item = itemAt(current))
        tree_->setCurrentItem(item);
    tree_->verticalScrollBar()->setValue(scrolled);
    if (hadFocus)
        tree_->setFocus();
}

void InspectorPanel::setFormulasShown(bool shown) {
    if (std::exchange(formulas_, shown) == shown)
        return;
    if (editor_)
        isLate_ = true;
    else
        rebuild();
}

QByteArray InspectorPanel::state() const {
    return formulas_ ? QByteArrayLiteral("formulas") : QByteArray();
}

void InspectorPanel::setState(const QByteArray& state) {
    setFormulasShown(state == QByteArrayLiteral("formulas"));
}

QString InspectorPanel::text() const {
    QString result;
    for (const auto& group : groups_) {
        result += group.title + QLatin1Char('\n');
        for (const auto& line : group.lines)
            result +=
                QStringLiteral("  %1: %2%3\n")
                    .arg(line.name, line.value,
                         line.symbols.isEmpty() ? QString() : QStringLiteral(" | ") + line.symbols);
    }
    return result;
}

// --- Editing --------------------------------------------------------------------------------

QStringList InspectorPanel::editable() const {
    QStringList names;
    for (const auto& group : groups_)
        for (const auto& line : group.lines)
            if (line.field)
                names << line.name;
    return names;
}

bool InspectorPanel::startEditing(const QString& name) {
    for (auto at = QTreeWidgetItemIterator(tree_); *at; ++at) {
        const auto* line = lineOf(*at);
        if (!line || !line->field || (!name.isEmpty() && line->name != name))
            continue;
        tree_->setCurrentItem(*at);
        edit(*at);
        return true;
    }
    return false;
}

void InspectorPanel::edit(QTreeWidgetItem* item) {
    const auto* line = lineOf(item);
    if (!line || !line->field || !index_ || !element_)
        return;
    closeEditor();
    edited_ = item;
    editor_ = new FieldEditor(*line->field, Theme::of(theme_));
    tree_->setItemWidget(item, 1, editor_);
    connect(editor_, &FieldEditor::typed, this, [this] {
        accepting_ = false;
        editor_->setVerdict(editor_->isChanged() ? FieldEditor::Verdict::checking
                                                 : FieldEditor::Verdict::none);
        fitEditor();
        pause_.start();
    });
    connect(editor_, &FieldEditor::accepted, this, &InspectorPanel::accept);
    connect(editor_, &FieldEditor::cancelled, this, [this] {
        closeEditor();
        tree_->setFocus();
    });
    fitEditor();
    tree_->scrollToItem(item);
    editor_->begin();
}

/// The line is as high as its editor and the sentence in it.
void InspectorPanel::fitEditor() {
    if (!editor_)
        return;
    edited_->setSizeHint(1, QSize(0, editor_->heightAt(tree_->columnWidth(1))));
    tree_->doItemsLayout(); // a line keeps its height else, and the editor its own
}

void InspectorPanel::closeEditor() {
    pause_.stop();
    jobs_.discard(kCheckSlot);
    accepting_ = false;
    if (!editor_)
        return;
    editor_->disconnect(this); // what it still has to say is about nothing
    tree_->removeItemWidget(edited_, 1);
    edited_->setSizeHint(1, {});
    editor_ = nullptr; // it is deleted later
    edited_ = nullptr;
    if (std::exchange(isLate_, false)) // who closes it is still at the lines that there are
        QMetaObject::invokeMethod(this, &Panel::historyRequested, Qt::QueuedConnection);
}

transforms::Edit InspectorPanel::typedEdit() const {
    const auto& field = *lineOf(edited_)->field;
    return {element_, field.property->name, field.field.part, editor_->value().toStdString()};
}

void InspectorPanel::check() {
    pause_.stop();
    if (!editor_ || !editor_->isChanged())
        return jobs_.discard(kCheckSlot);
    const auto edit = typedEdit();
    jobs_.start(
        {kCheckSlot, tr("Checking the edit")}, this,
        [document = index_->document(), edit](const JobContext&) -> Checked {
            const auto done = transforms::edit(document, edit);
            if (!done)
                return {FieldEditor::Verdict::refused, qs(done.error().sentence)};
            if (!done->warnings.empty())
                return {FieldEditor::Verdict::warning, qs(done->warnings.front().sentence)};
            return {};
        },
        [this, edit](const Checked& checked) { take(edit, checked); });
}

void InspectorPanel::take(const transforms::Edit& edit, const Checked& checked) {
    if (!editor_ || edit != typedEdit())
        return;
    editor_->setVerdict(checked.verdict, checked.sentence);
    fitEditor();
    if (std::exchange(accepting_, false) && checked.verdict != FieldEditor::Verdict::refused)
        emit editRequested(edit);
}

/// What is checked already is asked for at once, anything else after its check.
void InspectorPanel::accept() {
    if (!editor_->isChanged()) {
        closeEditor();
        tree_->setFocus();
        return;
    }
    const auto verdict = editor_->verdict();
    if (verdict == FieldEditor::Verdict::fits || verdict == FieldEditor::Verdict::warning) {
        emit editRequested(typedEdit());
        return;
    }
    accepting_ = true;
    check();
}

bool InspectorPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == tree_ && event->type() == QEvent::KeyPress) {
        const auto key = static_cast<QKeyEvent*>(event)->key();
        if ((key == Qt::Key_F2 || key == Qt::Key_Return || key == Qt::Key_Enter) && !editor_) {
            edit(tree_->currentItem());
            return true;
        }
    }
    if (watched == tree_->viewport() && event->type() == QEvent::MouseButtonRelease) {
        const auto at = static_cast<QMouseEvent*>(event)->position().toPoint();
        auto* item = tree_->itemAt(at);
        const auto* line = lineOf(item);
        const bool pencil = at.x() >= tree_->viewport()->width() - ValueDelegate::kPencil;
        if (line && line->field && pencil && item != edited_)
            // The list still has to end the click.
            QMetaObject::invokeMethod(
                this, [this, name = line->name] { startEditing(name); }, Qt::QueuedConnection);
    }
    return Panel::eventFilter(watched, event);
}

PanelInfo inspectorPanel() {
    return {QStringLiteral("inspector"), Panel::tr("&Inspector"), QKeySequence(Panel::tr("Alt+2")),
            Qt::RightDockWidgetArea, [](JobQueue& jobs) { return new InspectorPanel(jobs); }};
}

} // namespace mw::viewers
