// The widget in which one property is edited.
#include "viewers/panels/field_editor.h"

#include "viewers/panels/element_text.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace mw::viewers {

namespace {

constexpr int kMostLines = 12; // of code, before it scrolls
constexpr int kSpacing = 2;

QPlainTextEdit* codeInput(const QString& text, const Theme& theme) {
    auto* code = new QPlainTextEdit(text);
    code->setFont(theme.code);
    code->setTabChangesFocus(true);
    code->setLineWrapMode(QPlainTextEdit::NoWrap);
    const auto lines =
        std::clamp(static_cast<int>(text.count(QLatin1Char('\n'))) + 2, 3, kMostLines);
    code->setFixedHeight(lines * QFontMetrics(theme.code).lineSpacing() + 12);
    return code;
}

} // namespace

FieldEditor::FieldEditor(const transforms::EditableField& field, const Theme& theme,
                         QWidget* parent)
    : QWidget(parent), theme_(theme), help_(qs(field.property->help)),
      original_(qs(field.field.value)), isCode_(field.property->isCode),
      isChoice_(!field.field.choices.empty()), input_(makeInput(field, theme)),
      message_(new QLabel(this)) {
    setAutoFillBackground(true);
    setFocusProxy(input_);
    input_->setObjectName(QStringLiteral("field-input"));
    input_->setAccessibleName(qs(field.property->name));
    input_->setAccessibleDescription(help_);
    input_->installEventFilter(this);
    message_->setObjectName(QStringLiteral("field-message"));
    message_->setWordWrap(true);
    message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kSpacing);
    layout->addWidget(input_);
    layout->addWidget(message_);
    layout->addStretch();
    setVerdict(Verdict::none);
}

QWidget* FieldEditor::makeInput(const transforms::EditableField& field, const Theme& theme) {
    if (isChoice_) {
        auto* choice = new QComboBox;
        for (const auto& one : field.field.choices)
            choice->addItem(qs(one));
        choice->setCurrentText(original_);
        connect(choice, &QComboBox::currentIndexChanged, this, &FieldEditor::typed);
        for (QObject* part : {static_cast<QObject*>(choice->view()),
                              static_cast<QObject*>(choice->view()->viewport())})
            part->installEventFilter(this);
        return choice;
    }
    if (isCode_) {
        auto* code = codeInput(original_, theme);
        connect(code, &QPlainTextEdit::textChanged, this, &FieldEditor::typed);
        return code;
    }
    auto* line = new QLineEdit(original_);
    line->setFont(theme.code);
    line->setToolTip(original_);
    connect(line, &QLineEdit::textChanged, this, &FieldEditor::typed);
    return line;
}

QString FieldEditor::value() const {
    if (const auto* choice = qobject_cast<const QComboBox*>(input_))
        return choice->currentText();
    if (const auto* code = qobject_cast<const QPlainTextEdit*>(input_))
        return code->toPlainText();
    return static_cast<const QLineEdit*>(input_)->text();
}

QString FieldEditor::help() const {
    return help_ + (isCode_ ? tr(" Ctrl+Return applies, Esc leaves it as it is.")
                            : tr(" Return applies, Esc leaves it as it is."));
}

/// A word or sign goes with each colour.
void FieldEditor::setVerdict(Verdict verdict, const QString& sentence) {
    verdict_ = verdict;
    QColor colour = theme_.mutedText;
    QString text = help();
    switch (verdict) {
    case Verdict::none:
        break;
    case Verdict::checking:
        text = tr("Checking…");
        break;
    case Verdict::fits:
        text =
            QStringLiteral("✓ ") + (isCode_ ? tr("Ctrl+Return applies.") : tr("Return applies."));
        colour = theme_.good;
        break;
    case Verdict::warning:
        text = tr("Possible, but: %1").arg(sentence);
        colour = theme_.warning;
        break;
    case Verdict::refused:
        text = QStringLiteral("✗ ") + sentence;
        colour = theme_.error;
        break;
    }
    auto palette = message_->palette();
    for (const auto role : {QPalette::WindowText, QPalette::Text}) // a list has the latter
        palette.setColor(role, colour);
    message_->setPalette(palette);
    message_->setText(text);
}

QString FieldEditor::message() const {
    return message_->text();
}

void FieldEditor::begin() {
    input_->setFocus(Qt::OtherFocusReason);
    if (auto* line = qobject_cast<QLineEdit*>(input_)) // of a long value its beginning is shown
        line->setSelection(static_cast<int>(line->text().size()),
                           -static_cast<int>(line->text().size()));
}

int FieldEditor::heightAt(int width) const {
    const int input = isCode_ ? input_->height() : input_->sizeHint().height();
    return input + kSpacing + message_->heightForWidth(std::max(width, 60)) + kSpacing;
}

bool FieldEditor::isEnter(const QEvent& event) const {
    if (event.type() != QEvent::KeyPress && event.type() != QEvent::ShortcutOverride)
        return false;
    const auto& key = static_cast<const QKeyEvent&>(event);
    return (key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter) &&
           (!isCode_ || key.modifiers().testFlag(Qt::ControlModifier));
}

/// The list closes after this, and the choice is made.
void FieldEditor::acceptLater() {
    QMetaObject::invokeMethod(this, &FieldEditor::accepted, Qt::QueuedConnection);
}

bool FieldEditor::eventFilter(QObject* watched, QEvent* event) {
    const bool isKey = event->type() == QEvent::KeyPress;
    if (watched != input_) { // the open list of choices
        if (event->type() == QEvent::MouseButtonRelease || (isKey && isEnter(*event)))
            acceptLater();
        return QWidget::eventFilter(watched, event);
    }
    if (!isKey && event->type() != QEvent::ShortcutOverride)
        return QWidget::eventFilter(watched, event);
    // Escape is a shortcut of the window, and Return one of the list around: here they are ours.
    const bool accepts = isEnter(*event);
    if (!accepts && static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
        return QWidget::eventFilter(watched, event);
    event->accept();
    if (isKey)
        emit(accepts ? accepted() : cancelled());
    return true;
}

} // namespace mw::viewers
