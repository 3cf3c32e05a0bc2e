#pragma once

#include "core/support/id.h"
#include "core/symbolic/expr.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>

namespace mw::viewers {
class GraphCanvas;
class JobQueue;
} // namespace mw::viewers

namespace mw::app {

class Pane;
class Workspace;

/// Says in the canvas' tool tips what an edge in a map touches, seen from outside: the container of
/// the program and its indices, "u_vert[E2C2V[Edge, 2], K]". A job works it out for the edge that
/// the pointer is over.
class OutsideIndex : public QObject {
    Q_OBJECT

public:
    OutsideIndex(Pane& pane, Workspace& workspace, viewers::JobQueue& jobs,
                 viewers::GraphCanvas& canvas);

signals:
    void found(const QString& text);

private:
    struct Known; ///< of the variant that is shown: what was worked out

    void look();
    void forget();

    Pane& pane_;
    Workspace& workspace_;
    viewers::JobQueue& jobs_;
    viewers::GraphCanvas& canvas_;
    std::shared_ptr<Known> known_;
    QTimer pause_; ///< the pointer may only pass
};

} // namespace mw::app
