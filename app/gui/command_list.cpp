// Collects the actions of the window with the menu that each stands in.
#include "app/gui/command_list.h"

#include "app/gui/workspace.h"

namespace mw::app {

void CommandList::menu(const QString& title, const QString& submenu) {
    menu_ = title;
    submenu_ = submenu;
}

ActionSpec& CommandList::add(const QString& id, const QString& text, const QKeySequence& keys,
                             const QString& tip, std::function<void()> run) {
    ActionSpec spec;
    spec.id = id;
    spec.text = text;
    spec.menu = menu_;
    spec.submenu = submenu_;
    spec.shortcut = keys;
    spec.tip = tip;
    spec.run = std::move(run);
    specs_.push_back(std::move(spec));
    return specs_.back();
}

ActionSpec& CommandList::addOpen(const QString& id, const QString& text, const QKeySequence& keys,
                                 const QString& tip, std::function<void()> run) {
    auto& spec = add(id, text, keys, tip, std::move(run));
    spec.enabled = [&workspace = workspace_] { return workspace.isOpen(); };
    return spec;
}

} // namespace mw::app
