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

Expected<void> lowerCopyEdge(KernelBody& body, Frame& frame, const ir::StateIndex& index,
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
    return lowerCopy(body, frame, copyEnds(edge.memlet, from->data, to->data, *frame.sdfg),
                     edge.memlet.wcr, edge.id);
}

Expected<void> lowerCopy(KernelBody& body, Frame& frame, const CopyEnds& ends,
                         const std::string& wcr, ElementId element) {
    MW_TRY(Place* const source, placeOf(frame, ends.srcData, element));
    MW_TRY(Place* const target, placeOf(frame, ends.dstData, element));
    const BoxDims src = boxOf(frame, *source, ends.src);
    const BoxDims dst = boxOf(frame, *target, ends.dst);
    const Expr from = linearIndex(*source, begins(frame, ends.src));
    const Expr to = linearIndex(*target, begins(frame, ends.dst));
    const auto move = [&](const Expr& read, const Expr& written) {
        return resolveConflict(body, frame, *target, symbolic::simplify(to + written),
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
