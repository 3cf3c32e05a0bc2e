// Parts of temporaries as containers of their own: which accesses are known, how a part lies in its
// memory, and leading accesses to it.

#include "transforms/toolkit/fragment.h"

#include "core/analysis/analysis.h"
#include "core/analysis/assigned_symbols.h"
#include "core/ir/connectors.h"
#include "transforms/toolkit/boxes.h"
#include "transforms/toolkit/new_place.h"
#include "transforms/toolkit/replacement.h"
#include "transforms/toolkit/scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mw::transforms {

namespace {

using symbolic::Expr;
using symbolic::Subset;

constexpr auto kFragmentStride = "__fragment_stride_";

const ir::DataDescriptor* dataOf(const StateView& at, const ir::Node& access) {
    return at.sdfg->data(access.as<ir::AccessNode>()->data);
}

std::optional<Subset> ourRegion(const ir::StateIndex& index, const ir::Edge& edge, bool reads) {
    return reads ? analysis::sourceSubset(index, edge) : analysis::destinationSubset(index, edge);
}

/// What an access touches, when every memlet on its way says so.
std::optional<Subset> regionOfAll(const StateView& at, const Access& access, std::size_t rank) {
    for (const ir::Edge* edge : treeOf(*at.index, access)) {
        const auto region = ourRegion(*at.index, *edge, access.reads);
        if (!region || region->rank() != rank)
            return std::nullopt;
    }
    const auto region = regionOf(*at.index, *at.sdfg, access);
    return region && isPlainBox(*region) ? region : std::nullopt;
}

/// Strides of a dense array of this shape whose dimensions follow each other in memory as those of
/// the temporary do; the last is the fastest where that cannot be told.
std::vector<Expr> stridesLike(const ir::DataDescriptor& data, const std::vector<Expr>& shape) {
    std::vector<Expr> strides(shape.size());
    std::vector<bool> placed(shape.size(), false);
    Expr had = 1, has = 1;
    for (std::size_t n = 0; n < shape.size(); ++n) {
        std::size_t next = shape.size();
        for (std::size_t d = 0; d < shape.size(); ++d)
            if (!placed[d] && symbolic::equal(data.strides[d], had))
                next = d;
        for (std::size_t d = 0; next == shape.size() && d < shape.size(); ++d)
            if (!placed[d] && std::find(placed.begin() + static_cast<std::ptrdiff_t>(d) + 1,
                                        placed.end(), false) == placed.end())
                next = d;
        placed[next] = true;
        strides[next] = has;
        had = symbolic::simplify(had * data.shape[next]);
        has = symbolic::simplify(has * shape[next]);
    }
    return strides;
}

ir::DataDescriptor partOf(const ir::DataDescriptor& data, const Subset& region,
                          symbolic::Prover& prover) {
    ir::DataDescriptor part = data;
    part.shape.clear();
    part.totalSize = 1;
    for (const auto& range : region.dims) {
        const Expr extent = extentOf(range);
        part.shape.push_back(prover.lessEqual(0, extent).proven() ? extent
                                                                  : symbolic::max(0, extent));
        part.totalSize = symbolic::simplify(part.totalSize * part.shape.back());
    }
    part.strides = stridesLike(data, part.shape);
    return part;
}

/// The scope gives one of the names a meaning of its own.
bool binds(const ir::Node& scope, const std::set<std::string, std::less<>>& names) {
    const auto* map = scope.as<ir::MapEntry>();
    auto own = ir::dynamicInputs(scope);
    if (map)
        own.insert(own.end(), map->map.params.begin(), map->map.params.end());
    return std::ranges::any_of(own, [&](const std::string& name) { return names.contains(name); });
}

/// The symbols of the bounds mean the same wherever an access is.
MaybeRefusal checkBoundNames(int condition, const Fragment& fragment) {
    std::set<std::string, std::less<>> names;
    symbolic::collectSymbols(fragment.region, names);
    const auto bounds = fmt::format("the part [{}] of {}", symbolic::print(fragment.region),
                                    quoted(*fragment.access));
    for (const auto& [assigned, type] : analysis::assignedSymbols(*fragment.at.sdfg))
        if (names.contains(assigned))
            return refuseUncertain(condition, "changing-extent",
                                   fmt::format("'{}', in the bounds of {}, is assigned while the "
                                               "program runs.",
                                               assigned, bounds),
                                   {fragment.access->id});
    const ir::StateIndex& index = *fragment.at.index;
    for (const Access& access : fragment.accesses)
        for (const ir::Edge* edge : treeOf(index, access))
            for (NodeId scope = scopeOf(index, *edge); scope; scope = index.scope(scope))
                if (binds(*index.node(scope), names))
                    return refuse(condition, "hidden-extent",
                                  fmt::format("A name in the bounds of {} means something else "
                                              "inside of {}.",
                                              bounds, quoted(index, scope)),
                                  {scope, fragment.access->id});
    return std::nullopt;
}

/// The entry of the map that the access leads to or comes out of; 0: none.
NodeId mapAt(const StateView& at, const Access& access) {
    const ir::Node& far = *at.index->node(access.reads ? access.edge->dst : access.edge->src);
    if (access.reads)
        return far.as<ir::MapEntry>() ? far.id : NodeId{};
    return far.as<ir::MapExit>() ? ir::entryOf(far) : NodeId{};
}

MaybeRefusal planStrides(int condition, Fragment& fragment) {
    if (std::ranges::equal(fragment.data.strides, dataOf(fragment.at, *fragment.access)->strides,
                           symbolic::equal))
        return std::nullopt;
    SeenDims dims;
    for (std::size_t d = 0; d < fragment.region.rank(); ++d)
        dims.emplace_back(d);
    for (const Access& access : fragment.accesses)
        for (const ir::Edge* edge : treeOf(*fragment.at.index, access))
            if (const auto obstacle =
                    planLayout(fragment.at, *edge, access.reads,
                               fragment.access->as<ir::AccessNode>()->data, dims, fragment.layout))
                return refuse(condition, "layout",
                              fmt::format("What looks at {} cannot be told how a part of it lies "
                                          "in memory: {}.",
                                          quoted(*fragment.access), obstacle->what),
                              {obstacle->element, fragment.access->id});
    return std::nullopt;
}

} // namespace

MaybeRefusal checkOwnTemporary(int condition, const DocumentView& view, const StateView& at,
                               const ir::Node& access) {
    const auto* data = dataOf(at, access);
    const auto isZero = [](const Expr& e) { return e.isInteger(0); };
    if (!data || !data->transient || data->kind != ir::DataKind::array ||
        data->strides.size() != data->rank() || !isZero(data->startOffset) ||
        !std::ranges::all_of(data->offset, isZero))
        return refuse(condition, "no-temporary-array",
                      fmt::format("{} is no temporary array that lies in memory from its first "
                                  "element on.",
                                  quoted(access)),
                      {access.id});
    if (!view.singleUseData(at.sdfg).contains(access.as<ir::AccessNode>()->data))
        return refuse(condition, "used-elsewhere",
                      fmt::format("{} is used at other places of the program too.", quoted(access)),
                      {access.id});
    return std::nullopt;
}

std::variant<KnownAccesses, Refusal> knownAccesses(int condition, const StateView& at,
                                                   const ir::Node& access) {
    KnownAccesses known;
    const std::size_t rank = dataOf(at, access)->rank();
    for (const bool reads : {false, true})
        for (const ir::Edge* edge :
             reads ? at.index->outEdges(access.id) : at.index->inEdges(access.id)) {
            if (edge->memlet.empty())
                continue;
            const Access one{edge, &access, reads};
            auto region = regionOfAll(at, one, rank);
            if (!region)
                return refuseUncertain(
                    condition, "unknown-region",
                    fmt::format("It is not known which elements of {} {} uses.", quoted(access),
                                quoted(*at.index->node(reads ? edge->dst : edge->src))),
                    {access.id, reads ? edge->dst : edge->src});
            known.push_back({one, std::move(*region)});
        }
    return known;
}

std::variant<Fragment, Refusal> fragmentOf(int condition, const StateView& at,
                                           const ir::Node& access, const KnownAccesses& accesses,
                                           const Subset& region) {
    symbolic::Prover prover(analysis::scopeAssumptions(*at.index, at.index->scope(access.id)));
    Fragment fragment{at, &access, {}, region, partOf(*dataOf(at, access), region, prover)};
    for (const KnownAccess& known : accesses)
        fragment.accesses.push_back(known.access);
    if (auto refusal = checkBoundNames(condition, fragment))
        return *refusal;
    if (auto refusal = planStrides(condition, fragment))
        return *refusal;
    return fragment;
}

void leadToFragment(ir::Editor& editor, const Fragment& fragment, const std::string& name,
                    NodeId node) {
    const StateView& at = fragment.at;
    Placement placement{fragment.region, {}, {}};
    for (std::size_t d = 0; d < fragment.region.rank(); ++d) {
        placement.place.dims.push_back(analysis::wholeDimension(fragment.data.shape[d]));
        placement.dims.emplace_back(d);
    }
    std::set<EdgeId> led;
    for (const Access& access : fragment.accesses)
        for (const ir::Edge* edge : treeOf(*at.index, access))
            if (led.insert(edge->id).second)
                retarget(editor, at.id, *at.index, *at.sdfg, *edge, access.reads, placement, name);
    for (const Access& access : fragment.accesses)
        (access.reads ? editor.edge(at.id, access.edge->id).src
                      : editor.edge(at.id, access.edge->id).dst) = node;
    applyLayout(editor, fragment.layout, fragment.data, kFragmentStride);
    editor.sdfg(at.sdfg->id)
        .arrays.set(name, std::make_shared<const ir::DataDescriptor>(fragment.data));
    editor.node(at.id, node).as<ir::AccessNode>()->data = name;
    for (const Access& access : fragment.accesses)
        if (const NodeId entry = mapAt(at, access))
            analysis::propagateScope(editor, at.id, entry);
}

} // namespace mw::transforms
