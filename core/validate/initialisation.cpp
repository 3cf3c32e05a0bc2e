// Temporaries are written and references set before they are read.
#include "core/validate/findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::validate {

InitialisationCheck::InitialisationCheck(const SdfgContext& context, Findings& findings)
    : c_(context), findings_(findings) {
    for (const auto& [name, value] : context.sdfg.constants)
        initialised_.insert(name);
    initialised_.insert(context.sdfg.constantArrays.begin(), context.sdfg.constantArrays.end());
    asked_ = context.options.warnings;
    for (const auto& [name, data] : context.sdfg.arrays)
        asked_ = asked_ || data->kind == ir::DataKind::reference;
}

void InitialisationCheck::visit(const ir::Block& block) {
    if (!asked_)
        return;
    const StateParts& parts = *c_.facts.byBlock.at(block.id);
    // A write anywhere in the state counts: what is not ordered within it is another finding.
    analysis::NameSet written;
    for (const auto& node : parts.state.nodes)
        if (const auto* access = node->as<ir::AccessNode>();
            access && !parts.index().inEdges(node->id).empty())
            written.emplace(analysis::containerOf(access->data));
    for (const auto& node : parts.state.nodes)
        visit(parts, *node, written);
    initialised_.merge(written);
}

void InitialisationCheck::visit(const StateParts& parts, const ir::Node& node,
                                const analysis::NameSet& written) {
    const auto* access = node.as<ir::AccessNode>();
    const std::string name(access ? analysis::containerOf(access->data) : std::string_view());
    const auto* data = access ? c_.sdfg.data(name) : nullptr;
    if (!data || initialised_.contains(name))
        return;
    const auto in = parts.index().inEdges(node.id);
    if (data->kind == ir::DataKind::reference) {
        if (std::ranges::any_of(in, [](const ir::Edge* e) { return e->dstConnector == "set"; }))
            initialised_.insert(name);
        else
            findings_.error("reference-before-set",
                            fmt::format("The reference '{}' is used in state '{}' of {} before it "
                                        "is set: lead an edge to its connector 'set'.",
                                        name, parts.block.label, c_.sdfg.name),
                            {node.id});
        return;
    }
    const bool stored = data->kind == ir::DataKind::array || data->isScalar();
    if (!data->transient || !stored || access->setZero || written.contains(name) ||
        parts.index().outEdges(node.id).empty())
        return;
    const bool ever = c_.facts.written.contains(name);
    findings_.warning(
        ever ? "read-before-write" : "never-written",
        fmt::format("The temporary '{}' is read in state '{}' of {}, but {}.", name,
                    parts.block.label, c_.sdfg.name,
                    ever ? "written only in states that come later" : "nothing ever writes it"),
        {node.id});
}

} // namespace mw::validate
