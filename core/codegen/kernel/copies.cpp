// Copies between containers in a kernel.
#include "core/codegen/kernel/copies.h"

#include "core/codegen/kernel/elements.h"
#include "core/codegen/kernel/loops.h"
#include "core/codegen/kernel/stores.h"

#include <fmt/format.h>

namespace mw::codegen {

using symbolic::Expr;

namespace {

Expr volume(const BoxDims& box) {
    Expr product = 1;
    for (const BoxDim& dim : box)
        product = product * dim.count;
    return symbolic::simplify(product);
}

} // namespace

Expected<void> lowerCopyEdge(KernelBody& body, Environment& env, const ir::StateIndex& index,
                             const ir::Edge& edge) {
    const ir::AccessNode* from = pathSource(index, edge);
    const ir::AccessNode* to = pathTarget(index, edge);
    if (!from || !to)
        return cannotLower("a copy needs a container at both ends", edge.id);
    const ir::DataDescriptor* source = env.sdfg->data(from->data);
    const ir::DataDescriptor* target = env.sdfg->data(to->data);
    // a view's alias edge that is seen from its other end
    if (source && source->kind == ir::DataKind::view &&
        viewingEdge(index, *index.node(edge.src)) == &edge)
        return {};
    const ir::Node* dst = index.node(edge.dst);
    if (target && target->kind == ir::DataKind::view && dst->as<ir::AccessNode>() &&
        viewingEdge(index, *dst) == &edge)
        return {};
    return lowerCopy(body, env, copyEnds(edge.memlet, from->data, to->data, *env.sdfg),
                     edge.memlet.wcr, edge.id);
}

Expected<void> lowerCopy(KernelBody& body, Environment& env, const CopyEnds& ends,
                         const std::string& wcr, ElementId element) {
    MW_TRY(ContainerStorage* const source, storageOf(env, ends.srcData, element));
    MW_TRY(ContainerStorage* const target, storageOf(env, ends.dstData, element));
    const BoxDims src = boxOf(env, *source, ends.src);
    const BoxDims dst = boxOf(env, *target, ends.dst);
    const Expr from = linearIndex(*source, begins(env, ends.src));
    const Expr to = linearIndex(*target, begins(env, ends.dst));
    const auto move = [&](const Expr& read, const Expr& written) {
        return resolveConflict(body, env, *target, symbolic::simplify(to + written),
                               loadAt(body, *source, symbolic::simplify(from + read)), wcr, false,
                               element);
    };
    if (const auto common = commonBoxes(src, dst)) {
        std::vector<Expr> counts;
        for (const BoxDim& dim : common->src)
            counts.push_back(dim.count);
        return boxLoops(body, counts, [&](const std::vector<Expr>& at) {
            Expr read = 0;
            Expr written = 0;
            for (std::size_t d = 0; d < at.size(); ++d) {
                read = read + at[d] * common->src[d].stride;
                written = written + at[d] * common->dst[d].stride;
            }
            return move(read, written);
        });
    }
    const auto moved = volume(src).asInteger();
    const auto room = volume(dst).asInteger();
    if (moved && room && *moved != *room)
        return cannotLower(fmt::format("the copy from '{}' to '{}' moves {} elements into {}",
                                       ends.srcData, ends.dstData, *moved, *room),
                           element);
    return boxLoops(body, {volume(src)}, [&](const std::vector<Expr>& at) {
        return move(offsetOf(src, at[0]), offsetOf(dst, at[0]));
    });
}

} // namespace mw::codegen
