// Takes structures apart: their members become containers of their own.
#include "core/analysis/structure_members.h"

#include "core/analysis/analysis.h"
#include "core/analysis/executable.h"
#include "core/analysis/names.h"
#include "core/ir/connectors.h"
#include "core/ir/index.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <set>
#include <tuple>

namespace mw::analysis {

namespace {

using ir::DataDescriptor;
using ir::DataPtr;
using symbolic::Expr;

bool hasStructures(const ir::Sdfg& program) {
    for (const auto& [name, data] : program.arrays)
        if (!data->members.empty())
            return true;
    bool found = false;
    ir::forEachBlock(program.body, [&](const ir::Block& block) {
        const auto* state = found ? nullptr : block.as<ir::State>();
        if (!state)
            return;
        for (const auto& node : state->nodes)
            if (const auto* nested = node->as<ir::NestedSdfg>(); nested && nested->sdfg)
                found = found || hasStructures(*nested->sdfg);
    });
    return found;
}

/// The largest id of an element of the SDFG and what is nested in it.
std::uint32_t lastId(const ir::Sdfg& sdfg) {
    std::uint32_t last = sdfg.id.value;
    const auto see = [&](ElementId id) { last = std::max(last, id.value); };
    forEachInterstateEdge(sdfg.body, [&](const ir::InterstateEdge& edge) { see(edge.id); });
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        see(block.id);
        const auto* state = block.as<ir::State>();
        if (!state)
            return;
        for (const auto& edge : state->edges)
            see(edge->id);
        for (const auto& node : state->nodes) {
            see(node->id);
            if (const auto* nested = node->as<ir::NestedSdfg>(); nested && nested->sdfg)
                see({lastId(*nested->sdfg)});
        }
    });
    return last;
}

/// A member that is no structure; `name`: inside of the structure.
struct Member {
    std::string name;
    DataPtr data;
};

void collectMembers(const DataDescriptor& structure, const std::string& before,
                    std::vector<Member>& found) {
    for (const auto& [name, data] : structure.members)
        if (data->kind == ir::DataKind::structure && !data->members.empty())
            collectMembers(*data, before + name + '.', found);
        else
            found.push_back({before + name, data});
}

/// Those that can be computed with.
std::vector<Member> membersOf(const DataDescriptor& structure) {
    std::vector<Member> found;
    collectMembers(structure, {}, found);
    std::erase_if(found, [](const Member& member) {
        return whyNotExecutable(member.name, *member.data).has_value();
    });
    return found;
}

bool isStructureView(const DataDescriptor& data) {
    return data.kind == ir::DataKind::view && !data.members.empty();
}

symbolic::Subset wholeOf(const DataDescriptor& data) {
    symbolic::Subset whole;
    for (std::size_t d = 0; d < data.rank(); ++d) {
        const Expr first = d < data.offset.size() ? -data.offset[d] : Expr(0);
        whole.dims.push_back({first, first + data.shape[d] - Expr(1), 1, 1});
    }
    return whole;
}

ir::SdfgPtr apart(const ir::Sdfg& sdfg, std::uint32_t& nextId);

/// One state of an SDFG with structures.
class StateApart {
public:
    /// `whole`: gets the structures that the state uses otherwise than by their members.
    StateApart(const ir::Sdfg& sdfg, const ir::State& state, std::uint32_t& nextId,
               std::set<std::string, std::less<>>& whole)
        : sdfg_(sdfg), nextId_(nextId), whole_(whole) {
        for (const auto& node : state.nodes)
            nodes_.push_back(*node);
        for (const auto& edge : state.edges)
            edges_.push_back(*edge);
    }

    ir::State result() {
        dissolveViews();
        for (auto& node : nodes_)
            if (auto* nested = node.as<ir::NestedSdfg>(); nested && nested->sdfg)
                if (auto inner = apart(*nested->sdfg, nextId_))
                    inner_.emplace(node.id, std::exchange(nested->sdfg, std::move(inner)));
        passMembers();
        endPassages();
        followPassages();
        replaceConnectors();
        splitNodes();
        ir::State made;
        for (auto& node : nodes_)
            made.nodes.push_back(std::make_shared<const ir::Node>(std::move(node)));
        for (auto& edge : edges_)
            made.edges.push_back(std::make_shared<const ir::Edge>(std::move(edge)));
        return made;
    }

private:
    ir::Node* node(NodeId id) {
        const auto found = std::ranges::find(nodes_, id, &ir::Node::id);
        return found == nodes_.end() ? nullptr : &*found;
    }
    ir::AccessNode* access(NodeId id) {
        ir::Node* at = node(id);
        return at ? at->as<ir::AccessNode>() : nullptr;
    }
    /// What `structure` or `structure.member` names, if that is a structure or in one.
    const DataDescriptor* named(std::string_view data) const {
        const std::string_view container = containerOf(data);
        const DataDescriptor* structure = container.empty() ? nullptr : sdfg_.data(container);
        if (!structure || structure->members.empty())
            return nullptr;
        const bool member = container.size() < data.size();
        return ir::memberOf(*structure, member ? data.substr(container.size() + 1) : "");
    }
    bool isWhole(std::string_view data) const {
        const DataDescriptor* found = named(data);
        return found && !found->members.empty();
    }
    void usedWhole(std::string_view data) { whole_.emplace(containerOf(data)); }

    /// Views of structures: what is done with their members is done with those of what they look
    /// at.
    void dissolveViews() {
        for (bool found = true; found;) {
            found = false;
            for (std::size_t i = 0; i < nodes_.size() && !found; ++i)
                found = dissolved(nodes_[i]);
        }
    }
    /// Whether another node of this view looks at something else.
    bool looksElsewhere(const std::string& view, const std::string& seen) {
        return std::ranges::any_of(edges_, [&](const ir::Edge& edge) {
            const auto isView = [&](NodeId id) {
                const auto* at = access(id);
                return at && at->data == view;
            };
            return edge.memlet.data != seen &&
                   ((edge.dstConnector == "views" && isView(edge.dst)) ||
                    (edge.srcConnector == "views" && isView(edge.src)));
        });
    }
    bool dissolved(const ir::Node& view) {
        const auto* at = view.as<ir::AccessNode>();
        const DataDescriptor* data = at ? sdfg_.data(at->data) : nullptr;
        if (!data || !isStructureView(*data))
            return false;
        const auto looks = std::ranges::find_if(edges_, [&](const ir::Edge& edge) {
            return (edge.dst == view.id && edge.dstConnector == "views") ||
                   (edge.src == view.id && edge.srcConnector == "views");
        });
        if (looks == edges_.end() || looks->memlet.data == at->data || !named(looks->memlet.data) ||
            looksElsewhere(at->data, looks->memlet.data)) {
            usedWhole(at->data);
            return false;
        }
        const ir::Edge seen = *looks;
        const NodeId id = view.id;
        const std::string name = at->data;
        edges_.erase(looks);
        for (ir::Edge& edge : edges_) {
            if (containerOf(edge.memlet.data) == name) // also further inside of scopes
                edge.memlet.data.replace(0, name.size(), seen.memlet.data);
            if (edge.src == id)
                std::tie(edge.src, edge.srcConnector) =
                    seen.dst == id
                        ? std::pair(seen.src, edge.memlet.empty() ? "" : seen.srcConnector)
                        : std::pair(seen.dst, std::string());
            if (edge.dst == id)
                std::tie(edge.dst, edge.dstConnector) =
                    seen.src == id
                        ? std::pair(seen.dst, edge.memlet.empty() ? "" : seen.dstConnector)
                        : std::pair(seen.src, std::string());
        }
        std::erase_if(nodes_, [&](const ir::Node& gone) { return gone.id == id; });
        return true;
    }

    /// Whether a structure can pass here as its members.
    bool passes(NodeId id, const std::string& connector, bool enters,
                const std::vector<Member>& members) {
        const ir::Node* at = node(id);
        if (!at)
            return false;
        if (const auto* data = at->as<ir::AccessNode>())
            return isWhole(data->data) && connector.empty();
        if (at->isEntry() || at->isExit())
            return enters ? ir::isPassIn(connector) : ir::isPassOut(connector);
        const auto inner = inner_.find(id);
        if (inner == inner_.end())
            return false;
        const DataDescriptor* data = inner->second->data(connector);
        return data && data->kind == ir::DataKind::structure &&
               std::ranges::all_of(membersOf(*data), [&](const Member& member) {
                   return !isUsedInside(*at, connector, member.name) ||
                          std::ranges::find(members, member.name, &Member::name) != members.end();
               });
    }

    /// Whether a nested SDFG does something with a member; other nodes: true.
    static bool isUsedInside(const ir::Node& node, const std::string& connector,
                             const std::string& member) {
        const auto* nested = node.as<ir::NestedSdfg>();
        return !nested || nested->sdfg->arrays.contains(connector + '.' + member);
    }

    void passMembers() {
        std::vector<ir::Edge> passed;
        for (ir::Edge& edge : edges_) {
            const DataDescriptor* structure = named(edge.memlet.data);
            if (!structure || structure->members.empty()) {
                passed.push_back(std::move(edge));
                continue;
            }
            const auto members = membersOf(*structure);
            const bool copies = access(edge.src) && access(edge.dst);
            if (copies || !passes(edge.src, edge.srcConnector, false, members) ||
                !passes(edge.dst, edge.dstConnector, true, members)) {
                usedWhole(edge.memlet.data);
                passed.push_back(std::move(edge));
                continue;
            }
            memberConnectors(edge.src, edge.srcConnector, false);
            memberConnectors(edge.dst, edge.dstConnector, true);
            for (const Member& member : members) {
                if (!isUsedInside(*node(edge.src), edge.srcConnector, member.name) ||
                    !isUsedInside(*node(edge.dst), edge.dstConnector, member.name))
                    continue;
                ir::Edge one = edge;
                one.id =
                    passed.empty() || passed.back().id != edge.id ? edge.id : EdgeId{nextId_++};
                one.origin = nullptr;
                one.memlet =
                    ir::Memlet::of(edge.memlet.data + '.' + member.name, wholeOf(*member.data));
                one.srcConnector = memberConnector(edge.src, edge.srcConnector, member.name, false);
                one.dstConnector = memberConnector(edge.dst, edge.dstConnector, member.name, true);
                passed.push_back(std::move(one));
            }
        }
        edges_ = std::move(passed);
    }
    /// The structure's own connector goes, whatever comes in its place.
    void memberConnectors(NodeId id, const std::string& connector, bool enters) {
        if (!connector.empty())
            replaced_.try_emplace({id, enters, connector});
    }
    /// Members that pass into a scope in which nothing uses them, or come out of nothing.
    void endPassages() {
        for (bool found = true; found;) {
            const auto leadsNowhere = [&](const ir::Edge& edge) {
                return endsPassage(edge.dst, edge.dstConnector, true) ||
                       endsPassage(edge.src, edge.srcConnector, false);
            };
            found = std::erase_if(edges_, leadsNowhere) > 0;
        }
    }
    bool endsPassage(NodeId id, const std::string& connector, bool enters) {
        const auto dot = connector.find('.');
        const auto other = ir::partner(connector, enters);
        const auto place = replaced_.find({id, enters, connector.substr(0, dot)});
        if (!other || dot == std::string::npos || place == replaced_.end())
            return false;
        const bool goesOn = std::ranges::any_of(edges_, [&](const ir::Edge& edge) {
            const bool here = enters ? edge.src == id : edge.dst == id;
            const auto& name = enters ? edge.srcConnector : edge.dstConnector;
            // Edges of single members still have the structure's connector (followPassages).
            return here && (name == *other ||
                            (name == other->substr(0, other->find('.')) &&
                             edge.memlet.data.ends_with(std::string_view(connector).substr(dot))));
        });
        if (!goesOn)
            std::erase(place->second, connector);
        return !goesOn;
    }
    std::string memberConnector(NodeId id, const std::string& connector, const std::string& member,
                                bool enters) {
        if (connector.empty())
            return {};
        auto& names = replaced_[{id, enters, connector}];
        std::string name = connector + '.' + member;
        if (std::ranges::find(names, name) == names.end())
            names.push_back(name);
        return name;
    }

    /// Edges of single members inside of a scope that the whole structure is passed into.
    void followPassages() {
        for (ir::Edge& edge : edges_) {
            const auto* data = edge.memlet.empty() ? nullptr : named(edge.memlet.data);
            if (!data || !data->members.empty())
                continue;
            follow(edge.src, edge.srcConnector, edge.memlet.data, false);
            follow(edge.dst, edge.dstConnector, edge.memlet.data, true);
        }
    }
    void follow(NodeId id, std::string& connector, std::string_view data, bool enters) {
        const auto other = ir::partner(connector, enters);
        const auto found = other ? replaced_.find({id, !enters, *other}) : replaced_.end();
        if (found == replaced_.end())
            return;
        for (const std::string& name : found->second) {
            const std::string_view member = std::string_view(name).substr(other->size());
            if (!data.ends_with(member))
                continue;
            replaced_[{id, enters, connector}].push_back(connector + std::string(member));
            connector += member;
            return;
        }
    }

    void replaceConnectors() {
        for (const auto& [place, names] : replaced_) {
            const auto& [id, enters, connector] = place;
            ir::Node* at = node(id);
            if (!at)
                continue;
            auto& list = enters ? at->in : at->out;
            list.erase(connector);
            for (const std::string& name : names)
                list.insert({name, {ir::ScalarType::none, {}}});
        }
    }

    /// An access node for each member that the edges of a structure's node name.
    void splitNodes() {
        std::vector<ir::Node> split;
        for (ir::Node& node : nodes_) {
            const auto* at = node.as<ir::AccessNode>();
            if (!at || !isWhole(at->data))
                split.push_back(std::move(node));
            else
                splitNode(node, at->data, split);
        }
        nodes_ = std::move(split);
    }

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
            return parts.emplace_back(member, Part{parts.empty() ? node.id : NodeId{nextId_++}})
                .second;
        };
        std::vector<ir::Edge*> orders;
        for (ir::Edge& edge : edges_) {
            if (edge.src != node.id && edge.dst != node.id)
                continue;
            if (edge.memlet.empty()) {
                orders.push_back(&edge);
                continue;
            }
            const bool member = named(edge.memlet.data) && !isWhole(edge.memlet.data) &&
                                containerOf(edge.memlet.data) == containerOf(data);
            if (!member) {
                usedWhole(data);
                split.push_back(node);
                return;
            }
        }
        std::vector<std::pair<ir::Edge*, NodeId>> sources, targets;
        for (ir::Edge& edge : edges_) {
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
            const auto members = membersOf(*named(data));
            if (members.empty()) {
                usedWhole(data);
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
                one.id = EdgeId{nextId_++};
                one.origin = nullptr;
                (one.src == first ? one.src : one.dst) = part.id;
                more.push_back(std::move(one));
            }
        }
        for (const auto& [written, before] : parts)
            for (const auto& [read, after] : parts)
                if (before.turn() < after.turn()) {
                    ir::Edge order;
                    order.id = EdgeId{nextId_++};
                    order.src = before.id;
                    order.dst = after.id;
                    more.push_back(std::move(order));
                }
        edges_.insert(edges_.end(), more.begin(), more.end());
    }

    const ir::Sdfg& sdfg_;
    std::uint32_t& nextId_;
    std::set<std::string, std::less<>>& whole_;
    std::vector<ir::Node> nodes_;
    std::vector<ir::Edge> edges_;
    std::map<NodeId, ir::SdfgPtr> inner_; ///< nested SDFGs as they were
    /// Connectors that a structure passed through, and those of its members.
    std::map<std::tuple<NodeId, bool, std::string>, std::vector<std::string>> replaced_;
};

/// One SDFG and those nested in it.
class SdfgApart {
public:
    SdfgApart(const ir::Sdfg& sdfg, std::uint32_t& nextId) : sdfg_(sdfg), nextId_(nextId) {}

    ir::SdfgPtr result() {
        auto made = std::make_shared<ir::Sdfg>(sdfg_);
        made->body = region(sdfg_.body);
        ir::OrderedTable<DataPtr> arrays;
        for (const auto& [name, data] : sdfg_.arrays) {
            if (data->members.empty() || whole_.contains(name))
                arrays.append(name, data);
            if (data->kind == ir::DataKind::structure)
                for (const Member& member : membersOf(*data))
                    if (isUsed(*made, name + '.' + member.name))
                        arrays.append(name + '.' + member.name, containerFor(*data, *member.data));
        }
        made->arrays = std::move(arrays);
        std::vector<std::string> names;
        for (const std::string& name : sdfg_.argNames) {
            const DataDescriptor* data = sdfg_.data(name);
            if (!data || data->members.empty())
                names.push_back(name);
            else
                for (const Member& member : membersOf(*data))
                    if (made->arrays.contains(name + '.' + member.name))
                        names.push_back(name + '.' + member.name);
        }
        made->argNames = std::move(names);
        return made;
    }

private:
    bool isUsed(const ir::Sdfg& made, const std::string& member) {
        if (used_.empty()) {
            used_.insert(""); // ordering edges
            ir::forEachBlock(made.body, [&](const ir::Block& block) {
                const auto* state = block.as<ir::State>();
                if (!state)
                    return;
                for (const auto& edge : state->edges)
                    used_.insert(edge->memlet.data);
                for (const auto& node : state->nodes)
                    if (const auto* access = node->as<ir::AccessNode>())
                        used_.insert(access->data);
            });
            forEachControlText(made, [&](const std::string& text) { texts_ += text + '\n'; });
        }
        return used_.contains(member) || isMentioned(member);
    }
    bool isMentioned(const std::string& member) const {
        const auto continues = [&](std::size_t at) {
            return at < texts_.size() &&
                   (std::isalnum(static_cast<unsigned char>(texts_[at])) != 0 ||
                    texts_[at] == '_' || texts_[at] == '.');
        };
        for (auto at = texts_.find(member); at != std::string::npos;
             at = texts_.find(member, at + 1))
            if (!continues(at + member.size()))
                return true;
        return false;
    }
    static DataPtr containerFor(const DataDescriptor& structure, const DataDescriptor& member) {
        auto data = std::make_shared<DataDescriptor>(member);
        data->transient = structure.transient;
        data->lifetime = structure.lifetime;
        if (data->storage == ir::Storage::Default)
            data->storage = structure.storage;
        return data;
    }

    ir::Region region(const ir::Region& from) {
        ir::Region made = from;
        for (ir::BlockPtr& block : made.blocks)
            block = changed(*block);
        return made;
    }
    ir::BlockPtr changed(const ir::Block& from) {
        auto made = std::make_shared<ir::Block>(from);
        if (auto* state = made->as<ir::State>())
            *state = StateApart(sdfg_, *state, nextId_, whole_).result();
        else if (auto* inner = made->as<ir::ControlFlowRegion>())
            inner->body = region(inner->body);
        else if (auto* loop = made->as<ir::LoopRegion>())
            loop->body = region(loop->body);
        else if (auto* conditional = made->as<ir::ConditionalBlock>())
            for (ir::Branch& branch : conditional->branches)
                if (branch.body)
                    branch.body = changed(*branch.body);
        return made;
    }

    const ir::Sdfg& sdfg_;
    std::uint32_t& nextId_;
    std::set<std::string, std::less<>> whole_;
    std::set<std::string, std::less<>> used_; ///< what edges and nodes name
    std::string texts_;                       ///< of the control flow
};

ir::SdfgPtr apart(const ir::Sdfg& sdfg, std::uint32_t& nextId) {
    return hasStructures(sdfg) ? SdfgApart(sdfg, nextId).result() : nullptr;
}

} // namespace

ir::SdfgPtr membersApart(const ir::Sdfg& program) {
    if (!hasStructures(program))
        return nullptr;
    std::uint32_t nextId = lastId(program) + 1;
    return apart(program, nextId);
}

} // namespace mw::analysis
