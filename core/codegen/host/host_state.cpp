// One state on the host: copies, scalars, nested SDFGs; maps go to host_kernel.cpp.
#include "core/analysis/raw_code.h"
#include "core/codegen/ctext.h"
#include "core/codegen/host/host_lowering.h"
#include "core/codegen/values/value_lowering.h"
#include "core/codegen/walk.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

Expected<void> HostLowering::state(Frame& frame, const ir::Block& block, Steps& steps) {
    const ir::State& state = *block.as<ir::State>();
    if (state.nodes.empty())
        return {};
    const ir::StateIndex index(state);
    if (index.hasCycle())
        return cannotLower(fmt::format("the dataflow of state '{}' has a cycle", block.label),
                           block.id);
    MW_CHECK(zeroTemporaries(frame, block, steps));
    MW_CHECK(bindViews(frame, index));
    for (const NodeId id : index.topological()) {
        if (!index.scope(id))
            MW_CHECK(node(frame, block, index, *index.node(id), steps));
    }
    return {};
}

const Usage* HostLowering::usageOf(const Frame& frame, const std::string& container) {
    const UsageTable& table = context_.usageOf(*frame.sdfg);
    const auto found = table.find(container);
    return found == table.end() ? nullptr : &found->second;
}

/// Those that live in this state only begin as zeros every time that it runs.
Expected<void> HostLowering::zeroTemporaries(Frame& frame, const ir::Block& state, Steps& steps) {
    for (const auto& [name, use] : context_.usageOf(*frame.sdfg)) {
        const ir::DataDescriptor* data = frame.sdfg->data(name);
        if (!use.setZero || use.state != state.id || use.scope || !data || !data->transient ||
            data->kind == ir::DataKind::view)
            continue;
        MW_CHECK(materialise(frame, name));
        steps.push_back({ZeroArray{frame.places.at(name).name}});
    }
    return {};
}

Expected<void> HostLowering::node(Frame& frame, const ir::Block& block, const ir::StateIndex& index,
                                  const ir::Node& node, Steps& steps) {
    if (node.as<ir::AccessNode>())
        return accessNode(frame, index, node, steps);
    if (node.as<ir::MapEntry>())
        return mapKernel(frame, block, index, node, steps);
    if (node.as<ir::Tasklet>())
        return tasklet(frame, index, node, steps);
    if (node.as<ir::NestedSdfg>())
        return nested(frame, index, node, steps);
    if (node.as<ir::LibraryNode>())
        return singleNodeKernel(frame, index, node, steps);
    if (node.as<ir::MapExit>())
        return {};
    return cannotLower(
        fmt::format("the {} '{}' cannot be lowered", ir::kindName(node), ir::displayName(node)),
        node.id);
}

// ---- access nodes and copies

Expected<void> HostLowering::accessNode(Frame& frame, const ir::StateIndex& index,
                                        const ir::Node& node, Steps& steps) {
    const std::string& name = node.as<ir::AccessNode>()->data;
    const ir::DataDescriptor* data = frame.sdfg->data(name);
    if (!data)
        return cannotLower(fmt::format("there is no container '{}'", name), node.id);
    const ir::Edge* alias = data->kind == ir::DataKind::view ? viewingEdge(index, node) : nullptr;
    for (const ir::Edge* edge : index.inEdges(node.id)) {
        const ir::Node& from = *index.node(edge->src);
        if (edge == alias || edge->memlet.empty() || !from.as<ir::AccessNode>())
            continue;
        const std::string& source = from.as<ir::AccessNode>()->data;
        const ir::DataDescriptor* other = frame.sdfg->data(source);
        if (other && other->kind == ir::DataKind::view && viewingEdge(index, from) == edge)
            continue;
        const CopyEnds ends = copyEnds(edge->memlet, source, name, *frame.sdfg);
        MW_CHECK(copy(frame, *edge, ends, steps));
    }
    return {};
}

/// Views of the state before its nodes: what writes through a view comes before the view's own
/// node. A view of a view needs the other one first.
Expected<void> HostLowering::bindViews(Frame& frame, const ir::StateIndex& index) {
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
            MW_CHECK(bindView(frame, index, **next, *edge));
        unbound.erase((*next)->as<ir::AccessNode>()->data);
        open.erase(next);
    }
    return {};
}

Expected<void> HostLowering::bindView(Frame& frame, const ir::StateIndex& index,
                                      const ir::Node& node, const ir::Edge& edge) {
    const std::string& name = node.as<ir::AccessNode>()->data;
    const bool in = edge.dst == node.id;
    const auto* far = index.node(in ? edge.src : edge.dst)->as<ir::AccessNode>();
    if (!far)
        return cannotLower(fmt::format("the view '{}' does not look at a container", name),
                           node.id);
    MW_CHECK(materialise(frame, far->data));
    const CopyEnds ends = in ? copyEnds(edge.memlet, far->data, name, *frame.sdfg)
                             : copyEnds(edge.memlet, name, far->data, *frame.sdfg);
    frame.places[name] =
        aliasOf(frame.places.at(far->data), begins(frame, in ? ends.src : ends.dst),
                *frame.sdfg->data(name), frame);
    return {};
}

std::optional<CopyBox> HostLowering::copyBox(Frame& frame, const CopyEnds& ends) const {
    const Place& source = frame.places.at(ends.srcData);
    const Place& target = frame.places.at(ends.dstData);
    if (source.kind != Place::Kind::buffer || target.kind != Place::Kind::buffer ||
        source.type != target.type)
        return std::nullopt;
    CopyBox box;
    box.src = source.name;
    box.dst = target.name;
    box.type = source.type;
    box.srcOffset = linearIndex(source, begins(frame, ends.src));
    box.dstOffset = linearIndex(target, begins(frame, ends.dst));
    const auto common = commonBoxes(boxOf(frame, source, ends.src), boxOf(frame, target, ends.dst));
    if (!common)
        return std::nullopt;
    for (std::size_t d = 0; d < common->src.size(); ++d) {
        box.counts.push_back(common->src[d].count);
        box.srcStrides.push_back(common->src[d].stride);
        box.dstStrides.push_back(common->dst[d].stride);
    }
    return box;
}

Expected<void> HostLowering::copy(Frame& frame, const ir::Edge& edge, const CopyEnds& ends,
                                  Steps& steps) {
    // a known scalar stays one
    const auto source = frame.places.find(ends.srcData);
    const ir::DataDescriptor* data = frame.sdfg->data(ends.dstData);
    const Usage* use = nullptr;
    const auto& table = context_.usageOf(*frame.sdfg);
    if (const auto found = table.find(ends.dstData); found != table.end())
        use = &found->second;
    if (source != frame.places.end() && source->second.kind == Place::Kind::hostValue &&
        data->transient && data->isScalar() && use && use->singleWrite && !use->readByControl &&
        loopDepth_ == 0 && edge.memlet.wcr.empty()) {
        Place value = source->second;
        value.value = castTo(value.value, data->dtype.scalar);
        value.type = data->dtype.scalar;
        frame.places[ends.dstData] = std::move(value);
        return {};
    }
    MW_CHECK(materialise(frame, ends.srcData));
    MW_CHECK(materialise(frame, ends.dstData));
    if (edge.memlet.wcr.empty()) {
        if (auto box = copyBox(frame, ends)) {
            for (auto& array : context_.plan.arrays)
                if (array.name == box->dst)
                    array.written = true;
            steps.push_back({std::move(*box)});
            return {};
        }
    }
    Kernel kernel;
    kernel.label = fmt::format("copy_{}_to_{}", ends.srcData, ends.dstData);
    kernel.sequential = true;
    KernelLowering lowering(context_, kernel);
    MW_CHECK(lowering.copy(frame, ends, edge.memlet.wcr, edge.id));
    MW_CHECK(finish(kernel));
    addKernel(std::move(kernel), steps);
    return {};
}

// ---- tasklets

/// Whether a step assigns a symbol of the value: then it is not the same everywhere.
bool HostLowering::mayChange(const Value& value) const {
    bool changes = false;
    walkValue(value, [&](const Value& v) {
        if (const auto* local = std::get_if<LocalRef>(&v.kind))
            changes = changes || context_.assigned.contains(local->name);
        if (const auto* index = std::get_if<Index>(&v.kind))
            for (const auto& name : symbolic::freeSymbols(index->expr))
                changes = changes || context_.assigned.contains(name);
    });
    return changes;
}

Expected<bool> HostLowering::hostScalar(Frame& frame, const ir::StateIndex& index,
                                        const ir::Node& node) {
    const auto out = index.outEdges(node.id);
    if (out.size() != 1 || out[0]->memlet.empty() || loopDepth_ > 0 || !out[0]->memlet.wcr.empty())
        return false;
    const std::string& target = out[0]->memlet.data;
    const ir::DataDescriptor* data = frame.sdfg->data(target);
    const auto& table = context_.usageOf(*frame.sdfg);
    const auto use = table.find(target);
    if (!data || !data->transient || !data->isScalar() || use == table.end() ||
        !use->second.singleWrite || use->second.readByControl)
        return false;
    Operands operands;
    for (const ir::Edge* edge : index.inEdges(node.id)) {
        if (edge->memlet.empty())
            continue;
        const auto place = frame.places.find(edge->memlet.data);
        if (place == frame.places.end() || place->second.kind != Place::Kind::hostValue)
            return false;
        operands[edge->dstConnector].value = place->second.value;
    }
    const auto code = tasklet::parse(node.as<ir::Tasklet>()->code.text);
    if (!code || code->statements.size() != 1 || !code->statements[0].augment.empty() ||
        code->statements[0].target->op != tasklet::Op::name)
        return false;
    const auto value =
        ValueLowering(nullptr, frame, operands, context_).lower(*code->statements[0].value);
    if (!value || mayChange(**value))
        return false; // of an error, the kernel says what is wrong, with the element
    Place place;
    place.kind = Place::Kind::hostValue;
    place.type = data->dtype.scalar;
    place.value = castTo(*value, place.type);
    frame.places[target] = std::move(place);
    return true;
}

Expected<void> HostLowering::tasklet(Frame& frame, const ir::StateIndex& index,
                                     const ir::Node& node, Steps& steps) {
    const auto& tasklet = *node.as<ir::Tasklet>();
    if (analysis::isAddedByGt4py(tasklet)) {
        note("skipped-tasklet",
             fmt::format("the tasklet '{}' only synchronises or measures and is not run",
                         tasklet.label),
             node.id);
        return {};
    }
    if (tasklet.code.language == ir::Language::Python) {
        MW_TRY(const bool known, hostScalar(frame, index, node));
        if (known)
            return {};
    }
    return singleNodeKernel(frame, index, node, steps);
}

// ---- nested SDFGs

Expected<void> HostLowering::nested(Frame& frame, const ir::StateIndex& index, const ir::Node& node,
                                    Steps& steps) {
    const auto& nested = *node.as<ir::NestedSdfg>();
    if (++depth_ > 256)
        return cannotLower("SDFGs are nested too deeply", node.id);
    MW_TRY(Frame inner, enterNested(frame, index, node));
    MW_TRY(const FlowList list, structure(nested.sdfg->body));
    MW_CHECK(declareSymbols(inner, list, node, steps));
    const auto bind = [&](const std::string& connector, const ir::Edge& edge) -> Expected<void> {
        if (connector.empty() || edge.memlet.empty() || inner.places.contains(connector))
            return {};
        const ir::DataDescriptor* data = inner.sdfg->data(connector);
        if (!data || !edge.memlet.subset)
            return cannotLower(
                fmt::format("the connector '{}' names no container inside", connector), node.id);
        MW_CHECK(materialise(frame, edge.memlet.data));
        inner.places[connector] = aliasOf(frame.places.at(edge.memlet.data),
                                          begins(frame, *edge.memlet.subset), *data, inner);
        return {};
    };
    for (const ir::Edge* edge : index.outEdges(node.id))
        MW_CHECK(bind(edge->srcConnector, *edge));
    for (const ir::Edge* edge : index.inEdges(node.id))
        MW_CHECK(bind(edge->dstConnector, *edge));
    if (returnsEarly(list)) {
        HostScope scope;
        MW_CHECK(zeroedFlow(inner, list, scope.body));
        steps.push_back({std::move(scope)});
    } else {
        MW_CHECK(zeroedFlow(inner, list, steps));
    }
    --depth_;
    return {};
}

} // namespace mw::codegen
