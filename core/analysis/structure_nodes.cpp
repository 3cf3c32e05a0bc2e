// Access nodes of structures become access nodes of members.
#include "core/analysis/flat_state.h"
#include "core/analysis/names.h"

#include <utility>

namespace mw::analysis {

namespace {

class StructureNodes {
public:
    explicit StructureNodes(FlatState& state) : state_(state) {}

    void run() {
        std::vector<ir::Node> split;
        for (ir::Node& node : state_.nodes) {
            const auto* at = node.as<ir::AccessNode>();
            if (!at || !state_.isStructure(at->data))
                split.push_back(std::move(node));
            else
                splitNode(node, at->data, split);
        }
        state_.nodes = std::move(split);
    }

private:
    struct Part {
        NodeId id;
        bool written = false, read = false;

        /// What is written alone comes first, what is read alone last.
        int turn() const { return (written ? 0 : 1) + (read ? 1 : 0); }
    };

    void splitNode(const ir::Node& node, const std::string& data, std::vector<ir::Node>& split) {
        std::vector<std::pair<std::string, Part>> parts;
        const auto partOf = [&](const std::string& member) -> Part& {
            for (auto& [name, part] : parts)
                if (name == member)
                    return part;
            return parts
                .emplace_back(member, Part{parts.empty() ? node.id : NodeId{state_.nextId++}})
                .second;
        };
        std::vector<ir::Edge*> orders;
        for (ir::Edge& edge : state_.edges) {
            if (edge.src != node.id && edge.dst != node.id)
                continue;
            if (edge.memlet.empty()) {
                orders.push_back(&edge);
                continue;
            }
            const bool member = state_.named(edge.memlet.data) &&
                                !state_.isStructure(edge.memlet.data) &&
                                containerOf(edge.memlet.data) == containerOf(data);
            if (!member) {
                state_.usedWhole(data);
                split.push_back(node);
                return;
            }
        }
        std::vector<std::pair<ir::Edge*, NodeId>> sources, targets;
        for (ir::Edge& edge : state_.edges) {
            if (edge.memlet.empty() || (edge.src != node.id && edge.dst != node.id))
                continue;
            Part& part = partOf(edge.memlet.data);
            if (edge.src == node.id) {
                part.read = true;
                sources.emplace_back(&edge, part.id);
            } else {
                part.written = true;
                targets.emplace_back(&edge, part.id);
            }
        }
        if (parts.empty()) { // something may wait for it: any member will do
            const auto members = membersOf(*state_.named(data));
            if (members.empty()) {
                state_.usedWhole(data);
                split.push_back(node);
                return;
            }
            partOf(data + '.' + members.front().name);
        }
        for (const auto& [edge, id] : sources)
            edge->src = id;
        for (const auto& [edge, id] : targets)
            edge->dst = id;
        for (const auto& [name, part] : parts) {
            ir::Node one = node;
            one.id = part.id;
            one.as<ir::AccessNode>()->data = name;
            split.push_back(std::move(one));
        }
        keepOrder(node.id, parts, orders);
    }

    /// What came before the structure's node comes before all of its members, and what is written
    /// there before what is read from there.
    void keepOrder(NodeId first, const std::vector<std::pair<std::string, Part>>& parts,
                   const std::vector<ir::Edge*>& orders) {
        std::vector<ir::Edge> more;
        for (const auto& [name, part] : parts) {
            if (part.id == first)
                continue;
            for (const ir::Edge* order : orders) {
                ir::Edge one = *order;
                one.id = EdgeId{state_.nextId++};
                one.origin = nullptr;
                (one.src == first ? one.src : one.dst) = part.id;
                more.push_back(std::move(one));
            }
        }
        for (const auto& [written, before] : parts)
            for (const auto& [read, after] : parts)
                if (before.turn() < after.turn()) {
                    ir::Edge order;
                    order.id = EdgeId{state_.nextId++};
                    order.src = before.id;
                    order.dst = after.id;
                    more.push_back(std::move(order));
                }
        state_.edges.insert(state_.edges.end(), more.begin(), more.end());
    }

    FlatState& state_;
};

} // namespace

void splitStructureNodes(FlatState& state) {
    StructureNodes(state).run();
}

} // namespace mw::analysis
