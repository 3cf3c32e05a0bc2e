// The line at the top of the window, with a mark in the colour of what it says.
#include "app/gui/message_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <utility>

namespace mw::app {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), mark_(new QLabel(this)), text_(new QLabel(this)),
      button_(new QToolButton(this)) {
    setObjectName(QStringLiteral("message-bar"));
    button_->setObjectName(QStringLiteral("message-button"));
    setAutoFillBackground(true);
    mark_->setFixedWidth(4);
    mark_->setAutoFillBackground(true);
    text_->setWordWrap(true);
    text_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // a path has no blanks
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* close = new QToolButton(this);
    close->setText(QStringLiteral("✕"));
    close->setToolTip(tr("Closes this line"));
    close->setAutoRaise(true);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 4, 0);
    layout->setSpacing(8);
    layout->addWidget(mark_);
    layout->addWidget(text_, 1);
    layout->addWidget(button_);
    layout->addWidget(close);
    text_->setContentsMargins(0, 6, 0, 6);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    connect(button_, &QToolButton::clicked, this, [this] {
        hide();
        if (const auto accept = std::exchange(accept_, {}))
            accept();
    });
    hide();
}

void MessageBar::warn(const QString& sentence) {
    accept_ = {};
    display(sentence, {}, true);
}

void MessageBar::offer(const QString& sentence, const QString& button,
                       std::function<void()> accept) {
    accept_ = std::move(accept);
    display(sentence, button, false);
}

void MessageBar::display(const QString& sentence, const QString& button, bool warning) {
    warning_ = warning;
    colourMark();
    text_->setText(sentence);
    button_->setText(button);
    button_->setVisible(!button.isEmpty());
    setVisible(true);
}

void MessageBar::setTheme(viewers::ThemeKind kind) {
    theme_ = kind;
    colourMark();
}

void MessageBar::colourMark() {
    const auto& theme = viewers::Theme::of(theme_);
    auto palette = mark_->palette();
    palette.setColor(QPalette::Window, warning_ ? theme.error : theme.information);
    mark_->setPalette(palette);
}

QString MessageBar::text() const {
    return isHidden() ? QString() : text_->text();
}

} // namespace mw::app
