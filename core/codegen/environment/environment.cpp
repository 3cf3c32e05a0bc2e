// What the names of an SDFG mean outside: symbols, storage, both ends of copies.
#include "core/codegen/environment/environment.h"

#include "core/analysis/analysis.h"
#include "core/analysis/unresolved_conflict.h"
#include "core/codegen/ctext.h"
#include "core/ir/copy_regions.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;
using symbolic::Subset;

Expr linearIndex(const ContainerStorage& storage, const std::vector<Expr>& index) {
    Expr sum = storage.offset;
    for (std::size_t i = 0; i < std::min(index.size(), storage.strides.size()); ++i)
        sum = sum + index[i] * storage.strides[i];
    return symbolic::simplify(sum);
}

std::vector<Expr> begins(const Environment& env, const Subset& subset) {
    std::vector<Expr> result;
    result.reserve(subset.dims.size());
    for (const auto& dim : subset.dims)
        result.push_back(env.outer(dim.begin));
    return result;
}

BoxDims boxOf(const Environment& env, const ContainerStorage& storage,
              const symbolic::Subset& subset) {
    BoxDims box;
    for (std::size_t d = 0; d < subset.dims.size(); ++d) // a scalar has no strides, and one element
        box.push_back({symbolic::simplify(env.outer(subset.dims[d].size())),
                       d < storage.strides.size()
                           ? symbolic::simplify(storage.strides[d] * env.outer(subset.dims[d].step))
                           : Expr(0)});
    return box;
}

std::string Names::fresh(const std::string& wish) {
    std::string name = identifier(wish);
    for (int i = 1; contains(name); ++i)
        name = fmt::format("{}_{}", identifier(wish), i);
    taken_.insert(name);
    return name;
}

CopyEnds copyEnds(const ir::Memlet& memlet, const std::string& srcData, const std::string& dstData,
                  const ir::Sdfg& sdfg) {
    const bool isSource =
        memlet.data == srcData && (srcData != dstData || memlet.isDataSource.value_or(true));
    const auto side = [&](const std::string& name, const std::optional<Subset>& own,
                          const std::optional<Subset>& other) {
        if (own)
            return *own;
        const ir::DataDescriptor* data = sdfg.data(name);
        if (!data)
            return Subset{};
        return other ? ir::unsaidRegion(*data, *other) : analysis::wholeContainer(*data);
    };
    CopyEnds ends;
    ends.srcData = srcData;
    ends.dstData = dstData;
    const auto& srcSubset = isSource ? memlet.subset : memlet.otherSubset;
    const auto& dstSubset = isSource ? memlet.otherSubset : memlet.subset;
    ends.src = side(srcData, srcSubset, dstSubset);
    ends.dst = side(dstData, dstSubset, srcSubset);
    return ends;
}

const ir::AccessNode* pathSource(const ir::StateIndex& index, const ir::Edge& edge) {
    const ir::Node* node = index.node(analysis::memletPath(index, edge).front()->src);
    return node ? node->as<ir::AccessNode>() : nullptr;
}

const ir::AccessNode* pathTarget(const ir::StateIndex& index, const ir::Edge& edge) {
    const ir::Node* node = index.node(analysis::memletPath(index, edge).back()->dst);
    return node ? node->as<ir::AccessNode>() : nullptr;
}

const ir::Edge* viewingEdge(const ir::StateIndex& index, const ir::Node& view) {
    return analysis::viewingEdge(index, view).edge;
}

ContainerStorage aliasOf(const ContainerStorage& outer, const std::vector<Expr>& begin,
                         const ir::DataDescriptor& inner, const Environment& innerEnv) {
    ContainerStorage storage = outer;
    if (outer.kind == ContainerStorage::Kind::localScalar ||
        outer.kind == ContainerStorage::Kind::hostValue)
        return storage;
    storage.offset = linearIndex(outer, begin);
    storage.strides.clear();
    storage.shape.clear();
    if (inner.isScalar())
        return storage;
    for (std::size_t i = 0; i < inner.rank(); ++i) {
        storage.strides.push_back(innerEnv.outer(inner.strides[i]));
        storage.shape.push_back(innerEnv.outer(inner.shape[i]));
        if (i < inner.offset.size() && !inner.offset[i].isInteger(0))
            storage.offset =
                storage.offset + innerEnv.outer(inner.offset[i]) * storage.strides.back();
    }
    return storage;
}

Expected<ContainerStorage> viewOf(const ContainerStorage& viewed, const std::vector<Expr>& begin,
                                  const std::string& view, const Environment& env,
                                  ElementId element) {
    const ir::DataDescriptor& data = *env.sdfg->data(view);
    const ir::ScalarType type = data.dtype.scalar;
    if (ir::sizeOf(type) != ir::sizeOf(viewed.type))
        return cannotLower(analysis::unlikeViewText(view, type, viewed.type), element);
    ContainerStorage storage = aliasOf(viewed, begin, data, env);
    if (type == storage.type)
        return storage;
    if (storage.stored == ir::ScalarType::none)
        storage.stored = storage.type;
    else if (storage.stored == type)
        storage.stored = ir::ScalarType::none;
    storage.type = type;
    return storage;
}

Expected<Environment> enterNested(const Environment& outer, const ir::StateIndex& index,
                                  const ir::Node& node) {
    const auto& nested = *node.as<ir::NestedSdfg>();
    if (!nested.sdfg)
        return cannotLower(fmt::format("the nested SDFG '{}' is in another file", nested.label),
                           node.id);
    if (const ir::Edge* edge = analysis::unresolvedConflict(index, node))
        return cannotLower(analysis::unresolvedConflictText(*edge, node), edge->id);
    Environment inner;
    inner.sdfg = nested.sdfg.get();
    inner.symbols = outer.symbols;
    for (const auto& container : nested.sdfg->arrays) // hides a symbol outside
        inner.symbols.erase(container.name);
    for (const auto& [name, value] : nested.symbolMapping)
        inner.symbols.set(name, symbolic::simplify(outer.outer(value)));
    for (const auto& [name, value] : nested.sdfg->constants)
        inner.symbols.set(name,
                          value.isReal ? symbolic::Expr::real(value.d) : symbolic::Expr(value.i));
    return inner;
}

Unexpected cannotLower(const std::string& what, ElementId element) {
    return fail("cannot-lower", what, Location{{}, {}, {element}});
}

} // namespace mw::codegen
