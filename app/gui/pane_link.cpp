// Pairs the kernels of two panes.
#include "app/gui/pane_link.h"

#include "app/gui/pane.h"
#include "app/gui/pane_frame.h"
#include "app/gui/program_pane.h"
#include "app/gui/workspace.h"
#include "app/workbench/program_difference.h"
#include "core/history/provenance.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/number_text.h"
#include "viewers/program/program_view.h"

namespace mw::app {

using viewers::ProgramPartner;
using viewers::ProgramView;
using workbench::ProgramDifference;

namespace {

const QString kSlot = QStringLiteral("pair-panes");

QString sideText(const std::vector<std::size_t>& rows, const std::optional<std::int64_t>& bytes) {
    QString text = viewers::counted(static_cast<qsizetype>(rows.size()), PaneLink::tr("row"),
                                    PaneLink::tr("rows"));
    if (bytes)
        text += QStringLiteral(", ") + viewers::bytesText(static_cast<double>(*bytes));
    return text;
}

struct Partners {
    std::vector<ProgramPartner> first, second;
};

Partners partnersOf(const ProgramDifference& difference) {
    Partners partners;
    for (const auto& group : difference.groups) {
        const QString before = sideText(group.first, group.firstBytes);
        const QString after = sideText(group.second, group.secondBytes);
        const QString text = group.second.empty()  ? PaneLink::tr("only here")
                             : group.first.empty() ? PaneLink::tr("only here")
                                                   : before + QStringLiteral(" → ") + after;
        partners.first.push_back({group.first, group.second, group.unchanged, text});
        partners.second.push_back({group.second, group.first, group.unchanged, text});
    }
    return partners;
}

} // namespace

PaneLink::PaneLink(Workspace& workspace, viewers::JobQueue& jobs, QObject* parent)
    : QObject(parent), workspace_(workspace), jobs_(jobs) {}

void PaneLink::setFrames(const std::vector<PaneFrame*>& frames) {
    frames_.assign(frames.begin(), frames.end());
    refresh();
}

void PaneLink::follow(PaneFrame& from, PaneFrame& to) {
    auto& view = from.programView();
    disconnect(&view, nullptr, this, nullptr);
    connect(&view, &ProgramView::partnersChosen, this,
            [target = QPointer(&to.programView())](const std::vector<std::size_t>& rows) {
                if (target)
                    target->setMarked(rows);
            });
}

void PaneLink::refresh() {
    jobs_.discard(kSlot);
    for (const auto& frame : frames_)
        if (frame) {
            frame->programView().setPartners({});
            disconnect(&frame->programView(), nullptr, this, nullptr);
        }
    if (frames_.size() < 2 || !frames_[0] || !frames_[1])
        return;
    PaneFrame &first = *frames_[0], &second = *frames_[1];
    for (PaneFrame* frame : {&first, &second})
        if (frame->view() != PaneView::program || !frame->pane().isOpen() ||
            frame->programView().sheet()->rows.empty())
            return;
    follow(first, second);
    follow(second, first);
    const auto side = [&](Pane& pane) {
        workbench::ComparedProgram compared{pane.variant().document, {}};
        if (first.pane().program() == second.pane().program())
            compared.origins = history::provenance(*pane.program()->history, pane.variantId());
        return compared;
    };
    jobs_.start(
        {kSlot, tr("Pairing the kernels of both panes")}, this,
        [one = side(first.pane()), other = side(second.pane()),
         inputs = workspace_.project().inputs,
         grid = workspace_.grid()](const viewers::JobContext&) mutable {
            QString note;
            for (auto* compared : {&one, &other})
                compared->values = valuesFor(*compared->document->root, inputs, grid, note);
            return partnersOf(workbench::programDifference(one, other));
        },
        [this](const Partners& partners) {
            if (frames_.size() < 2 || !frames_[0] || !frames_[1])
                return;
            frames_[0]->programView().setPartners(partners.first);
            frames_[1]->programView().setPartners(partners.second);
        });
}

} // namespace mw::app
