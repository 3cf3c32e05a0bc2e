// Where the containers of a scope live in a kernel: locals and views.
#include "core/codegen/kernel/containers.h"

#include "core/analysis/view_places.h"
#include "core/codegen/ctext.h"
#include "core/codegen/values/make_value.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

namespace {

/// Longest private array of a kernel in elements; beyond, the registers and the stack suffer.
constexpr std::int64_t kMaxPrivateElements = 4096;

Expected<void> declareLocal(KernelBody& body, Environment& env, const std::string& name,
                            const ir::DataDescriptor& data, const Usage& use) {
    const ElementId element = env.sdfg->id;
    if (cType(data.dtype.scalar).empty())
        return cannotLower(
            fmt::format("kernels have no type for '{}' ({})", name, ir::name(data.dtype.scalar)),
            element);
    ContainerStorage storage;
    storage.type = data.dtype.scalar;
    storage.name = body.fresh(name);
    body.localTypes[storage.name] = storage.type;
    if (data.isSingleElement()) {
        storage.kind = ContainerStorage::Kind::localScalar;
        storage.strides.assign(data.isScalar() ? 0 : data.rank(), Expr(1));
        storage.declared = !use.constant || use.readByControl;
        if (storage.declared)
            body.emit({DeclareScalar{
                storage.type, storage.name,
                use.setZero ? makeValue(Literal{"0"}, ir::ScalarType::int32) : nullptr, false}});
        env.storage[name] = std::move(storage);
        return {};
    }
    const auto elements = symbolic::simplify(env.outer(data.totalSize)).asInteger();
    if (!elements || *elements > kMaxPrivateElements)
        return cannotLower(fmt::format("'{}' lives inside a kernel but its size {} is not a small "
                                       "constant",
                                       name, symbolic::print(env.outer(data.totalSize))),
                           element);
    storage.kind = ContainerStorage::Kind::localArray;
    for (const Expr& stride : data.strides)
        storage.strides.push_back(env.outer(stride));
    for (const Expr& extent : data.shape)
        storage.shape.push_back(env.outer(extent));
    for (std::size_t i = 0; i < data.offset.size(); ++i)
        storage.offset = storage.offset + env.outer(data.offset[i]) * storage.strides[i];
    body.emit({DeclareArray{storage.type, storage.name, *elements, use.setZero}});
    env.storage[name] = std::move(storage);
    return {};
}

Expected<void> bindView(Environment& env, const ir::StateIndex& index, const ir::Node& node) {
    const std::string& name = node.as<ir::AccessNode>()->data;
    const ir::Edge* edge = viewingEdge(index, node);
    if (!edge)
        return cannotLower(fmt::format("it is not clear what the view '{}' looks at", name),
                           node.id);
    const bool in = edge->dst == node.id;
    const ir::AccessNode* far = in ? pathSource(index, *edge) : pathTarget(index, *edge);
    const CopyEnds ends = in ? copyEnds(edge->memlet, far->data, name, *env.sdfg)
                             : copyEnds(edge->memlet, name, far->data, *env.sdfg);
    const ContainerStorage& base = env.storage.at(far->data);
    MW_TRY(env.storage[name],
           viewOf(base, begins(env, in ? ends.src : ends.dst), name, env, node.id));
    return {};
}

} // namespace

Expected<void> declareLocals(KernelBody& body, Environment& env, BlockId state, NodeId scope) {
    const UsageTable& usage = body.plan.usageOf(*env.sdfg);
    for (const auto& entry : env.sdfg->arrays) {
        const ir::DataDescriptor& data = *entry.value;
        if (!data.transient || data.kind == ir::DataKind::view)
            continue;
        const auto found = usage.find(entry.name);
        if (found == usage.end() || !found->second.used)
            continue;
        const Usage& use = found->second;
        if (use.scope == scope && (scope || use.state == state)) // ids are unique over the document
            MW_CHECK(declareLocal(body, env, entry.name, data, use));
    }
    return {};
}

Expected<void> bindViews(Environment& env, const ir::StateIndex& index, NodeId scope) {
    // a view of a view needs the other one first: in order, and against it for written views
    std::vector<const ir::Node*> open;
    for (const NodeId id : index.topological()) {
        const auto* access = index.node(id)->as<ir::AccessNode>();
        if (!access || index.scope(id) != scope)
            continue;
        const ir::DataDescriptor* data = env.sdfg->data(access->data);
        if (data && data->kind == ir::DataKind::view)
            open.push_back(index.node(id));
    }
    const auto bindable = [&](const ir::Node* node) {
        const ir::Edge* edge = viewingEdge(index, *node);
        if (!edge)
            return true; // the error is bindView's
        const auto* far =
            edge->dst == node->id ? pathSource(index, *edge) : pathTarget(index, *edge);
        return far && env.storage.contains(far->data);
    };
    if (open.size() > 1)
        if (const auto two = analysis::viewOfTwoPlaces(index, *env.sdfg); two.node)
            return cannotLower(two.sentence, two.node->id);
    while (!open.empty()) {
        const auto next = std::find_if(open.begin(), open.end(), bindable);
        if (next == open.end())
            return cannotLower("a view looks at a container that is not bound here",
                               open.front()->id);
        MW_CHECK(bindView(env, index, **next));
        open.erase(next);
    }
    return {};
}

} // namespace mw::codegen
