// The palette: finds actions by a few letters and runs them.
#include "app/gui/command_palette.h"

#include "app/gui/action_table.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace mw::app {

namespace {

constexpr int kIdRole = Qt::UserRole;

/// Without the mark of the mnemonic; two of them stand for one that is part of a name.
QString plainText(const ActionSpec& spec) {
    QString text;
    for (qsizetype i = 0; i < spec.text.size(); ++i)
        if (spec.text[i] != QLatin1Char('&') || ++i < spec.text.size())
            text += spec.text[i];
    return text;
}

/// Smaller is better, -1: no match. Letters in order; at the start, and close together, is best.
int distance(const QString& text, const QString& wanted) {
    const auto at = text.indexOf(wanted, 0, Qt::CaseInsensitive);
    if (at >= 0)
        return static_cast<int>(at);
    qsizetype from = 0;
    int gaps = 0;
    for (const auto letter : wanted) {
        const auto found = text.indexOf(letter, from, Qt::CaseInsensitive);
        if (found < 0)
            return -1;
        gaps += static_cast<int>(found - from);
        from = found + 1;
    }
    return 100 + gaps;
}

} // namespace

CommandPalette::CommandPalette(ActionTable& actions, QWidget* window)
    : QFrame(window), actions_(actions), input_(new QLineEdit(this)), list_(new QListWidget(this)) {
    setObjectName(QStringLiteral("command-palette"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    input_->setPlaceholderText(tr("What do you want to do?"));
    input_->setAccessibleName(tr("Action to find"));
    list_->setAccessibleName(tr("Actions found"));
    input_->installEventFilter(this);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setFocusPolicy(Qt::NoFocus);
    list_->setUniformItemSizes(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 6);
    layout->addWidget(input_);
    layout->addWidget(list_);
    connect(input_, &QLineEdit::textChanged, this, &CommandPalette::fill);
    connect(list_, &QListWidget::itemClicked, this, &CommandPalette::run);
    hide();
}

QStringList CommandPalette::matching(const QString& text) const {
    std::vector<std::pair<int, QString>> found;
    for (const auto& spec : actions_.specs()) {
        const int far = distance(plainText(spec), text.trimmed());
        if (far >= 0 && actions_.isEnabled(spec))
            found.emplace_back(far, spec.id);
    }
    std::ranges::stable_sort(found, {}, [](const auto& entry) { return entry.first; });
    QStringList ids;
    for (const auto& [far, id] : found)
        ids << id;
    return ids;
}

void CommandPalette::open() {
    const auto* window = parentWidget();
    const int width = std::min(620, window->width() - 80);
    setGeometry((window->width() - width) / 2, 60, width, std::min(420, window->height() - 120));
    input_->clear();
    fill({});
    show();
    raise();
    input_->setFocus();
}

void CommandPalette::fill(const QString& text) {
    list_->clear();
    for (const auto& id : matching(text)) {
        const auto spec = std::ranges::find(actions_.specs(), id, &ActionSpec::id);
        const auto keys = spec->shortcut.toString(QKeySequence::NativeText);
        auto* item = new QListWidgetItem(
            keys.isEmpty() ? plainText(*spec) : plainText(*spec) + QStringLiteral("    ") + keys,
            list_);
        item->setData(kIdRole, id);
        item->setToolTip(spec->tip);
    }
    list_->setCurrentRow(0);
}

void CommandPalette::run() {
    const auto* item = list_->currentItem();
    if (!item)
        return;
    const auto id = item->data(kIdRole).toString();
    hide();
    parentWidget()->setFocus();
    actions_.trigger(id);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusOut && isVisible())
        hide();
    if (event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event); // NOLINT: the type says so
    const auto step = [this](int by) {
        const int count = list_->count();
        if (count > 0)
            list_->setCurrentRow((list_->currentRow() + by + count) % count);
    };
    switch (key->key()) {
    case Qt::Key_Escape:
        hide();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        run();
        return true;
    case Qt::Key_Down:
        step(1);
        return true;
    case Qt::Key_Up:
        step(-1);
        return true;
    default:
        return QFrame::eventFilter(watched, event);
    }
}

} // namespace mw::app
