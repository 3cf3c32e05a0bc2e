#pragma once

#include "transforms/framework/kept.h"
#include "transforms/toolkit/pattern.h"

#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// Walks over the states of a region that look for matches, in the order of the file.

namespace mw::transforms {

/// What `findIn(at, region, matches)` adds in each state; `what` says which search it is, where its
/// type alone does not. What it finds in a state follows from the document and that state: of the
/// whole document it is remembered.
template <class What, class FindIn>
std::vector<Match> findInStates(const DocumentView& view, const Region& region, const What& what,
                                const FindIn& findIn) {
    const auto in = [&](BlockId id) {
        std::vector<Match> matches;
        findIn(*view.state(id), region, matches);
        return matches;
    };
    std::vector<Match> all;
    for (const BlockId id : region.states(view)) {
        if (region.isWhole()) {
            const auto& known =
                remembered<FindIn>(view, std::pair(id, what), [&] { return in(id); });
            all.insert(all.end(), known.begin(), known.end());
        } else {
            const auto found = in(id);
            all.insert(all.end(), found.begin(), found.end());
        }
    }
    return all;
}
template <class FindIn>
std::vector<Match> findInStates(const DocumentView& view, const Region& region,
                                const FindIn& findIn) {
    static_assert(std::is_class_v<FindIn>, "functions of one type are not told apart");
    return findInStates(view, region, 0, findIn);
}

/// What `findAt(at, node, region, matches)` adds at each node that holds a `Kind`.
template <class Kind, class FindAt>
std::vector<Match> findAtNodes(const DocumentView& view, const Region& region,
                               const FindAt& findAt) {
    static_assert(std::is_class_v<FindAt>, "functions of one type are not told apart");
    return findInStates(view, region,
                        [&](const StateView& at, const Region& in, std::vector<Match>& matches) {
                            for (const auto& node : at.state().nodes)
                                if (node->as<Kind>())
                                    findAt(at, *node, in, matches);
                        });
}

/// Matches about one node that holds a `Kind`: where `labelOf(at, node)` gives a label.
template <class Kind, class P, class LabelOf>
std::vector<Match> findNodes(const DocumentView& view, const Region& region,
                             const Pattern<P>& pattern, const LabelOf& labelOf) {
    static_assert(std::is_class_v<LabelOf>, "functions of one type are not told apart");
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
