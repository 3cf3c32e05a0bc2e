// Iteration order: the parameters of a map change places, so that those along which memory is
// contiguous come last: the last parameter is the innermost loop of a CPU and x of a GPU's grid.
//
//     [i_Cell_gtx_horizontal, i_K_gtx_vertical]  =>  [i_K_gtx_vertical, i_Cell_gtx_horizontal]
//
// Conditions, in this order:
//  1. The match names a map entry.
//  2. The order that the options ask for is another than the map's.
//  3. No range uses a parameter that would come after its own.
//  4. The order of the iterations does not matter: each writes elements of its own, accumulates
//     into nothing that others touch, and reads nothing that others write. Nothing inside does more
//     than write its outputs.
//
// Effect: parameters and ranges in the new order. Parameters that the options do not name keep
// their order and come first. What the map says about blocks and threads stays as it is.

#include "core/analysis/analysis.h"
#include "core/analysis/names.h"
#include "core/conventions/conventions.h"
#include "core/ir/edit.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/map_pair.h"
#include "transforms/toolkit/pattern.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/side_effects.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mw::transforms {

namespace {

/// Condition 1: what a match names.
struct Found {
    StateView at;
    const ir::Node* map = nullptr;
};

const Pattern<Found>& pattern() {
    static const Pattern<Found> kPattern("a map entry", {role<ir::MapEntry>("map", &Found::map)});
    return kPattern;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    std::vector<Match> matches;
    for (const BlockId id : region.states(view)) {
        const StateView at = *view.state(id);
        for (const auto& node : at.state().nodes)
            if (const auto* map = node->as<ir::MapEntry>();
                map && map->map.params.size() > 1 && region.touches(id, {node->id}))
                matches.push_back(pattern().match({at, node.get()}, shortLabel(map->map.label)));
    }
    return matches;
}

const std::string& text(const Params& params, std::string_view name) {
    return std::get<std::string>(params.find(name)->second);
}

constexpr std::array<std::string_view, 3> kKinds = {"horizontal", "vertical", "local"};

std::vector<std::string> listed(const std::string& names) {
    std::vector<std::string> found(1);
    for (const char c : names)
        if (c == ',')
            found.emplace_back();
        else if (c != ' ')
            found.back() += c;
    std::erase(found, "");
    return found;
}

/// How far to the right a parameter belongs: 0 for those that stay in front.
std::size_t rankOf(const std::string& param, const Params& params) {
    const auto name = conventions::parameterName(param);
    const auto dimensions = listed(text(params, "unit-stride-dimensions"));
    if (dimensions.empty())
        return name && name->kind &&
                       kKinds.at(static_cast<std::size_t>(*name->kind)) ==
                           text(params, "unit-stride-kind")
                   ? 1
                   : 0;
    for (std::size_t i = 0; i < dimensions.size(); ++i)
        if (dimensions[i] == param || (name && dimensions[i] == name->dimension))
            return dimensions.size() - i;
    return 0;
}

/// For each place of the new order the parameter's place in the old one.
using Order = std::vector<std::size_t>;

Order orderOf(const ir::Map& map, const Params& params) {
    Order order(map.params.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::stable_sort(order, {},
                             [&](std::size_t i) { return rankOf(map.params[i], params); });
    return order;
}

/// Condition 3.
MaybeRefusal checkRanges(const ir::Node& entry, const Order& order) {
    const ir::Map& map = entry.as<ir::MapEntry>()->map;
    for (std::size_t i = 0; i < order.size(); ++i) {
        std::set<std::string, std::less<>> used;
        symbolic::collectSymbols(symbolic::Subset{{map.range.dims[order[i]]}}, used);
        for (std::size_t later = i; later < order.size(); ++later)
            if (used.contains(map.params[order[later]]))
                return refuse(3, "dependent-range",
                              fmt::format("The range of '{}' uses '{}', which would come later.",
                                          map.params[order[i]], map.params[order[later]]),
                              {entry.id});
    }
    return std::nullopt;
}

/// Condition 4: what one iteration does to the data outside of the map.
class Iterations {
public:
    explicit Iterations(const Found& found)
        : index_(*found.at.index), sdfg_(*found.at.sdfg), entry_(*found.map),
          map_(entry_.as<ir::MapEntry>()->map),
          accesses_(outerAccesses(index_, sdfg_, entry_, *index_.node(ir::exitOf(entry_)))),
          relation_(map_, analysis::scopeAssumptions(index_, index_.scope(entry_.id))) {}

    MaybeRefusal check();

private:
    MaybeRefusal checkInside() const;
    MaybeRefusal checkWrites(const std::string& container);
    MaybeRefusal checkReads(const std::string& container);
    std::string mayMatter(const Access& access, std::string_view what) const;
    bool regionsOf(const Access& access, std::vector<symbolic::Subset>& into) const;

    const ir::StateIndex& index_;
    const ir::Sdfg& sdfg_;
    const ir::Node& entry_;
    const ir::Map& map_;
    OuterAccesses accesses_;
    SubsetRelation relation_;
    std::vector<symbolic::Subset> written_; ///< in one iteration, of the container at hand
};

std::string Iterations::mayMatter(const Access& access, std::string_view what) const {
    return fmt::format("It is not certain that the order of the iterations of {} does not matter: "
                       "{} {}.",
                       quoted(map_), quoted(*access.node), what);
}

/// The regions of one iteration; false when one is not known.
bool Iterations::regionsOf(const Access& access, std::vector<symbolic::Subset>& into) const {
    if (isView(sdfg_, *access.node))
        return false;
    for (const ir::Edge* inner : analysis::innerEdges(index_, *access.edge)) {
        auto region = access.reads ? analysis::sourceSubset(index_, *inner)
                                   : analysis::destinationSubset(index_, *inner);
        if (!region)
            return false;
        into.push_back(std::move(*region));
    }
    return true;
}

MaybeRefusal Iterations::checkWrites(const std::string& container) {
    written_.clear();
    for (const Access& write : accesses_.written.at(container))
        if (container.empty() || !regionsOf(write, written_))
            return refuseUncertain(4, "unknown-region",
                                   mayMatter(write, "is written at elements that are not known"),
                                   {write.node->id, entry_.id});
    for (const Access& write : accesses_.written.at(container))
        for (const symbolic::Subset& region : written_)
            if (!relation_.disjointIterations(region).holds() ||
                !relation_.same(written_.front(), region).holds())
                return refuseUncertain(
                    4, "iterations-overlap",
                    mayMatter(write, "may be written at the same elements by several iterations"),
                    {write.node->id, entry_.id});
    return std::nullopt;
}

MaybeRefusal Iterations::checkReads(const std::string& container) {
    for (const auto& [other, writes] : accesses_.written)
        if (mayAlias(sdfg_, container, other))
            return refuseUncertain(4, "may-alias",
                                   mayMatter(writes.front(), "may be the same memory as another"),
                                   {writes.front().node->id, entry_.id});
    for (const auto& [other, reads] : accesses_.read)
        for (const Access& read : reads) {
            if (mayAlias(sdfg_, container, other))
                return refuseUncertain(4, "may-alias",
                                       mayMatter(read, "may be the same memory as what is written"),
                                       {read.node->id, entry_.id});
            if (other != container && !other.empty())
                continue;
            std::vector<symbolic::Subset> regions;
            const bool own = !other.empty() && regionsOf(read, regions) &&
                             std::ranges::all_of(regions, [&](const symbolic::Subset& region) {
                                 return relation_.covers(written_.front(), region).holds();
                             });
            if (!own)
                return refuseUncertain(
                    4, "reads-other-iterations",
                    mayMatter(read, "may be read where other iterations write it"),
                    {read.node->id, entry_.id});
        }
    return std::nullopt;
}

bool isWritten(const ir::StateIndex& index, const ir::Node& access) {
    return std::ranges::any_of(index.inEdges(access.id),
                               [](const ir::Edge* edge) { return !edge->memlet.empty(); });
}

/// Containers of the body live in one iteration: temporaries that nothing outside uses, and whose
/// values come from the same iteration.
MaybeRefusal Iterations::checkInside() const {
    const auto inside = dataInside(index_, entry_.id);
    const ir::Node* carried = nullptr;
    ir::forEachBlock(sdfg_.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        for (std::size_t i = 0; state && !carried && i < state->nodes.size(); ++i) {
            const ir::Node& node = *state->nodes[i];
            const auto* access = node.as<ir::AccessNode>();
            if (!access || !inside.contains(access->data))
                continue;
            const auto* data = sdfg_.data(analysis::containerOf(access->data));
            const bool own = state == &index_.state() &&
                             belongsTo(index_, index_.scope(node.id), entry_.id) && data &&
                             data->transient && isWritten(index_, node);
            carried = own ? nullptr : &node;
        }
    });
    if (!carried)
        return std::nullopt;
    return refuseUncertain(4, "carried-value",
                           fmt::format("{} inside {} may carry a value from one iteration to "
                                       "another.",
                                       quoted(*carried), quoted(map_)),
                           {carried->id, entry_.id});
}

MaybeRefusal Iterations::check() {
    if (auto refusal = checkInside())
        return refusal;
    for (const auto& [container, writes] : accesses_.written) {
        if (auto refusal = checkWrites(container))
            return refusal;
        if (auto refusal = written_.empty() ? std::nullopt : checkReads(container))
            return refusal;
    }
    if (const ir::Node* effect = effectInside(index_, entry_.id))
        return refuseUncertain(
            4, "side-effects",
            fmt::format("{} may do more than write its outputs, and the order of "
                        "the iterations would change.",
                        quoted(*effect)),
            {effect->id});
    return std::nullopt;
}

struct OrderPlan {
    StateView at;
    NodeId entry;
    Order order;
};

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<Found>(bound);
    const ir::Map& map = found.map->as<ir::MapEntry>()->map;
    if (!found.at.index->node(ir::exitOf(*found.map)) || map.range.rank() != map.params.size())
        return refuse(1, "no-such-elements", "The map of this match is not whole.", {});
    const Order order = orderOf(map, params);
    if (std::ranges::is_sorted(order))
        return refuse(
            2, "already-in-order",
            fmt::format("{} has the order [{}] already.", quoted(map), fmt::join(map.params, ", ")),
            {found.map->id});
    if (auto refusal = checkRanges(*found.map, order))
        return *refusal;
    if (auto refusal = Iterations(found).check())
        return *refusal;
    return Plan::of(OrderPlan{found.at, found.map->id, order});
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& [at, entry, order] = plan.as<OrderPlan>();
    ir::Editor editor(view.document());
    ir::Map& map = editor.node(at.id, entry).as<ir::MapEntry>()->map;
    const ir::Map old = map;
    for (std::size_t i = 0; i < order.size(); ++i) {
        map.params[i] = old.params[order[i]];
        map.range.dims[i] = old.range.dims[order[i]];
    }
    return editor.commit();
}

std::vector<ParamSpec> parameters() {
    ParamSpec kind;
    kind.name = "unit-stride-kind";
    kind.defaultValue = std::string("horizontal");
    kind.help = "Parameters of this kind of dimension come last.";
    kind.choices.assign(kKinds.begin(), kKinds.end());
    ParamSpec dimensions;
    dimensions.name = "unit-stride-dimensions";
    dimensions.defaultValue = std::string();
    dimensions.help = "Instead of a kind: dimensions or parameters that come last, separated by "
                      "commas; the first of them is the very last.";
    return {kind, dimensions};
}

} // namespace

const Transformation& mapIterationOrder() {
    static const Transformation t{
        "map-iteration-order",
        "Put the unit-stride dimension last",
        "Changes the order of a map's parameters, so that neighbouring threads and iterations "
        "touch "
        "neighbouring elements.",
        "The last parameter of a map is the innermost loop on a CPU and the x dimension of a GPU's "
        "grid. Where the fields are contiguous along a dimension, that dimension belongs there: "
        "then the threads of a warp load from one cache line.\n\n"
        "Nothing else changes. The order of the iterations must not matter: every iteration writes "
        "elements of its own, which no other reads. Block sizes that the map names already stay as "
        "they are; choose them afterwards.",
        Category::loops,
        parameters(),
        pattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms
