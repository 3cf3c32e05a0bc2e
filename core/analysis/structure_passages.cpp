// Structures that pass through scopes and into nested SDFGs pass as their members.
#include "core/analysis/analysis.h"
#include "core/analysis/flat_state.h"
#include "core/analysis/names.h"
#include "core/ir/connectors.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace mw::analysis {

namespace {

class StructurePassages {
public:
    StructurePassages(FlatState& state, const std::map<NodeId, ir::SdfgPtr>& before)
        : state_(state), before_(before) {}

    void run() {
        passAll();
        endPassages();
        followPassages();
        replaceConnectors();
    }

private:
    /// Whether a structure can pass here as its members.
    bool passes(NodeId id, const std::string& connector, bool enters,
                const std::vector<Member>& members) {
        const ir::Node* at = state_.node(id);
        if (!at)
            return false;
        if (const auto* data = at->as<ir::AccessNode>())
            return state_.isStructure(data->data) && connector.empty();
        if (at->isEntry() || at->isExit())
            return enters ? ir::isPassIn(connector) : ir::isPassOut(connector);
        const auto inner = before_.find(id);
        if (inner == before_.end())
            return false;
        const ir::DataDescriptor* data = inner->second->data(connector);
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

    void passAll() {
        std::vector<ir::Edge> passed;
        for (ir::Edge& edge : state_.edges) {
            const ir::DataDescriptor* structure = state_.named(edge.memlet.data);
            if (!structure || structure->members.empty()) {
                passed.push_back(std::move(edge));
                continue;
            }
            const auto members = membersOf(*structure);
            const bool copies = state_.access(edge.src) && state_.access(edge.dst);
            if (copies || !passes(edge.src, edge.srcConnector, false, members) ||
                !passes(edge.dst, edge.dstConnector, true, members)) {
                state_.usedWhole(edge.memlet.data);
                passed.push_back(std::move(edge));
                continue;
            }
            memberConnectors(edge.src, edge.srcConnector, false);
            memberConnectors(edge.dst, edge.dstConnector, true);
            for (const Member& member : members) {
                if (!isUsedInside(*state_.node(edge.src), edge.srcConnector, member.name) ||
                    !isUsedInside(*state_.node(edge.dst), edge.dstConnector, member.name))
                    continue;
                ir::Edge one = edge;
                one.id = passed.empty() || passed.back().id != edge.id ? edge.id
                                                                       : EdgeId{state_.nextId++};
                one.origin = nullptr;
                one.memlet = ir::Memlet::of(edge.memlet.data + '.' + member.name,
                                            wholeContainer(*member.data));
                one.srcConnector = memberConnector(edge.src, edge.srcConnector, member.name, false);
                one.dstConnector = memberConnector(edge.dst, edge.dstConnector, member.name, true);
                passed.push_back(std::move(one));
            }
        }
        state_.edges = std::move(passed);
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
            found = std::erase_if(state_.edges, leadsNowhere) > 0;
        }
    }
    bool endsPassage(NodeId id, const std::string& connector, bool enters) {
        const auto dot = connector.find('.');
        const auto other = ir::partner(connector, enters);
        const auto place = replaced_.find({id, enters, connector.substr(0, dot)});
        if (!other || dot == std::string::npos || place == replaced_.end())
            return false;
        const bool goesOn = std::ranges::any_of(state_.edges, [&](const ir::Edge& edge) {
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
        for (ir::Edge& edge : state_.edges) {
            const auto* data = edge.memlet.empty() ? nullptr : state_.named(edge.memlet.data);
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
            ir::Node* at = state_.node(id);
            if (!at)
                continue;
            auto& list = enters ? at->in : at->out;
            list.erase(connector);
            for (const std::string& name : names)
                list.insert({name, {ir::ScalarType::none, {}}});
        }
    }

    FlatState& state_;
    const std::map<NodeId, ir::SdfgPtr>& before_;
    /// Connectors that a structure passed through, and those of its members.
    std::map<std::tuple<NodeId, bool, std::string>, std::vector<std::string>> replaced_;
};

} // namespace

void passMembers(FlatState& state, const std::map<NodeId, ir::SdfgPtr>& before) {
    StructurePassages(state, before).run();
}

} // namespace mw::analysis
