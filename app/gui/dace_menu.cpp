// Which DaCe a program is for, as a menu.
#include "app/gui/dace_menu.h"

#include "app/gui/workspace.h"

#include <QActionGroup>

#include <algorithm>
#include <array>

namespace mw::app {

namespace {

/// Those that compute differently, by their last release.
constexpr std::array kOffered{
    ir::DaceVersion{1, 0, 2},
    ir::DaceVersion{2, 0, 0, ir::DaceVersion::Stage::alpha, 6},
    ir::DaceVersion{2, 0, 0, ir::DaceVersion::Stage::alpha, 10},
    ir::kNewestDace,
};

QString textOf(const ir::DaceVersion& version) {
    return QString::fromStdString(ir::print(version));
}

} // namespace

DaceMenu::DaceMenu(QMenu& parent, Workspace& workspace)
    : QMenu(tr("&DaCe version"), &parent), workspace_(workspace) {
    setObjectName(QStringLiteral("dace-menu"));
    setToolTipsVisible(true);
    menuAction()->setToolTip(tr("The release of DaCe that builds the program: what releases read "
                                "differently is read as this one does"));
    connect(this, &QMenu::aboutToShow, this, &DaceMenu::fill);
}

void DaceMenu::addTo(QMenu& files, Workspace& workspace) {
    auto* menu = new DaceMenu(files, workspace);
    const auto actions = files.actions();
    files.insertMenu(actions.size() > 2 ? actions.at(2) : nullptr, menu);
}

void DaceMenu::fill() {
    clear();
    if (!workspace_.isOpen()) {
        addAction(tr("No program is open"))->setEnabled(false);
        return;
    }
    auto* group = new QActionGroup(this);
    const auto add = [&](const QString& text, const std::optional<ir::DaceVersion>& version) {
        auto* action = addAction(text, this, [this, version] { workspace_.readFor(version); });
        action->setCheckable(true);
        action->setChecked(workspace_.program()->dace == version);
        group->addAction(action);
    };
    const auto& chosen = workspace_.program()->dace;
    add(tr("As the file states"), std::nullopt);
    addSeparator();
    for (const auto& version : kOffered)
        add(textOf(version), version);
    if (chosen && std::ranges::find(kOffered, *chosen) == kOffered.end())
        add(textOf(*chosen), chosen); // from the command line or a project
}

} // namespace mw::app
