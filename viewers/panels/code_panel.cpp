// The panel with the generated kernels of the variant.
#include "viewers/panels/code_panel.h"

#include "core/bench/chosen_launches.h"
#include "core/inputs/local_access.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/code_sides.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/kernel_editor.h"
#include "viewers/panels/number_text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QScopedValueRollback>
#include <QToolButton>

#include <algorithm>

namespace mw::viewers {

namespace {

constexpr int kPasses = -1;       ///< instead of a target: the kernel IR, pass by pass
constexpr int kInstructions = 10; ///< plus which of exec::Instructions

} // namespace

CodePanel::CodePanel(JobQueue& jobs, QWidget* parent)
    : Panel(parent), jobs_(jobs), target_(new QComboBox(this)), kernels_(new QComboBox(this)),
      against_(new QComboBox(this)), message_(new QLabel(this)), sides_(new CodeSides(this)),
      editor_(new KernelEditor(this)), editing_(new KernelEditing(jobs, *editor_, this)) {
    setObjectName(QStringLiteral("code"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    bar_ = buildBar();
    layout->addWidget(bar_);
    layout->addWidget(sides_, 1);
    layout->addWidget(editor_, 1);
    editor_->hide();
    takeHistory(nullptr);

    connect(target_, &QComboBox::currentIndexChanged, this, [this] {
        stale_ = true;
        refresh();
    });
    connect(kernels_, &QComboBox::activated, this, [this](int kernel) {
        goToKernel(kernel);
        emit selectRequested({code_.kernels[static_cast<std::size_t>(kernel)].map});
    });
    connect(against_, &QComboBox::activated, this,
            [this] { compareWith(history::VariantId{against_->currentData().toUInt()}); });
    connect(sides_, &CodeSides::lineVisited, this, &CodePanel::visit);
    connect(editing_, &KernelEditing::kept, this, &CodePanel::choicesRequested);
    connect(editing_, &KernelEditing::closed, this, [this] { showEditor(false); });
}

QWidget* CodePanel::buildBar() {
    target_->addItem(tr("CUDA"), static_cast<int>(codegen::Target::cuda));
    target_->addItem(tr("HIP"), static_cast<int>(codegen::Target::hip));
    target_->addItem(tr("C++ (CPU)"), static_cast<int>(codegen::Target::cpu));
    target_->addItem(tr("Passes"), kPasses);
    for (const auto kind :
         {exec::Instructions::ptx, exec::Instructions::sass, exec::Instructions::amdgcn})
        target_->addItem(qs(exec::title(kind)), kInstructions + static_cast<int>(kind));
    target_->setToolTip(tr("Language of the kernels, what each pass makes of them, or what a "
                           "device's compiler does: PTX and SASS of NVIDIA, AMDGCN of AMD"));
    kernels_->setToolTip(tr("Kernels in order of their first launch"));
    target_->setAccessibleName(tr("Language"));
    kernels_->setAccessibleName(tr("Kernel"));
    kernels_->setMinimumWidth(200);
    edit_ = new QToolButton(this);
    edit_->setText(tr("Edit"));
    edit_->setAutoRaise(true);
    edit_->setToolTip(tr("Write this kernel by hand, as a variant of its own"));
    edit_->setAccessibleName(edit_->toolTip());
    connect(edit_, &QToolButton::clicked, this, &CodePanel::editKernel);
    against_->setObjectName(QStringLiteral("code-against"));
    against_->setToolTip(tr("A variant whose code stands beside this one's, kernel by kernel"));
    against_->setMinimumContentsLength(16);
    against_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    auto* title = new QLabel(tr("Compare with"), this);
    title->setBuddy(against_);
    const auto button = [this](const QString& text, const QString& tip, const QString& action) {
        auto* made = new QToolButton(this);
        made->setText(text);
        made->setToolTip(tip);
        made->setAccessibleName(tip);
        made->setAutoRaise(true);
        connect(made, &QToolButton::clicked, this,
                [this, action] { emit actionRequested(action); });
        return made;
    };
    previous_ = button(QStringLiteral("▲"), tr("Previous difference (Shift+F8)"),
                       QStringLiteral("code-previous-difference"));
    next_ = button(QStringLiteral("▼"), tr("Next difference (F8)"),
                   QStringLiteral("code-next-difference"));
    message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    message_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->addWidget(target_);
    layout->addWidget(kernels_);
    layout->addWidget(edit_);
    layout->addWidget(title);
    layout->addWidget(against_);
    layout->addWidget(previous_);
    layout->addWidget(next_);
    layout->addWidget(message_, 1);
    return bar;
}

/// The other variants to compare with, and what both come from.
void CodePanel::takeHistory(const history::History* history) {
    against_->clear();
    against_->addItem(tr("no other variant"), 0U);
    const auto root = history ? history->root().document : nullptr;
    if (root != root_)
        wanted_ = {}; // of another program
    root_ = root;
    const auto current = history ? history->current().id : history::VariantId{};
    const auto* other = history && wanted_ != current ? history->find(wanted_) : nullptr;
    other_ = other ? wanted_ : history::VariantId{};
    const bool two = other != nullptr;
    subject_.choices = history ? bench::chosenLaunches(*history, current) : codegen::Choices{};
    editing_->forgetKept(subject_.choices);
    subject_.origins = two ? history::provenance(*history, current) : history::Provenance{};
    otherSubject_ = two ? CodeSubject{other->document, history::provenance(*history, other_),
                                      bench::chosenLaunches(*history, other_), subject_.values}
                        : CodeSubject{};
    for (std::size_t v = 0; history && v < history->variants().size(); ++v) {
        const auto& variant = history->variants()[v];
        if (variant.id == current)
            continue;
        against_->addItem(qs(variant.name), variant.id.value);
        if (variant.id == other_)
            against_->setCurrentIndex(against_->count() - 1);
    }
    against_->setEnabled(against_->count() > 1);
    previous_->setEnabled(two);
    next_->setEnabled(two);
}

void CodePanel::compareWith(history::VariantId other) {
    wanted_ = other;
    emit historyRequested();
}

void CodePanel::showVariant(const PanelContext& context) {
    editing_->close(); // its text is of another variant
    editAsked_ = false;
    subject_.document = context.index ? context.index->document() : nullptr;
    selection_ = context.selection;
    takeHistory(context.history);
    takeValues(context);
    takeResources(context);
    stale_ = true;
    refresh();
}

void CodePanel::showResults(const PanelContext& context) {
    takeResources(context);
    showMessage();
}

/// A kernel that is written by hand may be one for these values.
void CodePanel::showNumbers(const PanelContext& context) {
    takeValues(context);
    if (!codegen::kernelsByHand(subject_.choices).empty()) {
        stale_ = true;
        refresh();
    }
    if (editAsked_)
        editKernel();
}

void CodePanel::takeValues(const PanelContext& context) {
    const bool known = context.tables && context.compilesValues;
    subject_.values = known ? context.tables->scenario().symbols : symbolic::Bindings{};
    otherSubject_.values = subject_.values;
    valuesComing_ = context.compilesValues && !context.numbers;
}

void CodePanel::takeResources(const PanelContext& context) {
    resources_.clear();
    if (!context.results || !context.history)
        return;
    measuredFor_ = context.results->target;
    for (const auto& variant : context.results->variants)
        if (variant.name == context.history->current().name)
            for (const auto& kernel : variant.kernels)
                resources_[kernel.map] = kernel.resources;
}

void CodePanel::showHistory(const PanelContext& context) {
    const auto before = other_;
    takeHistory(context.history);
    stale_ = stale_ || other_ != before;
    refresh();
}

void CodePanel::showEvent(QShowEvent* event) {
    Panel::showEvent(event);
    refresh();
}

void CodePanel::refresh() {
    if (!stale_ || (subject_.document && !isVisible()))
        return;
    stale_ = false;
    if (!subject_.document) {
        jobs_.discard(QStringLiteral("code"));
        take({});
        return;
    }
    const auto kind = instructions();
    JobQueue::Spec spec{QStringLiteral("code"), tr("Generating code"), JobQueue::Lane::details};
    if (kind) {
        spec.title = tr("Compiling to %1").arg(qs(exec::title(*kind)));
        spec.lane = JobQueue::Lane::device;
        spec.logged = true;
        message_->setText(spec.title + QStringLiteral(" …"));
    }
    jobs_.start(std::move(spec), this, work(), [this](Made made) { take(std::move(made)); });
}

std::optional<exec::Instructions> CodePanel::instructions() const {
    const int language = target_->currentData().toInt();
    return language < kInstructions
               ? std::nullopt
               : std::optional(static_cast<exec::Instructions>(language - kInstructions));
}

/// What is to be shown, made elsewhere.
std::function<CodePanel::Made(const JobContext&)> CodePanel::work() const {
    const auto kind = instructions();
    const auto list = kind && makeInstructions_ ? makeInstructions_(*kind) : nullptr;
    return [subject = subject_, other = otherSubject_, language = target_->currentData().toInt(),
            kind, list, memo = memo_](const JobContext& job) {
        const auto made = [&](const CodeSubject& of) {
            if (kind)
                return list ? list(of, job) : KernelCode{};
            return language == kPasses
                       ? generatePasses(*of.document)
                       : generateCode(of, static_cast<codegen::Target>(language), memo);
        };
        Made result;
        result.code = made(subject);
        if (!other.document)
            return result;
        result.other = made(other);
        if (result.code.error.isEmpty() && result.other.error.isEmpty())
            result.difference = differenceOf(result.other, result.code);
        return result;
    };
}

void CodePanel::setInstructions(MakeInstructions make) {
    makeInstructions_ = std::move(make);
}

void CodePanel::again() {
    stale_ = true;
    refresh();
}

void CodePanel::showInstructions(exec::Instructions kind) {
    target_->setCurrentIndex(target_->findData(kInstructions + static_cast<int>(kind)));
}

void CodePanel::take(Made made) {
    const QScopedValueRollback guard(following_, true);
    code_ = std::move(made.code);
    marked_ = -1;
    kernels_->clear();
    for (const auto& kernel : code_.kernels)
        kernels_->addItem(kernel.byHand ? tr("%1 (by hand)").arg(kernel.title) : kernel.title,
                          kernel.name);
    kernels_->setVisible(!code_.kernels.empty());
    edit_->setVisible(canEdit());
    if (made.difference)
        sides_->showTwo(made.other.text, code_.text, std::move(*made.difference));
    else
        sides_->showOne(code_.text);
    otherError_ = made.other.error;
    showMessage();
    if (!code_.errorElements.empty())
        emit highlightRequested(code_.errorElements);
    goToSelection();
    // Without a selection, to the kernel in the list rather than to what stands before all of them.
    if (marked_ < 0 && !code_.kernels.empty())
        goToKernel(std::max(0, kernels_->currentIndex()));
}

void CodePanel::showMessage() {
    QStringList parts;
    if (!code_.error.isEmpty())
        parts << tr("No code: %1").arg(code_.error);
    else if (!otherError_.isEmpty())
        parts << tr("No code of the other variant: %1").arg(otherError_);
    else
        parts << summary() << resourcesText();
    parts.removeAll(QString());
    message_->setText(parts.join(QStringLiteral("   ·   ")));
    message_->setToolTip(message_->text()); // which is longer than the panel, sometimes
}

QString CodePanel::resourcesText() const {
    if (marked_ < 0)
        return {};
    const auto& kernel = code_.kernels[static_cast<std::size_t>(marked_)];
    if (kernel.resources)
        return textOf(*kernel.resources, instructions() == exec::Instructions::amdgcn);
    const auto found = resources_.find(kernel.map);
    return found == resources_.end() ||
                   target_->currentData().toInt() != static_cast<int>(measuredFor_)
               ? QString()
               : textOf(found->second, measuredFor_ == codegen::Target::hip);
}

QString CodePanel::textOf(const exec::CompileResult::Resources& resources, bool amd) {
    if (resources.registers < 0)
        return {};
    QStringList parts{counted(resources.registers, tr("register"), tr("registers"))};
    if (resources.spillBytes >= 0)
        parts << (resources.spillBytes > 0
                      ? tr("⚠ %1 spilled a thread").arg(bytesText(resources.spillBytes))
                      : tr("nothing spilled"));
    if (resources.sharedBytes > 0)
        parts << (amd ? tr("%1 of LDS a block").arg(bytesText(resources.sharedBytes))
                      : tr("%1 shared by a block").arg(bytesText(resources.sharedBytes)));
    if (resources.localBytes > 0 && resources.localBytes != resources.spillBytes)
        parts << tr("%1 private").arg(bytesText(resources.localBytes));
    if (resources.occupancy >= 0)
        parts << tr("occupancy %1").arg(percentText(resources.occupancy));
    return parts.join(QStringLiteral(", "));
}

QString CodePanel::summary() const {
    if (sides_->showsTwo()) {
        const auto places = sides_->difference().changes.size();
        return places == 0
                   ? tr("The code is the same")
                   : counted(static_cast<qsizetype>(places), tr("difference"), tr("differences"));
    }
    return subject_.document && target_->currentData().toInt() != kPasses
               ? counted(static_cast<qsizetype>(code_.kernels.size()), tr("kernel"), tr("kernels"))
               : QString();
}

void CodePanel::showSelection(const PanelContext& context) {
    selection_ = context.selection;
    goToSelection();
}

/// To the first of its lines, unless the cursor stands in one: then the selection came from there.
void CodePanel::goToSelection() {
    const auto lines = linesOfSelection();
    sides_->markElements(lines);
    const int kernel = kernelOf(code_, selection_);
    if (kernel >= 0 && kernel != marked_)
        markKernel(kernel);
    const int here = sides_->currentLine();
    if (lines.empty() && kernel >= 0 && kernelAtLine(code_, here) != kernel)
        goToKernel(kernel);
    if (lines.empty() || std::ranges::binary_search(lines, here))
        return;
    const QScopedValueRollback guard(following_, true);
    sides_->goToLine(lines.front());
}

/// What the selected elements became, if it is a part of kernels: that a whole kernel is meant
/// needs no marks besides its own.
std::vector<int> CodePanel::linesOfSelection() const {
    auto lines = code_.lines.of(selection_);
    const bool isWhole = std::ranges::any_of(code_.kernels, [&](const auto& kernel) {
        const auto inside = std::ranges::count_if(
            lines, [&](int line) { return line >= kernel.firstLine && line <= kernel.lastLine; });
        return inside > 0 && inside == kernel.lastLine - kernel.firstLine + 1;
    });
    return isWhole ? std::vector<int>() : lines;
}

void CodePanel::goToKernel(int kernel) {
    if (kernel < 0)
        return;
    const QScopedValueRollback guard(following_, true);
    sides_->goToLine(code_.kernels[static_cast<std::size_t>(kernel)].firstLine);
    markKernel(kernel);
}

void CodePanel::markKernel(int kernel) {
    marked_ = kernel;
    kernels_->setCurrentIndex(kernel);
    const auto& lines = code_.kernels[static_cast<std::size_t>(kernel)];
    sides_->markLines(lines.firstLine, lines.lastLine);
    showMessage();
}

/// The kernel at the cursor; beside a line that only the other variant has, the one of the pair.
void CodePanel::visit(int line, int pair) {
    int kernel = line > 0 ? kernelAtLine(code_, line) : -1;
    const auto& pairs = sides_->difference().pairs;
    if (kernel < 0 && pair >= 0)
        if (const auto& second = pairs[static_cast<std::size_t>(pair)].second; !second.empty())
            kernel = second.front();
    if (following_)
        return;
    ElementId element = elementAtLine(code_, line);
    if (!element && kernel >= 0)
        element = code_.kernels[static_cast<std::size_t>(kernel)].map;
    if (kernel >= 0 && kernel != marked_)
        markKernel(kernel);
    if (element && selection_ != std::vector{element})
        emit selectRequested({element});
}

bool CodePanel::canEdit() const {
    const int language = target_->currentData().toInt();
    return code_.plan && !code_.kernels.empty() && !editing_->isOpen() && language != kPasses &&
           language < kInstructions;
}

/// The marked one, or where none is, the one in the list.
void CodePanel::editKernel() {
    editAsked_ = canEdit() && valuesComing_;
    if (!canEdit() || valuesComing_)
        return;
    const int kernel = marked_ >= 0 ? marked_ : std::max(0, kernels_->currentIndex());
    const NodeId map = code_.kernels[static_cast<std::size_t>(kernel)].map;
    const auto target = static_cast<codegen::Target>(target_->currentData().toInt());
    jobs_.start(
        {QStringLiteral("code-to-edit"), tr("Generating code")}, this,
        [subject = subject_, target, memo = memo_](const JobContext&) {
            return generateRunCode(subject, target, memo);
        },
        [this, subject = subject_, target, map](const KernelCode& code) {
            const int same = kernelOf(code, {map});
            if (!code.plan || same < 0 || subject.document != subject_.document ||
                subject.choices != subject_.choices) // the user went on
                return;
            editing_->open(subject, code, same, target);
            showEditor(true);
        });
}

void CodePanel::showEditor(bool shown) {
    bar_->setVisible(!shown);
    sides_->setVisible(!shown);
    editor_->setVisible(shown);
    if (shown)
        editor_->setFocus();
}

void CodePanel::goToChange(int direction) {
    const bool found = sides_->goToChange(direction);
    if (found)
        showMessage();
    else
        message_->setText(direction > 0 ? tr("%1; none after this line").arg(summary())
                                        : tr("%1; none before this line").arg(summary()));
}

void CodePanel::setTheme(ThemeKind kind) {
    sides_->setTheme(Theme::of(kind));
    editor_->setTheme(Theme::of(kind));
}

QString CodePanel::text() const {
    return sides_->text();
}

QString CodePanel::message() const {
    return message_->text();
}

PanelInfo codePanel() {
    return {QStringLiteral("code"), Panel::tr("&Code"), QKeySequence(Panel::tr("Alt+6")),
            Qt::BottomDockWidgetArea, [](JobQueue& jobs) { return new CodePanel(jobs); }};
}

} // namespace mw::viewers
