// What is asked of a document before and after a transformation, whichever it is.

#include "transforms/framework/validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace mw::transforms {

namespace {

struct Errors {
    std::vector<Diagnostic> all;
};

std::shared_ptr<const Errors> errorsOf(const DocumentView& view) {
    return view.kept().of<Errors>(view.document()->root, [&](const ir::Sdfg&) {
        return Errors{view.validation().errors(view.index())};
    });
}

/// What one state says about its own wiring, and what it expects of the SDFG.
struct Wiring {
    bool sound = true;
    analysis::NameSet containers; ///< that access nodes and memlets name
};

NodeId scopeBehind(const ir::StateIndex& index, const ir::Node& node) {
    if (node.isEntry())
        return node.id;
    return index.scope(node.isExit() ? ir::entryOf(node) : node.id);
}

bool isSound(const ir::StateIndex& index, const ir::Node& node) {
    if (!node.isEntry() && !node.isExit())
        return true;
    const ir::Node* other = index.node(node.isEntry() ? ir::exitOf(node) : ir::entryOf(node));
    return other && (node.isEntry() ? ir::entryOf(*other) : ir::exitOf(*other)) == node.id;
}

bool isSound(const ir::StateIndex& index, const ir::Edge& edge) {
    const ir::Node* src = index.node(edge.src);
    const ir::Node* dst = index.node(edge.dst);
    const auto has = [](const ir::Node& node, const ir::Connectors& all, const std::string& name) {
        return name.empty() || all.contains(name) || node.as<ir::AccessNode>() ||
               node.as<ir::UnknownNode>();
    };
    return src && dst && has(*src, src->out, edge.srcConnector) &&
           has(*dst, dst->in, edge.dstConnector) &&
           scopeBehind(index, *src) == (dst->isExit() ? ir::entryOf(*dst) : index.scope(dst->id));
}

Wiring wiringOf(const ir::StateIndex& index) {
    Wiring found;
    found.sound = !index.hasCycle();
    for (const auto& node : index.state().nodes) {
        found.sound = found.sound && isSound(index, *node);
        if (const auto* access = node->as<ir::AccessNode>())
            found.containers.emplace(analysis::containerOf(access->data));
    }
    for (const auto& edge : index.state().edges) {
        found.sound = found.sound && isSound(index, *edge);
        if (!edge->memlet.empty())
            found.containers.emplace(analysis::containerOf(edge->memlet.data));
    }
    return found;
}

/// Whether everything fits together for sure; the validation says what does not.
bool isWired(const DocumentView& view) {
    return std::ranges::all_of(view.index().states(), [&](BlockId id) {
        const StateView state = *view.state(id);
        const auto wiring = view.kept().of<Wiring>(
            state.block, [&](const ir::Block&) { return wiringOf(*state.index); });
        return wiring->sound && std::ranges::all_of(wiring->containers, [&](const auto& name) {
                   return state.sdfg->data(name) != nullptr;
               });
    });
}

/// What an edit left as it was: its parts need not be looked into again.
class Unchanged {
public:
    Unchanged(const DocumentView& before, const DocumentView& after)
        : before_(before), after_(after) {}

    /// The state, all containers that it names, and everything around it.
    bool state(const ir::Block& block);
    /// What is nested in the node, and everything around it.
    bool nested(const ir::StateIndex& index, const ir::Node& node);

private:
    /// What an SDFG sees of the outside, and its own symbols and constants.
    bool context(SdfgId sdfg);
    bool compareContexts(SdfgId sdfg);
    bool holder(const ir::Node& was, const ir::Node& is);

    const DocumentView& before_;
    const DocumentView& after_;
    std::map<SdfgId, bool> contexts_;
};

/// The scopes around a node are the same maps as before.
bool sameScopes(const ir::StateIndex& before, const ir::StateIndex& after, NodeId node) {
    NodeId was = before.scope(node), is = after.scope(node);
    for (; was && is; was = before.scope(was), is = after.scope(is))
        if (before.node(was) != after.node(is))
            return false;
    return was == is;
}

/// The node of a nested SDFG that was edited inside.
bool Unchanged::holder(const ir::Node& was, const ir::Node& is) {
    const auto *a = was.as<ir::NestedSdfg>(), *b = is.as<ir::NestedSdfg>();
    const BlockId old = before_.index().find(was.id)->block->id;
    const BlockId now = after_.index().find(is.id)->block->id;
    return a && b && a->symbolMapping == b->symbolMapping && was.in == is.in && was.out == is.out &&
           old == now && sameScopes(*before_.state(old)->index, *after_.state(now)->index, is.id) &&
           context(after_.state(now)->sdfg->id);
}

bool Unchanged::compareContexts(SdfgId sdfg) {
    const auto* was = before_.index().find(sdfg);
    const auto* is = after_.index().find(sdfg);
    if (!was || was->sdfg->symbols != is->sdfg->symbols ||
        was->sdfg->constants.size() != is->sdfg->constants.size() ||
        was->sdfg->constantArrays != is->sdfg->constantArrays)
        return false;
    if (!was->parent || !is->parent)
        return was->parent == is->parent;
    const auto* before = before_.index().find(was->parent);
    return was->parent == is->parent && before->node &&
           holder(*before->node, *after_.index().find(is->parent)->node);
}

bool Unchanged::context(SdfgId sdfg) {
    const auto known = contexts_.find(sdfg);
    if (known != contexts_.end())
        return known->second;
    return contexts_[sdfg] = compareContexts(sdfg);
}

bool Unchanged::state(const ir::Block& block) {
    const auto was = before_.state(block.id);
    const StateView is = *after_.state(block.id);
    if (!was || was->block != is.block || was->sdfg->id != is.sdfg->id || !context(is.sdfg->id))
        return false;
    const auto wiring =
        after_.kept().of<Wiring>(is.block, [&](const ir::Block&) { return wiringOf(*is.index); });
    return std::ranges::all_of(wiring->containers, [&](const auto& name) {
        return was->sdfg->data(name) == is.sdfg->data(name);
    });
}

bool Unchanged::nested(const ir::StateIndex& index, const ir::Node& node) {
    const auto* was = before_.index().find(node.id);
    return was && was->node == &node &&
           sameScopes(*before_.state(was->block->id)->index, index, node.id) &&
           context(was->sdfg->id);
}

/// What is wrong with the rest was so before.
validate::PartChoice changedParts(const DocumentView& before, const DocumentView& after) {
    const auto unchanged = std::make_shared<Unchanged>(before, after);
    return {[unchanged](const ir::Block& block) { return !unchanged->state(block); },
            [unchanged](const ir::StateIndex& index, const ir::Node& node) {
                return !unchanged->nested(index, node);
            }};
}

} // namespace

Expected<void> checkWiring(const Transformation& t, const DocumentView& view) {
    if (isWired(view))
        return {};
    constexpr std::array<std::string_view, 7> kBroken = {
        "dataflow-cycle",       "edge-across-scopes",          "edge-to-missing-connector",
        "edge-to-missing-node", "memlet-of-missing-container", "no-such-container",
        "unpaired-scope"};
    for (const Diagnostic& error : errorsOf(view)->all)
        if (std::ranges::find(kBroken, error.code) != kBroken.end())
            return fail("invalid-graph",
                        fmt::format("{} needs a graph whose parts fit together: {}", t.name,
                                    error.sentence),
                        error.location);
    return {};
}

Expected<void> checkResult(const Transformation& t, const DocumentView& before,
                           const DocumentView& after) {
    const auto errors = after.validation().errors(after.index(), changedParts(before, after));
    if (errors.empty())
        return {};
    const auto known = errorsOf(before);
    for (const auto& error : errors) {
        const bool isNew = std::ranges::none_of(known->all, [&](const Diagnostic& d) {
            return d.code == error.code && d.sentence == error.sentence;
        });
        if (isNew)
            return fail("invalid-result",
                        fmt::format("{} made an invalid graph, which was dropped: {}", t.name,
                                    error.sentence),
                        error.location);
    }
    return {};
}

} // namespace mw::transforms
