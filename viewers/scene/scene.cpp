// Makes the flat scene from a layout and answers what lies where.
#include "viewers/scene/scene.h"

#include "viewers/scene/data_groups.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace mw::viewers {

namespace {

QString text(const std::string& s) {
    return QString::fromStdString(s);
}
QRectF rect(const layout::Rect& r) {
    return {r.x, r.y, r.w, r.h};
}
QPointF point(const layout::Point& p) {
    return {p.x, p.y};
}

SceneBox sceneBox(const layout::Box& box) {
    SceneBox result;
    result.id = box.id;
    result.kind = box.kind;
    result.parent = box.parent;
    result.end = box.end;
    result.depth = box.depth;
    result.rect = rect(box.rect);
    result.header = box.header;
    result.container = layout::isContainer(box.kind);
    result.expandable = box.expandable;
    result.collapsed = box.collapsed;
    result.flatHeader = box.flatHeader;
    result.title = text(box.title);
    for (const auto& line : box.lines)
        result.lines << text(line);
    result.tag = text(box.tag);
    return result;
}

double distanceToSegment(const QPointF& a, const QPointF& b, const QPointF& p) {
    const QPointF d = b - a;
    const double length = QPointF::dotProduct(d, d);
    const double t =
        length > 0 ? std::clamp(QPointF::dotProduct(p - a, d) / length, 0.0, 1.0) : 0.0;
    const QPointF q = a + t * d - p;
    return std::hypot(q.x(), q.y());
}

} // namespace

double distanceTo(const QPolygonF& curve, const QPointF& at) {
    double best = std::numeric_limits<double>::max();
    constexpr int kSteps = 16;
    for (qsizetype i = 0; i + 3 < curve.size(); i += 3) {
        QPointF previous = curve[i];
        for (int s = 1; s <= kSteps; ++s) {
            const double t = static_cast<double>(s) / kSteps;
            const double u = 1 - t;
            const QPointF next = u * u * u * curve[i] + 3 * u * u * t * curve[i + 1] +
                                 3 * u * t * t * curve[i + 2] + t * t * t * curve[i + 3];
            best = std::min(best, distanceToSegment(previous, next, at));
            previous = next;
        }
    }
    return best;
}

Scene::Scene(const ir::DocumentPtr& document, layout::Layout layout)
    : index_(document), root_(layout.root), bounds_(0, 0, layout.size.w, layout.size.h) {
    boxes_.reserve(layout.boxes.size());
    std::vector<QRectF> rects;
    for (const auto& box : layout.boxes) {
        boxById_[box.id.value] = static_cast<int>(boxes_.size());
        boxes_.push_back(sceneBox(box));
        rects.push_back(boxes_.back().rect);
    }
    for (const auto& [id, standIn] : layout.standIns)
        if (const auto found = boxById_.find(standIn.value); found != boxById_.end())
            boxById_[id.value] = found->second;
    boxIndex_ = GridIndex(std::move(rects));
    findTellingParts();
    takeLines(std::move(layout.lines));
    std::vector<QRectF> dots;
    for (const auto& port : layout.ports) {
        ports_.push_back({point(port.at), port.box, port.inside});
        dots.emplace_back(ports_.back().at - QPointF(2, 2), QSizeF(4, 4));
    }
    portIndex_ = GridIndex(std::move(dots));
}

void Scene::findTellingParts() {
    std::map<int, std::vector<std::size_t>> children;
    for (std::size_t i = 0; i < boxes_.size(); ++i)
        if (boxes_[i].container)
            children[boxes_[i].parent].push_back(i);
    for (const auto& [parent, boxes] : children) {
        std::vector<QString> titles;
        for (const std::size_t box : boxes)
            titles.push_back(boxes_[box].title);
        const auto parts = tellingParts(titles);
        for (std::size_t i = 0; i < boxes.size(); ++i)
            boxes_[boxes[i]].telling = parts[i];
    }
}

void Scene::takeLines(std::vector<layout::Line> lines) {
    linesFrom_.resize(boxes_.size());
    linesTo_.resize(boxes_.size());
    std::vector<QRectF> rects;
    for (auto& line : lines) {
        SceneLine result;
        result.id = line.id;
        result.kind = line.kind;
        result.container = line.container;
        result.from = line.from;
        result.to = line.to;
        for (const auto& p : line.curve)
            result.curve << point(p);
        result.bounds = result.curve.boundingRect();
        result.label = text(line.label);
        result.labelAt = point(line.labelAt);
        const int number = static_cast<int>(lines_.size());
        lineById_[line.id.value] = number;
        if (const int from = boxOf(line.from); from >= 0)
            linesFrom_[static_cast<std::size_t>(from)].push_back(number);
        if (const int to = boxOf(line.to); to >= 0)
            linesTo_[static_cast<std::size_t>(to)].push_back(number);
        rects.push_back(result.bounds);
        lines_.push_back(std::move(result));
    }
    lineIndex_ = GridIndex(std::move(rects));
}

int Scene::boxOf(ElementId id) const {
    while (id) {
        if (const auto found = boxById_.find(id.value); found != boxById_.end())
            return found->second;
        if (lineById_.count(id.value) > 0)
            return -1;
        const auto* place = index_.find(id);
        if (!place)
            return -1;
        // Inside a collapsed map, the node's parent is the state: ask for the scope first.
        if (place->node && place->block && place->block->as<ir::State>()) {
            const ir::StateIndex state(*place->block->as<ir::State>());
            const NodeId scope = state.scope(NodeId{id.value});
            id = scope ? ElementId(scope) : place->parent;
            continue;
        }
        id = place->edge ? ElementId(place->edge->src) : place->parent;
    }
    return -1;
}

int Scene::lineOf(ElementId id) const {
    const auto found = lineById_.find(id.value);
    return found == lineById_.end() ? -1 : found->second;
}

QRectF Scene::rectOf(ElementId id) const {
    if (const int line = lineOf(id); line >= 0)
        return lines_[static_cast<std::size_t>(line)].bounds;
    const int box = boxOf(id);
    return box >= 0 ? boxes_[static_cast<std::size_t>(box)].rect : QRectF();
}

ElementId Scene::hit(const QPointF& at, double tolerance) const {
    const SceneBox* inner = nullptr;
    for (const int i : boxesIn(QRectF(at, QSizeF(0, 0))))
        inner = &boxes_[static_cast<std::size_t>(i)]; // later ones lie inside earlier ones
    const bool onBody = !inner || (inner->container && !inner->collapsed &&
                                   at.y() > inner->rect.top() + inner->header);
    if (onBody) {
        const QRectF around(at - QPointF(tolerance, tolerance),
                            QSizeF(2 * tolerance, 2 * tolerance));
        double best = tolerance;
        const SceneLine* nearest = nullptr;
        for (const int i : linesIn(around)) {
            const auto& line = lines_[static_cast<std::size_t>(i)];
            const double distance = distanceTo(line.curve, at);
            if (distance <= best) {
                best = distance;
                nearest = &line;
            }
        }
        if (nearest)
            return nearest->id;
    }
    return inner ? inner->id : ElementId{};
}

std::vector<ElementId> Scene::sameData(ElementId id) const {
    return elementsOfSameData(index_, id);
}

std::vector<int> Scene::successors(int box) const {
    std::vector<int> result;
    for (const int line : linesFrom_[static_cast<std::size_t>(box)])
        if (const int to = boxOf(lines_[static_cast<std::size_t>(line)].to); to >= 0)
            result.push_back(to);
    return result;
}

std::vector<int> Scene::predecessors(int box) const {
    std::vector<int> result;
    for (const int line : linesTo_[static_cast<std::size_t>(box)])
        if (const int from = boxOf(lines_[static_cast<std::size_t>(line)].from); from >= 0)
            result.push_back(from);
    return result;
}

} // namespace mw::viewers
