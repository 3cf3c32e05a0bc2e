// What else gets another type when a container does, and what is in the way.

#include "core/analysis/analysis.h"
#include "core/ir/connectors.h"
#include "core/ir/copy_regions.h"
#include "core/ir/predicates.h"
#include "transforms/change_precision/plan.h"
#include "transforms/toolkit/copy.h"
#include "transforms/toolkit/facts.h"
#include "transforms/toolkit/reduce_node.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/state_order.h"
#include "transforms/toolkit/users.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <limits>

namespace mw::transforms::change_precision {

namespace {

using symbolic::Subset;
using Path = std::vector<const ir::Edge*>;

/// One copy that touches a container of the plan.
struct CopyUse {
    StateView at;
    Path path;
    std::string from, to;
    ContainerKey asked;
};

const std::string* dataOf(const ir::Node* node) {
    const auto* access = node ? node->as<ir::AccessNode>() : nullptr;
    return access ? &access->data : nullptr;
}

bool holds(const Path& path, const ir::Edge* edge) {
    return edge && std::ranges::find(path, edge) != path.end();
}

/// The scope node that a path goes on through, and no dynamic input of it.
bool isPassage(const ir::Node& far, const ir::Edge& edge, bool reads) {
    return reads ? far.isEntry() && ir::isPassIn(edge.dstConnector)
                 : far.isExit() && ir::isPassOut(edge.srcConnector);
}

bool isStrided(const Subset& region) {
    return std::ranges::any_of(region.dims, [](const symbolic::Range& range) {
        return !range.isPoint() && !(range.step.isInteger(1) && range.tile.isInteger(1));
    });
}

bool isOneElement(const Subset& region) {
    return symbolic::expand(region.volume()).isInteger(1);
}

/// A number that the type has no finite value for.
bool isTooLarge(std::string_view number, ir::ScalarType type) {
    if (type != ir::ScalarType::float32)
        return false;
    std::string text(number);
    std::erase(text, '"');
    const double value = std::strtod(text.c_str(), nullptr);
    return std::isfinite(value) && std::abs(value) > std::numeric_limits<float>::max();
}

class Followers {
public:
    Followers(const DocumentView& view, ir::ScalarType from, ir::ScalarType to)
        : view_(view), from_(from) {
        plan_.retyping.type = to;
    }

    RetypingPlan run(const std::set<ContainerKey>& asked) {
        for (const ContainerKey& key : asked)
            add(key, key);
        while (!queue_.empty()) {
            const ContainerKey key = queue_.front();
            queue_.pop_front();
            visit(key);
        }
        for (const auto& [key, seed] : asked_)
            checkBinding(key, seed);
        for (const auto& [at, node, seed] : libraries_)
            checkLibrary(at, *node, seed);
        for (const CopyUse& copy : copies_)
            addConversion(copy);
        return std::move(plan_);
    }

private:
    void add(const ContainerKey& key, const ContainerKey& asked) {
        if (asked_.emplace(key, asked).second) {
            plan_.retyping.containers.insert(key);
            queue_.push_back(key);
        }
    }
    bool isIn(const ContainerKey& key) const { return plan_.retyping.containers.contains(key); }

    void obstacle(const ContainerKey& asked, Refusal refusal) {
        plan_.obstacles.push_back({asked, std::move(refusal)});
    }

    /// The type that a container has afterwards.
    ir::ScalarType typeAfter(const ir::Sdfg& sdfg, const std::string& name) const {
        if (isIn({sdfg.id, name}))
            return plan_.retyping.type;
        const auto* data = analysis::dataNamed(sdfg, name);
        return data ? data->dtype.scalar : ir::ScalarType::none;
    }

    void visit(const ContainerKey& key);
    void use(const StateView& at, const ir::Node& node, const ir::Edge& edge, bool reads,
             const ContainerKey& key, const ContainerKey& asked);
    void neighbour(const StateView& at, const ir::Node& node, const ir::Node& other,
                   const Path& path, bool reads, const ContainerKey& asked);
    void connectors(const StateView& at, const ir::Edge& edge, const ContainerKey& asked);
    void connector(const StateView& at, const ir::Node& node, const std::string& name, bool isInput,
                   const ContainerKey& asked);
    void checkBinding(const ContainerKey& key, const ContainerKey& asked);
    void checkLibrary(const StateView& at, const ir::Node& node, const ContainerKey& asked);
    void addConversion(const CopyUse& copy);
    std::variant<Conversion, Refusal> conversionOf(const CopyUse& copy) const;
    MaybeRefusal checkOrder(const CopyUse& copy, const Conversion& conversion) const;

    const DocumentView& view_;
    ir::ScalarType from_;
    RetypingPlan plan_;
    std::map<ContainerKey, ContainerKey> asked_; ///< containers, and for which they are here
    std::deque<ContainerKey> queue_;
    struct Library {
        StateView at;
        const ir::Node* node;
        ContainerKey asked;
    };
    std::vector<Library> libraries_;
    std::vector<CopyUse> copies_;
};

void Followers::visit(const ContainerKey& key) {
    const auto sdfg = view_.sdfg(key.sdfg);
    const ContainerKey& asked = asked_.at(key);
    const auto* data = sdfg->data(key.name);
    const auto& users = usersOf(view_, sdfg, key.name);
    const std::vector<ElementId> where =
        users.empty() ? std::vector<ElementId>{} : std::vector<ElementId>{users.front().node->id};
    const bool plain = data && (data->kind == ir::DataKind::array || data->isScalar() ||
                                data->kind == ir::DataKind::view);
    if (!plain || data->dtype.scalar != from_)
        return obstacle(asked, refuse(4, "reinterpreted",
                                      fmt::format("'{}' looks at the elements of '{}' as another "
                                                  "type.",
                                                  key.name, asked.name),
                                      where));
    if (view_.readByName(sdfg).contains(key.name))
        return obstacle(asked, refuse(5, "read-by-name",
                                      fmt::format("Conditions, ranges or symbols read '{}': what "
                                                  "runs would depend on how it is rounded.",
                                                  key.name),
                                      where));
    for (const auto& [state, node] : users) {
        const StateView at = *view_.state(state);
        for (const bool reads : {true, false})
            for (const ir::Edge* edge :
                 reads ? at.index->outEdges(node->id) : at.index->inEdges(node->id))
                if (!edge->memlet.empty())
                    use(at, *node, *edge, reads, key, asked);
    }
}

/// Connectors that say a type: DaCe infers the others from the container.
void Followers::connector(const StateView& at, const ir::Node& node, const std::string& name,
                          bool isInput, const ContainerKey& asked) {
    const auto& all = isInput ? node.in : node.out;
    const auto found = all.find(name);
    if (found == all.end())
        return;
    if (found->second.scalar == from_)
        plan_.retyping.connectors.push_back({at.id, node.id, name, isInput});
    else if (found->second.text.find(ir::name(from_)) != std::string::npos)
        obstacle(asked, refuse(5, "typed-connector",
                               fmt::format("The connector '{}' of {} has a type of its own: {}.",
                                           name, quoted(node), found->second.text),
                               {node.id}));
}

void Followers::connectors(const StateView& at, const ir::Edge& edge, const ContainerKey& asked) {
    connector(at, *at.index->node(edge.src), edge.srcConnector, false, asked);
    connector(at, *at.index->node(edge.dst), edge.dstConnector, true, asked);
}

void Followers::use(const StateView& at, const ir::Node& node, const ir::Edge& edge, bool reads,
                    const ContainerKey& key, const ContainerKey& asked) {
    for (const ir::Edge* part : reads ? analysis::branchesBelow(*at.index, edge)
                                      : analysis::branchesAbove(*at.index, edge)) {
        if (part->memlet.empty())
            continue;
        connectors(at, *part, asked);
        const ir::Node& far = *at.index->node(reads ? part->dst : part->src);
        if (isPassage(far, *part, reads))
            continue;
        const auto* tasklet = far.as<ir::Tasklet>();
        const auto* nested = far.as<ir::NestedSdfg>();
        if (nested && nested->sdfg) {
            add({nested->sdfg->id, reads ? part->dstConnector : part->srcConnector}, asked);
        } else if (tasklet && tasklet->code.language == ir::Language::Python) {
            continue;
        } else if (far.as<ir::LibraryNode>()) {
            libraries_.push_back({at, &far, asked});
        } else if (far.as<ir::AccessNode>() || far.isEntry() || far.isExit()) {
            const auto path = analysis::memletPath(*at.index, *part);
            const ir::Node* other = at.index->node(reads ? path.back()->dst : path.front()->src);
            if (dataOf(other) && !(reads && far.isEntry()) && !(!reads && far.isExit()))
                neighbour(at, node, *other, path, reads, asked);
            else
                obstacle(asked, refuse(5, "range",
                                       fmt::format("The range of {} is read from '{}'.",
                                                   quoted(*at.index, far.id), key.name),
                                       {far.id, node.id}));
        } else {
            obstacle(asked, refuseUncertain(5, "unknown-code",
                                            fmt::format("{} is no code that is known to take '{}' "
                                                        "in another type.",
                                                        quoted(far), key.name),
                                            {far.id, node.id}));
        }
    }
}

/// A container at the other end of a path: a view of this one, what this one is a view of, or one
/// that is copied.
void Followers::neighbour(const StateView& at, const ir::Node& node, const ir::Node& other,
                          const Path& path, bool reads, const ContainerKey& asked) {
    const std::string& name = *dataOf(&other);
    const auto* data = at.sdfg->data(name);
    const bool plain = data && (data->kind == ir::DataKind::array || data->isScalar() ||
                                data->kind == ir::DataKind::view);
    if (!plain)
        return obstacle(asked, refuse(4, "no-plain-container",
                                      fmt::format("{} is no plain array or scalar, and '{}' is "
                                                  "copied to or from it.",
                                                  quoted(other), asked.name),
                                      {other.id, node.id}));
    if (data->kind == ir::DataKind::view &&
        holds(path, analysis::viewingEdge(*at.index, other).edge)) {
        if (!data->transient)
            return obstacle(asked, refuse(4, "no-plain-container",
                                          fmt::format("{} is a view that callers give, which "
                                                      "keeps its type.",
                                                      quoted(other)),
                                          {other.id, node.id}));
        return add({at.sdfg->id, name}, asked);
    }
    if (isView(*at.sdfg, node) && holds(path, analysis::viewingEdge(*at.index, node).edge))
        return; // checkBinding
    const std::string& own = *dataOf(&node);
    const CopyUse copy{at, path, reads ? own : name, reads ? name : own, asked};
    if (std::ranges::none_of(copies_, [&](const CopyUse& known) {
            return known.at.id == at.id && known.path == path;
        }))
        copies_.push_back(copy);
}

/// Condition 4: what a view looks at, and what the container of a nested SDFG is bound to, is
/// always of the new type.
void Followers::checkBinding(const ContainerKey& key, const ContainerKey& asked) {
    const auto sdfg = view_.sdfg(key.sdfg);
    const auto* data = sdfg->data(key.name);
    if (!data)
        return;
    const auto check = [&](const StateView& at, const ir::Node* end, const ir::Node& where) {
        const std::string* name = dataOf(end);
        if (!name || !isIn({at.sdfg->id, *name}))
            obstacle(asked, refuse(4, "shared-name",
                                   fmt::format("'{}' stands for other memory too, which would keep "
                                               "its type.",
                                               key.name),
                                   {where.id}));
    };
    if (data->kind == ir::DataKind::view) {
        for (const auto& [state, node] : usersOf(view_, sdfg, key.name)) {
            const StateView at = *view_.state(state);
            const ir::Edge* viewing = analysis::viewingEdge(*at.index, *node).edge;
            const auto path = viewing ? analysis::memletPath(*at.index, *viewing) : Path{};
            check(at,
                  path.empty()               ? nullptr
                  : viewing->dst == node->id ? at.index->node(path.front()->src)
                                             : at.index->node(path.back()->dst),
                  *node);
        }
        return;
    }
    const auto* place = view_.index().find(key.sdfg);
    if (data->transient || !place->parent)
        return;
    const auto* holder = view_.index().find(place->parent);
    const StateView at = *view_.state(holder->block->id);
    for (const bool isInput : {true, false})
        for (const ir::Edge* edge :
             isInput ? at.index->inEdges(holder->node->id) : at.index->outEdges(holder->node->id)) {
            if (edge->memlet.empty() ||
                (isInput ? edge->dstConnector : edge->srcConnector) != key.name)
                continue;
            const auto path = analysis::memletPath(*at.index, *edge);
            check(at, at.index->node(isInput ? path.front()->src : path.back()->dst),
                  *holder->node);
        }
}

/// Condition 5: all numbers that a library node reads and writes have one type.
void Followers::checkLibrary(const StateView& at, const ir::Node& node, const ContainerKey& asked) {
    const auto& library = *node.as<ir::LibraryNode>();
    const bool known = isReduce(node) || isReduceWithSkipValues(library) ||
                       library.classpath.ends_with(".CopyLibraryNode") ||
                       library.classpath.ends_with(".FillLibraryNode");
    if (!known)
        return obstacle(asked, refuseUncertain(5, "library",
                                               fmt::format("{} is a library that may count on the "
                                                           "type of '{}'.",
                                                           quoted(node), asked.name),
                                               {node.id}));
    for (const std::string_view property : {"identity", "value", "init"})
        if (isTooLarge(propertyOf(library, property), plan_.retyping.type))
            return obstacle(asked, refuse(5, "identity",
                                          fmt::format("{} begins with {}, which is no {}.",
                                                      quoted(node), propertyOf(library, property),
                                                      ir::name(plan_.retyping.type)),
                                          {node.id}));
    for (const bool isInput : {true, false})
        for (const ir::Edge* edge :
             isInput ? at.index->inEdges(node.id) : at.index->outEdges(node.id)) {
            if (edge->memlet.empty())
                continue;
            const auto path = analysis::memletPath(*at.index, *edge);
            const std::string* name =
                dataOf(at.index->node(isInput ? path.front()->src : path.back()->dst));
            const auto type = name ? typeAfter(*at.sdfg, *name) : ir::ScalarType::none;
            if (!ir::isFloatingPoint(type) || type == plan_.retyping.type)
                continue;
            return obstacle(asked, refuse(5, "mixed-types",
                                          fmt::format("{} would read and write numbers of "
                                                      "different types: '{}' stays {}.",
                                                      quoted(node), *name, ir::name(type)),
                                          {node.id}));
        }
}

// ---- Condition 6: copies ---------------------------------------------------------------------

/// The edge of the copy's path that lies inside of all scopes on the way.
const ir::Edge& innermost(const ir::StateIndex& index, const Path& path) {
    return index.node(path.front()->dst)->isEntry() ? *path.back() : *path.front();
}

MaybeRefusal Followers::checkOrder(const CopyUse& copy, const Conversion& conversion) const {
    static const ir::Map kNoMap;
    const ir::StateIndex& index = *copy.at.index;
    const ir::Edge& edge = *conversion.edge;
    const ir::Node* target = index.node(edge.dst);
    const bool arrives = target->as<ir::AccessNode>();
    const Access arrival{&edge, arrives ? target : index.node(edge.src), !arrives};
    const SubsetRelation relation(kNoMap, factsInside(copy.at, scopeOf(index, edge)));
    for (const bool reads : {true, false}) {
        const std::string& name = reads ? copy.from : copy.to;
        for (const Access& use : usesInState(view_, copy.at, name)) {
            if (holds(copy.path, use.edge) || (reads && use.reads) ||
                index.reaches(endOf(index, use), edge.src) || isBefore(index, arrival, use))
                continue;
            const auto touched =
                *dataOf(use.node) == name ? regionOf(index, *copy.at.sdfg, use) : std::nullopt;
            if (!touched ||
                !relation.disjoint(*touched, reads ? conversion.read : conversion.written))
                return refuseUncertain(6, "unordered-access",
                                       fmt::format("'{}' is used elsewhere too, not certainly "
                                                   "before or after it is copied, and the copy "
                                                   "becomes a step of its own.",
                                                   name),
                                       {use.node->id});
        }
    }
    return std::nullopt;
}

std::variant<Conversion, Refusal> Followers::conversionOf(const CopyUse& copy) const {
    const ir::StateIndex& index = *copy.at.index;
    const ir::Sdfg& sdfg = *copy.at.sdfg;
    const ir::Edge& edge = innermost(index, copy.path);
    const auto &source = *sdfg.data(copy.from), &target = *sdfg.data(copy.to);
    const std::vector<ElementId> where{copy.path.front()->src, copy.path.back()->dst};
    Conversion made{copy.at, &edge, copy.from, copy.to, {}, {}};
    const auto at = std::ranges::find(copy.path, &edge);
    const bool named =
        std::all_of(copy.path.begin(), at,
                    [&](const ir::Edge* e) { return e->memlet.data == copy.from; }) &&
        std::all_of(at + 1, copy.path.end(),
                    [&](const ir::Edge* e) { return e->memlet.data == copy.to; });
    const auto read = analysis::sourceSubset(index, edge);
    const auto written = analysis::destinationSubset(index, edge);
    bool clear = named && !edge.memlet.dynamic && (read || written) &&
                 (read || !ir::isReadTwoWays(source, *written)) &&
                 (written || !ir::isReadTwoWays(target, *read));
    if (read || written) {
        made.read = read ? *read : ir::unsaidRegion(source, *written);
        made.written = written ? *written : ir::unsaidRegion(target, *read);
        clear = clear && made.read.rank() == analysis::wholeContainer(source).rank() &&
                made.written.rank() == analysis::wholeContainer(target).rank();
    }
    const bool inMap = static_cast<bool>(scopeOf(index, edge)) || isInsideMap(view_, sdfg.id);
    if (clear && !(isOneElement(made.read) && isOneElement(made.written))) {
        made.placement = placementOf(made.written, made.read);
        clear = made.placement && !isStrided(made.read) && !isStrided(made.written);
        made.schedule = inMap                                 ? ir::Schedule::Sequential
                        : ir::isDeviceStorage(target.storage) ? ir::Schedule::GPU_Device
                                                              : ir::Schedule::Default;
    }
    if (!clear)
        return refuse(6, "unclear-copy",
                      fmt::format("The copy from '{}' to '{}' would have to convert, and does not "
                                  "say clearly which elements become which.",
                                  copy.from, copy.to),
                      where);
    if (!inMap && ir::isDeviceStorage(source.storage) != ir::isDeviceStorage(target.storage))
        return refuse(6, "different-memory",
                      fmt::format("'{}' and '{}' are in different memory: nothing converts on the "
                                  "way.",
                                  copy.from, copy.to),
                      where);
    if (auto refusal = checkOrder(copy, made))
        return *refusal;
    return made;
}

void Followers::addConversion(const CopyUse& copy) {
    if (typeAfter(*copy.at.sdfg, copy.from) == typeAfter(*copy.at.sdfg, copy.to))
        return;
    auto made = conversionOf(copy);
    if (auto* refusal = std::get_if<Refusal>(&made))
        return obstacle(copy.asked, std::move(*refusal));
    plan_.retyping.conversions.push_back(std::move(std::get<Conversion>(made)));
}

} // namespace

bool isInsideMap(const DocumentView& view, SdfgId sdfg) {
    for (const auto* place = view.index().find(sdfg); place && place->parent;) {
        const auto* holder = view.index().find(place->parent);
        const StateView at = *view.state(holder->block->id);
        if (at.index->scope(holder->node->id))
            return true;
        place = view.index().find(at.sdfg->id);
    }
    return false;
}

RetypingPlan planRetyping(const DocumentView& view, const std::set<ContainerKey>& asked,
                          ir::ScalarType from, ir::ScalarType to) {
    return Followers(view, from, to).run(asked);
}

} // namespace mw::transforms::change_precision
