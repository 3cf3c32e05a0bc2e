#pragma once

#include "app/gui/element_pairs.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <memory>
#include <vector>

namespace mw::viewers {
class JobQueue;
} // namespace mw::viewers

namespace mw::app {

class PaneFrame;
class Workspace;

/// Ties two panes together: which kernels became which is found by a job, and who looks at
/// something in one pane sees its partners in the other. Rows, lanes and cameras go along, unless
/// the user wants each pane to go its own way.
class PaneLink : public QObject {
    Q_OBJECT

public:
    PaneLink(Workspace& workspace, viewers::JobQueue& jobs, QObject* parent = nullptr);

    /// The panes side by side; compared are the first two, and tied while both show their program
    /// view.
    void setFrames(const std::vector<PaneFrame*>& frames);
    /// After a change of what one of them shows.
    void refresh();
    /// Whether scrolling and zooming in one moves the other; at the start it does.
    void setMoving(bool together);
    bool areMoving() const { return moving_; }

signals:
    /// What became of the first program in the second: workbench::toText. Empty: they are one, or
    /// there is no second.
    void compared(const QString& text);
    /// Whether the program views of the first two panes show which of their rows are partners.
    void tied(bool tied);

private:
    using Side = ElementPairs::Side;

    void pair(PaneFrame& first, PaneFrame& second);
    void tie();
    void untie();
    PaneFrame& frame(Side side) const { return *frames_[static_cast<std::size_t>(side)]; }
    /// What is done on this side is shown and followed on the other.
    void follow(Side from);
    void showSelected(Side from);
    void showHovered(Side from, ElementId id);
    void showLane(Side from, std::size_t lane);
    void moveRows(Side from);
    void moveCamera(Side from);
    /// Does it unless it is the answer to something of the same kind.
    void moveOther(const std::function<void()>& move);
    /// Both show the rows that the pairs speak of.
    bool areTied() const;
    /// One of them shows its program view, whose rows are still being listed.
    bool willHaveRows() const;

    Workspace& workspace_;
    viewers::JobQueue& jobs_;
    std::vector<QPointer<PaneFrame>> frames_;
    std::shared_ptr<ElementPairs> pairs_; ///< of what both show; null: not known yet, or none
    bool moving_ = true, answering_ = false;
};

} // namespace mw::app
