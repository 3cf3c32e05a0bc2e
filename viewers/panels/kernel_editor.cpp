// Writing a kernel by hand.
#include "viewers/panels/kernel_editor.h"

#include "viewers/panels/code_lexer.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <Qsci/qsciscintilla.h>

namespace mw::viewers {

namespace {

constexpr int kProblemMarker = 1;

} // namespace

KernelEditor::KernelEditor(QWidget* parent)
    : QWidget(parent), title_(new QLabel(this)), message_(new QLabel(this)),
      keep_(new QPushButton(tr("&Keep as a variant"), this)), editor_(new QsciScintilla(this)) {
    auto* close = new QPushButton(tr("&Back to the code"), this);
    close->setToolTip(tr("What was written is still here when this kernel is edited again"));
    keep_->setToolTip(tr("Compiles it, and makes a variant that runs it in the place of the "
                         "generated kernel: verified with every run, never exported "
                         "(Ctrl+Return)"));
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(6, 4, 6, 4);
    bar->setSpacing(8);
    bar->addWidget(title_);
    bar->addWidget(message_, 1);
    bar->addWidget(keep_);
    bar->addWidget(close);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(editor_, 1);

    message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    message_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    editor_->setUtf8(true);
    editor_->setFrameShape(QFrame::NoFrame);
    editor_->setScrollWidthTracking(true);
    editor_->setAutoIndent(true);
    editor_->setIndentationsUseTabs(false);
    editor_->setIndentationWidth(4);
    editor_->setEolMode(QsciScintilla::EolUnix);
    editor_->setAccessibleName(tr("Kernel written by hand"));
    editor_->markerDefine(QsciScintilla::Background, kProblemMarker);
    connect(keep_, &QPushButton::clicked, this, &KernelEditor::keepRequested);
    connect(close, &QPushButton::clicked, this, &KernelEditor::closeRequested);
    setFocusProxy(editor_);
    setTabOrder(keep_, close);
    setTabOrder(close, editor_); // where Tab indents
    auto* keepKey = new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return), this);
    keepKey->setContext(Qt::WidgetWithChildrenShortcut);
    connect(keepKey, &QShortcut::activated, keep_, &QPushButton::click);
    connect(editor_, &QsciScintilla::textChanged, this, &KernelEditor::clearProblem);
}

void KernelEditor::open(const QString& title, const QString& text) {
    title_->setText(title);
    editor_->setReadOnly(false);
    editor_->setText(text);
    editor_->setModified(false);
    editor_->setMarginType(0, QsciScintilla::NumberMargin);
    editor_->setMarginWidth(0, QString::number(editor_->lines()) + QStringLiteral("00"));
    clearProblem();
    editor_->setFocus();
}

QString KernelEditor::text() const {
    return editor_->text();
}

void KernelEditor::setText(const QString& text) {
    editor_->setText(text);
}

void KernelEditor::showProgress(const QString& what) {
    clearProblem();
    message_->setText(what);
    keep_->setEnabled(what.isEmpty());
    editor_->setReadOnly(!what.isEmpty()); // what is kept is what is compiled
}

void KernelEditor::showProblem(const QString& why, int line) {
    clearProblem();
    problemLine_ = line;
    message_->setText(QStringLiteral("⚠ ") + why);
    message_->setToolTip(why); // which is longer than the panel, sometimes
    if (line <= 0)
        return;
    editor_->markerAdd(line - 1, kProblemMarker);
    editor_->setCursorPosition(line - 1, 0);
    editor_->ensureLineVisible(line - 1);
}

QString KernelEditor::message() const {
    return message_->text();
}

void KernelEditor::clearProblem() {
    problemLine_ = 0;
    editor_->markerDeleteAll(kProblemMarker);
    message_->clear();
    message_->setToolTip({});
    keep_->setEnabled(true);
}

void KernelEditor::setTheme(const Theme& theme) {
    applyCodeTheme(*editor_, theme);
    editor_->setMarkerBackgroundColor(mix(theme.base, theme.error, 0.3), kProblemMarker);
}

} // namespace mw::viewers
