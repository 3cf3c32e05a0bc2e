// Goes from step to step of the tour.
#include "app/gui/tour/tour.h"

#include <algorithm>

namespace mw::app {

namespace {

/// What is there already.
TourMark markOf(const TourScene& scene) {
    return {scene.program ? scene.program->measurements.size() : 0, scene.exports};
}

} // namespace

Tour::Tour(const TourProgress& progress)
    : marks_(tourSteps().size(), Mark::none), since_(tourSteps().size()) {
    for (std::size_t i = 0; i < marks_.size(); ++i) {
        const auto id = QString::fromLatin1(tourSteps()[i].id);
        if (progress.done.contains(id))
            marks_[i] = Mark::done;
        else if (progress.skipped.contains(id))
            marks_[i] = Mark::skipped;
        if (progress.step == id) {
            at_ = i;
            begun_ = true;
        }
    }
}

bool Tour::isDone(std::size_t step) const {
    return marks_[step] == Mark::done;
}

bool Tour::isSkipped(std::size_t step) const {
    return marks_[step] == Mark::skipped;
}

bool Tour::isFinished() const {
    return isLast() && std::ranges::none_of(marks_.begin(), marks_.end() - 1,
                                            [](Mark mark) { return mark == Mark::none; });
}

TourProgress Tour::progress() const {
    TourProgress result;
    if (!begun_)
        return result;
    result.step = QString::fromLatin1(step().id);
    for (std::size_t i = 0; i < marks_.size(); ++i) {
        const auto id = QString::fromLatin1(tourSteps()[i].id);
        if (marks_[i] == Mark::done)
            result.done << id;
        else if (marks_[i] == Mark::skipped)
            result.skipped << id;
    }
    return result;
}

bool Tour::look(const TourScene& scene) {
    begun_ = true;
    const auto& check = step().check;
    if (!check)
        return false;
    auto verdict = scene.program ? check(scene, since_[at_]) : TourVerdict{};
    if (isDone(at_)) {
        if (verdict.done)
            verdict_ = std::move(verdict); // what it came to, as it is now
        return false;
    }
    verdict_ = std::move(verdict);
    if (verdict_.done)
        marks_[at_] = Mark::done;
    return verdict_.done;
}

bool Tour::mayGoOn() const {
    return !step().check || isDone(at_);
}

void Tour::next() {
    if (!mayGoOn() || isLast())
        return;
    marks_[at_] = Mark::done;
    goTo(at_ + 1);
}

void Tour::skip() {
    if (isLast())
        return;
    if (!isDone(at_))
        marks_[at_] = Mark::skipped;
    goTo(at_ + 1);
}

void Tour::back() {
    if (at_ > 0)
        goTo(at_ - 1);
}

void Tour::goTo(std::size_t step) {
    at_ = step;
    begun_ = true;
    verdict_ = {};
}

void Tour::again(const TourScene& scene) {
    marks_[at_] = Mark::none;
    verdict_ = {};
    since_[at_] = markOf(scene);
}

void Tour::restart(const TourScene& scene) {
    std::ranges::fill(marks_, Mark::none);
    std::ranges::fill(since_, markOf(scene));
    goTo(0);
}

} // namespace mw::app
