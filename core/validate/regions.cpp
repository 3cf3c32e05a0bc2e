// Regions of memlets: as many dimensions as the container has, inside of it.
#include "core/ir/copy_regions.h"
#include "core/validate/findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::validate {

namespace {

using symbolic::Expr;
using symbolic::Range;
using symbolic::Subset;

/// A region that a memlet takes out of a container.
struct Region {
    const StateContext& c;
    const ir::Edge& edge;
    const Subset& subset;
    const std::string& name; ///< of the container
    const ir::DataDescriptor& data;
    std::string place; ///< "subset" or "other_subset"

    std::string text() const { return fmt::format("{}[{}]", name, symbolic::print(subset)); }
};

Expr shifted(const Expr& e, const Expr& offset) {
    return offset.isInteger(0) ? e : e + offset;
}

/// Certainly holds no element.
bool isEmpty(const Region& r) {
    return std::ranges::any_of(r.subset.dims, [&](const Range& range) {
        return range.step.isInteger() && range.step.value() > 0 &&
               r.c.in.certainty.less(range.end, range.begin);
    });
}

/// 23: rank and bounds. An access outside is an error when it is so for all sizes; nothing is
/// outside of what has no elements.
void checkRegion(const Region& r, Findings& findings) {
    const bool sized = r.data.kind == ir::DataKind::array || r.data.isScalar() ||
                       r.data.kind == ir::DataKind::view || r.data.kind == ir::DataKind::reference;
    if (!sized || r.data.shape.empty())
        return;
    if (r.subset.rank() != r.data.rank()) {
        findings.error("subset-rank",
                       fmt::format("The region {} {} has {} dimensions, the container {}.",
                                   r.text(), where(r.c), r.subset.rank(), r.data.rank()),
                       {r.edge.id}, r.place);
        return;
    }
    if (r.edge.memlet.allowOutOfBounds)
        return;
    auto& certainty = r.c.in.certainty;
    for (std::size_t d = 0; d < r.subset.rank(); ++d) {
        const Range& range = r.subset.dims[d];
        const bool down = range.step.isInteger() && range.step.value() < 0;
        const Expr offset = d < r.data.offset.size() ? r.data.offset[d] : Expr(0);
        const Expr low = shifted(down ? range.end : range.begin, offset);
        const Expr high = shifted(down ? range.begin : range.end, offset);
        const bool below = certainty.less(low, 0);
        if ((!below && !certainty.atLeast(high, r.data.shape[d])) || isEmpty(r))
            continue;
        findings.add(r.edge.memlet.dynamic ? Severity::warning : Severity::error, "out-of-bounds",
                     fmt::format("The region {} {} reaches {} of dimension {}, which has {} "
                                 "elements.",
                                 r.text(), where(r.c), below ? "below the start" : "beyond the end",
                                 d, symbolic::print(r.data.shape[d])),
                     {r.edge.id}, r.place);
    }
}

bool isKind(const StateContext& c, const ir::Node* node, ir::DataKind kind) {
    const auto* access = node ? node->as<ir::AccessNode>() : nullptr;
    const auto* data = access ? c.in.sdfg.data(analysis::containerOf(access->data)) : nullptr;
    return data && data->kind == kind;
}

bool isViewing(const StateContext& c, const ir::Edge& edge) {
    for (const ir::Node* node : {c.ends.source(edge), c.ends.target(edge)})
        if (isKind(c, node, ir::DataKind::view) &&
            analysis::viewingEdge(c.index, *node).edge == &edge)
            return true;
    return false;
}

/// 19: a copy of a negative number of elements; a copy of none is allowed.
void checkNotNegative(const Region& r, Findings& findings) {
    for (const Range& range : r.subset.dims)
        if (range.step.isInteger(1) && r.c.in.certainty.less(range.end, range.begin - Expr(1)))
            return findings.error("negative-copy",
                                  fmt::format("A copy {} takes the region {}, which ends before "
                                              "it begins.",
                                              where(r.c), r.text()),
                                  {r.edge.id}, r.place);
}

/// 23: both ends of a copy have as many elements. DaCe refuses what it cannot show to be equal.
void checkCopySize(const StateContext& c, const ir::Edge& edge, const std::string& other,
                   Findings& findings) {
    const auto& memlet = edge.memlet;
    const bool exempt = isKind(c, c.ends.source(edge), ir::DataKind::stream) ||
                        isKind(c, c.ends.target(edge), ir::DataKind::stream) ||
                        edge.dstConnector == "set" || memlet.allowOutOfBounds;
    if (exempt || *memlet.subset == *memlet.otherSubset)
        return;
    const Expr here = memlet.subset->volume();
    const Expr there = memlet.otherSubset->volume();
    if (c.in.certainty.equal(here, there))
        return;
    const bool shown = c.in.certainty.differ(here, there);
    findings.add(shown && !isViewing(c, edge) ? Severity::error : Severity::warning,
                 shown ? "copy-size" : "copy-size-unproven",
                 fmt::format("A copy {} is between {}[{}] and {}[{}]: the numbers of elements {}.",
                             where(c), memlet.data, symbolic::print(*memlet.subset), other,
                             symbolic::print(*memlet.otherSubset),
                             shown ? "differ" : "are not shown to be equal"),
                 {edge.id}, "other_subset");
}

/// The container at the end of the path that the memlet does not name; the named one when both do.
const ir::AccessNode* otherEnd(const StateContext& c, const ir::Edge& edge) {
    const ir::Node* source = c.ends.source(edge);
    const ir::Node* target = c.ends.target(edge);
    const auto* from = source ? source->as<ir::AccessNode>() : nullptr;
    const auto* to = target ? target->as<ir::AccessNode>() : nullptr;
    if (from && to)
        return to->data != edge.memlet.data ? to : from;
    return nullptr;
}

/// 23: the other end of a copy is not said, and versions of DaCe take different regions there.
void checkUnsaid(const StateContext& c, const ir::Edge& edge, Findings& findings) {
    const ir::Node& src = *c.index.node(edge.src);
    const ir::Node& dst = *c.index.node(edge.dst);
    const bool copies =
        dst.as<ir::AccessNode>() ? !src.isExit() : src.as<ir::AccessNode>() && dst.isExit();
    const auto* far = copies ? otherEnd(c, edge) : nullptr;
    const auto* data = far ? c.in.sdfg.data(far->data) : nullptr;
    const bool plain = data && (data->kind == ir::DataKind::array || data->isScalar());
    if (!plain || far->data == edge.memlet.data || isViewing(c, edge) ||
        isKind(c, c.ends.source(edge), ir::DataKind::stream) ||
        !ir::isReadTwoWays(*data, *edge.memlet.subset))
        return;
    findings.warning(
        "copy-unsaid-region",
        fmt::format("A copy {} says the region {}[{}] and none of '{}': here it is "
                    "[{}], as in DaCe up to 2.0.0a6; from 2.0.0a7 on it is [{}]. Say both, or "
                    "state the version that is meant (--dace).",
                    where(c), edge.memlet.data, symbolic::print(*edge.memlet.subset), far->data,
                    symbolic::print(ir::unsaidRegion(*data, *edge.memlet.subset)),
                    symbolic::print(ir::sameIndicesRegion(*data, *edge.memlet.subset))),
        {edge.id}, "other_subset");
}

} // namespace

void checkRegions(const StateContext& c, const ir::Edge& edge, Findings& findings) {
    const auto& memlet = edge.memlet;
    if (!memlet.subset)
        return;
    const auto* data = c.in.sdfg.data(memlet.data);
    const auto* far = memlet.otherSubset ? otherEnd(c, edge) : nullptr;
    const auto* farData = far ? c.in.sdfg.data(far->data) : nullptr;
    const bool direct = c.index.node(edge.src)->as<ir::AccessNode>() &&
                        c.index.node(edge.dst)->as<ir::AccessNode>();
    if (data) {
        const Region region{c, edge, *memlet.subset, memlet.data, *data, "subset"};
        if (!c.only.region || c.only.region(edge))
            checkRegion(region, findings);
        if (direct)
            checkNotNegative(region, findings);
    }
    if (!memlet.otherSubset && c.in.options.warnings)
        checkUnsaid(c, edge, findings);
    if (!farData)
        return;
    const Region region{c, edge, *memlet.otherSubset, far->data, *farData, "other_subset"};
    checkRegion(region, findings);
    if (direct)
        checkNotNegative(region, findings);
    checkCopySize(c, edge, far->data, findings);
}

} // namespace mw::validate
