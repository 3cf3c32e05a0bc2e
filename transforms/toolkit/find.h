#pragma once

#include "transforms/toolkit/pattern.h"

#include <optional>
#include <string>
#include <vector>

// Walks over the states of a region that look for matches, in the order of the file.

namespace mw::transforms {

/// What `findAt(at, node, region, matches)` adds at each node that holds a `Kind`.
template <class Kind, class FindAt>
std::vector<Match> findAtNodes(const DocumentView& view, const Region& region,
                               const FindAt& findAt) {
    std::vector<Match> matches;
    for (const BlockId id : region.states(view)) {
        const StateView at = *view.state(id);
        for (const auto& node : at.state().nodes)
            if (node->as<Kind>())
                findAt(at, *node, region, matches);
    }
    return matches;
}

/// Matches about one node that holds a `Kind`: where `labelOf(at, node)` gives a label.
template <class Kind, class P, class LabelOf>
std::vector<Match> findNodes(const DocumentView& view, const Region& region,
                             const Pattern<P>& pattern, const LabelOf& labelOf) {
    const auto findAt = [&](const StateView& at, const ir::Node& node, const Region& in,
                            std::vector<Match>& matches) {
        if (!in.touches(at.id, {node.id}))
            return;
        if (const std::optional<std::string> label = labelOf(at, node))
            matches.push_back(pattern.match(at, node, *label));
    };
    return findAtNodes<Kind>(view, region, findAt);
}

/// The label where a node fits, for findNodes().
inline std::optional<std::string> labelIf(bool fits, const std::string& label) {
    return fits ? std::optional(label) : std::nullopt;
}

} // namespace mw::transforms
