// Scopes of a kernel: what lives there, and its nodes in order.
#include "core/codegen/ctext.h"
#include "core/codegen/kernel_lowering.h"
#include "core/codegen/value_lowering.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

namespace {

/// Longest private array of a kernel in elements; beyond, the registers and the stack suffer.
constexpr std::int64_t kMaxPrivateElements = 4096;
constexpr int kMaxNesting = 128;

} // namespace

const UsageTable& PlanContext::usageOf(const ir::Sdfg& sdfg) {
    const auto found = usage.find(&sdfg);
    return found != usage.end() ? found->second
                                : usage.emplace(&sdfg, analyseUsage(sdfg)).first->second;
}

const analysis::Footprint& PlanContext::footprintOf(const ir::Sdfg& sdfg) {
    const auto found = footprints.find(&sdfg);
    return found != footprints.end()
               ? found->second
               : footprints.emplace(&sdfg, analysis::footprint(sdfg)).first->second;
}

const PlanArray* PlanContext::array(const std::string& name) const {
    const auto found = std::find_if(plan.arrays.begin(), plan.arrays.end(),
                                    [&](const PlanArray& a) { return a.name == name; });
    return found == plan.arrays.end() ? nullptr : &*found;
}

KernelLowering::KernelLowering(PlanContext& context, Kernel& kernel)
    : context_(context), kernel_(kernel), out_(&kernel.body) {
    for (const auto& [name, type] : context.symbolTypes)
        names_.reserve(name);
    names_.reserve("args");
}

Expected<void> KernelLowering::mapBody(Frame& frame, const ir::Block& block,
                                       const ir::StateIndex& index, NodeId entry) {
    outermost_ = entry;
    MW_CHECK(collectWritten(frame, index, entry));
    MW_CHECK(scope(frame, &block, index, entry));
    for (auto& statement : deferred_)
        emit(std::move(statement));
    deferred_.clear();
    return {};
}

Expected<void> KernelLowering::singleNode(Frame& frame, const ir::StateIndex& index, NodeId node) {
    for (const ir::Edge* edge : index.outEdges(node)) {
        const auto found = frame.places.find(edge->memlet.data);
        if (found != frame.places.end())
            writtenArrays_.insert(found->second.name);
    }
    return this->node(frame, index, *index.node(node));
}

Expected<void> KernelLowering::collectWritten(Frame& frame, const ir::StateIndex& index,
                                              NodeId entry) {
    const NodeId exit = ir::exitOf(*index.node(entry));
    for (const ir::Edge* edge : index.outEdges(exit)) {
        const ir::AccessNode* target = pathTarget(index, *edge);
        const std::string& data = target ? target->data : edge->memlet.data;
        if (const auto found = frame.places.find(data); found != frame.places.end())
            writtenArrays_.insert(found->second.name);
    }
    return {};
}

Expected<void> KernelLowering::scope(Frame& frame, const ir::Block* block,
                                     const ir::StateIndex& index, NodeId entry) {
    if (++depth_ > kMaxNesting)
        return cannotLower("scopes are nested too deeply", entry);
    MW_CHECK(declareLocals(frame, block ? block->id : BlockId{}, entry));
    MW_CHECK(bindViews(frame, index, entry));
    for (const NodeId id : index.topological()) {
        const ir::Node& one = *index.node(id);
        if (index.scope(id) == entry && !one.isExit())
            MW_CHECK(node(frame, index, one));
    }
    --depth_;
    return {};
}

Expected<void> KernelLowering::node(Frame& frame, const ir::StateIndex& index,
                                    const ir::Node& node) {
    if (node.as<ir::AccessNode>())
        return accessNode(frame, index, node);
    if (node.as<ir::Tasklet>())
        return tasklet(frame, index, node);
    if (node.as<ir::MapEntry>())
        return innerMap(frame, index, node);
    if (node.as<ir::NestedSdfg>())
        return nested(frame, index, node);
    if (node.as<ir::LibraryNode>())
        return library(frame, index, node);
    if (node.isExit())
        return {};
    return cannotLower(
        fmt::format("the {} '{}' cannot be lowered", ir::kindName(node), ir::displayName(node)),
        node.id);
}

// ---- containers of the scope

Expected<void> KernelLowering::declareLocals(Frame& frame, BlockId state, NodeId scope) {
    const UsageTable& usage = context_.usageOf(*frame.sdfg);
    for (const auto& entry : frame.sdfg->arrays) {
        const ir::DataDescriptor& data = *entry.value;
        if (!data.transient || data.kind == ir::DataKind::view)
            continue;
        const auto found = usage.find(entry.name);
        if (found == usage.end() || !found->second.used)
            continue;
        const Usage& use = found->second;
        if (use.scope == scope && (scope || use.state == state)) // ids are unique over the document
            MW_CHECK(declareLocal(frame, entry.name, data, use));
    }
    return {};
}

Expected<void> KernelLowering::declareLocal(Frame& frame, const std::string& name,
                                            const ir::DataDescriptor& data, const Usage& use) {
    const ElementId element = frame.sdfg->id;
    if (cType(data.dtype.scalar).empty())
        return cannotLower(
            fmt::format("kernels have no type for '{}' ({})", name, ir::name(data.dtype.scalar)),
            element);
    Place place;
    place.type = data.dtype.scalar;
    place.name = names_.fresh(name);
    localTypes_[place.name] = place.type;
    if (data.isSingleElement()) {
        place.kind = Place::Kind::localScalar;
        place.strides.assign(data.isScalar() ? 0 : data.rank(), Expr(1));
        place.declared = !use.constant || use.readByControl;
        if (place.declared)
            emit({DeclareScalar{
                place.type, place.name,
                use.setZero ? makeValue(Literal{"0"}, ir::ScalarType::int32) : nullptr, false}});
        frame.places[name] = std::move(place);
        return {};
    }
    const auto elements = symbolic::simplify(frame.outer(data.totalSize)).asInteger();
    if (!elements || *elements > kMaxPrivateElements)
        return cannotLower(fmt::format("'{}' lives inside a kernel but its size {} is not a small "
                                       "constant",
                                       name, symbolic::print(frame.outer(data.totalSize))),
                           element);
    place.kind = Place::Kind::localArray;
    for (const Expr& stride : data.strides)
        place.strides.push_back(frame.outer(stride));
    for (const Expr& extent : data.shape)
        place.shape.push_back(frame.outer(extent));
    for (std::size_t i = 0; i < data.offset.size(); ++i)
        place.offset = place.offset + frame.outer(data.offset[i]) * place.strides[i];
    emit({DeclareArray{place.type, place.name, *elements, use.setZero}});
    frame.places[name] = std::move(place);
    return {};
}

Expected<void> KernelLowering::bindViews(Frame& frame, const ir::StateIndex& index, NodeId scope) {
    // a view of a view needs the other one first: in order, and against it for written views
    std::vector<const ir::Node*> open;
    for (const NodeId id : index.topological()) {
        const auto* access = index.node(id)->as<ir::AccessNode>();
        if (!access || index.scope(id) != scope)
            continue;
        const ir::DataDescriptor* data = frame.sdfg->data(access->data);
        if (data && data->kind == ir::DataKind::view)
            open.push_back(index.node(id));
    }
    const auto bindable = [&](const ir::Node* node) {
        const ir::Edge* edge = viewingEdge(index, *node);
        if (!edge)
            return true; // the error is bindView's
        const auto* far =
            edge->dst == node->id ? pathSource(index, *edge) : pathTarget(index, *edge);
        return far && frame.places.contains(far->data);
    };
    while (!open.empty()) {
        const auto next = std::find_if(open.begin(), open.end(), bindable);
        if (next == open.end())
            return cannotLower("a view looks at a container that is not bound here",
                               open.front()->id);
        MW_CHECK(bindView(frame, index, **next));
        open.erase(next);
    }
    return {};
}

Expected<void> KernelLowering::bindView(Frame& frame, const ir::StateIndex& index,
                                        const ir::Node& node) {
    const std::string& name = node.as<ir::AccessNode>()->data;
    const ir::Edge* edge = viewingEdge(index, node);
    if (!edge)
        return cannotLower(fmt::format("it is not clear what the view '{}' looks at", name),
                           node.id);
    const bool in = edge->dst == node.id;
    const ir::AccessNode* far = in ? pathSource(index, *edge) : pathTarget(index, *edge);
    const CopyEnds ends =
        in ? copyEnds(edge->memlet, far->data, name, *frame.sdfg, context_.newest)
           : copyEnds(edge->memlet, name, far->data, *frame.sdfg, context_.newest);
    const Place& base = frame.places.at(far->data);
    frame.places[name] =
        aliasOf(base, begins(frame, in ? ends.src : ends.dst), *frame.sdfg->data(name), frame);
    return {};
}

// ---- access nodes

Expected<void> KernelLowering::accessNode(Frame& frame, const ir::StateIndex& index,
                                          const ir::Node& node) {
    const auto& access = *node.as<ir::AccessNode>();
    const ir::DataDescriptor* data = frame.sdfg->data(access.data);
    const ir::Edge* alias =
        data && data->kind == ir::DataKind::view ? viewingEdge(index, node) : nullptr;
    for (const ir::Edge* edge : index.inEdges(node.id)) {
        const ir::Node* from = index.node(edge->src);
        if (edge != alias && !edge->memlet.empty() &&
            (from->as<ir::AccessNode>() || from->isEntry()))
            MW_CHECK(copyEdge(frame, index, *edge));
    }
    for (const ir::Edge* edge : index.outEdges(node.id)) {
        if (edge != alias && !edge->memlet.empty() && index.node(edge->dst)->isExit())
            MW_CHECK(copyEdge(frame, index, *edge));
    }
    return {};
}

Expected<void> KernelLowering::copyEdge(Frame& frame, const ir::StateIndex& index,
                                        const ir::Edge& edge) {
    const ir::AccessNode* from = pathSource(index, edge);
    const ir::AccessNode* to = pathTarget(index, edge);
    if (!from || !to)
        return cannotLower("a copy needs a container at both ends", edge.id);
    const ir::DataDescriptor* source = frame.sdfg->data(from->data);
    const ir::DataDescriptor* target = frame.sdfg->data(to->data);
    // a view's alias edge that is seen from its other end
    if (source && source->kind == ir::DataKind::view &&
        viewingEdge(index, *index.node(edge.src)) == &edge)
        return {};
    const ir::Node* dst = index.node(edge.dst);
    if (target && target->kind == ir::DataKind::view && dst->as<ir::AccessNode>() &&
        viewingEdge(index, *dst) == &edge)
        return {};
    return copy(frame, copyEnds(edge.memlet, from->data, to->data, *frame.sdfg, context_.newest),
                edge.memlet.wcr, edge.id);
}

Expected<void>
KernelLowering::loops(const std::vector<Expr>& sizes,
                      const std::function<Expected<void>(const std::vector<Expr>&)>& body) {
    std::vector<Expr> indices(sizes.size(), Expr(0));
    std::vector<Statements> levels;
    std::function<Expected<void>(std::size_t)> level = [&](std::size_t d) -> Expected<void> {
        if (d == sizes.size())
            return body(indices);
        if (sizes[d].isInteger(1))
            return level(d + 1);
        For loop;
        loop.variable = names_.fresh(fmt::format("c{}", d));
        loop.begin = 0;
        loop.end = symbolic::simplify(sizes[d] - 1);
        loop.step = 1;
        const auto trips = sizes[d].asInteger();
        loop.unroll = trips && *trips <= 8 ? -1 : 0;
        indices[d] = Expr::symbol(loop.variable);
        MW_CHECK(inside(loop.body, [&] { return level(d + 1); }));
        emit({std::move(loop)});
        return {};
    };
    return level(0);
}

Expected<void> KernelLowering::copy(Frame& frame, const CopyEnds& ends, const std::string& wcr,
                                    ElementId element) {
    MW_TRY(Place* const source, place(frame, ends.srcData, element));
    MW_TRY(Place* const target, place(frame, ends.dstData, element));
    const auto outerSizes = [&](const symbolic::Subset& s) {
        std::vector<Expr> sizes;
        for (const auto& dim : s.dims)
            sizes.push_back(symbolic::simplify(frame.outer(dim.size())));
        return sizes;
    };
    const auto srcSizes = outerSizes(ends.src);
    const auto dstSizes = outerSizes(ends.dst);
    const auto moving = [](const std::vector<Expr>& sizes) {
        std::vector<Expr> result;
        for (const Expr& n : sizes)
            if (!n.isInteger(1))
                result.push_back(n);
        return result;
    };
    const auto sizes = moving(srcSizes);
    if (sizes.size() != moving(dstSizes).size())
        return cannotLower(
            fmt::format("the copy from '{}' to '{}' changes the shape", ends.srcData, ends.dstData),
            element);
    const auto at = [&](const symbolic::Subset& subset, const std::vector<Expr>& extents,
                        const std::vector<Expr>& counters) {
        std::vector<Expr> result;
        std::size_t next = 0;
        for (std::size_t d = 0; d < subset.dims.size(); ++d) {
            Expr one = frame.outer(subset.dims[d].begin);
            if (!extents[d].isInteger(1))
                one = one + counters[next++] * frame.outer(subset.dims[d].step);
            result.push_back(one);
        }
        return result;
    };
    return loops(sizes, [&](const std::vector<Expr>& counters) -> Expected<void> {
        const ValuePtr value = loadElement(*source, at(ends.src, srcSizes, counters));
        return resolve(frame, *target, linearIndex(*target, at(ends.dst, dstSizes, counters)),
                       value, wcr, false, element);
    });
}

// ---- maps inside the kernel

Expected<void> KernelLowering::dynamicInputs(Frame& frame, const ir::StateIndex& index,
                                             const ir::Node& entry) {
    for (const ir::Edge* edge : index.inEdges(entry.id)) {
        if (edge->dstConnector.empty() || edge->dstConnector.starts_with("IN_"))
            continue;
        MW_TRY(const Operand input, operand(frame, *edge));
        if (!input.value)
            return cannotLower(
                fmt::format("the map input '{}' is not one element", edge->dstConnector), edge->id);
        frame.symbols[edge->dstConnector] = integerLocal(input.value, edge->dstConnector);
    }
    return {};
}

Expected<void> KernelLowering::innerMap(Frame& frame, const ir::StateIndex& index,
                                        const ir::Node& node) {
    const ir::Map& map = node.as<ir::MapEntry>()->map;
    const auto outerSymbols = frame.symbols;
    MW_CHECK(dynamicInputs(frame, index, node));
    std::function<Expected<void>(std::size_t)> level = [&](std::size_t d) -> Expected<void> {
        if (d == map.params.size())
            return scope(frame, nullptr, index, node.id);
        const auto& range = map.range.dims[d];
        For loop;
        loop.begin = symbolic::simplify(frame.outer(range.begin));
        loop.end = symbolic::simplify(frame.outer(range.end));
        loop.step = symbolic::simplify(frame.outer(range.step));
        loop.variable = names_.fresh(map.params[d]);
        const auto span = symbolic::simplify(loop.end - loop.begin).asInteger();
        if (map.unroll)
            loop.unroll = map.unrollFactor > 0 ? map.unrollFactor : -1;
        else if (span && *span < 16 && loop.step.isInteger(1))
            loop.unroll = -1;
        frame.symbols[map.params[d]] = Expr::symbol(loop.variable);
        MW_CHECK(inside(loop.body, [&] { return level(d + 1); }));
        emit({std::move(loop)});
        return {};
    };
    MW_CHECK(level(0));
    frame.symbols = outerSymbols;
    return {};
}

// ---- elements

Expected<Place*> KernelLowering::place(Frame& frame, const std::string& container,
                                       ElementId element) {
    const auto found = frame.places.find(container);
    if (found == frame.places.end() || found->second.kind == Place::Kind::pending)
        return cannotLower(
            fmt::format("the container '{}' is not available in this kernel", container), element);
    return &found->second;
}

ir::ScalarType KernelLowering::localType(const std::string& name) const {
    const auto found = localTypes_.find(name);
    return found == localTypes_.end() ? ir::ScalarType::none : found->second;
}

std::string KernelLowering::bufferName(const Place& place, bool write) {
    auto found = buffers_.find(place.name);
    if (found == buffers_.end()) {
        found = buffers_.emplace(place.name, names_.fresh(place.name)).first;
        kernel_.buffers.push_back({found->second, place.name, place.type, false, false});
    }
    for (auto& buffer : kernel_.buffers)
        if (buffer.array == place.name)
            (write ? buffer.written : buffer.read) = true;
    return found->second;
}

ValuePtr KernelLowering::load(const Place& place, const Expr& linear) {
    if (place.kind == Place::Kind::hostValue)
        return place.value;
    if (place.kind == Place::Kind::localScalar)
        return makeValue(LocalRef{place.name}, place.type);
    const std::string name =
        place.kind == Place::Kind::localArray ? place.name : bufferName(place, false);
    auto value = std::make_shared<Value>(
        Value{Load{name, symbolic::simplify(linear), false, false}, place.type});
    loads_.push_back(value);
    return value;
}

ValuePtr KernelLowering::loadElement(const Place& place, const std::vector<Expr>& index) {
    return load(place, linearIndex(place, index));
}

Expected<void> KernelLowering::assign(Place& place, const Expr& linear, const ValuePtr& value,
                                      const std::string& wcr, bool nonatomic) {
    if (place.kind == Place::Kind::hostValue || place.kind == Place::Kind::pending)
        return fail("cannot-lower", "a value of the host is written in a kernel");
    if (place.kind == Place::Kind::localScalar) {
        ValuePtr next = value;
        if (wcr == "sum" || wcr == "product" || wcr == "and" || wcr == "or") {
            const std::string op = wcr == "sum"       ? "+"
                                   : wcr == "product" ? "*"
                                   : wcr == "and"     ? "&&"
                                                      : "||";
            next = makeValue(
                Binary{op, makeValue(LocalRef{place.name}, place.type), castTo(value, place.type)},
                place.type);
        } else if (!wcr.empty()) {
            next = makeValue(
                Call{"mw_" + wcr,
                     {makeValue(LocalRef{place.name}, place.type), castTo(value, place.type)}},
                place.type);
        }
        if (place.declared) {
            emit({AssignScalar{place.name, next}});
        } else {
            emit({DeclareScalar{place.type, place.name, next, true}});
            place.declared = true;
        }
        return {};
    }
    const bool local = place.kind == Place::Kind::localArray;
    Store store;
    store.buffer = local ? place.name : bufferName(place, true);
    store.index = symbolic::simplify(linear);
    store.value = value;
    store.type = place.type;
    store.wcr = wcr;
    store.atomic = !wcr.empty() && !local && !nonatomic && !kernel_.sequential;
    emit({std::move(store)});
    return {};
}

void KernelLowering::emit(Statement statement) {
    if (const auto* scalar = std::get_if<DeclareScalar>(&statement.kind);
        scalar && !scalar->isConst)
        variables_.insert(scalar->name);
    out_->push_back(std::move(statement));
}

ValuePtr KernelLowering::keep(const ValuePtr& value, const std::string& wish) {
    if (std::holds_alternative<Literal>(value->kind))
        return value;
    const auto* local = std::get_if<LocalRef>(&value->kind);
    if (local && !variables_.contains(local->name))
        return value;
    const std::string name = names_.fresh(wish);
    localTypes_[name] = value->type;
    emit({DeclareScalar{value->type, name, value, true}});
    return makeValue(LocalRef{name}, value->type);
}

Expected<void> KernelLowering::resolve(Frame& frame, Place& place, const Expr& linear,
                                       const ValuePtr& value, const std::string& lambda,
                                       bool nonatomic, ElementId element) {
    const std::string known = lambda.empty() ? "" : reductionName(lambda);
    if (lambda.empty() || !known.empty())
        return assign(place, linear, value, known, nonatomic);
    const auto parts = lambdaParts(lambda);
    const auto body = parts ? tasklet::parseExpression(parts->body)
                            : Expected<tasklet::AstPtr>(tasklet::AstPtr{});
    if (!parts || !body)
        return cannotLower(fmt::format("the conflict resolution '{}' is no lambda of two "
                                       "parameters",
                                       lambda),
                           element);
    const bool atomic = (place.kind == Place::Kind::buffer) && !nonatomic && !kernel_.sequential;
    Operands operands;
    operands[parts->fresh].value = keep(castTo(value, place.type), "fresh");
    operands[parts->old].value =
        atomic ? makeValue(LocalRef{"mw_old"}, place.type) : load(place, linear);
    MW_TRY(const ValuePtr combined, ValueLowering(this, frame, operands, context_).lower(**body));
    if (!atomic)
        return assign(place, linear, combined, "", true);
    Store store{bufferName(place, true),
                symbolic::simplify(linear),
                value,
                place.type,
                "custom",
                true,
                false,
                combined};
    bufferName(place, false); // it reads the element as well
    emit({std::move(store)});
    return {};
}

Expr KernelLowering::integerLocal(const ValuePtr& value, const std::string& wish) {
    if (const auto* index = std::get_if<Index>(&value->kind))
        return index->expr;
    if (const auto* local = std::get_if<LocalRef>(&value->kind))
        return Expr::symbol(local->name);
    if (const auto* literal = std::get_if<Literal>(&value->kind)) {
        const std::string digits = literal->text.substr(0, literal->text.find_first_of("uL"));
        if (const auto parsed = symbolic::parse(digits, symbolic::Dialect::code);
            parsed && parsed->isInteger())
            return *parsed;
    }
    std::string key;
    if (const auto* load = std::get_if<Load>(&value->kind)) {
        const auto buffer = std::find_if(buffers_.begin(), buffers_.end(), [&](const auto& one) {
            return one.second == load->buffer;
        });
        // private arrays have no buffer: they are written here
        if (buffer != buffers_.end() && !writtenArrays_.contains(buffer->first))
            key = load->buffer + "[" + symbolic::print(load->index) + "]";
        if (const auto known = knownLoads_.find(key); !key.empty() && known != knownLoads_.end())
            return Expr::symbol(known->second);
    }
    std::string_view base = wish;
    if (base.starts_with("__tlet_"))
        base.remove_prefix(7);
    while (base.starts_with("_"))
        base.remove_prefix(1);
    const std::string name = names_.fresh(std::string(base.empty() ? "index" : base));
    localTypes_[name] = value->type;
    emit({DeclareScalar{value->type, name, value, true}});
    if (!key.empty())
        knownLoads_[key] = name;
    return Expr::symbol(name);
}

} // namespace mw::codegen
