#pragma once

#include "app/gui/tour/progress.h"
#include "app/gui/tour/steps.h"

#include <cstdint>
#include <vector>

namespace mw::app {

/// Which step of the tour is open, and what became of each. Knows the window only as the scenes
/// that it is shown.
class Tour {
public:
    /// Ids that are no steps (any more) count for nothing.
    explicit Tour(const TourProgress& progress = {});

    std::size_t at() const { return at_; }
    const TourStep& step() const { return tourSteps()[at_]; }
    bool isLast() const { return at_ + 1 == tourSteps().size(); }
    bool isBegun() const { return begun_; }
    bool isDone(std::size_t step) const;
    bool isSkipped(std::size_t step) const;
    /// All steps are done or skipped, and the last one is open.
    bool isFinished() const;
    TourProgress progress() const;

    /// Holds the open step against the scene; true: its task has just been done.
    bool look(const TourScene& scene);
    /// What the last look said of the open step.
    const TourVerdict& verdict() const { return verdict_; }

    /// The step is only read, or its task is done.
    bool mayGoOn() const;
    /// To the next step; nothing happens while the task is not done, or at the end.
    void next();
    void skip(); ///< to the next step, whatever became of this one
    void back();
    void goTo(std::size_t step);
    /// The open step is to be done once more: what counts is done from now on.
    void again(const TourScene& scene);
    /// From the first step; what the scene has counts for none of them.
    void restart(const TourScene& scene);

private:
    enum class Mark : std::uint8_t { none, done, skipped };

    std::vector<Mark> marks_; ///< by step
    std::size_t at_ = 0;
    bool begun_ = false;
    std::vector<TourMark> since_; ///< by step
    TourVerdict verdict_;
};

} // namespace mw::app
