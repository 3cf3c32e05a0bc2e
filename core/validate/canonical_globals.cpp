// GT4Py's canonical form: globals that are input and output at once.
#include "core/validate/findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::validate {

// Rule 3 of the canonical form: a global container may be read and written in one state if every
// element is computed from the same element only.

namespace {

/// What the edges at one access node do to its container, down to the code: `whole` at the access
/// node, `inner` the regions at the innermost edges (one iteration of the maps).
struct Use {
    const ir::Node* node;
    std::vector<const symbolic::Subset*> whole;
    std::vector<const symbolic::Subset*> inner;
    bool throughMaps = true; ///< every edge leads to or from a map
};

Use useAt(const StateContext& c, const ir::Node& node, const std::string& data, bool read) {
    Use use{&node, {}, {}};
    for (const ir::Edge* edge : read ? c.index.outEdges(node.id) : c.index.inEdges(node.id)) {
        if (edge->memlet.empty())
            continue;
        if (const auto& region = analysis::regionOf(edge->memlet, data))
            use.whole.push_back(&*region);
        const ir::Node* far = c.index.node(read ? edge->dst : edge->src);
        use.throughMaps = use.throughMaps && far && (read ? far->isEntry() : far->isExit());
        for (const ir::Edge* leaf : read ? analysis::branchesBelow(c.index, *edge)
                                         : analysis::branchesAbove(c.index, *edge)) {
            const ir::Node* end = c.index.node(read ? leaf->dst : leaf->src);
            const bool innermost = end && !(read ? end->isEntry() : end->isExit());
            const auto& region = analysis::regionOf(leaf->memlet, data);
            if (innermost && region)
                use.inner.push_back(&*region);
        }
    }
    return use;
}

/// A constant distance between two regions of one shape: each element comes from another one.
bool isShift(const symbolic::Subset& from, const symbolic::Subset& to) {
    bool moved = false;
    for (std::size_t d = 0; d < from.rank() && from.rank() == to.rank(); ++d) {
        const auto begin = symbolic::expand(from.dims[d].begin - to.dims[d].begin);
        const auto end = symbolic::expand(from.dims[d].end - to.dims[d].end);
        if (!begin.isInteger() || begin != end)
            return false;
        moved = moved || begin.value() != 0;
    }
    return moved;
}

bool anyShift(const std::vector<const symbolic::Subset*>& from,
              const std::vector<const symbolic::Subset*>& to) {
    return std::ranges::any_of(from, [&](const auto* x) {
        return std::ranges::any_of(to, [&](const auto* y) { return isShift(*x, *y); });
    });
}

} // namespace

void checkGlobalsInPlace(const StateContext& c, Findings& findings) {
    std::map<std::string_view, std::vector<const ir::Node*>> reads;
    std::map<std::string_view, std::vector<const ir::Node*>> writes;
    for (const auto& node : c.state.nodes) {
        const auto* access = node->as<ir::AccessNode>();
        const auto* data = access ? c.in.sdfg.data(access->data) : nullptr;
        if (!data || data->transient || data->isSingleElement())
            continue;
        if (!c.index.outEdges(node->id).empty())
            reads[access->data].push_back(node.get());
        if (!c.index.inEdges(node->id).empty())
            writes[access->data].push_back(node.get());
    }
    for (const auto& [data, writers] : writes) {
        const auto readers = reads.find(data);
        if (readers == reads.end())
            continue;
        const std::string name(data);
        for (const ir::Node* reader : readers->second)
            for (const ir::Node* writer : writers) {
                if (reader == writer || !c.index.reaches(reader->id, writer->id))
                    continue;
                const Use from = useAt(c, *reader, name, true);
                const Use to = useAt(c, *writer, name, false);
                if (from.throughMaps != to.throughMaps)
                    continue; // a copy and a map: the indices do not compare
                const bool maps = from.throughMaps;
                if (anyShift(maps ? from.inner : from.whole, maps ? to.inner : to.whole))
                    findings.add(c.in.canonical.severity(), "canonical-rule-3",
                                 fmt::format("'{}' is read and written {}, and not element by "
                                             "element: the canonical form allows that only where "
                                             "each element depends on itself alone.",
                                             name, where(c)),
                                 {reader->id, writer->id});
            }
    }
}

} // namespace mw::validate
