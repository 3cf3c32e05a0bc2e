// A copy of an SDFG with ids of its own.
#include "core/ir/renumber.h"

#include <unordered_map>

namespace mw::ir {

namespace {

class Renumbering {
public:
    explicit Renumbering(std::uint32_t& nextId) : next_(nextId) {}

    SdfgPtr copy(const Sdfg& sdfg) {
        auto result = std::make_shared<Sdfg>(sdfg);
        result->id = fresh(sdfg.id);
        renumber(result->body);
        return result;
    }

private:
    template <class IdType>
    IdType fresh(IdType old) {
        return {ids_[old.value] = next_++};
    }
    template <class IdType>
    IdType at(IdType old) const {
        const auto found = ids_.find(old.value);
        return {found == ids_.end() ? 0 : found->second};
    }

    void renumber(Region& region) {
        for (auto& block : region.blocks)
            block = copy(*block);
        for (auto& edge : region.edges) {
            edge.id = fresh(edge.id);
            edge.src = at(edge.src);
            edge.dst = at(edge.dst);
        }
        region.start = at(region.start);
    }

    BlockPtr copy(const Block& block) {
        auto result = std::make_shared<Block>(block);
        result->id = fresh(block.id);
        if (auto* state = result->as<State>())
            renumber(*state);
        else if (auto* plain = result->as<ControlFlowRegion>())
            renumber(plain->body);
        else if (auto* loop = result->as<LoopRegion>())
            renumber(loop->body);
        else if (auto* conditional = result->as<ConditionalBlock>())
            for (auto& branch : conditional->branches)
                if (branch.body)
                    branch.body = copy(*branch.body);
        return result;
    }

    void renumber(State& state) {
        for (const auto& node : state.nodes)
            fresh(node->id);
        for (auto& node : state.nodes)
            node = copy(*node);
        for (auto& edge : state.edges) {
            auto moved = std::make_shared<Edge>(*edge);
            moved->id = fresh(edge->id);
            moved->src = at(edge->src);
            moved->dst = at(edge->dst);
            edge = std::move(moved);
        }
    }

    NodePtr copy(const Node& node) {
        auto result = std::make_shared<Node>(node);
        result->id = at(node.id);
        if (auto* entry = result->as<MapEntry>())
            entry->exit = at(entry->exit);
        else if (auto* exit = result->as<MapExit>())
            exit->entry = at(exit->entry);
        else if (auto* consume = result->as<ConsumeEntry>())
            consume->exit = at(consume->exit);
        else if (auto* end = result->as<ConsumeExit>())
            end->entry = at(end->entry);
        else if (auto* nested = result->as<NestedSdfg>(); nested && nested->sdfg)
            nested->sdfg = copy(*nested->sdfg);
        return result;
    }

    std::uint32_t& next_;
    std::unordered_map<std::uint32_t, std::uint32_t> ids_; ///< old -> new
};

} // namespace

SdfgPtr renumbered(const Sdfg& sdfg, std::uint32_t& nextId) {
    return Renumbering(nextId).copy(sdfg);
}

} // namespace mw::ir
