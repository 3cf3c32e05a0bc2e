// Strides of temporaries: a temporary gets unit stride along the dimension that neighbouring
// threads run over, and everything that looks at a part of it is told.

#include "core/analysis/analysis.h"
#include "core/analysis/assigned_symbols.h"
#include "core/analysis/names.h"
#include "core/conventions/conventions.h"
#include "core/ir/copy_regions.h"
#include "core/ir/edit.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/find.h"
#include "transforms/toolkit/pattern.h"
#include "transforms/toolkit/reduce_node.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/relayout.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/users.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

//     tmp [cells, levels] strides [levels, 1]  =>  tmp [cells, levels] strides [1, cells]
//
// Conditions, in this order:
//  1. The match names an access node.
//  2. It stands for a temporary array of several dimensions that lies in its memory from its first
//     element on.
//  3. The options name one of its dimensions: directly, or as the only one that the maps around its
//     uses run over with a parameter of that kind. It has not unit stride yet.
//  4. The extents that become strides have the same values wherever the temporary is used.
//  5. Everything that uses it can follow: views and nested SDFGs look at dimensions of it, copies
//  go
//     index by index, nothing else counts its elements itself.
//
// Effect: unit stride along that dimension, the others dense in their order; views and containers
// of nested SDFGs that look at it get the strides that they then have. No value changes.

namespace mw::transforms::temporary_strides {

namespace {

using symbolic::Expr;
using symbolic::Subset;

constexpr auto kStridePrefix = "__stride_";

/// Condition 1: what a match names.
struct Found {
    StateView at;
    const ir::Node* temporary = nullptr;

    const std::string& name() const { return temporary->as<ir::AccessNode>()->data; }
};

const Pattern<Found>& pattern() {
    static const Pattern<Found> kPattern("an access node",
                                         {role<ir::AccessNode>("temporary", &Found::temporary)});
    return kPattern;
}

const ir::DataDescriptor* temporaryArray(const ir::Sdfg& sdfg, const std::string& name) {
    const auto* data = sdfg.data(name);
    return data && data->transient && data->kind == ir::DataKind::array && data->rank() > 1
               ? data
               : nullptr;
}

/// One match per temporary, at the first of its nodes.
std::vector<Match> find(const DocumentView& view, const Region& region) {
    auto matches = findNodes<ir::AccessNode, pattern>(
        view, region, [](const StateView& at, const ir::Node& node) {
            const std::string& data = node.as<ir::AccessNode>()->data;
            return labelIf(temporaryArray(*at.sdfg, data) != nullptr, data);
        });
    return keepFirstOfEachLabel(view, std::move(matches));
}

/// An end of a memlet path at an access node of the temporary, or a part of the path.
struct Use {
    StateView at;
    const ir::Edge* edge = nullptr;
    bool reads = false;

    const ir::StateIndex& index() const { return *at.index; }
    /// The region of the temporary, and of what is at the other end of a copy.
    std::optional<Subset> region() const { return end(reads); }
    std::optional<Subset> otherRegion() const { return end(!reads); }
    const ir::Node& otherNode() const { return *index().node(reads ? edge->dst : edge->src); }

private:
    std::optional<Subset> end(bool source) const {
        return source ? analysis::sourceSubset(index(), *edge)
                      : analysis::destinationSubset(index(), *edge);
    }
};

/// All uses in all states of its SDFG, in the order of the program.
std::vector<Use> usesOf(const DocumentView& view, const Found& found) {
    std::vector<Use> uses;
    for (const auto& [state, node] : usersOf(view, found.at.sdfg, found.name())) {
        const StateView at = *view.state(state);
        for (const ir::Edge* edge : at.index->outEdges(node->id))
            for (const ir::Edge* part : analysis::branchesBelow(*at.index, *edge))
                if (!part->memlet.empty())
                    uses.push_back({at, part, true});
        for (const ir::Edge* edge : at.index->inEdges(node->id))
            for (const ir::Edge* part : analysis::branchesAbove(*at.index, *edge))
                if (!part->memlet.empty())
                    uses.push_back({at, part, false});
    }
    return uses;
}

// ---- Condition 3: the dimension --------------------------------------------------------------

constexpr std::array<std::string_view, 6> kChoices = {"horizontal",     "vertical", "local",
                                                      "last-parameter", "first",    "last"};

/// Whether a parameter in an index is of the kind that is asked for.
bool isWanted(const Use& use, const std::string& parameter, const std::string& choice) {
    if (choice != "last-parameter") {
        const auto name = conventions::parameterName(parameter);
        return name && name->kind && kChoices.at(static_cast<std::size_t>(*name->kind)) == choice;
    }
    NodeId scope = scopeOf(use.index(), *use.edge);
    for (NodeId around = scope; around; around = use.index().scope(around))
        scope = around;
    const ir::Node* outermost = scope ? use.index().node(scope) : nullptr;
    const auto* map = outermost ? outermost->as<ir::MapEntry>() : nullptr;
    return map && !map->map.params.empty() && map->map.params.back() == parameter;
}

/// The dimensions that such parameters run over.
std::set<std::size_t> wantedDimensions(const std::vector<Use>& uses, std::size_t rank,
                                       const std::string& choice) {
    if (choice == "first")
        return {0};
    if (choice == "last")
        return {rank - 1};
    std::set<std::size_t> wanted;
    for (const Use& use : uses) {
        const auto region = use.region();
        for (std::size_t d = 0; region && region->rank() == rank && d < rank; ++d)
            for (const auto& symbol : symbolic::freeSymbols(region->dims[d].begin))
                if (isWanted(use, symbol, choice))
                    wanted.insert(d);
    }
    return wanted;
}

struct StridesPlan {
    SdfgId sdfg;
    std::string name;
    ir::DataDescriptor data; ///< as it will be
    std::vector<LayoutChange> followers;
};

/// Dense, `unit` innermost.
ir::DataDescriptor withUnitStride(const ir::DataDescriptor& data, std::size_t unit) {
    ir::DataDescriptor changed = data;
    changed.strides[unit] = 1;
    Expr stride = data.shape[unit];
    for (std::size_t d = data.rank(); d-- > 0;) {
        if (d == unit)
            continue;
        changed.strides[d] = symbolic::simplify(stride);
        stride = stride * data.shape[d];
    }
    changed.totalSize = symbolic::simplify(stride);
    return changed;
}

/// Conditions 3 to 5 for one temporary.
class Question {
public:
    Question(const DocumentView& view, const Found& found, std::string choice)
        : found_(found), data_(*found.at.sdfg->data(found.name())), choice_(std::move(choice)),
          uses_(usesOf(view, found)) {}

    CheckResult check();

private:
    std::variant<std::size_t, Refusal> dimension() const;
    MaybeRefusal checkExtents(const StridesPlan& plan) const;
    MaybeRefusal checkUse(const Use& use, StridesPlan& plan) const;
    MaybeRefusal checkCopy(const Use& use) const;
    MaybeRefusal obstacle(const LayoutObstacle& found) const;
    std::string data() const { return quoted(*found_.temporary); }

    const Found& found_;
    const ir::DataDescriptor& data_;
    std::string choice_;
    std::vector<Use> uses_;
};

std::variant<std::size_t, Refusal> Question::dimension() const {
    const auto wanted = wantedDimensions(uses_, data_.rank(), choice_);
    if (wanted.empty())
        return refuse(3, "no-dimension",
                      fmt::format("No map runs over a dimension of {} with a parameter that is "
                                  "'{}'.",
                                  data(), choice_),
                      {found_.temporary->id});
    if (wanted.size() > 1)
        return refuse(3, "several-dimensions",
                      fmt::format("Maps run over several dimensions of {} with parameters that are "
                                  "'{}'.",
                                  data(), choice_),
                      {found_.temporary->id});
    if (data_.strides[*wanted.begin()].isInteger(1))
        return refuse(
            3, "already-unit-stride",
            fmt::format("Dimension {} of {} has unit stride already.", *wanted.begin(), data()),
            {found_.temporary->id});
    return *wanted.begin();
}

/// Condition 4: the names in the strides mean the same at every use.
MaybeRefusal Question::checkExtents(const StridesPlan& plan) const {
    std::set<std::string, std::less<>> names;
    for (const Expr& stride : plan.data.strides)
        symbolic::collectSymbols(stride, names);
    for (const auto& [assigned, type] : analysis::assignedSymbols(*found_.at.sdfg))
        if (names.contains(assigned))
            return refuseUncertain(4, "changing-extent",
                                   fmt::format("'{}', an extent of {}, is assigned while the "
                                               "program runs.",
                                               assigned, data()),
                                   {found_.temporary->id});
    for (const Use& use : uses_)
        for (NodeId scope = scopeOf(use.index(), *use.edge); scope;
             scope = use.index().scope(scope))
            if (const auto* map = use.index().node(scope)->as<ir::MapEntry>();
                map && std::ranges::any_of(map->map.params, [&](const std::string& param) {
                    return names.contains(param);
                }))
                return refuse(4, "hidden-extent",
                              fmt::format("A parameter of {} has the name of an extent of {}.",
                                          quoted(map->map), data()),
                              {scope, found_.temporary->id});
    return std::nullopt;
}

MaybeRefusal Question::obstacle(const LayoutObstacle& found) const {
    const auto sentence = [&]() -> std::string {
        switch (found.reason) {
        case LayoutObstacle::Reason::shape:
            return "looks at a part of {} whose dimensions are not dimensions of it.";
        case LayoutObstacle::Reason::reference:
            return "is a reference that may point into {}.";
        case LayoutObstacle::Reason::sharedView:
            return "looks at {} and at other things under the same name.";
        case LayoutObstacle::Reason::rawCode:
            return "is C++ that may rely on how {} lies in memory.";
        case LayoutObstacle::Reason::unknown:
            break;
        }
        return "is not known to find {} where it will lie.";
    }();
    return refuse(5, "layout",
                  "In the way: " + found.what + " " + fmt::format(fmt::runtime(sentence), data()),
                  {found.element, found_.temporary->id});
}

/// Extents along the dimensions of more than one element.
std::vector<Expr> extents(const Subset& region) {
    std::vector<Expr> found;
    for (const auto& dim : region.dims)
        if (!dim.isPoint() && !symbolic::expand(dim.size()).isInteger(1))
            found.push_back(dim.size());
    return found;
}

/// Condition 5: a copy finds each element by its indices, not by its place.
MaybeRefusal Question::checkCopy(const Use& use) const {
    const ir::Node& node = use.otherNode();
    const auto* other = found_.at.sdfg->data(node.as<ir::AccessNode>()->data);
    auto here = use.region(), there = use.otherRegion();
    if (other && here && !there)
        there = ir::unsaidRegion(*other, *here);
    if (other && there && !here)
        here = ir::unsaidRegion(data_, *there);
    const bool plain = other && (other->kind == ir::DataKind::array || other->isScalar() ||
                                 other->kind == ir::DataKind::view);
    if (!plain || !here || !there ||
        !std::ranges::equal(extents(*here), extents(*there), symbolic::equal))
        return refuseUncertain(5, "reshaping-copy",
                               fmt::format("The copy between {} and {} is between regions of "
                                           "different shapes.",
                                           data(), quoted(node)),
                               {node.id, found_.temporary->id});
    return std::nullopt;
}

MaybeRefusal Question::checkUse(const Use& use, StridesPlan& plan) const {
    const ir::Node& node = use.otherNode();
    const auto* library = node.as<ir::LibraryNode>();
    if (library && !isPureLibrary(*library))
        return refuseUncertain(5, "library",
                               fmt::format("{} is a library that may rely on how {} lies in "
                                           "memory.",
                                           quoted(node), data()),
                               {node.id, found_.temporary->id});
    SeenDims dims;
    for (std::size_t d = 0; d < data_.rank(); ++d)
        dims.emplace_back(d);
    if (const auto found =
            planLayout(use.at, *use.edge, use.reads, found_.name(), dims, plan.followers, true))
        return obstacle(*found);
    const bool looks =
        isView(*use.at.sdfg, node) && analysis::viewingEdge(use.index(), node).edge == use.edge;
    return node.as<ir::AccessNode>() && !looks ? checkCopy(use) : std::nullopt;
}

CheckResult Question::check() {
    const auto unit = dimension();
    if (const auto* refusal = std::get_if<Refusal>(&unit))
        return *refusal;
    StridesPlan plan{
        found_.at.sdfg->id, found_.name(), withUnitStride(data_, std::get<std::size_t>(unit)), {}};
    if (auto refusal = checkExtents(plan))
        return *refusal;
    for (const Use& use : uses_)
        if (auto refusal = checkUse(use, plan))
            return *refusal;
    return Plan::of(std::move(plan));
}

/// Condition 2.
MaybeRefusal checkTemporary(const Found& found) {
    const auto* data = temporaryArray(*found.at.sdfg, found.name());
    if (!data)
        return refuse(2, "no-temporary",
                      fmt::format("{} is no temporary array of several dimensions.",
                                  quoted(*found.temporary)),
                      {found.temporary->id});
    const bool moved =
        std::ranges::any_of(data->offset, [](const Expr& o) { return !o.isInteger(0); });
    if (moved || !data->startOffset.isInteger(0))
        return refuse(2, "offset",
                      fmt::format("{} does not lie in its memory from its first element on.",
                                  quoted(*found.temporary)),
                      {found.temporary->id});
    return std::nullopt;
}

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<Found>(bound);
    if (auto refusal = checkTemporary(found))
        return *refusal;
    return Question(view, found, std::get<std::string>(params.at("unit-stride"))).check();
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& [sdfg, name, data, followers] = plan.as<StridesPlan>();
    ir::Editor editor(view.document());
    applyLayout(editor, followers, data, kStridePrefix);
    editor.sdfg(sdfg).arrays.set(name, std::make_shared<const ir::DataDescriptor>(data));
    return editor.commit();
}

std::vector<ParamSpec> parameters() {
    ParamSpec unit;
    unit.name = "unit-stride";
    unit.defaultValue = std::string("horizontal");
    unit.help = "The dimension that gets unit stride: the one that the maps run over with a "
                "horizontal, vertical or local parameter, or with their last parameter; or the "
                "first or last dimension of the array.";
    unit.choices.assign(kChoices.begin(), kChoices.end());
    return {unit};
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "temporary-strides",
        "Change the strides of a temporary",
        "Lays a temporary out so that neighbouring threads touch neighbouring elements.",
        "GT4Py's programs begin with temporaries whose levels lie next to each other, while the "
        "fields that come from outside have neighbouring cells, edges or vertices next to each "
        "other. Maps over both, and copies between them, then read or write with large strides.\n\n"
        "The temporary gets unit stride along the dimension that the option names; the other "
        "dimensions stay dense in their order. Views of it and nested SDFGs that look at a part of "
        "it get the strides that this part then has. Nothing that the program computes changes. "
        "Apply it when the order of the map parameters is final: map-iteration-order puts the same "
        "dimension last.",
        Category::data,
        parameters(),
        pattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::temporary_strides
