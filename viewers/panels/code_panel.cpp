// The panel with the generated kernels of the variant.
#include "viewers/panels/code_panel.h"

#include "viewers/jobs/job_queue.h"
#include "viewers/panels/code_lexer.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QScopedValueRollback>
#include <Qsci/qsciscintilla.h>

namespace mw::viewers {

namespace {

constexpr int kKernelMarker = 1;
constexpr int kPasses = -1; ///< instead of a target: the kernel IR, pass by pass

} // namespace

CodePanel::CodePanel(JobQueue& jobs, QWidget* parent)
    : Panel(parent), jobs_(jobs), target_(new QComboBox(this)), kernels_(new QComboBox(this)),
      message_(new QLabel(this)), editor_(new QsciScintilla(this)) {
    setObjectName(QStringLiteral("code"));
    target_->addItem(tr("CUDA"), static_cast<int>(codegen::Target::cuda));
    target_->addItem(tr("HIP"), static_cast<int>(codegen::Target::hip));
    target_->addItem(tr("C++ (CPU)"), static_cast<int>(codegen::Target::cpu));
    target_->addItem(tr("Passes"), kPasses);
    target_->setToolTip(tr("Language of the kernels, or what each pass makes of them"));
    kernels_->setToolTip(tr("Kernels in order of their first launch"));
    kernels_->setMinimumWidth(320);
    editor_->setReadOnly(true);
    editor_->setUtf8(true);
    editor_->setFrameShape(QFrame::NoFrame);
    editor_->setAccessibleName(tr("Generated source"));
    editor_->markerDefine(QsciScintilla::Background, kKernelMarker);

    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(6, 4, 6, 4);
    bar->addWidget(target_);
    bar->addWidget(kernels_);
    bar->addWidget(message_, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(editor_, 1);

    connect(target_, &QComboBox::currentIndexChanged, this, [this] {
        stale_ = true;
        refresh();
    });
    connect(kernels_, &QComboBox::activated, this, [this](int kernel) {
        goToKernel(kernel);
        emit selectRequested({code_.kernels[static_cast<std::size_t>(kernel)].map});
    });
    connect(editor_, &QsciScintilla::cursorPositionChanged, this, [this](int line, int) {
        const int kernel = kernelAtLine(code_, line + 1);
        if (following_ || kernel < 0 || kernel == marked_)
            return;
        markKernel(kernel);
        emit selectRequested({code_.kernels[static_cast<std::size_t>(kernel)].map});
    });
}

void CodePanel::showVariant(const PanelContext& context) {
    document_ = context.index ? context.index->document() : nullptr;
    selection_ = context.selection;
    stale_ = true;
    refresh();
}

void CodePanel::showEvent(QShowEvent* event) {
    Panel::showEvent(event);
    refresh();
}

void CodePanel::refresh() {
    if (!stale_ || (document_ && !isVisible()))
        return;
    stale_ = false;
    if (!document_) {
        jobs_.discard(QStringLiteral("code"));
        take({});
        return;
    }
    const int language = target_->currentData().toInt();
    jobs_.start(
        {QStringLiteral("code"), tr("Generating code")}, this,
        [document = document_, language, memo = memo_](const JobContext&) {
            return language == kPasses
                       ? generatePasses(*document)
                       : generateCode(*document, static_cast<codegen::Target>(language), memo);
        },
        [this](KernelCode code) { take(std::move(code)); });
}

void CodePanel::take(KernelCode code) {
    const QScopedValueRollback guard(following_, true);
    code_ = std::move(code);
    marked_ = -1;
    kernels_->clear();
    for (const auto& kernel : code_.kernels)
        kernels_->addItem(kernel.name);
    kernels_->setVisible(!code_.kernels.empty());
    editor_->setText(code_.text);
    const auto lines = QString::number(editor_->lines());
    editor_->setMarginWidth(0, lines + QStringLiteral("00"));
    if (!code_.error.isEmpty())
        message_->setText(tr("No code: %1").arg(code_.error));
    else
        message_->setText(
            document_ && target_->currentData().toInt() != kPasses
                ? counted(static_cast<qsizetype>(code_.kernels.size()), tr("kernel"), tr("kernels"))
                : QString());
    if (!code_.errorElements.empty())
        emit highlightRequested(code_.errorElements);
    goToKernel(kernelOfMap(code_, selection_));
}

void CodePanel::showSelection(const PanelContext& context) {
    selection_ = context.selection;
    const int kernel = kernelOfMap(code_, selection_);
    if (kernel >= 0 && kernel != marked_)
        goToKernel(kernel);
}

void CodePanel::goToKernel(int kernel) {
    if (kernel < 0)
        return;
    const QScopedValueRollback guard(following_, true);
    const int first = std::max(0, code_.kernels[static_cast<std::size_t>(kernel)].firstLine - 1);
    editor_->setCursorPosition(first, 0);
    editor_->setFirstVisibleLine(std::max(0, first - 1));
    markKernel(kernel);
}

void CodePanel::markKernel(int kernel) {
    marked_ = kernel;
    kernels_->setCurrentIndex(kernel);
    editor_->markerDeleteAll(kKernelMarker);
    const auto& lines = code_.kernels[static_cast<std::size_t>(kernel)];
    for (int line = lines.firstLine; line <= lines.lastLine && line > 0; ++line)
        editor_->markerAdd(line - 1, kKernelMarker);
}

void CodePanel::setTheme(ThemeKind kind) {
    const auto& theme = Theme::of(kind);
    applyCodeTheme(*editor_, theme);
    editor_->setMarkerBackgroundColor(mix(theme.base, theme.selection, 0.10), kKernelMarker);
}

QString CodePanel::text() const {
    return editor_->text();
}

PanelInfo codePanel() {
    return {QStringLiteral("code"), Panel::tr("&Code"), QKeySequence(Panel::tr("Alt+6")),
            Qt::BottomDockWidgetArea, [](JobQueue& jobs) { return new CodePanel(jobs); }};
}

} // namespace mw::viewers
