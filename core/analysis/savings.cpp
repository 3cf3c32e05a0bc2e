// What an edit saves: the estimates of the kernels and temporaries alone that it may concern.
#include "core/analysis/savings.h"

#include "core/analysis/analysis.h"
#include "core/analysis/copies.h"
#include "core/analysis/footprint.h"
#include "core/analysis/names.h"
#include "core/analysis/temporary_bytes.h"
#include "core/analysis/traffic.h"
#include "core/ir/same.h"
#include "core/ir/scope_parts.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace mw::analysis {

namespace {

using symbolic::Expr;
using symbolic::Substitution;
using Changed = std::set<std::string_view>; ///< containers

/// An SDFG, and its symbols over those of the program.
struct LoopLevel {
    const ir::Sdfg& sdfg;
    const Substitution& mapping;
};

const ir::Sdfg* nestedIn(const ir::Node& node) {
    const auto* nested = node.as<ir::NestedSdfg>();
    return nested ? nested->sdfg.get() : nullptr;
}

/// A state by what stands at its top level: kernels, copies, and nested SDFGs, which hold more of
/// them.
struct StateParts {
    StateParts(const ir::Sdfg& sdfg, const ir::State& state) : index(state), parts(index) {
        for (const auto& node : state.nodes)
            if (isPart(*node))
                nodes.push_back(node.get());
            else if (const auto* access = node->as<ir::AccessNode>();
                     access && !index.scope(node->id))
                touched.insert(containerOf(access->data));
        for (const auto& edge : state.edges)
            if (isCopy(sdfg, index, *edge))
                copies.emplace(edge->id, edge.get());
    }
    const ir::Node* part(NodeId id) const {
        const ir::Node* node = index.node(id);
        return node && isPart(*node) ? node : nullptr;
    }

    ir::StateIndex index;
    ir::ScopeParts parts;
    std::vector<const ir::Node*> nodes;
    std::map<EdgeId, const ir::Edge*> copies;
    std::set<std::string_view> touched; ///< containers outside of maps

private:
    bool isPart(const ir::Node& node) const {
        return !index.scope(node.id) &&
               (node.as<ir::MapEntry>() || node.as<ir::LibraryNode>() || node.as<ir::Tasklet>() ||
                node.as<ir::ConsumeEntry>() || nestedIn(node));
    }
};

/// What the parts of one document cost, worked out when they are first asked for.
class Costs {
public:
    explicit Costs(const symbolic::Bindings& values) : values_(values) {}

    const StateParts& parts(const ir::Sdfg& sdfg, const ir::Block& block) {
        return states_.try_emplace(&block, sdfg, *block.as<ir::State>()).first->second;
    }
    const Substitution& mappingInto(const ir::NestedSdfg& nested, const Substitution& around) {
        const auto [at, isNew] = mappings_.try_emplace(nested.sdfg.get());
        if (isNew)
            for (const auto& [name, value] : nested.symbolMapping)
                at->second.emplace(name, symbolic::substitute(value, around));
        return at->second;
    }
    /// A map or other code node at top level: whether it is a kernel, and what it must move.
    struct Kernel {
        bool touchesArrays = false; ///< else it has no row
        std::optional<std::int64_t> bytes;
    };
    const Kernel& kernel(const LoopLevel& level, const StateParts& state, NodeId node) {
        const auto [at, isNew] = kernels_.try_emplace(node);
        if (isNew)
            at->second = costOf(level, state, node);
        return at->second;
    }
    /// Bytes that are read and written by a copy.
    std::optional<std::int64_t> copy(const LoopLevel& level, const ir::Edge& edge) const {
        const auto bytes = value(symbolic::simplify(
            symbolic::substitute(memletBytes(level.sdfg, edge.memlet), level.mapping)));
        return bytes ? std::optional(2 * *bytes) : std::nullopt;
    }
    std::optional<std::int64_t> value(const Expr& e) const {
        const auto value = symbolic::evaluateInteger(e, values_);
        return value ? std::optional(*value) : std::nullopt;
    }

private:
    Kernel costOf(const LoopLevel& level, const StateParts& state, NodeId node) {
        Footprint touched = footprints_.try_emplace(&level.sdfg, level.sdfg)
                                .first->second.of(state.index, state.parts, node);
        bool arrays = false;
        for (auto& [name, accesses] : touched) {
            std::erase_if(accesses, [&](const Access& access) { return access.user != node; });
            const auto* data = level.sdfg.data(containerOf(name));
            arrays = arrays || (!accesses.empty() && data && !data->isSingleElement());
        }
        const Traffic traffic = kernelTraffic(level.sdfg, touched)[node];
        const auto seen = [&](const Expr& e) {
            return symbolic::simplify(symbolic::substitute(e, level.mapping));
        };
        return {arrays, value(seen(traffic.bytesRead) + seen(traffic.bytesWritten))};
    }

    const symbolic::Bindings& values_;
    std::map<const ir::Block*, StateParts> states_;
    std::map<const ir::Sdfg*, Substitution> mappings_;
    std::map<const ir::Sdfg*, KernelFootprints> footprints_;
    std::map<NodeId, Kernel> kernels_;
};

// What the cost of a kernel depends on.

bool sameFlow(const ir::Region& a, const ir::Region& b);

/// The same blocks around the same states, whatever is in these.
bool sameFlow(const ir::Block& a, const ir::Block& b) {
    if (&a == &b)
        return true;
    if (a.id != b.id || a.kind.index() != b.kind.index())
        return false;
    if (a.as<ir::State>())
        return true;
    if (!ir::sameProperties(a, b))
        return false;
    if (const auto* conditional = a.as<ir::ConditionalBlock>())
        return std::ranges::equal(conditional->branches, b.as<ir::ConditionalBlock>()->branches,
                                  [](const ir::Branch& x, const ir::Branch& y) {
                                      return x.body == y.body ||
                                             (x.body && y.body && sameFlow(*x.body, *y.body));
                                  });
    return !a.region() || sameFlow(*a.region(), *b.region());
}

bool sameFlow(const ir::Region& a, const ir::Region& b) {
    const auto sameEdge = [](const ir::InterstateEdge& x, const ir::InterstateEdge& y) {
        return x.src == y.src && x.dst == y.dst && ir::sameProperties(x, y);
    };
    return a.start == b.start && std::ranges::equal(a.edges, b.edges, sameEdge) &&
           std::ranges::equal(a.blocks, b.blocks,
                              [](const auto& x, const auto& y) { return sameFlow(*x, *y); });
}

using Containers = std::vector<std::pair<std::string_view, const ir::DataDescriptor*>>;
Containers sorted(const ir::Sdfg& sdfg) {
    Containers all;
    for (const auto& [name, data] : sdfg.arrays)
        all.emplace_back(name, data.get());
    std::ranges::sort(all);
    return all;
}

/// New, gone, or with another descriptor.
Changed changedContainers(const ir::Sdfg& before, const ir::Sdfg& after) {
    if (std::ranges::equal(before.arrays, after.arrays, [](const auto& a, const auto& b) {
            return a.value == b.value && a.name == b.name;
        }))
        return {};
    Containers differ;
    std::ranges::set_symmetric_difference(sorted(before), sorted(after),
                                          std::back_inserter(differ));
    Changed changed;
    for (const auto& [name, data] : differ)
        changed.insert(name);
    return changed;
}

/// Made of the same elements, which name no container that changed.
bool sameKernel(const StateParts& before, const StateParts& after, NodeId id,
                const Changed& changed) {
    const auto sameNode = [&](NodeId node) {
        const ir::Node* one = before.index.node(node);
        const auto* access = one ? one->as<ir::AccessNode>() : nullptr;
        return one == after.index.node(node) && !(access && changed.contains(access->data));
    };
    const auto& was = before.parts.of(id);
    const auto& is = after.parts.of(id);
    const auto& oldState = before.index.state();
    const auto& newState = after.index.state();
    return std::ranges::equal(was.nodes, is.nodes,
                              [&](std::uint32_t a, std::uint32_t b) {
                                  return oldState.nodes[a] == newState.nodes[b] &&
                                         sameNode(oldState.nodes[a]->id);
                              }) &&
           std::ranges::equal(was.edges, is.edges, [&](std::uint32_t a, std::uint32_t b) {
               const ir::Edge& edge = *oldState.edges[a];
               return &edge == newState.edges[b].get() && sameNode(edge.src) &&
                      sameNode(edge.dst) && !changed.contains(edge.memlet.data);
           });
}

/// The nodes of nested SDFGs at top level that are not as they were, before and after, where
/// nothing else of a state has changed: neither its edges nor what else stands at their ends.
using NestedPairs = std::vector<std::pair<const ir::Node*, const ir::Node*>>;
std::optional<NestedPairs> onlyNestedDiffer(const StateParts& before, const ir::State& after) {
    const ir::State& was = before.index.state();
    if (was.edges != after.edges || was.nodes.size() != after.nodes.size())
        return std::nullopt;
    const auto isAccess = [&](NodeId id) {
        const ir::Node* node = before.index.node(id);
        return node && node->as<ir::AccessNode>();
    };
    NestedPairs pairs;
    for (std::size_t i = 0; i < was.nodes.size(); ++i) {
        const ir::Node &one = *was.nodes[i], &other = *after.nodes[i];
        if (&one == &other)
            continue;
        if (one.id != other.id || !before.part(one.id) || !nestedIn(one) || !nestedIn(other) ||
            !std::ranges::all_of(before.index.inEdges(one.id), isAccess, &ir::Edge::src) ||
            !std::ranges::all_of(before.index.outEdges(one.id), isAccess, &ir::Edge::dst))
            return std::nullopt;
        pairs.emplace_back(&one, &other);
    }
    return pairs;
}

std::vector<const ir::Block*> statesOf(const ir::Sdfg& sdfg) {
    std::vector<const ir::Block*> states;
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (block.as<ir::State>())
            states.push_back(&block);
    });
    return states;
}

/// Walks through two documents at once, and adds up what they do not share.
class Difference {
public:
    Difference(Costs& before, Costs& after) : before_{before, 1}, after_{after, -1} {}

    Savings result;

    void compare(const LoopLevel& was, const LoopLevel& is, bool sameMapping) {
        if (&was.sdfg == &is.sdfg && sameMapping)
            return;
        if (!sameMapping || !sameFlow(was.sdfg.body, is.sdfg.body)) {
            addAll(before_, was);
            addAll(after_, is);
            return;
        }
        const Changed changed = changedContainers(was.sdfg, is.sdfg);
        const auto before = statesOf(was.sdfg), after = statesOf(is.sdfg);
        Changed usedBefore, usedAfter;
        for (std::size_t i = 0; i < before.size(); ++i) {
            const StateParts& one = before_.costs.parts(was.sdfg, *before[i]);
            const StateParts* other = compare(was, *before[i], is, *after[i], changed);
            usedBefore.insert(one.touched.begin(), one.touched.end());
            usedAfter.insert(other->touched.begin(), other->touched.end());
        }
        for (const auto name : usedBefore)
            if (changed.contains(name) || !usedAfter.contains(name))
                addTemporary(before_, was, name);
        for (const auto name : usedAfter)
            if (changed.contains(name) || !usedBefore.contains(name))
                addTemporary(after_, is, name);
    }

private:
    struct Side {
        Costs& costs;
        int sign; ///< with which costs count as savings
    };

    /// The parts of the state as it is, or of one that touches the same containers.
    const StateParts* compare(const LoopLevel& was, const ir::Block& oldBlock, const LoopLevel& is,
                              const ir::Block& newBlock, const Changed& changed) {
        const bool same = &oldBlock == &newBlock;
        const StateParts& before = before_.costs.parts(was.sdfg, oldBlock);
        if (same && changed.empty())
            return &before;
        const auto nested =
            changed.empty() ? onlyNestedDiffer(before, *newBlock.as<ir::State>()) : std::nullopt;
        for (const auto& [one, other] : nested.value_or(NestedPairs{}))
            compareNested(was, *one, is, *other);
        if (nested)
            return &before;
        // What changed containers make of copies is another state's matter too: see isCopy.
        const StateParts& after = after_.costs.parts(is.sdfg, newBlock);
        for (const ir::Node* one : before.nodes) {
            const ir::Node* other = after.part(one->id);
            if (other && nestedIn(*one) && nestedIn(*other)) {
                compareNested(was, *one, is, *other);
            } else if (!other || !sameKernel(before, after, one->id, changed)) {
                add(before_, was, before, *one);
                if (other)
                    add(after_, is, after, *other);
            }
        }
        for (const ir::Node* one : after.nodes)
            if (!before.part(one->id))
                add(after_, is, after, *one);
        const auto sameEnds = [&](const ir::Edge& edge) {
            return before.index.node(edge.src) == after.index.node(edge.src) &&
                   before.index.node(edge.dst) == after.index.node(edge.dst);
        };
        const auto isKept = [&](const ir::Edge& edge, const StateParts& other) {
            const auto found = other.copies.find(edge.id);
            return found != other.copies.end() && found->second == &edge && sameEnds(edge) &&
                   !changed.contains(edge.memlet.data);
        };
        for (const auto& [id, edge] : before.copies)
            if (!isKept(*edge, after))
                addCopy(before_, was, *edge);
        for (const auto& [id, edge] : after.copies)
            if (!isKept(*edge, before))
                addCopy(after_, is, *edge);
        return &after;
    }

    void compareNested(const LoopLevel& was, const ir::Node& oldNode, const LoopLevel& is,
                       const ir::Node& newNode) {
        const auto& before = *oldNode.as<ir::NestedSdfg>();
        const auto& after = *newNode.as<ir::NestedSdfg>();
        const bool same = before.symbolMapping == after.symbolMapping;
        const Substitution& mapping = before_.costs.mappingInto(before, was.mapping);
        compare({*before.sdfg, mapping},
                {*after.sdfg, same ? mapping : after_.costs.mappingInto(after, is.mapping)}, same);
    }

    /// Everything in the SDFG and below it.
    void addAll(const Side& side, const LoopLevel& level) {
        Changed used;
        for (const ir::Block* block : statesOf(level.sdfg)) {
            const StateParts& state = side.costs.parts(level.sdfg, *block);
            for (const ir::Node* node : state.nodes)
                add(side, level, state, *node);
            for (const auto& [id, edge] : state.copies)
                addCopy(side, level, *edge);
            used.insert(state.touched.begin(), state.touched.end());
        }
        for (const auto name : used)
            addTemporary(side, level, name);
    }

    void add(const Side& side, const LoopLevel& level, const StateParts& state,
             const ir::Node& node) {
        if (const ir::Sdfg* inner = nestedIn(node)) {
            const auto& nested = *node.as<ir::NestedSdfg>();
            addAll(side, {*inner, side.costs.mappingInto(nested, level.mapping)});
            return;
        }
        const auto& kernel = side.costs.kernel(level, state, node.id);
        if (!kernel.touchesArrays)
            return;
        result.kernels += side.sign;
        addTo(result.bytes, kernel.bytes, side.sign);
    }

    void addCopy(const Side& side, const LoopLevel& level, const ir::Edge& edge) {
        result.copies += side.sign;
        addTo(result.bytes, side.costs.copy(level, edge), side.sign);
    }

    void addTemporary(const Side& side, const LoopLevel& level, std::string_view name) {
        const auto* data = level.sdfg.data(name);
        const auto bytes = data ? temporaryBytes(*data) : std::nullopt;
        if (bytes)
            addTo(result.temporaryBytes,
                  side.costs.value(symbolic::substitute(*bytes, level.mapping)), side.sign);
    }

    static void addTo(std::optional<std::int64_t>& sum, std::optional<std::int64_t> value,
                      int sign) {
        sum = sum && value ? std::optional(*sum + sign * *value) : std::nullopt;
    }

    Side before_, after_;
};

} // namespace

struct SavingsAgainst::Known {
    ir::DocumentPtr document;
    symbolic::Bindings values;
    Costs costs{values};
};

SavingsAgainst::SavingsAgainst(ir::DocumentPtr before, symbolic::Bindings values)
    : known_(new Known{std::move(before), std::move(values)}) {}
SavingsAgainst::SavingsAgainst(SavingsAgainst&& other) noexcept = default;
SavingsAgainst::~SavingsAgainst() = default;

Savings SavingsAgainst::of(const ir::Document& after) {
    const Substitution none;
    Costs costs(known_->values);
    Difference difference(known_->costs, costs);
    difference.compare({*known_->document->root, none}, {*after.root, none}, true);
    return difference.result;
}

} // namespace mw::analysis
