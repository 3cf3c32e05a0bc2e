// What is accepted, although it is a mistake or of no use.
#include "core/analysis/raw_code.h"
#include "core/validate/findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::validate {

namespace {

/// A parameter hides a name of the program or of a scope around it: the generated code declares it
/// again, and what means the outer one reads the inner one.
void checkShadowing(const StateContext& c, const ir::Node& node, const ir::Map& map,
                    Findings& findings) {
    const NodeId around = c.index.scope(node.id);
    for (const auto& param : map.params)
        if (c.in.facts.knows(param) || isScopeName(c, around, param))
            findings.warning("parameter-hides-name",
                             fmt::format("The parameter '{}' of {} hides a {}: rename it.", param,
                                         called(c, node),
                                         c.in.facts.knows(param) ? "name of the program"
                                                                 : "parameter around it"),
                             {node.id}, "params/" + param);
}

/// Something is added to what nothing has initialised.
void checkFirstValue(const StateContext& c, const ir::Node& node, const ir::AccessNode& access,
                     Findings& findings) {
    const auto* data = c.in.sdfg.data(access.data);
    if (!data || !data->transient || access.setZero || data->kind == ir::DataKind::view ||
        data->kind == ir::DataKind::stream || c.in.facts.overwritten.contains(access.data))
        return;
    const auto adds = [](const ir::Edge* e) { return !e->memlet.wcr.empty(); };
    if (std::ranges::any_of(c.index.inEdges(node.id), adds))
        findings.warning("wcr-without-initialisation",
                         fmt::format("The temporary '{}' {} is only ever updated by write-conflict "
                                     "resolution, so its first value is undefined: write it "
                                     "before, or let it be zeroed when allocated.",
                                     access.data, where(c)),
                         {node.id}, "setzero");
}

/// How many elements a memlet between two containers, or of a single element, moves is plain to
/// see. Elsewhere a smaller volume is no mistake: a tasklet may take one element of a whole field.
void checkVolume(const StateContext& c, const ir::Edge& edge, Findings& findings) {
    const auto& memlet = edge.memlet;
    if (memlet.empty() || !memlet.subset || memlet.dynamic)
        return;
    const ir::Node* src = c.index.node(edge.src);
    const ir::Node* dst = c.index.node(edge.dst);
    if (!src || !dst)
        return;
    const bool copy = src->as<ir::AccessNode>() && dst->as<ir::AccessNode>();
    const bool tasklet = src->as<ir::Tasklet>() || dst->as<ir::Tasklet>();
    if (!copy && !tasklet)
        return;
    const auto expected = memlet.subset->volume();
    if (!copy && !expected.isInteger(1))
        return;
    if (expected == memlet.volume || !c.in.certainty.differ(expected, memlet.volume))
        return;
    findings.hint("wrong-volume",
                  fmt::format("The memlet {}[{}] {} says that it moves {} elements; its region has "
                              "{}.",
                              memlet.data, symbolic::print(*memlet.subset), where(c),
                              symbolic::print(memlet.volume), symbolic::print(expected)),
                  {edge.id}, "volume");
}

/// A copy that converts is slower than one that does not, and often not meant.
void checkCopyType(const StateContext& c, const ir::Edge& edge, Findings& findings) {
    if (edge.memlet.empty())
        return;
    const auto typeOf = [&](const ir::Node* node) -> const ir::DataDescriptor* {
        const auto* access = node ? node->as<ir::AccessNode>() : nullptr;
        const auto* data = access ? c.in.sdfg.data(access->data) : nullptr;
        const bool plain = data && (data->kind == ir::DataKind::array || data->isScalar());
        return plain ? data : nullptr;
    };
    const auto* from = typeOf(c.index.node(edge.src));
    const auto* to = typeOf(c.index.node(edge.dst));
    if (from && to && from->dtype != to->dtype)
        findings.hint("converting-copy",
                      fmt::format("A copy {} converts {} to {} element by element.", where(c),
                                  ir::name(from->dtype.scalar), ir::name(to->dtype.scalar)),
                      {edge.id});
}

} // namespace

void checkAdvice(const StateContext& c, Findings& findings) {
    for (const auto& node : c.state.nodes) {
        if (const auto* entry = node->as<ir::MapEntry>())
            checkShadowing(c, *node, entry->map, findings);
        if (const auto* access = node->as<ir::AccessNode>())
            checkFirstValue(c, *node, *access, findings);
    }
    if (!c.in.options.hints)
        return;
    for (const auto& edge : c.state.edges) {
        checkVolume(c, *edge, findings);
        checkCopyType(c, *edge, findings);
    }
}

void checkRawCode(const ir::Sdfg& root, Findings& findings) {
    for (const auto& code : analysis::rawCode(root))
        findings.warning("raw-code",
                         fmt::format("The graph carries C++ of its own in the {}; it is not "
                                     "compiled before you agree to it.",
                                     code.where),
                         {code.element});
}

/// An outer memlet that does not cover what the inner ones access: sizes, transfers and argument
/// lists follow the outer one.
void checkOuterRegions(const StateContext& c, Findings& findings) {
    for (const auto& edge : c.state.edges) {
        if (edge->memlet.empty() || !edge->memlet.subset || edge->memlet.dynamic)
            continue;
        const auto needed = analysis::outerMemlet(c.index, c.in.sdfg, *edge);
        if (!needed || !needed->subset || needed->subset->rank() != edge->memlet.subset->rank())
            continue;
        for (std::size_t d = 0; d < needed->subset->rank(); ++d) {
            const auto& inner = needed->subset->dims[d];
            const auto& outer = edge->memlet.subset->dims[d];
            if (!c.in.certainty.less(inner.begin, outer.begin) &&
                !c.in.certainty.less(outer.end, inner.end))
                continue;
            findings.warning("outer-region-too-small",
                             fmt::format("The memlet {}[{}] {} is smaller than what is accessed "
                                         "inside the map, [{}]: propagate it.",
                                         edge->memlet.data, symbolic::print(*edge->memlet.subset),
                                         where(c), symbolic::print(*needed->subset)),
                             {edge->id}, "subset");
            break;
        }
    }
}

} // namespace mw::validate
