#pragma once

#include "transforms/framework/kept.h"
#include "transforms/toolkit/pattern.h"

#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// Walks over the states of a region that look for matches, in the order of the file. A search is a
// function object without members: what it finds in a state is remembered under its type, so it
// must follow from the document and that state alone (`*at.document` is the whole view).

namespace mw::transforms {

/// What `findIn(what, at, region, matches)` adds in each state; `what` (compared by value) says
/// which search it is, where its type alone does not.
template <class What, class FindIn>
std::vector<Match> findInStates(const DocumentView& view, const Region& region, const What& what,
                                const FindIn& findIn) {
    static_assert(std::is_class_v<FindIn> && std::is_empty_v<FindIn>,
                  "a remembered search holds nothing that another call could have otherwise");
    const auto in = [&](BlockId id) {
        std::vector<Match> matches;
        findIn(what, *view.state(id), region, matches);
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

/// What `FindIn()(at, region, matches)` adds in each state.
template <class FindIn>
std::vector<Match> findInStates(const DocumentView& view, const Region& region, const FindIn&) {
    static_assert(std::is_empty_v<FindIn>);
    const auto findIn = [](int, const StateView& at, const Region& in,
                           std::vector<Match>& matches) { FindIn()(at, in, matches); };
    return findInStates(view, region, 0, findIn);
}

/// The nodes of a state that hold a `Kind`, in its order.
template <class Kind>
std::shared_ptr<const std::vector<const ir::Node*>> nodesWith(const StateView& at) {
    struct Nodes {
        std::vector<const ir::Node*> all;
    };
    const auto found = at.document->kept().of<Nodes>(at.block, [&](const ir::Block&) {
        Nodes nodes;
        for (const auto& node : at.state().nodes)
            if (node->template as<Kind>())
                nodes.all.push_back(node.get());
        return nodes;
    });
    return {found, &found->all};
}

/// Calls `visit(one, other)` for the pairs of these nodes of a state, the earlier one first, in
/// their order, that a match to look for can be about.
template <class Visit>
void forPairs(const StateView& at, const Region& region, const std::vector<const ir::Node*>& nodes,
              const Visit& visit) {
    std::vector<std::size_t> touched;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (region.touches(at.id, {nodes[i]->id}))
            touched.push_back(i);
    std::size_t next = 0; // the first of `touched` behind i
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const bool isTouched = next < touched.size() && touched[next] == i;
        if (isTouched) {
            ++next;
            for (std::size_t j = i + 1; j < nodes.size(); ++j)
                visit(*nodes[i], *nodes[j]);
        } else {
            for (std::size_t t = next; t < touched.size(); ++t)
                visit(*nodes[i], *nodes[touched[t]]);
        }
    }
}

/// What `FindAt()(at, node, region, matches)` adds at each node that holds a `Kind`.
template <class Kind, class FindAt>
std::vector<Match> findAtNodes(const DocumentView& view, const Region& region, const FindAt&) {
    static_assert(std::is_empty_v<FindAt>);
    return findInStates(view, region,
                        [](const StateView& at, const Region& in, std::vector<Match>& matches) {
                            for (const ir::Node* node : *nodesWith<Kind>(at))
                                FindAt()(at, *node, in, matches);
                        });
}

/// Matches of `PatternOf()` about one node that holds a `Kind`: where `LabelOf()(at, node)` gives a
/// label.
template <class Kind, auto PatternOf, class LabelOf>
std::vector<Match> findNodes(const DocumentView& view, const Region& region, const LabelOf&) {
    static_assert(std::is_empty_v<LabelOf>);
    return findAtNodes<Kind>(view, region,
                             [](const StateView& at, const ir::Node& node, const Region& in,
                                std::vector<Match>& matches) {
                                 if (!in.touches(at.id, {node.id}))
                                     return;
                                 if (const std::optional<std::string> label = LabelOf()(at, node))
                                     matches.push_back(PatternOf().match(at, node, *label));
                             });
}

/// The label where a node fits, for findNodes().
inline std::optional<std::string> labelIf(bool fits, const std::string& label) {
    return fits ? std::optional(label) : std::nullopt;
}

/// One match for each label in an SDFG: the first. For matches whose labels name containers that
/// several nodes of an SDFG hold.
std::vector<Match> keepFirstOfEachLabel(const DocumentView& view, std::vector<Match> matches);

} // namespace mw::transforms
