// A program in which members of structures are containers.
#include "core/analysis/flatten_structures.h"

#include "core/analysis/flat_state.h"
#include "core/analysis/names.h"
#include "core/ir/index.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace mw::analysis {

namespace {

using ir::DataDescriptor;
using ir::DataPtr;

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

/// nullptr: there is no structure in it.
ir::SdfgPtr flattened(const ir::Sdfg& sdfg, std::uint32_t& nextId);

/// One SDFG and those nested in it.
class FlatSdfg {
public:
    FlatSdfg(const ir::Sdfg& sdfg, std::uint32_t& nextId) : sdfg_(sdfg), nextId_(nextId) {}

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
            *state = flat(*state);
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

    ir::State flat(const ir::State& from) {
        FlatState state{sdfg_, nextId_, whole_};
        for (const auto& node : from.nodes)
            state.nodes.push_back(*node);
        for (const auto& edge : from.edges)
            state.edges.push_back(*edge);
        dissolveStructureViews(state);
        std::map<NodeId, ir::SdfgPtr> before;
        for (auto& node : state.nodes)
            if (auto* nested = node.as<ir::NestedSdfg>(); nested && nested->sdfg)
                if (auto inner = flattened(*nested->sdfg, nextId_))
                    before.emplace(node.id, std::exchange(nested->sdfg, std::move(inner)));
        passMembers(state, before);
        splitStructureNodes(state);
        ir::State made;
        for (auto& node : state.nodes)
            made.nodes.push_back(std::make_shared<const ir::Node>(std::move(node)));
        for (auto& edge : state.edges)
            made.edges.push_back(std::make_shared<const ir::Edge>(std::move(edge)));
        return made;
    }

    const ir::Sdfg& sdfg_;
    std::uint32_t& nextId_;
    std::set<std::string, std::less<>> whole_;
    std::set<std::string, std::less<>> used_; ///< what edges and nodes name
    std::string texts_;                       ///< of the control flow
};

ir::SdfgPtr flattened(const ir::Sdfg& sdfg, std::uint32_t& nextId) {
    return hasStructures(sdfg) ? FlatSdfg(sdfg, nextId).result() : nullptr;
}

} // namespace

ir::SdfgPtr flattenStructures(const ir::Sdfg& program) {
    if (!hasStructures(program))
        return nullptr;
    std::uint32_t nextId = lastId(program) + 1;
    return flattened(program, nextId);
}

} // namespace mw::analysis
