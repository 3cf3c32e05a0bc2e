// What mouse, wheel and keys do on the canvas.
#include "viewers/canvas/graph_canvas_p.h"
#include "viewers/layout/piece.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace mw::viewers {

namespace {

constexpr double kWheelStep = 1.0012; ///< per eighth of a degree: one notch (120) is 15 %
constexpr double kPanPixels = 80;

} // namespace

bool GraphCanvas::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const ElementId id = elementAt(help->pos());
        if (const QString text = toolTipText(id); !text.isEmpty())
            QToolTip::showText(help->globalPos(), text, this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

void GraphCanvas::wheelEvent(QWheelEvent* event) {
    const QPoint angle = event->angleDelta();
    if (event->modifiers() & Qt::ShiftModifier || (angle.y() == 0 && angle.x() != 0)) {
        const QPoint pixels = event->pixelDelta().isNull() ? angle : event->pixelDelta();
        d_->view.centre -= QPointF(pixels.x() != 0 ? pixels.x() : pixels.y(), 0) / d_->view.scale;
        d_->viewMoved();
    } else {
        zoomAt(event->position(), std::pow(kWheelStep, angle.y()));
    }
    event->accept();
}

void GraphCanvas::mousePressEvent(QMouseEvent* event) {
    Private& d = *d_;
    if (event->button() == Qt::BackButton)
        return goBack();
    if (event->button() == Qt::ForwardButton)
        return goForward();
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    d.pressed = true;
    d.dragging = event->button() == Qt::MiddleButton;
    d.pressedAt = d.lastDrag = event->position();
    d.minimapDragging = d.scene && d.minimapPlace.contains(event->position());
    if (d.minimapDragging)
        d.moveToMinimapPoint(event->position());
}

void GraphCanvas::Private::hover(ElementId id) {
    if (id == marks.hovered)
        return;
    marks.hovered = id;
    hintOf = {};
    marks.sameData = scene ? scene->sameData(id) : std::vector<ElementId>();
    marks.hoveredTree = treeOf({id});
    if (!marks.hoveredTree.empty()) // of an edge: its own way, not all of the container's
        std::erase_if(marks.sameData, [this](ElementId other) { return isEdge(other); });
    q.update();
    emit q.hoverChanged(id);
}

void GraphCanvas::mouseMoveEvent(QMouseEvent* event) {
    Private& d = *d_;
    if (!d.pressed) {
        const bool onMinimap = d.scene && d.minimapPlace.contains(event->position());
        d.hover(onMinimap ? ElementId{} : elementAt(event->position()));
        return;
    }
    if (d.minimapDragging) {
        d.moveToMinimapPoint(event->position());
        return;
    }
    const double way = QLineF(d.pressedAt, event->position()).length();
    if (!d.dragging && way < QApplication::startDragDistance())
        return;
    if (!d.dragging)
        setCursor(Qt::ClosedHandCursor);
    d.dragging = true;
    d.view.centre -= (event->position() - d.lastDrag) / d.view.scale;
    d.lastDrag = event->position();
    d.everFramed = true;
    d.viewMoved();
}

void GraphCanvas::mouseReleaseEvent(QMouseEvent* event) {
    Private& d = *d_;
    const bool click = d.pressed && !d.dragging && !d.minimapDragging;
    d.pressed = d.dragging = d.minimapDragging = false;
    unsetCursor();
    if (!click || event->button() != Qt::LeftButton)
        return;
    const ElementId id = elementAt(event->position());
    if (d.isOnSign(id, toScene(event->position())))
        return toggleCollapsed(id);
    const bool add = event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier);
    std::vector<ElementId> selection;
    if (add) {
        selection = d.marks.selection;
        if (id && std::erase(selection, id) == 0)
            selection.push_back(id);
    } else if (id) {
        selection = {id};
    }
    d.select(std::move(selection), true);
}

void GraphCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    if (!d_->scene || event->button() != Qt::LeftButton)
        return;
    const ElementId id = elementAt(event->position());
    if (d_->isOnSign(id, toScene(event->position())))
        return;
    if (isScope(id) && id != root())
        enter(id);
    else if (id)
        frame({id});
}

/// The triangle of a header, which collapses and expands.
bool GraphCanvas::Private::isOnSign(ElementId id, const QPointF& at) const {
    const int box = scene ? scene->boxOf(id) : -1;
    if (box < 0)
        return false;
    const auto& shape = scene->boxes()[static_cast<std::size_t>(box)];
    const QRectF sign(shape.rect.left(), shape.rect.top(), layout::kTextMargin + layout::kSignWidth,
                      theme().mono.pixelSize() + 2 * layout::kHeaderMargin);
    return shape.expandable && id != root() && ScenePainter::isReadable(theme(), view.scale) &&
           sign.contains(at);
}

void GraphCanvas::leaveEvent(QEvent* /*event*/) {
    d_->hover({});
}

void GraphCanvas::selectForMenu(const QPoint& at) {
    const ElementId id = elementAt(at);
    const auto& selected = d_->marks.selection;
    if (id && std::find(selected.begin(), selected.end(), id) == selected.end())
        d_->select({id}, true);
}

void GraphCanvas::Private::moveSelection(Direction direction) {
    if (!scene)
        return;
    ElementId next;
    if (marks.selection.empty())
        next = scene->boxes().empty() ? ElementId{} : scene->boxes().front().id;
    else
        next = neighbour(*scene, marks.selection.back(), direction);
    if (!next)
        return;
    select({next}, true);
    reveal(next);
}

namespace {

/// The arrow of a key; nullopt for others.
std::optional<Direction> arrow(int key) {
    switch (key) {
    case Qt::Key_Left:
        return Direction::left;
    case Qt::Key_Right:
        return Direction::right;
    case Qt::Key_Up:
        return Direction::up;
    case Qt::Key_Down:
        return Direction::down;
    default:
        return std::nullopt;
    }
}

QPointF panStep(Direction direction) {
    switch (direction) {
    case Direction::left:
        return {-kPanPixels, 0};
    case Direction::right:
        return {kPanPixels, 0};
    case Direction::up:
        return {0, -kPanPixels};
    case Direction::down:
        break;
    }
    return {0, kPanPixels};
}

} // namespace

/// Keys that move the selection or the camera by an arrow.
void GraphCanvas::Private::arrowPressed(Direction direction, Qt::KeyboardModifiers modifiers) {
    if (modifiers & Qt::AltModifier) {
        if (direction == Direction::left)
            q.goBack();
        else if (direction == Direction::right)
            q.goForward();
    } else if (modifiers & Qt::ShiftModifier) {
        view.centre += panStep(direction) / view.scale;
        viewMoved();
    } else {
        moveSelection(direction);
    }
}

/// Return goes into a scope, and where it is shown alone to the first element inside; Backspace
/// goes out.
void GraphCanvas::Private::step(bool inwards) {
    const ElementId current = marks.selection.empty() ? ElementId{} : marks.selection.back();
    if (!scene)
        return;
    if (inwards && current != root() && q.isScope(current))
        return q.enter(current);
    if (const ElementId next = inwards ? inside(*scene, current) : enclosing(*scene, current)) {
        select({next}, true);
        reveal(next);
    } else if (!inwards) {
        q.leave();
    }
}

/// Takes back what is marked, then what is selected; then goes out of the scope, at last to the
/// element before.
void GraphCanvas::Private::escape() {
    if (!marks.highlights.empty())
        q.setHighlights({});
    else if (!marks.selection.empty() && marks.selection != std::vector{root()})
        select({}, false);
    else if (root())
        q.leave();
    else
        q.goBack();
}

void GraphCanvas::keyPressEvent(QKeyEvent* event) {
    Private& d = *d_;
    if (const auto direction = arrow(event->key()))
        return d.arrowPressed(*direction, event->modifiers());
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return d.step(true);
    case Qt::Key_Backspace:
        return d.step(false);
    case Qt::Key_Space:
        return toggleCollapsed(d.marks.selection.empty() ? ElementId{} : d.marks.selection.back());
    case Qt::Key_F:
        return frameSelection();
    case Qt::Key_Slash:
        emit searchRequested();
        return;
    case Qt::Key_Escape:
        return d.escape();
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomIn();
    case Qt::Key_Minus:
        return zoomOut();
    case Qt::Key_0:
        return zoomTo100();
    case Qt::Key_Home:
        return fitAll();
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace mw::viewers
