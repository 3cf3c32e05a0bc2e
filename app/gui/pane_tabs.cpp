// The tabs of a pane.
#include "app/gui/pane_tabs.h"

#include "app/gui/pane.h"
#include "app/gui/workspace.h"
#include "viewers/panels/element_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace mw::app {

namespace {

// Pixels: names of variants have no limit, and one that is cut to nothing names nothing.
constexpr int kWidest = 420;
constexpr int kNarrowest = 240;

} // namespace

PaneTabs::PaneTabs(Pane& pane, Workspace& workspace, QWidget* parent)
    : QTabBar(parent), pane_(pane), workspace_(workspace) {
    setObjectName(QStringLiteral("pane-tabs"));
    setAccessibleName(tr("Programs of this pane"));
    setDocumentMode(true);
    setDrawBase(false);
    setExpanding(false);
    setMovable(true);
    setUsesScrollButtons(true);
    setElideMode(Qt::ElideMiddle); // names differ at both ends
    connect(this, &QTabBar::currentChanged, this, &PaneTabs::showTab);
    connect(this, &QTabBar::tabMoved, this, [this](int from, int to) {
        pane_.moveTab(static_cast<std::size_t>(from), static_cast<std::size_t>(to));
    });
    connect(&pane, &Pane::tabsChanged, this, &PaneTabs::refresh);
    for (const auto changed : {&Workspace::historyChanged, &Workspace::projectChanged})
        connect(&workspace, changed, this, &PaneTabs::refresh);
    refresh();
}

void PaneTabs::showTab(int index) {
    if (index >= 0)
        workspace_.showTab(pane_, static_cast<std::size_t>(index));
}

void PaneTabs::refresh() {
    const QSignalBlocker quiet(this);
    const auto& tabs = pane_.tabs();
    const auto size = static_cast<int>(tabs.size());
    while (count() > size)
        removeTab(count() - 1);
    while (count() < size)
        addCloseButton(addTab({}));
    for (int i = 0; i < size; ++i) {
        const auto& [program, variant, selection, view] = tabs[static_cast<std::size_t>(i)];
        const auto name = viewers::qs(program->history->find(variant)->name);
        const auto text = QStringLiteral("%1 · %2").arg(workspace_.titleOf(*program), name);
        setTabText(i, QStringLiteral("%1 · %2")
                          .arg(workspace_.shortTitleOf(*program), name)
                          .replace(QLatin1Char('&'), QStringLiteral("&&")));
        setTabToolTip(i, text + QLatin1Char('\n') + viewers::qs(program->path));
        setAccessibleTabName(i, text);
    }
    setCurrentIndex(static_cast<int>(pane_.at()));
}

void PaneTabs::addCloseButton(int index) {
    auto* button = new QToolButton(this);
    button->setText(QStringLiteral("✕"));
    button->setToolTip(tr("Closes this tab"));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus);
    setTabButton(index, QTabBar::RightSide, button);
    connect(button, &QToolButton::clicked, this, [this, button] {
        for (int i = 0; i < count(); ++i)
            if (tabButton(i, QTabBar::RightSide) == button)
                return emit closeRequested(static_cast<std::size_t>(i));
    });
}

QSize PaneTabs::tabSizeHint(int index) const {
    const auto hint = QTabBar::tabSizeHint(index);
    return {std::min(hint.width(), kWidest), hint.height()};
}

QSize PaneTabs::minimumTabSizeHint(int index) const {
    const auto hint = tabSizeHint(index);
    return {std::min(hint.width(), kNarrowest), hint.height()};
}

void PaneTabs::mousePressEvent(QMouseEvent* event) {
    pressed_ = event->button() == Qt::MiddleButton ? tabAt(event->position().toPoint()) : -1;
    if (pressed_ < 0)
        QTabBar::mousePressEvent(event);
}

void PaneTabs::mouseReleaseEvent(QMouseEvent* event) {
    const int pressed = std::exchange(pressed_, -1);
    if (pressed < 0)
        return QTabBar::mouseReleaseEvent(event);
    if (tabAt(event->position().toPoint()) == pressed)
        emit closeRequested(static_cast<std::size_t>(pressed));
}

void PaneTabs::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Delete && currentIndex() >= 0)
        emit closeRequested(static_cast<std::size_t>(currentIndex()));
    else
        QTabBar::keyPressEvent(event);
}

} // namespace mw::app
