// What the right pane made of the left one, in words.
#include "app/gui/difference_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QToolButton>
#include <QVBoxLayout>

namespace mw::app {

namespace {

constexpr int kFewLines = 4, kManyLines = 10;

} // namespace

DifferenceBar::DifferenceBar(QWidget* parent)
    : QFrame(parent), summary_(new QLabel(this)), toggle_(new QToolButton(this)),
      details_(new QPlainTextEdit(this)) {
    setObjectName(QStringLiteral("difference-bar"));
    setAutoFillBackground(true);
    summary_->setWordWrap(true);
    summary_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    summary_->setContentsMargins(8, 4, 8, 4);
    summary_->setAccessibleName(tr("What differs between the panes"));
    toggle_->setText(tr("Everything"));
    toggle_->setToolTip(tr("Which kernels became which, which temporaries went, what is laid out "
                           "anew"));
    toggle_->setCheckable(true);
    toggle_->setAutoRaise(true);
    details_->setReadOnly(true);
    details_->setFrameShape(QFrame::NoFrame);
    details_->setLineWrapMode(QPlainTextEdit::NoWrap);
    const int line = details_->fontMetrics().lineSpacing();
    details_->setMinimumHeight(kFewLines * line);
    details_->setMaximumHeight(kManyLines * line);
    details_->setAccessibleName(tr("Everything that differs between the panes"));
    auto* head = new QHBoxLayout;
    head->setContentsMargins(0, 0, 4, 0);
    head->addWidget(summary_, 1);
    head->addWidget(toggle_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(details_);
    connect(toggle_, &QToolButton::toggled, this, &DifferenceBar::setOpen);
    showParts();
}

void DifferenceBar::setText(const QString& text) {
    summary_->setText(text.section(QLatin1Char('\n'), 0, 0));
    details_->setPlainText(text.section(QLatin1Char('\n'), 1).trimmed());
    showParts();
}

QString DifferenceBar::summary() const {
    return summary_->text();
}

QString DifferenceBar::details() const {
    return details_->toPlainText();
}

void DifferenceBar::setOpen(bool open) {
    if (open == open_)
        return;
    open_ = open;
    showParts();
    emit openChanged();
}

void DifferenceBar::showParts() {
    const bool more = !details_->document()->isEmpty();
    toggle_->setVisible(more);
    toggle_->setChecked(open_);
    details_->setVisible(more && open_);
    setVisible(!summary_->text().isEmpty());
}

} // namespace mw::app
