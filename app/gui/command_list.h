#pragma once

#include "app/gui/action_table.h"

#include <vector>

namespace mw::app {

class Workspace;

/// The actions of the window in the making, menu by menu.
class CommandList {
public:
    explicit CommandList(const Workspace& workspace) : workspace_(workspace) {}

    /// What is added next stands in this menu; with `submenu` in a menu inside it.
    void menu(const QString& title, const QString& submenu = {});
    ActionSpec& add(const QString& id, const QString& text, const QKeySequence& keys,
                    const QString& tip, std::function<void()> run);
    /// As add(), for what needs an open graph.
    ActionSpec& addOpen(const QString& id, const QString& text, const QKeySequence& keys,
                        const QString& tip, std::function<void()> run);
    std::vector<ActionSpec> take() { return std::move(specs_); }

private:
    const Workspace& workspace_;
    QString menu_, submenu_;
    std::vector<ActionSpec> specs_;
};

} // namespace mw::app
