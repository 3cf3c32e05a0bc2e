// Memory of the plan for containers, and what views are on the host.
#include "core/codegen/host/host_containers.h"

#include "core/codegen/ctext.h"
#include "core/codegen/host/host_scalar.h"
#include "core/codegen/values/make_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mw::codegen {

using symbolic::Expr;

namespace {

Expected<void> bindHostView(HostProgram& program, Frame& frame, const ir::StateIndex& index,
                            const ir::Node& node, const ir::Edge& edge) {
    const std::string& name = node.as<ir::AccessNode>()->data;
    const bool in = edge.dst == node.id;
    const auto* far = index.node(in ? edge.src : edge.dst)->as<ir::AccessNode>();
    if (!far)
        return cannotLower(fmt::format("the view '{}' does not look at a container", name),
                           node.id);
    MW_CHECK(materialise(program, frame, far->data));
    const CopyEnds ends = in ? copyEnds(edge.memlet, far->data, name, *frame.sdfg)
                             : copyEnds(edge.memlet, name, far->data, *frame.sdfg);
    frame.places[name] =
        aliasOf(frame.places.at(far->data), begins(frame, in ? ends.src : ends.dst),
                *frame.sdfg->data(name), frame);
    return {};
}

} // namespace

Expected<void> materialise(HostProgram& program, Frame& frame, const std::string& container) {
    const auto found = frame.places.find(container);
    if (found != frame.places.end() && found->second.kind != Place::Kind::pending)
        return {};
    const ir::DataDescriptor* data = frame.sdfg->data(container);
    if (!data)
        return cannotLower(fmt::format("there is no container '{}'", container), frame.sdfg->id);
    if (!data->transient || data->kind == ir::DataKind::view)
        return cannotLower(fmt::format("the container '{}' is not bound here", container),
                           frame.sdfg->id);
    if (cType(data->dtype.scalar).empty() ||
        (data->kind != ir::DataKind::array && data->kind != ir::DataKind::scalar))
        return cannotLower(fmt::format("the container '{}' ({} of {}) cannot be lowered", container,
                                       data->typeName, ir::name(data->dtype.scalar)),
                           frame.sdfg->id);
    Place place;
    place.kind = Place::Kind::buffer;
    place.type = data->dtype.scalar;
    // the root's own names are reserved for it; nested ones take them where they are free
    place.name = program.isRoot(frame) ? container : program.names.fresh(container);
    place = aliasOf(place, {}, *data, frame);
    PlanArray array;
    array.name = place.name;
    array.type = place.type;
    array.scalar = data->isScalar();
    array.elements = data->isScalar() ? Expr(1) : symbolic::simplify(frame.outer(data->totalSize));
    if (const Usage* use = program.context.usageOf(*frame.sdfg, container);
        use && use->setZero && !use->state) {
        if (mayChange(program, *makeValue(Index{array.elements}, ir::ScalarType::int64)))
            return cannotLower(fmt::format("the temporary '{}' begins as zeros, is shared by "
                                           "states, and has a size that the program computes",
                                           container),
                               frame.sdfg->id);
        frame.zeroed.push_back(array.name);
    }
    program.context.plan.arrays.push_back(std::move(array));
    frame.places[container] = std::move(place);
    return {};
}

/// Those that live in this state only begin as zeros every time that it runs.
Expected<void> zeroTemporaries(HostProgram& program, Frame& frame, const ir::Block& state,
                               Steps& steps) {
    for (const auto& [name, use] : program.context.usageOf(*frame.sdfg)) {
        const ir::DataDescriptor* data = frame.sdfg->data(name);
        if (!use.setZero || use.state != state.id || use.scope || !data || !data->transient ||
            data->kind == ir::DataKind::view)
            continue;
        MW_CHECK(materialise(program, frame, name));
        steps.push_back({ZeroArray{frame.places.at(name).name}});
    }
    return {};
}

/// A view of a view needs the other one first.
Expected<void> bindHostViews(HostProgram& program, Frame& frame, const ir::StateIndex& index) {
    const auto isView = [&](const std::string& name) {
        const ir::DataDescriptor* data = frame.sdfg->data(name);
        return data && data->kind == ir::DataKind::view;
    };
    std::vector<const ir::Node*> open;
    std::set<std::string> unbound;
    for (const NodeId id : index.topological()) {
        const auto* access = index.node(id)->as<ir::AccessNode>();
        if (access && !index.scope(id) && isView(access->data)) {
            open.push_back(index.node(id));
            unbound.insert(access->data);
        }
    }
    const auto bindable = [&](const ir::Node* node) {
        const ir::Edge* edge = viewingEdge(index, *node);
        const auto* far =
            edge ? index.node(edge->dst == node->id ? edge->src : edge->dst)->as<ir::AccessNode>()
                 : nullptr;
        return !far || !unbound.contains(far->data);
    };
    while (!open.empty()) {
        const auto next = std::find_if(open.begin(), open.end(), bindable);
        if (next == open.end())
            return cannotLower("views look at each other in a circle", open.front()->id);
        if (const ir::Edge* edge = viewingEdge(index, **next))
            MW_CHECK(bindHostView(program, frame, index, **next, *edge));
        unbound.erase((*next)->as<ir::AccessNode>()->data);
        open.erase(next);
    }
    return {};
}

} // namespace mw::codegen
