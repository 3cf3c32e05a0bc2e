// The one step that every view shows and every way to apply does.
#include "app/gui/current_step.h"

#include <utility>

namespace mw::app {

QString CurrentStep::whyNot() const {
    if (step_.applies())
        return {};
    if (step_.refusal)
        return tr("%1 can't be done: %2").arg(name(), viewers::refusalText(*step_.refusal));
    if (step_.transformation)
        return tr("%1 can't be done: nothing here has its shape").arg(name());
    if (chosen_)
        return tr("\"%1\" is no step: choose a line that says what to apply")
            .arg(step_.place.simplified());
    return tr("No step is chosen: choose a bracket of the program view (Ctrl+2, then ]) or a line "
              "of Advice (Alt+3)");
}

void CurrentStep::choose(viewers::Step step) {
    set(std::move(step), true);
}

void CurrentStep::propose(viewers::Step step) {
    if (!chosen_)
        set(std::move(step), false);
}

void CurrentStep::forget() {
    set({}, false);
}

void CurrentStep::set(viewers::Step step, bool chosen) {
    if (step == step_ && chosen == chosen_)
        return;
    step_ = std::move(step);
    chosen_ = chosen;
    emit changed();
}

} // namespace mw::app
