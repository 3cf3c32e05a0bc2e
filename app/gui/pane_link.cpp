// Pairs the kernels of two panes.
#include "app/gui/pane_link.h"

#include "app/gui/measured_times.h"
#include "app/gui/pane.h"
#include "app/gui/pane_frame.h"
#include "app/gui/program_pane.h"
#include "app/gui/workspace.h"
#include "app/workbench/program_difference.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"
#include "viewers/program/program_view.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace mw::app {

using viewers::GraphCanvas;
using viewers::ProgramPartner;
using viewers::ProgramView;
using workbench::ProgramDifference;

namespace {

const QString kPairSlot = QStringLiteral("pair-panes");

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
    std::shared_ptr<ElementPairs> pairs = {};
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

/// Some bytes follow from what a program is specialised to, which is not what the other one is for.
void leaveBytesOpen(ProgramDifference& difference) {
    for (auto& group : difference.groups)
        group.firstBytes = group.secondBytes = std::nullopt;
    for (auto* figures : {&difference.firstFigures, &difference.secondFigures})
        figures->bytes = figures->temporaryBytes = std::nullopt;
    for (auto* temporaries : {&difference.gone, &difference.added})
        for (auto& one : *temporaries)
            one.bytes = std::nullopt;
}

/// `sizes`: a sentence about them.
Found found(const ProgramDifference& difference, const Times& before, const Times& after,
            const QString& sizes) {
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
        found.text = (difference.firstFigures.bytes
                          ? PaneLink::tr("Both panes have the same kernels, arrays and bytes.")
                          : PaneLink::tr("Both panes have the same kernels and arrays.")) +
                     QLatin1Char(' ') + sizes;
        return found;
    }
    found.text = viewers::qs(workbench::toText(difference, 0));
    QString more;
    if (!before.empty() && !after.empty())
        more = PaneLink::tr("; kernels of %1 became %2")
                   .arg(viewers::microseconds(sumOf(before)), viewers::microseconds(sumOf(after)));
    found.text.insert(found.text.indexOf(QLatin1Char('\n')), more + QStringLiteral(". ") + sizes);
    return found;
}

} // namespace

PaneLink::PaneLink(Workspace& workspace, viewers::JobQueue& jobs, QObject* parent)
    : QObject(parent), workspace_(workspace), jobs_(jobs) {}

void PaneLink::setFrames(const std::vector<PaneFrame*>& frames) {
    untie();
    frames_.assign(frames.begin(), frames.end());
    refresh();
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

void PaneLink::untie() {
    pairs_.reset();
    for (const auto& frame : frames_) {
        if (!frame)
            continue;
        frame->programView().setPartners({});
        frame->setPartners({}, {});
        for (QObject* watched :
             {static_cast<QObject*>(&frame->programView()), static_cast<QObject*>(&frame->canvas()),
              static_cast<QObject*>(&frame->pane().selection())})
            disconnect(watched, nullptr, this, nullptr);
    }
}

void PaneLink::refresh() {
    jobs_.discard(kPairSlot);
    untie();
    if (frames_.size() < 2 || !frames_[0] || !frames_[1] || !frames_[0]->pane().isOpen() ||
        !frames_[1]->pane().isOpen() ||
        frames_[0]->pane().variant().document == frames_[1]->pane().variant().document) {
        emit tied(false);
        emit compared({});
        return;
    }
    if (willHaveRows())
        return; // and say so: once is enough
    if (!areTied())
        emit tied(false);
    pair(*frames_[0], *frames_[1]);
}

void PaneLink::pair(PaneFrame& first, PaneFrame& second) {
    jobs_.start(
        {kPairSlot, tr("Pairing the kernels of both panes")}, this,
        [panes = comparedPanes(workspace_, first.pane(), second.pane()),
         before = measuredTimes(first.pane()),
         after = measuredTimes(second.pane())](const viewers::JobContext&) mutable {
            const QString sizes = panes.takeSizes();
            auto difference = workbench::programDifference(panes.first, panes.second);
            if (std::exchange(difference.sizes, {}).empty())
                leaveBytesOpen(difference);
            auto all = found(difference, before, after, sizes);
            all.pairs = std::make_shared<ElementPairs>(panes.first.document, panes.second.document,
                                                       difference, panes.related);
            return all;
        },
        [this](const Found& found) {
            pairs_ = found.pairs;
            if (areTied()) {
                frames_[0]->programView().setPartners(found.first);
                frames_[1]->programView().setPartners(found.second);
                emit tied(true);
            }
            tie();
            emit compared(found.text);
        });
}

/// What was selected before is said now.
void PaneLink::tie() {
    follow(Side::first);
    follow(Side::second);
    const Side from = &frames_[1]->pane() == &workspace_.activePane() ? Side::second : Side::first;
    frame(from).programView().tellPartners();
    showSelected(from);
    moveRows(from);
}

void PaneLink::follow(Side from) {
    auto& view = frame(from).programView();
    auto& canvas = frame(from).canvas();
    connect(&view, &ProgramView::partnersChosen, this,
            [this, from](const std::vector<std::size_t>& rows) {
                moveOther([&] { frame(otherSide(from)).programView().setMarked(rows); });
            });
    connect(&view, &ProgramView::laneChosen, this,
            [this, from](std::size_t lane) { showLane(from, lane); });
    connect(&view, &ProgramView::scrolled, this, [this, from] { moveRows(from); });
    connect(&view, &ProgramView::zoomed, this, [this, from](double zoom) {
        if (moving_)
            moveOther([&] { frame(otherSide(from)).programView().setZoom(zoom); });
    });
    connect(&frame(from).pane().selection(), &Selection::changed, this,
            [this, from] { showSelected(from); });
    connect(&canvas, &GraphCanvas::hoverChanged, this,
            [this, from](ElementId id) { showHovered(from, id); });
    connect(&canvas, &GraphCanvas::viewMoved, this, [this, from] { moveCamera(from); });
}

void PaneLink::moveOther(const std::function<void()>& move) {
    if (answering_)
        return;
    answering_ = true;
    move();
    answering_ = false;
}

/// As marks in the other pane, which keeps its own selection.
void PaneLink::showSelected(Side from) {
    const Side to = otherSide(from);
    const auto partners = pairs_->partnersOf(from, frame(from).pane().selection().ids());
    moveOther([&] {
        frame(to).setPartners(partners, {});
        if (!frame(to).showsRows())
            return;
        auto& view = frame(to).programView();
        view.setCurrentLane(pairs_->laneOf(to, partners));
        // Of rows the program view there says more: all that they became together.
        if (!frame(from).showsRows())
            view.setMarked(pairs_->rowsOf(to, partners));
    });
}

void PaneLink::showHovered(Side from, ElementId id) {
    const auto& selected = frame(from).pane().selection().ids();
    frame(otherSide(from))
        .setPartners(pairs_->partnersOf(from, selected),
                     id ? pairs_->partnersOf(from, {id}) : std::vector<ElementId>());
}

void PaneLink::showLane(Side from, std::size_t lane) {
    const Side to = otherSide(from);
    if (frame(to).showsRows())
        moveOther(
            [&] { frame(to).programView().setCurrentLane(pairs_->partnerOfLane(from, lane)); });
}

/// The row nearest to the middle that has partners, and these, keep beside each other.
void PaneLink::moveRows(Side from) {
    if (!moving_ || !areTied())
        return;
    const auto& view = frame(from).programView();
    auto& other = frame(otherSide(from)).programView();
    const auto seen = view.rowsInSight();
    const double middle = (seen.top + seen.bottom) / 2;
    const ProgramPartner* nearest = nullptr;
    std::size_t position = 0;
    double top = 0, distance = seen.bottom - seen.top;
    for (const ProgramPartner& partner : view.partners())
        for (std::size_t i = 0; i < partner.own.size() && !partner.other.empty(); ++i) {
            const auto span = view.spanOf(partner.own[i]);
            if (const double away = span ? std::abs(span->top - middle) : distance;
                away < distance) {
                distance = away;
                nearest = &partner;
                position = i;
                top = span->top;
            }
        }
    moveOther([&] {
        if (nearest)
            other.scrollRowTo(
                nearest->other[position * nearest->other.size() / nearest->own.size()], top);
        const auto lane = view.firstLaneInSight();
        if (const auto partner = lane ? pairs_->partnerOfLane(from, *lane) : std::nullopt)
            other.scrollLaneFirst(*partner);
    });
}

/// As large as there, and about the partner of what is in the middle there.
void PaneLink::moveCamera(Side from) {
    if (!moving_ || frame(from).view() != PaneView::canvas ||
        frame(otherSide(from)).view() != PaneView::canvas)
        return;
    const auto& canvas = frame(from).canvas();
    auto& other = frame(otherSide(from)).canvas();
    const ElementId middle = canvas.elementAt(QPointF(canvas.rect().center()));
    QPointF centre = other.centre();
    if (const QRectF own = canvas.elementRect(middle); middle && !own.isEmpty())
        for (const ElementId partner : pairs_->partnersOf(from, {middle})) {
            const QRectF rect = other.elementRect(partner);
            if (rect.isEmpty())
                continue;
            const QPointF inside = canvas.centre() - own.topLeft();
            centre = rect.topLeft() + QPointF(inside.x() / own.width() * rect.width(),
                                              inside.y() / own.height() * rect.height());
            break;
        }
    moveOther([&] { other.setView(centre, canvas.scale()); });
}

void PaneLink::setMoving(bool together) {
    moving_ = together;
    if (moving_ && pairs_)
        moveRows(Side::first);
}

} // namespace mw::app
