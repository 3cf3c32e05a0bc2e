// Makes the QActions of the table, and menus and tool bar from them.
#include "app/gui/action_table.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>

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
        const auto keys = spec.shortcut.toString(QKeySequence::NativeText);
        action->setToolTip(keys.isEmpty() ? spec.tip
                                          : spec.tip + QStringLiteral(" (%1)").arg(keys));
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
        specs_.push_back(std::move(spec));
        actions_.push_back(action);
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
        const auto at = static_cast<std::ptrdiff_t>(i);
        specs_.erase(specs_.begin() + at);
        actions_.erase(actions_.begin() + at);
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
        tools.addAction(actions_[i]);
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
        return tr("\"%1\" (%2) can't be used now.").arg(withoutKey(found->text()), id);
    found->trigger();
    return {};
}

void ActionTable::refresh() {
    for (std::size_t i = 0; i < specs_.size(); ++i) {
        actions_[i]->setEnabled(isEnabled(specs_[i]));
        if (specs_[i].checked)
            actions_[i]->setChecked(specs_[i].checked());
    }
}

} // namespace mw::app
