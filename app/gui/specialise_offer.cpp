// What a program gains most by is offered first: its sizes and bounds as constants.
#include "app/gui/specialise_offer.h"

#include "app/gui/message_bar.h"
#include "app/gui/notices.h"
#include "app/gui/workspace.h"
#include "app/workbench/specialise_values.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

namespace mw::app {

SpecialiseOffer::SpecialiseOffer(Workspace& workspace, MessageBar& bar, Notices& notices,
                                 QObject* parent)
    : QObject(parent), workspace_(workspace), bar_(bar), notices_(notices) {
    connect(&workspace, &Workspace::openEnded, this, [this](bool done) {
        if (done)
            offer();
    });
    connect(&workspace, &Workspace::variantChanged, this, &SpecialiseOffer::withdraw);
}

void SpecialiseOffer::offer() {
    const auto& program = workspace_.program();
    if (quiet_ || !program || program->hasWork() || !bar_.text().isEmpty())
        return;
    const auto open = workbench::openSymbols(*workspace_.current().document->root);
    if (open.empty())
        return;
    const auto inputs = workspace_.runChoice();
    offered_ =
        tr("%1 leaves %2 open until it is called. As constants of %3 they can be "
           "folded away; the original stays in the history.")
            .arg(workspace_.programName(),
                 viewers::counted(static_cast<int>(open.size()), tr("symbol"), tr("symbols")),
                 inputs.isDefault() ? tr("the usual grid")
                                    : viewers::qs(workbench::toString(inputs)));
    notices_.offer(offered_, tr("Specialise"), [this] { workspace_.specialise(); });
}

void SpecialiseOffer::setQuiet(bool quiet) {
    quiet_ = quiet;
    if (quiet)
        withdraw();
}

/// It was for the variant that was shown.
void SpecialiseOffer::withdraw() {
    bar_.withdraw(std::exchange(offered_, {}));
}

} // namespace mw::app
