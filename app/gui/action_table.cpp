// Makes the QActions of the table, and menus and tool bar from them.
#include "app/gui/action_table.h"

#include "app/gui/tool_icons.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>
#include <QShortcut>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>
#include <cassert>
#include <map>
#include <set>

namespace mw::app {

namespace {

/// The key that is marked in a text; null: none is.
QChar keyOf(const QString& text) {
    const auto mark = text.indexOf(QLatin1Char('&'));
    return mark < 0 ? QChar() : text.at(mark + 1).toLower();
}

/// Marks the first letter that is free, those at the beginning of words before others.
QString withFreeKey(const QString& text, const std::set<QChar>& taken) {
    for (const bool begins : {true, false})
        for (qsizetype i = 0; i < text.size(); ++i) {
            const bool isFirst = i == 0 || !text[i - 1].isLetter();
            if (text[i].isLetter() && isFirst == begins && !taken.contains(text[i].toLower()))
                return QString(text).insert(i, QLatin1Char('&'));
        }
    return text;
}

QString withKeys(const QString& text, const ActionSpec& spec) {
    const auto keys = spec.shortcut.toString(QKeySequence::NativeText);
    return keys.isEmpty() ? text : text + QStringLiteral(" (%1)").arg(keys);
}

constexpr int kToolLetters = 34; ///< of a button of the tool bar that is named by its object

constexpr const char* kObject = "mwObject"; // of an action: what stands behind its text

void ownKeys(const QList<QAction*>& lines) {
    std::set<QChar> taken;
    QList<QAction*> without;
    for (auto* line : lines)
        if (const auto key = keyOf(line->text()); !key.isNull() && !taken.insert(key).second)
            without << line;
    for (auto* line : without) {
        line->setText(withFreeKey(withoutKey(line->text()), taken));
        taken.insert(keyOf(line->text()));
    }
}

} // namespace

ActionTable::ActionTable(QWidget* window) : QObject(window), window_(window) {}

void ActionTable::add(std::vector<ActionSpec> specs) {
    for (auto& spec : specs) {
        auto* action = new QAction(spec.text, this);
        action->setObjectName(spec.id);
        action->setShortcut(spec.shortcut);
        action->setToolTip(withKeys(spec.tip, spec));
        action->setStatusTip(spec.tip);
        action->setCheckable(static_cast<bool>(spec.checked));
        if (!spec.toolText.isEmpty())
            action->setIconText(spec.toolText);
        connect(action, &QAction::triggered, this, [this, run = spec.run, id = spec.id] {
            ++depth_;
            run();
            refresh();
            if (--depth_ == 0) // an action that runs another one is what the user did
                emit ran(id);
        });
        window_->addAction(action);
        auto* answer = new QShortcut(spec.shortcut, window_);
        answer->setEnabled(false);
        connect(answer, &QShortcut::activated, this, [this, id = spec.id] {
            if (const auto why = trigger(id); !why.isEmpty())
                emit refused(why);
        });
        specs_.push_back(std::move(spec));
        actions_.push_back(action);
        answers_.push_back(answer);
    }
    refresh();
}

void ActionTable::remove(const QString& beginning) {
    for (std::size_t i = specs_.size(); i-- > 0;) {
        if (!specs_[i].id.startsWith(beginning))
            continue;
        assert(specs_[i].menu.isEmpty());
        window_->removeAction(actions_[i]);
        actions_[i]->deleteLater(); // it may be the one that runs
        answers_[i]->deleteLater();
        const auto at = static_cast<std::ptrdiff_t>(i);
        specs_.erase(specs_.begin() + at);
        actions_.erase(actions_.begin() + at);
        answers_.erase(answers_.begin() + at);
    }
}

void ActionTable::fill(QMenuBar& menus) {
    std::map<std::pair<QString, QString>, QMenu*> made; // by menu and submenu
    const auto menuOf = [&](const ActionSpec& spec) {
        auto*& menu = made[{spec.menu, {}}];
        if (!menu)
            menu = menus.addMenu(spec.menu);
        if (spec.submenu.isEmpty())
            return menu;
        auto*& inner = made[{spec.menu, spec.submenu}];
        if (!inner) {
            if (menu->actions().isEmpty() || !menu->actions().last()->menu())
                menu->addSeparator();
            inner = menu->addMenu(spec.submenu);
        }
        return inner;
    };
    for (std::size_t i = 0; i < specs_.size(); ++i) {
        const auto& spec = specs_[i];
        if (spec.menu.isEmpty())
            continue;
        auto* menu = menuOf(spec);
        menu->setToolTipsVisible(true);
        if (spec.separator && !menu->isEmpty())
            menu->addSeparator();
        menu->addAction(actions_[i]);
    }
}

QString withoutKey(QString text) {
    return text.remove(QLatin1Char('&'));
}

void giveKeys(const QList<QAction*>& lines) {
    ownKeys(lines);
    for (const auto* line : lines)
        if (line->menu())
            giveKeys(line->menu()->actions());
}

void ActionTable::fill(QToolBar& tools) {
    for (std::size_t i = 0; i < specs_.size(); ++i) {
        if (specs_[i].toolText.isEmpty())
            continue;
        if (specs_[i].separator && !tools.actions().isEmpty())
            tools.addSeparator();
        actions_[i]->setIcon(toolIcon(specs_[i].id));
        actions_[i]->setIconVisibleInMenu(false);
        tools.addAction(actions_[i]);
        auto* button = qobject_cast<QToolButton*>(tools.widgetForAction(actions_[i]));
        const bool isSign = specs_[i].toolText.size() == 1; // what the icon shows itself
        if (button && isSign && !actions_[i]->icon().isNull())
            button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        if (specs_[i].object) // so that what stands beside it keeps its place
            tools.widgetForAction(actions_[i])
                ->setMinimumWidth(kToolLetters * tools.fontMetrics().averageCharWidth());
    }
}

QAction* ActionTable::action(const QString& id) const {
    for (std::size_t i = 0; i < specs_.size(); ++i)
        if (specs_[i].id == id)
            return actions_[i];
    return nullptr;
}

QString ActionTable::trigger(const QString& id) {
    refresh();
    auto* found = action(id);
    if (!found)
        return tr("There is no action \"%1\".").arg(id);
    if (!found->isEnabled())
        return whyNot(*std::ranges::find(specs_, id, [](const ActionSpec& one) { return one.id; }));
    found->trigger();
    return {};
}

QString ActionTable::whyNot(const ActionSpec& spec) const {
    if (const auto why = spec.whyNot ? spec.whyNot() : QString(); !why.isEmpty())
        return why;
    return tr("\"%1\" (%2) can't be used now.").arg(withoutKey(spec.text), spec.id);
}

/// Behind the text of the menu, which has its key by now; in the tool bar and its tip.
void ActionTable::showObject(const ActionSpec& spec, QAction& action) {
    constexpr int kMenu = 48, kTip = 300; // letters
    const auto behind = spec.object(kMenu).isEmpty()
                            ? QString()
                            : QStringLiteral(": ") + spec.object(kMenu).replace(
                                                         QLatin1Char('&'), QStringLiteral("&&"));
    const auto before = action.property(kObject).toString();
    action.setText(action.text().chopped(before.size()) + behind);
    action.setProperty(kObject, behind);
    if (!spec.toolText.isEmpty())
        action.setIconText(behind.isEmpty() ? spec.toolText : spec.object(kToolLetters));
    const auto why = spec.whyNot ? spec.whyNot() : QString();
    QStringList tip{spec.object(kTip), why.isEmpty() ? spec.tip : why};
    tip.removeAll(QString());
    action.setToolTip(withKeys(tip.join(QLatin1Char('\n')), spec));
}

/// In the place of the tip, as long as it can't be used.
void ActionTable::showWhyNot(const ActionSpec& spec, QAction& action) {
    const auto why = spec.whyNot();
    action.setToolTip(withKeys(why.isEmpty() ? spec.tip : why, spec));
}

void ActionTable::refresh() {
    for (std::size_t i = 0; i < specs_.size(); ++i) {
        const bool enabled = isEnabled(specs_[i]);
        actions_[i]->setEnabled(enabled);
        answers_[i]->setEnabled(!enabled && !specs_[i].shortcut.isEmpty());
        if (specs_[i].checked)
            actions_[i]->setChecked(specs_[i].checked());
        if (specs_[i].object)
            showObject(specs_[i], *actions_[i]);
        else if (specs_[i].whyNot)
            showWhyNot(specs_[i], *actions_[i]);
    }
}

} // namespace mw::app
