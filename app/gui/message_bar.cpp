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
    setAutoFillBackground(true);
    mark_->setFixedWidth(4);
    mark_->setAutoFillBackground(true);
    text_->setWordWrap(true);
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

void MessageBar::say(const QString& sentence, const QColor& accent) {
    offer(sentence, {}, accent, {});
}

void MessageBar::offer(const QString& sentence, const QString& button, const QColor& accent,
                       std::function<void()> accept) {
    accept_ = std::move(accept);
    button_->setObjectName(QStringLiteral("message-button"));
    auto palette = mark_->palette();
    palette.setColor(QPalette::Window, accent);
    mark_->setPalette(palette);
    text_->setText(sentence);
    button_->setText(button);
    button_->setVisible(!button.isEmpty());
    show();
}

QString MessageBar::text() const {
    return isHidden() ? QString() : text_->text();
}

} // namespace mw::app
