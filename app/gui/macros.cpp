// Macros: recorded from the table of actions, played by a script.
#include "app/gui/macros.h"

#include "app/gui/action_table.h"
#include "app/gui/main_window.h"
#include "app/gui/notices.h"
#include "app/gui/script.h"

#include <QInputDialog>

#include <algorithm>
#include <array>

namespace mw::app {

namespace {

/// What is about macros, the palette, or the window's end is no step of a macro.
bool isStep(const QString& action) {
    const std::array kNone{QStringLiteral("palette"), QStringLiteral("quit")};
    return !action.startsWith(QStringLiteral("macro-")) &&
           std::ranges::find(kNone, action) == kNone.end();
}

QString plural(qsizetype count) {
    return count == 1 ? Macros::tr("1 action") : Macros::tr("%1 actions").arg(count);
}

} // namespace

Macros::Macros(MainWindow& window, ActionTable& actions, Settings& settings, Notices& notices)
    : QObject(&window), window_(window), actions_(actions), settings_(settings), notices_(notices),
      macros_(settings.macros()) {
    connect(&actions, &ActionTable::ran, this, &Macros::note);
}

void Macros::fillTable() {
    actions_.remove(QStringLiteral("macro-run-"));
    actions_.remove(QStringLiteral("macro-forget-"));
    std::vector<ActionSpec> specs;
    const auto add = [&](const QString& id, const QString& text, const QString& tip,
                         std::function<void()> run) {
        ActionSpec spec;
        spec.id = id;
        spec.text = QString(text).replace(QLatin1Char('&'), QStringLiteral("&&"));
        spec.tip = tip;
        spec.run = std::move(run);
        specs.push_back(std::move(spec));
    };
    for (std::size_t i = 0; i < macros_.size(); ++i) {
        const auto& [name, actions] = macros_[i];
        add(QStringLiteral("macro-run-%1").arg(i + 1), tr("Macro: %1").arg(name),
            actions.join(QStringLiteral(", ")), [this, name = name] { run(name); });
        add(QStringLiteral("macro-forget-%1").arg(i + 1), tr("Forget the macro %1").arg(name),
            tr("Takes it out of the palette"), [this, name = name] { forget(name); });
    }
    actions_.add(std::move(specs));
}

void Macros::toggleRecording() {
    if (!isRecording()) {
        recording_.emplace();
        notices_.say(tr("Recording a macro: what you do by menus, keys and the palette becomes "
                        "its steps"));
        return;
    }
    last_ = {{}, *std::exchange(recording_, std::nullopt)};
    if (last_.actions.isEmpty())
        notices_.say(tr("Nothing was recorded"));
    else
        askForName();
}

void Macros::note(const QString& action) {
    if (isRecording() && isStep(action))
        recording_->append(action);
}

void Macros::askForName() {
    auto* dialog = new QInputDialog(&window_);
    dialog->setObjectName(QStringLiteral("macro-name"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Name of the macro"));
    dialog->setLabelText(
        tr("%1: %2").arg(plural(last_.actions.size()), last_.actions.join(QStringLiteral(", "))));
    connect(dialog, &QInputDialog::textValueSelected, this, &Macros::keep);
    dialog->open();
}

void Macros::keep(const QString& name) {
    const auto trimmed = name.simplified();
    if (trimmed.isEmpty() || last_.actions.isEmpty())
        return;
    last_.name = trimmed;
    const auto known = std::ranges::find(macros_, trimmed, &Macro::name);
    if (known == macros_.end())
        macros_.push_back(last_);
    else
        *known = last_;
    store();
    notices_.say(tr("The palette has the macro %1").arg(trimmed));
}

void Macros::forget(const QString& name) {
    std::erase_if(macros_, [&](const Macro& macro) { return macro.name == name; });
    store();
}

void Macros::store() {
    settings_.setMacros(macros_);
    fillTable();
}

void Macros::run(const QString& name) {
    const auto found = std::ranges::find(macros_, name, &Macro::name);
    if (found != macros_.end())
        play(*found);
}

void Macros::repeat() {
    if (canRepeat())
        play(last_);
}

void Macros::play(const Macro& macro) {
    if (std::exchange(playing_, true))
        return notices_.say(tr("A macro runs already"));
    last_ = macro;
    auto* script = new Script(window_, macro.actions, {});
    connect(script, &Script::finished, this, [this, script](const QString& problem) {
        playing_ = false;
        script->deleteLater();
        const auto name = last_.name.isEmpty() ? tr("The macro") : last_.name;
        notices_.say(problem.isEmpty() ? tr("%1: done").arg(name)
                                       : tr("%1 stopped. %2").arg(name, problem));
    });
    script->start();
}

} // namespace mw::app
