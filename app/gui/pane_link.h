#pragma once

#include <QObject>
#include <QPointer>

#include <vector>

namespace mw::viewers {
class JobQueue;
} // namespace mw::viewers

namespace mw::app {

class PaneFrame;
class Workspace;

/// Ties the program views of two panes together: which kernels became which is found by a job, and
/// who looks at a kernel in one pane sees its partners in the other.
class PaneLink : public QObject {
    Q_OBJECT

public:
    PaneLink(Workspace& workspace, viewers::JobQueue& jobs, QObject* parent = nullptr);

    /// The panes side by side; compared are the first two, and tied while both show their program
    /// view.
    void setFrames(const std::vector<PaneFrame*>& frames);
    /// After a change of what one of them shows.
    void refresh();

signals:
    /// What became of the first program in the second: workbench::toText. Empty: they are one, or
    /// there is no second.
    void compared(const QString& text);
    /// Whether the program views of the first two panes show which of their rows are partners.
    void tied(bool tied);

private:
    void follow(PaneFrame& from, PaneFrame& to);
    /// Both show the rows that the pairs speak of.
    bool areTied() const;
    /// One of them shows its program view, whose rows are still being listed.
    bool willHaveRows() const;

    Workspace& workspace_;
    viewers::JobQueue& jobs_;
    std::vector<QPointer<PaneFrame>> frames_;
};

} // namespace mw::app
