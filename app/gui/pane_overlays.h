#pragma once

#include "app/gui/overlays.h"

#include <QObject>

#include <array>

namespace mw::viewers {
class GraphCanvas;
class JobQueue;
} // namespace mw::viewers

namespace mw::app {

class Pane;
class Workspace;

/// The overlays of a pane: colours that jobs make for what it shows, one overlay on nodes and one
/// on edges, and the numbers at the edges.
class PaneOverlays : public QObject {
    Q_OBJECT

public:
    PaneOverlays(Pane& pane, Workspace& workspace, viewers::JobQueue& jobs,
                 viewers::GraphCanvas& canvas);

    /// Of overlays(), by its id; what is no overlay is left out.
    void choose(const QString& id);
    const Overlay& chosen(OverlayOn on) const { return side(on).overlay; }
    const viewers::Colouring& colouring(OverlayOn on) const { return side(on).colouring; }
    void refresh();
    void refreshDifference(); ///< the other pane shows something else, or is gone

signals:
    void chosenChanged();
    void coloursChanged();

private:
    struct Side {
        Overlay overlay;
        viewers::Colouring colouring;
        bool isMade = false; ///< it is of the overlay, and of what the pane shows
    };
    const Side& side(OverlayOn on) const { return sides_[static_cast<std::size_t>(on)]; }
    Side& side(OverlayOn on) { return sides_[static_cast<std::size_t>(on)]; }
    QString slot(OverlayOn on) const;
    void make(OverlayOn on);
    bool hasNumbers() const; ///< the overlay on edges writes some
    void makeNumbers();
    void take(OverlayOn on, viewers::Colouring made);
    Pane* otherPane() const;
    /// Without values, which a job works out.
    OverlayInput input() const;
    template <class Done>
    void start(const QString& slot, const QString& title,
               viewers::Colouring (*work)(const OverlayInput&), Done done);

    Pane& pane_;
    Workspace& workspace_;
    viewers::JobQueue& jobs_;
    viewers::GraphCanvas& canvas_;
    std::array<Side, 2> sides_;
};

} // namespace mw::app
