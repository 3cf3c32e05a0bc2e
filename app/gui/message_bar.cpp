// The lines at the top of the window, each with a mark in the colour of what it says.
#include "app/gui/message_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace mw::app {

namespace {

constexpr std::size_t kShown = 3; ///< of many
constexpr std::size_t kMost = 20; ///< on demand: the log has all

/// A sentence in one line, as far as it fits; a click shows all of it.
class NoticeText : public QLabel {
public:
    NoticeText(QString sentence, QWidget* parent) : QLabel(parent), sentence_(std::move(sentence)) {
        setTextFormat(Qt::PlainText);
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // a path has no blanks
        setContentsMargins(0, 2, 0, 2);
        setAccessibleName(sentence_);
        setText(sentence_);
    }

protected:
    void resizeEvent(QResizeEvent* event) override {
        QLabel::resizeEvent(event);
        if (!wordWrap())
            cut();
    }
    void mousePressEvent(QMouseEvent* event) override {
        if (wordWrap() || text() == sentence_)
            return QLabel::mousePressEvent(event);
        setWordWrap(true);
        auto policy = sizePolicy();
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
        setText(sentence_);
        setToolTip({});
        setTextInteractionFlags(Qt::TextSelectableByMouse);
        // Layouts around have noted that it has one height.
        for (auto* around = parentWidget(); around; around = around->parentWidget())
            if (around->layout()) {
                around->layout()->invalidate();
                around->updateGeometry();
            }
        setMinimumHeight(heightForWidth(width()));
    }

private:
    void cut() {
        setText(fontMetrics().elidedText(sentence_, Qt::ElideRight, contentsRect().width()));
        setToolTip(text() == sentence_ ? QString() : sentence_);
        setTextInteractionFlags(text() == sentence_ ? Qt::TextSelectableByMouse
                                                    : Qt::NoTextInteraction);
    }
    QString sentence_;
};

bool isAboutNothing(const MessageLine& line) {
    const std::weak_ptr<const void> none;
    return !line.about.owner_before(none) && !none.owner_before(line.about);
}

} // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), layout_(new QVBoxLayout(this)), more_(new QToolButton(this)) {
    setObjectName(QStringLiteral("message-bar"));
    setAutoFillBackground(true);
    layout_->setContentsMargins(0, 0, 0, 0);
    layout_->setSpacing(1);
    more_->setObjectName(QStringLiteral("message-more"));
    more_->setAutoRaise(true);
    more_->setToolTip(tr("Shows every line"));
    layout_->addWidget(more_);
    connect(more_, &QToolButton::clicked, this, [this] {
        all_ = true;
        arrange();
    });
    hide();
}

void MessageBar::replace(MessageLine line) {
    take([this](const MessageLine& one) { return isShown(one); });
    add(std::move(line));
}

void MessageBar::add(MessageLine line) {
    addRow(std::move(line));
    arrange();
}

void MessageBar::warn(const QString& sentence) {
    replace({.sentence = sentence, .warning = true});
}

void MessageBar::offer(const QString& sentence, const QString& button,
                       std::function<void()> accept) {
    replace({.sentence = sentence, .button = button, .accept = std::move(accept)});
}

void MessageBar::addRow(MessageLine line) {
    auto* widget = new QWidget(this);
    auto* mark = new QWidget(widget);
    mark->setFixedWidth(4);
    mark->setAutoFillBackground(true);
    auto* text = new NoticeText(line.sentence, widget);
    auto* close = new QToolButton(widget);
    close->setText(QStringLiteral("✕"));
    close->setToolTip(tr("Closes this line"));
    close->setAutoRaise(true);
    auto* layout = new QHBoxLayout(widget);
    layout->setContentsMargins(0, 0, 4, 0);
    layout->setSpacing(8);
    layout->addWidget(mark);
    layout->addWidget(text, 1);
    if (!line.button.isEmpty()) {
        auto* button = new QToolButton(widget);
        button->setObjectName(QStringLiteral("message-button"));
        button->setText(line.button);
        layout->addWidget(button);
        connect(button, &QToolButton::clicked, this, [this, widget] { accept(widget); });
    }
    layout->addWidget(close);
    connect(close, &QToolButton::clicked, this, [this, widget] { remove(widget); });
    layout_->insertWidget(layout_->count() - 1, widget);
    rows_.push_back({std::move(line), widget, mark});
    colourMark(rows_.back());
}

void MessageBar::accept(const QWidget* row) {
    const auto found = std::ranges::find(rows_, row, &Row::widget);
    if (found == rows_.end())
        return;
    const auto act = found->line.accept;
    if (!found->line.keeps)
        remove(row);
    if (act)
        act();
}

void MessageBar::remove(const QWidget* row) {
    const auto found = std::ranges::find(rows_, row, &Row::widget);
    if (found == rows_.end())
        return;
    take(*found);
    rows_.erase(found);
    arrange();
}

/// A button of it may be where this was asked for.
void MessageBar::take(Row& row) {
    row.widget->hide();
    layout_->removeWidget(row.widget);
    for (auto* button : row.widget->findChildren<QToolButton*>())
        button->setObjectName({});
    row.widget->deleteLater();
}

void MessageBar::clear() {
    take(isAboutNothing);
}

void MessageBar::take(const std::function<bool(const MessageLine&)>& which) {
    const auto goes = [&](const Row& row) { return !row.line.stays && which(row.line); };
    for (auto& row : rows_)
        if (goes(row))
            take(row);
    std::erase_if(rows_, goes);
    all_ = false;
    arrange();
}

void MessageBar::withdraw(const QString& sentence) {
    const auto found =
        std::ranges::find_if(rows_, [&](const Row& row) { return row.line.sentence == sentence; });
    if (found != rows_.end())
        remove(found->widget);
}

/// About nothing, or about what is shown.
bool MessageBar::isShown(const MessageLine& line) const {
    return isAboutNothing(line) || (shown_ && line.about.lock() == shown_);
}

void MessageBar::showAbout(std::shared_ptr<const void> shown) {
    shown_ = std::move(shown);
    arrange();
}

void MessageBar::arrange() {
    const auto all = static_cast<std::size_t>(
        std::ranges::count_if(rows_, [this](const Row& row) { return isShown(row.line); }));
    const auto limit = all_ ? kMost : all > kShown + 1 ? kShown : all;
    std::size_t place = 0;
    std::ptrdiff_t hidden = 0;
    for (const Row& row : rows_) {
        const bool mine = isShown(row.line);
        const bool visible = mine && (place < limit || row.line.stays);
        row.widget->setVisible(visible);
        place += mine;
        hidden += mine && !visible;
    }
    more_->setText(all_ ? tr("and %1 more, which stand in the log").arg(hidden)
                        : tr("and %1 more …").arg(hidden));
    more_->setEnabled(!all_);
    more_->setVisible(hidden > 0);
    setVisible(all > 0);
}

void MessageBar::setTheme(viewers::ThemeKind kind) {
    theme_ = kind;
    for (const auto& row : rows_)
        colourMark(row);
}

void MessageBar::colourMark(const Row& row) {
    const auto& theme = viewers::Theme::of(theme_);
    auto palette = row.mark->palette();
    palette.setColor(QPalette::Window, row.line.warning ? theme.error : theme.information);
    row.mark->setPalette(palette);
}

QString MessageBar::text() const {
    if (isHidden())
        return {};
    QStringList sentences;
    for (const auto& row : rows_)
        if (isShown(row.line))
            sentences << row.line.sentence;
    return sentences.join(QLatin1Char('\n'));
}

} // namespace mw::app
