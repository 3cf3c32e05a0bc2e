// Finds every access whose place the program computes itself.
#include "core/analysis/index_use.h"

#include "core/analysis/analysis.h"
#include "core/analysis/index_values.h"
#include "core/ir/connectors.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::analysis {

namespace {

using symbolic::Expr;
using symbolic::Range;
using symbolic::Subset;

/// First and last index per dimension; nullopt: not looked at.
using Box = std::vector<std::optional<std::pair<Expr, Expr>>>;

class UseWalker {
public:
    UseWalker(const ir::Sdfg& program, bool conditional)
        : values_(program), conditional_(conditional) {
        level(values_.program(), {}, false);
    }

    IndexUses found() && { return {std::move(values_.names), std::move(uses_)}; }

private:
    /// `moving`: symbols of this SDFG whose values come from memory. `conditional`: so is the SDFG.
    void level(const Level& level, NameSet moving, bool conditional) {
        for (const auto& [name, writes] : level.parts->assignments())
            moving.insert(name);
        for (const StatePart& state : level.parts->states()) {
            const bool here = conditional || (conditional_ && standsInBranch(state.place));
            for (const auto& node : state.state.nodes)
                if (const auto* tasklet = node->as<ir::Tasklet>())
                    this->tasklet(level, state, *node, *tasklet);
            for (const auto& edge : state.state.edges)
                memlet(level, state, *edge, moving, here);
            for (const auto& node : state.state.nodes)
                if (const auto* nested = node->as<ir::NestedSdfg>(); nested && nested->sdfg)
                    this->level(values_.inside(level, state, *node),
                                movingInside(state, *node, *nested, moving), here);
        }
    }

    static bool standsInBranch(const FlowPosition& place) {
        for (const FlowPosition* at = &place; at; at = at->outer) {
            if (at->branch >= 0)
                return true;
            if (at->region)
                for (const auto& edge : at->region->edges)
                    if (!edge.condition.empty() && edge.condition.text != "1")
                        return true;
        }
        return false;
    }

    /// The names in scope at a node that change with memory.
    static NameSet movingAt(const StatePart& state, NodeId node, NameSet moving) {
        std::vector<NodeId> scopes;
        for (NodeId at = state.index.scope(node); at; at = state.index.scope(at))
            scopes.insert(scopes.begin(), at);
        for (const NodeId scope : scopes) {
            const ir::Node* entry = state.index.node(scope);
            for (const std::string& name : ir::dynamicInputs(*entry))
                moving.insert(name);
            const auto* map = entry->as<ir::MapEntry>();
            for (std::size_t p = 0; map && p < map->map.params.size(); ++p) {
                const bool bounded =
                    p < map->map.range.rank() && mentions(map->map.range.dims[p], moving);
                if (bounded)
                    moving.insert(map->map.params[p]);
                else
                    moving.erase(map->map.params[p]);
            }
        }
        return moving;
    }

    static bool mentions(const Range& range, const NameSet& names) {
        if (names.empty())
            return false;
        NameSet used;
        symbolic::collectSymbols(range.begin, used);
        symbolic::collectSymbols(range.end, used);
        return std::ranges::any_of(used, [&](const auto& name) { return names.contains(name); });
    }

    static NameSet movingInside(const StatePart& state, const ir::Node& node,
                                const ir::NestedSdfg& nested, const NameSet& moving) {
        const NameSet here = movingAt(state, node.id, moving);
        NameSet inside;
        for (const auto& [name, value] : nested.symbolMapping)
            if (mentions(Range::point(value), here))
                inside.insert(name);
        return inside;
    }

    void tasklet(const Level& level, const StatePart& state, const ir::Node& node,
                 const ir::Tasklet& tasklet) {
        if (tasklet.code.text.find('[') == std::string::npos)
            return;
        const Position at = IndexValues::at(level, state, node.id);
        values_.tasklet(at, node,
                        [&](const ir::Edge& edge, const IndexValues::Indices& indices,
                            const std::vector<Expr>& conditions, bool write) {
                            const auto& around = values_.conditions(at);
                            IndexUse use;
                            use.write = write;
                            use.conditions = conditions;
                            use.conditions.insert(use.conditions.end(), around.begin(),
                                                  around.end());
                            use.elements = {node.id, edge.id};
                            use.place = fmt::format("tasklet '{}'", tasklet.label);
                            Box box;
                            for (const auto& index : indices)
                                box.push_back(std::pair(index.value_or(Expr::undefined()),
                                                        index.value_or(Expr::undefined())));
                            access(at, edge.memlet.data, box, use);
                        });
    }

    /// The subsets of an innermost memlet.
    void memlet(const Level& level, const StatePart& state, const ir::Edge& edge,
                const NameSet& moving, bool conditional) {
        const ir::Node* source = state.index.node(edge.src);
        const ir::Node* target = state.index.node(edge.dst);
        if (edge.memlet.empty() || !source || !target ||
            (moving.empty() && !conditional && noDynamic(state)))
            return;
        const bool leaf = !(target->isEntry() || source->isExit());
        const bool window = source->as<ir::NestedSdfg>() || target->as<ir::NestedSdfg>();
        if (!leaf)
            return;
        // What stands inside of a scope, whichever end that is.
        const NodeId inner = source->isEntry() || !target->isExit() ? edge.dst : edge.src;
        const Position at = IndexValues::at(level, state, inner);
        const NameSet here = movingAt(state, inner, moving);
        region(at, edge, edge.memlet.data, edge.memlet.subset, here, conditional && !window);
        if (edge.memlet.otherSubset)
            for (const ir::Node* end : {source, target})
                if (const auto* access = end->as<ir::AccessNode>();
                    access && access->data != edge.memlet.data)
                    region(at, edge, access->data, edge.memlet.otherSubset, here, conditional);
    }

    static bool noDynamic(const StatePart& state) {
        return std::ranges::none_of(state.state.nodes, [](const auto& node) {
            return node->isEntry() && !ir::dynamicInputs(*node).empty();
        });
    }

    void region(const Position& at, const ir::Edge& edge, const std::string& container,
                const std::optional<Subset>& subset, const NameSet& moving, bool conditional) {
        if (!subset)
            return;
        Box box(subset->rank());
        bool any = false;
        bool fromMemory = false;
        for (std::size_t d = 0; d < subset->rank(); ++d) {
            const Range& range = subset->dims[d];
            const bool moves = mentions(range, moving);
            if (!moves && !conditional)
                continue;
            box[d] = {values_.substitute(at, range.begin), values_.substitute(at, range.end)};
            fromMemory = fromMemory || values_.readsMemory(box[d]->first) ||
                         values_.readsMemory(box[d]->second);
            any = true;
        }
        if (!any || (!fromMemory && !conditional))
            return;
        IndexUse use;
        use.kind = fromMemory ? IndexUse::Kind::memlet : IndexUse::Kind::conditional;
        use.conditions = values_.conditions(at);
        use.elements = {edge.id};
        use.place = fmt::format("a memlet of '{}'", container);
        const ir::Node* target = at.state->index.node(edge.dst);
        const auto* written = target->as<ir::AccessNode>();
        use.write = target->isExit() || (written && written->data == container);
        access(at, container, box, use);
    }

    /// One use per dimension, and again in the container around where that has other bounds.
    void access(const Position& at, const std::string& container, const Box& box, IndexUse use) {
        const auto* data = at.level->parts->sdfg().data(container);
        if (!data || data->rank() != box.size())
            return;
        use.container = container;
        use.parameters = values_.parameters(at);
        for (std::size_t d = 0; d < box.size(); ++d) {
            if (!box[d])
                continue;
            const Expr offset =
                d < data->offset.size() ? values_.substitute(at, data->offset[d]) : Expr(0);
            use.dimension = d;
            use.low = moved(box[d]->first, offset);
            use.high = moved(box[d]->second, offset);
            use.size = values_.substitute(at, data->shape[d]);
            if (!known(use))
                uses_.push_back(use);
        }
        if (!data->transient && at.level->outer)
            accessOutside(at, container, box, use);
    }

    void accessOutside(const Position& at, const std::string& container, const Box& box,
                       const IndexUse& use) {
        IndexValues::Indices low;
        IndexValues::Indices high;
        for (const auto& dim : box) {
            low.push_back(dim ? std::optional(dim->first) : std::nullopt);
            high.push_back(dim ? std::optional(dim->second) : std::nullopt);
        }
        const auto first = values_.outward(*at.level, container, low);
        const auto last = values_.outward(*at.level, container, high);
        if (!first || !last)
            return;
        Box outer;
        for (std::size_t d = 0; d < first->indices.size(); ++d) {
            const auto& begin = first->indices[d];
            const auto& end = last->indices[d];
            outer.push_back(begin && end ? std::optional(std::pair(*begin, *end)) : std::nullopt);
        }
        access(first->at, first->container, outer, use);
    }

    static Expr moved(const Expr& index, const Expr& offset) {
        return index.op() == symbolic::Op::undefined || offset.op() == symbolic::Op::undefined
                   ? Expr::undefined()
                   : index + offset;
    }

    /// Whether the last uses, those of the same access, say that about memory already.
    bool known(const IndexUse& use) const {
        for (std::size_t i = uses_.size(); i > 0 && uses_[i - 1].elements == use.elements; --i) {
            const IndexUse& other = uses_[i - 1];
            if (other.dimension == use.dimension && other.low == use.low &&
                other.high == use.high && other.size == use.size &&
                other.conditions == use.conditions)
                return true;
        }
        return false;
    }

    IndexValues values_;
    bool conditional_; ///< memlets in branches as well
    std::vector<IndexUse> uses_;
};

} // namespace

IndexUses indexUses(const ir::Sdfg& program, bool conditional) {
    return UseWalker(program, conditional).found();
}

std::string readableIndex(const Expr& index) {
    std::string text = symbolic::print(index);
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\'') {
            result += text[i];
            continue;
        }
        while (i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9')
            ++i;
    }
    return result;
}

} // namespace mw::analysis
