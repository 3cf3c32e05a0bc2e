// Walks the inside of one map, and follows every access to the container that owns the memory.
#include "core/analysis/map_accesses.h"

#include "core/analysis/analysis.h"
#include "core/analysis/index_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mw::analysis {

namespace {

using symbolic::Expr;
using symbolic::Op;
using symbolic::Range;
using symbolic::Subset;

/// First and last index per dimension; nullopt: not known.
using Box = std::vector<std::optional<std::pair<Expr, Expr>>>;

bool isKnown(const Expr& e) {
    return e.op() != Op::undefined;
}

/// Every element between the first and the last of each dimension belongs to it.
bool isGapless(const Subset& region) {
    return std::ranges::all_of(region.dims, [](const Range& range) {
        return range.isPoint() || (range.step.isInteger(1) && range.tile.isInteger(1));
    });
}

class MapWalker {
public:
    MapWalker(const ir::Sdfg& program, NodeId map) : values_(program) {
        found_.map = map;
        find(values_.program());
    }

    MapAccesses found() && {
        found_.names = std::move(values_.names);
        return std::move(found_);
    }

private:
    /// Looks for the map; true: it was there, and is done.
    bool find(const Level& level) {
        for (const StatePart& state : level.parts->states())
            for (const auto& node : state.state.nodes) {
                if (node->id == found_.map) {
                    begin(level, state, *node);
                    return true;
                }
                const auto* nested = node->as<ir::NestedSdfg>();
                if (nested && nested->sdfg && find(values_.inside(level, state, *node)))
                    return true;
            }
        return false;
    }

    void begin(const Level& level, const StatePart& state, const ir::Node& entry) {
        const auto* map = entry.as<ir::MapEntry>();
        if (!map)
            return;
        level_ = &level;
        found_.label = map->map.label;
        found_.parameters = values_.parameters({&level, &state.place, &state, entry.id});
        found_.own = std::min(map->map.params.size(), found_.parameters.size());
        this->state(level, state, entry.id);
    }

    /// What stands in the scope of `entry`, or the whole state where that is 0.
    void state(const Level& level, const StatePart& state, NodeId entry) {
        const auto isInside = [&](NodeId node) {
            NodeId at = state.index.scope(node);
            while (at && at != entry)
                at = state.index.scope(at);
            return at == entry;
        };
        std::set<EdgeId> subscripted;
        for (const auto& node : state.state.nodes)
            if (const auto* tasklet = node->as<ir::Tasklet>(); tasklet && isInside(node->id))
                this->tasklet(level, state, *node, *tasklet, subscripted);
        for (const auto& edge : state.state.edges)
            if (isInside(edge->src) && isInside(edge->dst) && !subscripted.contains(edge->id))
                memlet(level, state, *edge);
            else if (edge->src == entry && entry && !subscripted.contains(edge->id))
                memlet(level, state, *edge);
        for (const auto& node : state.state.nodes)
            if (const auto* nested = node->as<ir::NestedSdfg>();
                nested && nested->sdfg && isInside(node->id))
                for (const Level& inside = values_.inside(level, state, *node);
                     const StatePart& part : inside.parts->states())
                    this->state(inside, part, {});
    }

    void tasklet(const Level& level, const StatePart& state, const ir::Node& node,
                 const ir::Tasklet& tasklet, std::set<EdgeId>& subscripted) {
        if (tasklet.code.text.find('[') == std::string::npos)
            return;
        const Position at = IndexValues::at(level, state, node.id);
        values_.tasklet(at, node,
                        [&](const ir::Edge& edge, const IndexValues::Indices& indices,
                            const std::vector<Expr>& conditions, bool write) {
                            subscripted.insert(edge.id);
                            Box box;
                            for (const auto& index : indices)
                                box.push_back(index && isKnown(*index)
                                                  ? std::optional(std::pair(*index, *index))
                                                  : std::nullopt);
                            MapAccess access = described(at, edge);
                            access.write = write;
                            access.wcr = write ? edge.memlet.wcr : "";
                            access.whole = true;
                            access.place = fmt::format("tasklet '{}'", tasklet.label);
                            access.conditions.insert(access.conditions.end(), conditions.begin(),
                                                     conditions.end());
                            follow(at, edge.memlet.data, box, std::move(access),
                                   endsInside(at, edge));
                        });
    }

    /// The ends of an innermost memlet that are containers.
    void memlet(const Level& level, const StatePart& state, const ir::Edge& edge) {
        const ir::Node* from = state.index.node(edge.src);
        const ir::Node* to = state.index.node(edge.dst);
        if (edge.memlet.empty() || !from || !to || to->isEntry() || from->isExit() ||
            from->as<ir::NestedSdfg>() || to->as<ir::NestedSdfg>())
            return;
        const NodeId inner = from->isEntry() || !to->isExit() ? edge.dst : edge.src;
        const Position at = IndexValues::at(level, state, inner);
        const auto end = [&](const ir::Node* node, const std::optional<Subset>& subset,
                             bool write) {
            const auto* access = node ? node->as<ir::AccessNode>() : nullptr;
            const auto* data = access ? level.parts->sdfg().data(access->data) : nullptr;
            // The edge that says what a view is of moves nothing.
            if (!data || isViewing(level, state, edge))
                return;
            Box box(data->rank());
            for (std::size_t d = 0; subset && d < subset->rank() && d < box.size(); ++d) {
                const Expr low = values_.substitute(at, subset->dims[d].begin);
                const Expr high = values_.substitute(at, subset->dims[d].end);
                if (isKnown(low) && isKnown(high))
                    box[d] = std::pair(low, high);
            }
            MapAccess found = described(at, edge);
            found.write = write;
            found.wcr = write ? edge.memlet.wcr : "";
            const bool copies = !from->as<ir::Tasklet>() && !to->as<ir::Tasklet>();
            found.whole = !edge.memlet.dynamic && (!subset || isGapless(*subset)) &&
                          (copies || (subset && subset->isPoint()));
            found.place = fmt::format("a memlet of '{}'", access->data);
            follow(at, access->data, box, std::move(found), isInner(at, node->id));
        };
        end(state.ends().source(edge), sourceSubset(state.index, edge), false);
        end(state.ends().target(edge), destinationSubset(state.index, edge), true);
    }

    static bool isViewing(const Level& level, const StatePart& state, const ir::Edge& edge) {
        for (const NodeId end : {edge.src, edge.dst})
            if (const ir::Node* node = state.index.node(end); node && node->as<ir::AccessNode>())
                if (const auto* data = level.parts->sdfg().data(node->as<ir::AccessNode>()->data);
                    data && data->kind == ir::DataKind::view &&
                    viewingEdge(state.index, *node).edge == &edge)
                    return true;
        return false;
    }

    /// What holds and stands around an access.
    MapAccess described(const Position& at, const ir::Edge& edge) {
        MapAccess access;
        access.conditions = values_.conditions(at);
        for (const std::string& name : values_.parameters(at))
            if (std::ranges::find(found_.parameters, name) == found_.parameters.end())
                access.inner.push_back(name);
        for (const ir::Edge* part : memletPath(at.state->index, edge))
            access.elements.push_back(part->id);
        for (const NodeId end : {edge.src, edge.dst})
            if (const ir::Node* node = at.state->index.node(end);
                node && !node->isEntry() && !node->isExit())
                access.elements.push_back(end);
        for (Position here = at; here.level;) {
            for (NodeId scope = here.scope; scope && scope != found_.map;
                 scope = here.state->index.scope(scope))
                access.elements.push_back(scope);
            if (here.level == level_ || !here.level->outer)
                break;
            access.elements.push_back(here.level->node->id);
            here = IndexValues::around(*here.level);
        }
        return access;
    }

    /// Whether the container of an access node belongs to one iteration: the node stands inside.
    bool isInner(const Position& at, NodeId node) const {
        if (at.level != level_)
            return true;
        for (NodeId scope = at.state->index.scope(node); scope;
             scope = at.state->index.scope(scope))
            if (scope == found_.map)
                return true;
        return false;
    }

    /// The same of a container that has a node in the state.
    bool isInnerData(const Position& at, const std::string& container) const {
        return std::ranges::any_of(at.state->state.nodes, [&](const auto& node) {
            const auto* access = node->template as<ir::AccessNode>();
            return access && access->data == container && isInner(at, node->id);
        });
    }

    bool endsInside(const Position& at, const ir::Edge& edge) const {
        for (const ir::Node* end : {at.state->ends().source(edge), at.state->ends().target(edge)})
            if (const auto* access = end ? end->as<ir::AccessNode>() : nullptr;
                access && access->data == edge.memlet.data)
                return isInner(at, end->id);
        return false;
    }

    /// Outwards to the container that owns the memory.
    void follow(const Position& at, const std::string& container, const Box& box, MapAccess access,
                bool inside) {
        const auto& sdfg = at.level->parts->sdfg();
        const auto* data = sdfg.arrays.find(container);
        if (!data || (*data)->rank() != box.size())
            return;
        if ((*data)->kind == ir::DataKind::view)
            if (const auto shown = outward(at, container, box, true))
                return follow(shown->at, shown->container, shown->box, std::move(access),
                              isInnerData(shown->at, shown->container));
        const auto outer = !(*data)->transient && at.level->outer
                               ? outward(at, container, box, false)
                               : std::nullopt;
        if (outer)
            return follow(outer->at, outer->container, outer->box, std::move(access),
                          at.level != level_ && isInnerWindow(at, outer->container));
        access.isPrivate = inside && (*data)->transient;
        if ((access.isPrivate && (*data)->isSingleElement()) || (*data)->isScalar())
            return;
        access.container = container;
        access.data = *data;
        for (std::size_t d = 0; d < box.size(); ++d)
            access.dims.push_back(dimension(at, **data, d, box[d]));
        add(std::move(access));
    }

    /// Whether what a nested SDFG is given is a container of the iteration too.
    bool isInnerWindow(const Position& at, const std::string& container) const {
        const auto& index = at.level->state->index;
        const Position outside = IndexValues::around(*at.level);
        const auto edges = {index.inEdges(at.level->node->id), index.outEdges(at.level->node->id)};
        for (const auto& list : edges)
            for (const ir::Edge* edge : list)
                if (edge->memlet.data == container)
                    return endsInside(outside, *edge);
        return false;
    }

    AccessedDimension dimension(const Position& at, const ir::DataDescriptor& data, std::size_t d,
                                const std::optional<std::pair<Expr, Expr>>& bounds) {
        const Expr offset =
            d < data.offset.size() ? values_.substitute(at, data.offset[d]) : Expr(0);
        const auto moved = [&](const Expr& index) {
            return isKnown(offset) ? index + offset : Expr::undefined();
        };
        return {bounds ? moved(bounds->first) : Expr::undefined(),
                bounds ? moved(bounds->second) : Expr::undefined(),
                values_.substitute(at, data.shape[d]),
                d < data.strides.size() ? values_.substitute(at, data.strides[d])
                                        : Expr::undefined()};
    }

    struct Outer {
        Position at;
        std::string container;
        Box box;
    };
    std::optional<Outer> outward(const Position& at, const std::string& container, const Box& box,
                                 bool view) {
        IndexValues::Indices low;
        IndexValues::Indices high;
        for (const auto& dim : box) {
            low.push_back(dim ? std::optional(dim->first) : std::nullopt);
            high.push_back(dim ? std::optional(dim->second) : std::nullopt);
        }
        const auto place = [&](const IndexValues::Indices& indices) {
            return view ? values_.viewed(at, container, indices)
                        : values_.outward(*at.level, container, indices);
        };
        const auto first = place(low);
        const auto last = place(high);
        if (!first || !last)
            return std::nullopt;
        Outer outer{first->at, first->container, {}};
        for (std::size_t d = 0; d < first->indices.size(); ++d) {
            const auto& begin = first->indices[d];
            const auto& end = last->indices[d];
            outer.box.push_back(begin && end && isKnown(*begin) && isKnown(*end)
                                    ? std::optional(std::pair(*begin, *end))
                                    : std::nullopt);
        }
        return outer;
    }

    /// The same element read by several tasklets is one access.
    void add(MapAccess access) {
        const auto same = [&](const MapAccess& other) {
            return other.container == access.container && other.data == access.data &&
                   other.write == access.write && other.wcr == access.wcr &&
                   other.whole == access.whole && other.inner == access.inner &&
                   other.conditions == access.conditions &&
                   std::ranges::equal(other.dims, access.dims, [](const auto& a, const auto& b) {
                       return a.low == b.low && a.high == b.high;
                   });
        };
        const auto known = std::ranges::find_if(found_.accesses, same);
        if (known == found_.accesses.end()) {
            found_.accesses.push_back(std::move(access));
            return;
        }
        for (const ElementId element : access.elements)
            if (std::ranges::find(known->elements, element) == known->elements.end())
                known->elements.push_back(element);
    }

    IndexValues values_;
    const Level* level_ = nullptr; ///< that the map stands in
    MapAccesses found_;
};

/// Of the maps around a node, itself included.
NodeId outermost(const ir::StateIndex& state, const ir::Node& node) {
    NodeId found;
    if (node.as<ir::MapEntry>())
        found = node.id;
    for (NodeId scope = state.scope(node.id); scope; scope = state.scope(scope))
        if (state.node(scope)->as<ir::MapEntry>())
            found = scope;
    return found;
}

} // namespace

NodeId outermostMap(const ir::DocumentIndex& index, ElementId element) {
    for (const ElementId step : index.path(element)) {
        const auto* place = index.find(step);
        const auto* state = place && place->block ? place->block->as<ir::State>() : nullptr;
        if (!state)
            continue;
        const ir::StateIndex here(*state);
        const std::vector<const ir::Node*> nodes =
            place->edge ? std::vector{here.node(place->edge->src), here.node(place->edge->dst)}
                        : std::vector{place->node};
        for (const ir::Node* node : nodes)
            if (const NodeId map = node ? outermost(here, *node) : NodeId{})
                return map;
    }
    return {};
}

MapAccesses mapAccesses(const ir::Sdfg& program, NodeId map) {
    return MapWalker(program, map).found();
}

} // namespace mw::analysis
