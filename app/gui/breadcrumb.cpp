// Where in the program the canvas is, and the way out.
#include "app/gui/breadcrumb.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

namespace mw::app {

namespace {

constexpr int kMostPixels = 220; ///< of one title
constexpr int kGap = 2;

QToolButton* makeButton(QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    return button;
}

/// Literal: a title is no mnemonic.
QString buttonText(const QString& title) {
    return QString(title).replace(QLatin1Char('&'), QStringLiteral("&&"));
}

} // namespace

Breadcrumb::Breadcrumb(QWidget* parent) : QWidget(parent), more_(makeButton(this)) {
    setObjectName(QStringLiteral("breadcrumb"));
    setAccessibleName(tr("Scopes around what is shown"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    more_->setText(QStringLiteral("…"));
    more_->setToolTip(tr("Scopes in between"));
    more_->setAccessibleName(tr("Scopes in between"));
    more_->setPopupMode(QToolButton::InstantPopup);
    more_->setMenu(new QMenu(more_));
    more_->hide();
}

void Breadcrumb::setCrumbs(std::vector<Crumb> crumbs) {
    crumbs_ = std::move(crumbs);
    while (buttons_.size() > crumbs_.size()) {
        buttons_.back()->deleteLater();
        buttons_.pop_back();
    }
    while (buttons_.size() < crumbs_.size()) {
        const std::size_t at = buttons_.size();
        buttons_.push_back(makeButton(this));
        connect(buttons_.back(), &QToolButton::clicked, this,
                [this, at] { emit chosen(crumbs_[at].scope); });
    }
    arrange();
}

/// First and last always; of those between as many as fit, from the inside.
void Breadcrumb::arrange() {
    std::vector<int> widths;
    for (std::size_t i = 0; i < crumbs_.size(); ++i) {
        auto* button = buttons_[i];
        const bool last = i + 1 == crumbs_.size();
        auto font = this->font();
        font.setBold(last);
        button->setFont(font);
        const QString sign = i == 0 ? QString() : QStringLiteral("› ");
        button->setText(buttonText(
            sign + QFontMetrics(font).elidedText(crumbs_[i].title, Qt::ElideMiddle, kMostPixels)));
        button->setToolTip(last ? tr("%1: what is shown").arg(crumbs_[i].title)
                                : tr("Out to %1").arg(crumbs_[i].title));
        button->setAccessibleName(crumbs_[i].title);
        widths.push_back(button->sizeHint().width() + kGap);
    }
    std::size_t hidden = 0; // after the first one
    int sum = 0;
    for (const int width : widths)
        sum += width;
    const int more = more_->sizeHint().width() + kGap;
    while (sum + (hidden > 0 ? more : 0) > width() && hidden + 2 < crumbs_.size())
        sum -= widths[++hidden];
    const auto shown = static_cast<int>(crumbs_.size() - hidden);
    const int room = std::max(0, width() - (hidden > 0 ? more : 0)) / std::max(1, shown);
    int x = 0;
    const auto put = [&](QToolButton* button, int width) {
        button->setGeometry(x, 0, width - kGap, height());
        x += width;
        button->show();
    };
    more_->setVisible(hidden > 0);
    for (std::size_t i = 0; i < crumbs_.size(); ++i) {
        if (i > 0 && i <= hidden) {
            buttons_[i]->hide();
            continue;
        }
        if (sum + (hidden > 0 ? more : 0) > width() && widths[i] > room) {
            auto* button = buttons_[i];
            const int frame = widths[i] - button->fontMetrics().horizontalAdvance(button->text());
            button->setText(button->fontMetrics().elidedText(button->text(), Qt::ElideMiddle,
                                                             std::max(0, room - frame)));
            widths[i] = room;
        }
        put(buttons_[i], widths[i]);
        if (i == 0 && hidden > 0)
            put(more_, more);
    }
    fillMenu(hidden);
}

void Breadcrumb::fillMenu(std::size_t hidden) {
    auto* menu = more_->menu();
    menu->clear();
    for (std::size_t i = 1; i <= hidden; ++i)
        menu->addAction(buttonText(crumbs_[i].title), this,
                        [this, scope = crumbs_[i].scope] { emit chosen(scope); });
}

QSize Breadcrumb::sizeHint() const {
    return {400, more_->sizeHint().height()};
}

QSize Breadcrumb::minimumSizeHint() const {
    return {20, more_->sizeHint().height()};
}

void Breadcrumb::resizeEvent(QResizeEvent* /*event*/) {
    arrange();
}

void Breadcrumb::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        arrange();
}

void Breadcrumb::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Left)
        walk(-1);
    else if (event->key() == Qt::Key_Right)
        walk(1);
    else
        QWidget::keyPressEvent(event);
}

void Breadcrumb::walk(int by) {
    std::vector<QToolButton*> shown;
    for (auto* button : buttons_) {
        if (!button->isHidden())
            shown.push_back(button);
        if (button == buttons_.front() && !more_->isHidden())
            shown.push_back(more_);
    }
    const auto at = std::ranges::find_if(shown, &QWidget::hasFocus) - shown.begin();
    const auto next = at + by;
    if (next >= 0 && next < static_cast<std::ptrdiff_t>(shown.size()))
        shown[static_cast<std::size_t>(next)]->setFocus(Qt::TabFocusReason);
}

} // namespace mw::app
