// Pairs the kernels of two panes.
#include "app/gui/pane_link.h"

#include "app/gui/heat.h"
#include "app/gui/pane.h"
#include "app/gui/pane_frame.h"
#include "app/gui/program_pane.h"
#include "app/gui/workspace.h"
#include "app/workbench/program_difference.h"
#include "core/history/provenance.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"
#include "viewers/program/program_view.h"

#include <algorithm>
#include <map>

namespace mw::app {

using viewers::ProgramPartner;
using viewers::ProgramView;
using workbench::ProgramDifference;

namespace {

const QString kSlot = QStringLiteral("pair-panes");

using Times = std::map<ElementId, double>;

/// Of the rows that were measured; 0: none was.
double timeOf(const analysis::ProgramRows& rows, const std::vector<std::size_t>& which,
              const Times& times) {
    double sum = 0;
    for (const std::size_t row : which)
        if (const auto found = times.find(rows.rows[row].element); found != times.end())
            sum += found->second;
    return sum;
}

/// "40 kernels", "89.6 MB", "1.14 ms".
QStringList figuresOf(const analysis::ProgramRows& rows, const std::vector<std::size_t>& which,
                      const std::optional<std::int64_t>& bytes, double time) {
    if (which.empty())
        return {};
    const auto copies = static_cast<std::size_t>(std::ranges::count_if(
        which, [&](std::size_t row) { return rows.rows[row].kind == analysis::RowKind::copy; }));
    QStringList figures{viewers::kernelsText(which.size() - copies, copies)};
    if (bytes)
        figures << viewers::bytesText(static_cast<double>(*bytes));
    if (time > 0)
        figures << viewers::microseconds(time);
    return figures;
}

struct Found {
    std::vector<ProgramPartner> first, second;
    QString text;
};

QString textOf(const QStringList& was, const QStringList& is) {
    const QString comma = QStringLiteral(", ");
    if (was.isEmpty() || is.isEmpty())
        return PaneLink::tr("only here: %1").arg((was + is).join(comma));
    return was.join(comma) + QStringLiteral(" → ") + is.join(comma);
}

double sumOf(const Times& times) {
    double sum = 0;
    for (const auto& [map, time] : times)
        sum += time;
    return sum;
}

Found found(const ProgramDifference& difference, const Times& before, const Times& after) {
    Found found;
    for (const auto& group : difference.groups) {
        const auto was = figuresOf(difference.first, group.first, group.firstBytes,
                                   timeOf(difference.first, group.first, before));
        const auto is = figuresOf(difference.second, group.second, group.secondBytes,
                                  timeOf(difference.second, group.second, after));
        const QString text = textOf(was, is);
        found.first.push_back({group.first, group.second, group.unchanged, text, was, is});
        found.second.push_back({group.second, group.first, group.unchanged, text, is, was});
    }
    if (difference.isEmpty()) {
        found.text = PaneLink::tr("Both panes have the same kernels, arrays and bytes.");
        return found;
    }
    found.text = viewers::qs(workbench::toText(difference, 0));
    if (!before.empty() && !after.empty())
        found.text.insert(
            found.text.indexOf(QLatin1Char('\n')),
            PaneLink::tr("; kernels of %1 became %2")
                .arg(viewers::microseconds(sumOf(before)), viewers::microseconds(sumOf(after))));
    return found;
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

bool PaneLink::areTied() const {
    return frames_.size() >= 2 && std::ranges::all_of(frames_.begin(), frames_.begin() + 2,
                                                      [](const QPointer<PaneFrame>& frame) {
                                                          return frame && frame->showsRows();
                                                      });
}

bool PaneLink::willHaveRows() const {
    return std::ranges::any_of(frames_, [](const QPointer<PaneFrame>& frame) {
        return frame && frame->view() == PaneView::program && !frame->showsRows();
    });
}

void PaneLink::refresh() {
    jobs_.discard(kSlot);
    for (const auto& frame : frames_)
        if (frame) {
            frame->programView().setPartners({});
            disconnect(&frame->programView(), nullptr, this, nullptr);
        }
    if (frames_.size() < 2 || !frames_[0] || !frames_[1] || !frames_[0]->pane().isOpen() ||
        !frames_[1]->pane().isOpen() ||
        frames_[0]->pane().variant().document == frames_[1]->pane().variant().document) {
        emit tied(false);
        emit compared({});
        return;
    }
    if (willHaveRows())
        return; // and say so: once is enough
    PaneFrame &first = *frames_[0], &second = *frames_[1];
    if (areTied()) {
        follow(first, second);
        follow(second, first);
    } else {
        emit tied(false);
    }
    const auto side = [&](Pane& pane) {
        workbench::ComparedProgram compared{pane.variant().document, {}};
        if (first.pane().program() == second.pane().program())
            compared.origins = history::provenance(*pane.program()->history, pane.variantId());
        return compared;
    };
    jobs_.start(
        {kSlot, tr("Pairing the kernels of both panes")}, this,
        [one = side(first.pane()), other = side(second.pane()),
         before = measuredTimes(first.pane()), after = measuredTimes(second.pane()),
         inputs = workspace_.project().inputs,
         grid = workspace_.grid(first.pane().program())](const viewers::JobContext&) mutable {
            QString note;
            for (auto* compared : {&one, &other})
                compared->values = valuesFor(*compared->document->root, inputs, grid(), note);
            return found(workbench::programDifference(one, other), before, after);
        },
        [this](const Found& found) {
            if (areTied()) {
                frames_[0]->programView().setPartners(found.first);
                frames_[1]->programView().setPartners(found.second);
                emit tied(true);
            }
            emit compared(found.text);
        });
}

} // namespace mw::app
