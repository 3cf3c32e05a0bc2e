// What is really touched: the innermost memlets, carried outwards through scopes and nested
// SDFGs.
#include "core/analysis/footprint.h"

#include "core/analysis/analysis.h"
#include "core/analysis/footprint_image.h"
#include "core/analysis/names.h"
#include "core/analysis/nested_footprints.h"
#include "core/ir/connectors.h"
#include "core/ir/predicates.h"

#include <algorithm>

namespace mw::analysis {

namespace {

using symbolic::Expr;
using symbolic::Range;
using symbolic::Subset;

/// What stands around a state: loops, and whether it runs in every run of the SDFG.
struct Surroundings {
    std::vector<std::pair<std::string, Range>> loops; ///< outermost first
    bool certain = true;
};

/// Symbols that the control flow of one SDFG assigns: by the value where there is only one, of
/// symbols from outside; `unknown` otherwise.
class Assigned {
public:
    explicit Assigned(const ir::Sdfg& sdfg) {
        std::map<std::string, std::vector<std::string>> texts;
        forEachInterstateEdge(sdfg.body, [&](const ir::InterstateEdge& edge) {
            for (const auto& [name, value] : edge.assignments)
                texts[name].push_back(value);
        });
        ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
            const auto* loop = block.as<ir::LoopRegion>();
            if (!loop || loop->loopVariable.empty())
                return;
            loopVariables_.insert(loop->loopVariable);
            if (!loopRange(*loop) || texts.contains(loop->loopVariable))
                unknown_.insert(loop->loopVariable);
        });
        const auto given = texts.empty() ? NameSet() : usedSymbols(sdfg);
        for (const auto& [name, values] : texts)
            if (given.contains(name) || !addKnown(sdfg, name, values))
                unknown_.insert(name);
        // A value that uses another assigned symbol is followed as deep as there are symbols.
        for (std::size_t i = 0; i < known_.size(); ++i)
            for (auto& [name, value] : known_)
                value = symbolic::substitute(value, known_);
        dropCircular();
    }

    void resolve(Access& access, const ir::DataDescriptor* container) const {
        if (!known_.empty()) {
            access.region = access.region.substitute(known_);
            for (Expr& trip : access.trips)
                trip = symbolic::substitute(trip, known_);
        }
        forget(access, unknown_, container);
    }

private:
    bool addKnown(const ir::Sdfg& sdfg, const std::string& name,
                  const std::vector<std::string>& values) {
        if (values.size() != 1 || unknown_.contains(name))
            return false;
        const auto value = symbolic::parse(values.front(), symbolic::Dialect::code);
        if (!value)
            return false;
        const auto used = symbolic::freeSymbols(*value);
        const bool fixed = std::ranges::none_of(used, [&](const auto& symbol) {
            return symbol == name || sdfg.data(symbol) || loopVariables_.contains(symbol);
        });
        if (fixed)
            known_.emplace(name, *value);
        return fixed;
    }

    /// Symbols that are computed from each other, round and round, have no one value.
    void dropCircular() {
        const symbolic::Substitution all = known_;
        std::erase_if(known_, [&](const auto& one) {
            const auto used = symbolic::freeSymbols(one.second);
            const bool circular =
                std::ranges::any_of(used, [&](const auto& symbol) { return all.contains(symbol); });
            if (circular)
                unknown_.insert(one.first);
            return circular;
        });
    }

    symbolic::Substitution known_;
    NameSet loopVariables_, unknown_;
};

bool branches(const ir::Region& region) {
    return std::ranges::any_of(region.edges, [](const ir::InterstateEdge& edge) {
        return !ir::isAlwaysTrue(edge.condition);
    });
}

class Walker {
public:
    explicit Walker(const ir::Sdfg& sdfg) : sdfg_(sdfg), assigned_(sdfg) { region(sdfg.body, {}); }

    NestedFootprints everything() {
        for (const auto& [state, around] : states_) {
            const ir::StateIndex index(*state);
            for (const auto& edge : state->edges)
                inEdge(index, *edge, around);
        }
        return {std::move(found_), std::move(nested_)};
    }
    Footprint kernel(const ir::StateIndex& index, const ir::ScopeParts& parts, NodeId node) {
        const auto state = std::ranges::find(states_, &index.state(), &State::first);
        if (state != states_.end())
            for (const std::uint32_t edge : parts.of(node).edges)
                inEdge(index, *index.state().edges[edge], state->second);
        return std::exchange(found_, {});
    }

private:
    void region(const ir::Region& body, Surroundings around) {
        const BlockId start = ir::startOf(body);
        const bool certain = around.certain && !branches(body);
        for (const auto& block : body.blocks) {
            Surroundings here = around;
            here.certain = block->id == start ? around.certain : certain;
            inBlock(*block, std::move(here));
        }
    }

    void inBlock(const ir::Block& block, Surroundings around) {
        if (const auto* state = block.as<ir::State>()) {
            states_.emplace_back(state, std::move(around));
        } else if (const auto* loop = block.as<ir::LoopRegion>()) {
            if (const auto range = loopRange(*loop))
                around.loops.emplace_back(loop->loopVariable, *range);
            else
                around.certain = false;
            region(loop->body, std::move(around));
        } else if (const auto* conditional = block.as<ir::ConditionalBlock>()) {
            around.certain = false;
            for (const auto& branch : conditional->branches)
                if (branch.body)
                    inBlock(*branch.body, around);
        } else if (const ir::Region* inner = block.region()) {
            region(*inner, std::move(around));
        }
    }

    void inEdge(const ir::StateIndex& index, const ir::Edge& edge, const Surroundings& around) {
        const ir::Node* src = index.node(edge.src);
        const ir::Node* dst = index.node(edge.dst);
        if (edge.memlet.empty() || !src || !dst)
            return;
        const auto path = memletPath(index, edge);
        if (!dst->isEntry())
            leaf(index, edge, index.node(path.front()->src), *dst, false, around);
        if (!src->isExit())
            leaf(index, edge, index.node(path.back()->dst), *src, true, around);
    }

    /// One end of an innermost edge: `outer` is the access node at the far end of its path, `user`
    /// the node at the near end.
    void leaf(const ir::StateIndex& index, const ir::Edge& edge, const ir::Node* outer,
              const ir::Node& user, bool write, const Surroundings& around) {
        const auto* access = outer ? outer->as<ir::AccessNode>() : nullptr;
        if (!access)
            return;
        const NodeId inside = user.isEntry() ? user.id : index.scope(user.id);
        for (Access& found : touched(index, edge, access->data, user, write)) {
            found.memlet = edge.id;
            found.accessNode = outer->id;
            found.user = user.isCode() ? user.id : NodeId{};
            if (edge.memlet.dynamic || !around.certain)
                found.reach = Reach::bound;
            leaveScopes(found, index, inside, index.scope(outer->id), access->data);
            leaveLoops(found, around, access->data);
            assigned_.resolve(found, sdfg_.data(access->data));
            found_[access->data].push_back(std::move(found));
        }
    }

    /// What happens at the near end, in terms of the container `data`.
    std::vector<Access> touched(const ir::StateIndex& index, const ir::Edge& edge,
                                const std::string& data, const ir::Node& user, bool write) {
        const bool reads = !write || !edge.memlet.wcr.empty();
        bool known = true;
        const Subset window = windowOf(index, edge, data, write, known);
        if (const auto* nested = user.as<ir::NestedSdfg>(); nested && nested->sdfg)
            return throughNested(user, *nested, write ? edge.srcConnector : edge.dstConnector,
                                 window, data, write);
        Access one;
        one.region = window;
        one.elements = edge.memlet.dynamic ? Expr(0) : window.volume();
        one.write = write;
        // A tasklet with a pointer chooses the elements itself.
        const bool chooses =
            user.as<ir::Tasklet>() && !symbolic::expand(window.volume()).isInteger(1);
        if (chooses || !known || user.as<ir::UnknownNode>())
            one.reach = Reach::bound;
        std::vector<Access> found{one};
        if (write && reads) {
            found.push_back(one);
            found.back().write = false;
        }
        return found;
    }

    /// The region of `data` at this end of the edge; `known` turns false where the file does not
    /// say and the other end does not tell.
    Subset windowOf(const ir::StateIndex& index, const ir::Edge& edge, const std::string& data,
                    bool write, bool& known) const {
        const auto said = write ? destinationSubset(index, edge) : sourceSubset(index, edge);
        if (said)
            return *said;
        const auto other = write ? sourceSubset(index, edge) : destinationSubset(index, edge);
        const auto* container = sdfg_.data(data);
        Subset whole = container ? wholeContainer(*container) : Subset{};
        const bool single = container && container->isSingleElement();
        if (other && (single || symbolic::equal(whole.volume(), other->volume())))
            return whole;
        // Both rules for a missing side (same place, same extents from 0) agree at the origin.
        const auto atOrigin = [](const Range& range) { return range.begin.isInteger(0); };
        if (other && other->rank() == whole.rank() && std::ranges::all_of(other->dims, atOrigin))
            return *other;
        known = false;
        return whole;
    }

    std::vector<Access> throughNested(const ir::Node& node, const ir::NestedSdfg& nested,
                                      const std::string& connector, const Subset& window,
                                      const std::string& data, bool write) {
        auto& inner = nested_[node.id];
        if (!inner)
            inner = std::make_shared<const NestedFootprints>(nestedFootprints(*nested.sdfg));
        std::vector<Access> result;
        const auto found = inner->own.find(connector);
        if (found == inner->own.end())
            return result;
        for (const Access& access : found->second) {
            if (access.write != write)
                continue;
            Access seen = access;
            seen.region = access.region.substitute(nested.symbolMapping);
            for (Expr& trip : seen.trips)
                trip = symbolic::substitute(trip, nested.symbolMapping);
            seen.elements = symbolic::substitute(access.elements, nested.symbolMapping);
            throughWindow(seen, window, nested.sdfg->data(connector), sdfg_.data(data),
                          nested.symbolMapping);
            result.push_back(std::move(seen));
        }
        return result;
    }

    void leaveScopes(Access& access, const ir::StateIndex& index, NodeId inside, NodeId outside,
                     const std::string& data) const {
        const auto* container = sdfg_.data(data);
        for (NodeId at = inside; at && at != outside; at = index.scope(at)) {
            const ir::Node* entry = index.node(at);
            const auto* map = entry ? entry->as<ir::MapEntry>() : nullptr;
            access.user = at;
            if (!map) { // a consume scope
                access.reach = Reach::bound;
                continue;
            }
            for (std::size_t p = map->map.params.size(); p-- > 0;)
                if (p < map->map.range.rank())
                    runOver(access, map->map.params[p], map->map.range.dims[p], container);
            const auto dynamic = ir::dynamicInputs(*entry);
            forget(access, {dynamic.begin(), dynamic.end()}, container);
        }
    }

    void leaveLoops(Access& access, const Surroundings& around, const std::string& data) const {
        for (std::size_t i = around.loops.size(); i-- > 0;)
            runOver(access, around.loops[i].first, around.loops[i].second, sdfg_.data(data));
    }

    using State = std::pair<const ir::State*, Surroundings>;

    const ir::Sdfg& sdfg_;
    Assigned assigned_;
    std::vector<State> states_; ///< in program order
    Footprint found_;
    std::map<NodeId, std::shared_ptr<const NestedFootprints>> nested_;
};

} // namespace

Footprint footprint(const ir::Sdfg& sdfg) {
    return std::move(nestedFootprints(sdfg).own);
}

NestedFootprints nestedFootprints(const ir::Sdfg& sdfg) {
    return Walker(sdfg).everything();
}

std::shared_ptr<const NestedFootprints> footprintsOf(const NestedFootprints& around, NodeId node,
                                                     const ir::Sdfg& nested) {
    const auto known = around.nested.find(node);
    return known != around.nested.end() && known->second
               ? known->second
               : std::make_shared<const NestedFootprints>(nestedFootprints(nested));
}

struct KernelFootprints::States {
    Walker walker;
};

KernelFootprints::KernelFootprints(const ir::Sdfg& sdfg)
    : states_(std::make_unique<States>(States{Walker(sdfg)})) {}
KernelFootprints::KernelFootprints(KernelFootprints&& other) noexcept = default;
KernelFootprints::~KernelFootprints() = default;

Footprint KernelFootprints::of(const ir::StateIndex& index, const ir::ScopeParts& parts,
                               NodeId node) {
    return states_->walker.kernel(index, parts, node);
}

namespace {

bool happens(const Access& access, const symbolic::Bindings& values) {
    return access.reach != Reach::bound && std::ranges::all_of(access.trips, [&](const Expr& trip) {
               const auto count = symbolic::evaluateInteger(trip, values);
               return count && *count > 0;
           });
}

void include(TouchedExtent& extent, std::size_t d, std::int64_t low, std::int64_t high,
             EdgeId memlet) {
    if (d == extent.low.size()) {
        extent.low.push_back(low);
        extent.high.push_back(high);
        extent.lowMemlet.push_back(memlet);
        extent.highMemlet.push_back(memlet);
        return;
    }
    if (low < extent.low[d]) {
        extent.low[d] = low;
        extent.lowMemlet[d] = memlet;
    }
    if (high > extent.high[d]) {
        extent.high[d] = high;
        extent.highMemlet[d] = memlet;
    }
}

} // namespace

std::map<std::string, TouchedExtent, std::less<>>
requiredExtents(const Footprint& footprint, const symbolic::Bindings& values) {
    std::map<std::string, TouchedExtent, std::less<>> result;
    for (const auto& [name, accesses] : footprint) {
        for (const Access& access : accesses) {
            std::vector<std::pair<std::int64_t, std::int64_t>> box;
            for (const Range& range : access.region.dims) {
                const auto low = symbolic::evaluateInteger(range.begin, values);
                const auto high = symbolic::evaluateInteger(range.end, values);
                if (low && high && *low <= *high)
                    box.emplace_back(*low, *high);
            }
            if (box.size() != access.region.rank() || !happens(access, values))
                continue;
            auto& extent = result[name];
            for (std::size_t d = 0; d < box.size(); ++d)
                include(extent, d, box[d].first, box[d].second, access.memlet);
        }
    }
    return result;
}

std::optional<Subset> requiredRegion(const std::vector<Access>& accesses) {
    std::optional<Subset> box;
    for (const Access& access : accesses)
        if (access.reach != Reach::bound && (!box || box->rank() == access.region.rank()))
            box = box ? symbolic::boundingUnion(*box, access.region) : access.region;
    return box;
}

} // namespace mw::analysis
