// A pane's subject: follows the history of its program and takes the selection along.
#include "app/gui/pane.h"

#include <algorithm>

namespace mw::app {

QString Pane::programName() const {
    return isOpen() ? QString::fromStdString(program_->history->root().document->root->name)
                    : QString();
}

void Pane::takeCurrent() {
    variant_ = program_->history->current().id;
    index_ = std::make_shared<const ir::DocumentIndex>(variant().document);
}

void Pane::open(ProgramPtr program) {
    program_ = std::move(program);
    variant_ = {};
    index_.reset();
    if (program_)
        takeCurrent();
    selection_.setHighlights({});
    selection_.set({});
    emit opened();
    emit variantChanged();
}

void Pane::goToCurrent() {
    std::vector<ElementId> kept;
    for (const ElementId id : selection_.ids()) {
        const auto now = program_->history->forward(id, variant_);
        if (now && std::ranges::find(kept, now) == kept.end())
            kept.push_back(now);
    }
    takeCurrent();
    selection_.setHighlights({});
    emit variantChanged();
    selection_.set(std::move(kept));
}

} // namespace mw::app
