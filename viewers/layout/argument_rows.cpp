// Rows of access nodes beside the one node that they belong to.
#include "viewers/layout/argument_rows.h"

#include "core/ir/index.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace mw::layout {

namespace {

constexpr double kColumnGap = 20, kRowGap = 18;
constexpr double kOneRow = 1600;  ///< as much is seen at a scale at which names can be read
constexpr double kAside = 1.5;    ///< so many times the node's width, too
constexpr double kRowsAspect = 6; ///< of rows that wrap: width to height
constexpr int kDeepestUse = 8;    ///< nested SDFGs that are looked into for the order

double middleOf(const Box& box) {
    return box.rect.x + box.rect.w / 2;
}

/// As many columns as there is room for, each as wide as its widest node.
std::vector<double> columnsFor(const std::vector<Piece>& nodes, double limit) {
    const auto widths = [&nodes](std::size_t count) {
        std::vector<double> columns(count, 0);
        for (std::size_t i = 0; i < nodes.size(); ++i)
            columns[i % count] = std::max(columns[i % count], nodes[i].size.w);
        return columns;
    };
    double widest = 1;
    for (const auto& node : nodes)
        widest = std::max(widest, node.size.w);
    // No column is wider than the widest node: so many have room, and more only where narrow ones
    // stand below each other.
    auto most =
        static_cast<std::size_t>(std::max(1.0, (limit + kColumnGap) / (widest + kColumnGap)));
    most = std::min(most, nodes.size());
    auto best = widths(most);
    for (std::size_t count = most + 1; count <= std::min(nodes.size(), 2 * most); ++count) {
        auto columns = widths(count);
        double sum = 0;
        for (const double width : columns)
            sum += width + kColumnGap;
        if (sum - kColumnGap <= limit)
            best = std::move(columns);
    }
    // As many in the last row as in the others, as near as may be.
    const std::size_t rows = (nodes.size() + best.size() - 1) / best.size();
    return widths((nodes.size() + rows - 1) / rows);
}

} // namespace

bool isWideRow(double row, double width) {
    return row > std::max(kOneRow, kAside * width);
}

ArgumentRows argumentRows(std::vector<Piece> nodes, double width, bool below) {
    ArgumentRows made;
    double row = -kColumnGap, widest = 0, height = 0;
    for (const auto& node : nodes) {
        row += node.size.w + kColumnGap;
        widest = std::max(widest, node.size.w);
        height = std::max(height, node.size.h);
    }
    const double area =
        static_cast<double>(nodes.size()) * (widest + kColumnGap) * (height + kRowGap);
    const bool wraps = isWideRow(row, width);
    const auto columns =
        columnsFor(nodes, wraps ? std::max(width, std::sqrt(kRowsAspect * area)) : row);
    std::vector<double> left;
    double right = -kColumnGap;
    for (const double column : columns) {
        left.push_back(right + kColumnGap);
        right = left.back() + column;
    }
    const std::size_t rows = (nodes.size() + columns.size() - 1) / columns.size();
    const bool alone = columns.size() == 1 && rows > 1; // no gap beside it: room for the edges
    made.piece.size = {right + (alone ? kColumnGap : 0),
                       static_cast<double>(rows) * (height + kRowGap) - kRowGap};
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const std::size_t column = i % columns.size(), line = i / columns.size();
        const Point at{std::floor(left[column] + (columns[column] - nodes[i].size.w) / 2),
                       static_cast<double>(line) * (height + kRowGap)};
        const double top = at.y, bottom = at.y + nodes[i].size.h;
        const int box = insert(made.piece, std::move(nodes[i]), at, -1);
        const double x = middleOf(made.piece.boxes[static_cast<std::size_t>(box)]);
        const bool nearest = below ? line == 0 : line + 1 == rows;
        // Through the gap beside the column, and straight from there.
        const std::size_t gap = column + 1 < columns.size() || column == 0 ? column : column - 1;
        const double trunk =
            nearest ? x : left[gap] + columns[gap] + (alone ? kColumnGap : kColumnGap / 2);
        made.x.push_back(trunk);
        const double edge = below ? 0 : made.piece.size.h;
        std::vector<Point> segment;
        if (!nearest && below) {
            const double bend = top - kRowGap;
            segment = {{trunk, edge}, {trunk, edge}, {trunk, bend}, {trunk, bend},
                       {trunk, top},  {x, bend},     {x, top}};
        } else if (!nearest) {
            const double bend = bottom + kRowGap;
            segment = {{x, bottom},   {x, bend},     {trunk, bottom}, {trunk, bend},
                       {trunk, bend}, {trunk, edge}, {trunk, edge}};
        } else if (std::abs((below ? top : bottom) - edge) > 0.01) {
            const Point own{x, below ? top : bottom}, border{x, edge};
            segment = below ? std::vector<Point>{border, border, own, own}
                            : std::vector<Point>{own, own, border, border};
        }
        made.segments.push_back(std::move(segment));
    }
    return made;
}

namespace {

class UseOrder {
public:
    explicit UseOrder(bool writes) : writes_(writes) {}

    std::map<std::string, int> of(const ir::Sdfg& sdfg, int depth) const {
        std::map<std::string, int> order;
        region(sdfg.body, depth, order);
        return order;
    }

private:
    using Order = std::map<std::string, int>;

    static void add(Order& order, const std::string& data) {
        if (!data.empty())
            order.emplace(data, static_cast<int>(order.size()));
    }

    void region(const ir::Region& region, int depth, Order& order) const {
        for (const bool first : {true, false})
            for (const auto& one : region.blocks)
                if ((one->id == region.start) == first)
                    block(*one, depth, order);
    }

    void block(const ir::Block& block, int depth, Order& order) const {
        if (const auto* state = block.as<ir::State>())
            return this->state(*state, depth, order);
        if (const auto* conditional = block.as<ir::ConditionalBlock>()) {
            for (const auto& branch : conditional->branches)
                if (const auto* inside = branch.body ? branch.body->region() : nullptr)
                    region(*inside, depth, order);
        } else if (const auto* inside = block.region()) {
            region(*inside, depth, order);
        }
    }

    void state(const ir::State& state, int depth, Order& order) const {
        const ir::StateIndex index(state);
        for (const NodeId id : index.topological()) {
            const auto* node = index.node(id);
            const NodeId around =
                node->isExit() ? index.scope(ir::entryOf(*node)) : index.scope(id);
            if (!around && !(writes_ ? node->isEntry() : node->isExit()))
                uses(index, *node, depth, order);
        }
    }

    /// What a node of a state's outermost scope takes (gives), of an access node what is copied.
    void uses(const ir::StateIndex& index, const ir::Node& node, int depth, Order& order) const {
        const auto edges = writes_ ? index.outEdges(node.id) : index.inEdges(node.id);
        const auto* nested = node.as<ir::NestedSdfg>();
        const bool looks = nested && nested->sdfg && depth < kDeepestUse;
        const auto inside = looks ? of(*nested->sdfg, depth + 1) : Order();
        std::vector<std::pair<int, std::string>> taken;
        for (const auto* edge : edges) {
            const auto* other = index.node(writes_ ? edge->dst : edge->src);
            const auto* access = other ? other->as<ir::AccessNode>() : nullptr;
            if (!access)
                continue;
            const auto found = inside.find(writes_ ? edge->srcConnector : edge->dstConnector);
            taken.emplace_back(found == inside.end() ? static_cast<int>(inside.size())
                                                     : found->second,
                               access->data);
        }
        std::ranges::stable_sort(taken, {}, &std::pair<int, std::string>::first);
        for (const auto& [at, data] : taken)
            add(order, data);
    }

    bool writes_;
};

} // namespace

std::map<std::string, int> orderOfUse(const ir::Sdfg& sdfg, bool writes) {
    return UseOrder(writes).of(sdfg, 0);
}

} // namespace mw::layout
