// Whether the dataflow says when one use of a container happens.

#include "transforms/toolkit/unordered_use.h"

#include "core/analysis/analysis.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/state_order.h"

#include <algorithm>

namespace mw::transforms {

namespace {

/// What else happens to a container in the scope around some code.
struct InScope {
    const DocumentView& view;
    const StateView& at;
    const ir::Node& code;
    const Access& own;
    std::string container;

    const ir::StateIndex& index() const { return *at.index; }
    NodeId entry() const { return index().scope(code.id); }
    bool unordered(NodeId user) const {
        return user != code.id && !index().reaches(user, code.id) &&
               !index().reaches(code.id, user);
    }
    bool throughBorder(bool reads) const;
    const ir::Node* accessNode() const;
};

/// Through the border of the scope, at its innermost edges.
bool InScope::throughBorder(bool reads) const {
    const auto concerned = [&](const ir::Edge& outer) {
        const auto path = analysis::memletPath(index(), outer);
        const ir::Node* access = index().node(reads ? path.front()->src : path.back()->dst);
        return !outer.memlet.empty() && access && access->as<ir::AccessNode>() &&
               maySharePlace(view, *at.sdfg, rootData(index(), *at.sdfg, *access), container);
    };
    for (const ir::Edge* outer :
         reads ? index().inEdges(entry()) : index().outEdges(ir::exitOf(*index().node(entry()))))
        if (concerned(*outer))
            for (const ir::Edge* inner : analysis::innerEdges(index(), *outer))
                if (unordered(reads ? inner->dst : inner->src))
                    return true;
    return false;
}

/// At access nodes in the scope itself.
const ir::Node* InScope::accessNode() const {
    for (const Access& use : usesInState(view, at, container))
        if ((!use.reads || !own.reads) && belongsTo(index(), use.node->id, entry()) &&
            unordered(use.node->id))
            return use.node;
    return nullptr;
}

} // namespace

const ir::Node* unorderedUse(const DocumentView& view, const StateView& at, const ir::Node& code,
                             const Access& own) {
    const ir::Node* neighbour = at.index->node(own.reads ? own.edge->src : own.edge->dst);
    const std::string container = rootData(*at.index, *at.sdfg, *own.node);
    if (!neighbour->as<ir::AccessNode>()) {
        const InScope elsewhere{view, at, code, own, container};
        const bool met =
            elsewhere.throughBorder(false) || (!own.reads && elsewhere.throughBorder(true));
        return met ? own.node : elsewhere.accessNode();
    }
    for (const Access& use : usesInState(view, at, container))
        if (use.edge != own.edge && inConflict(*at.index, own, use))
            return use.node;
    return nullptr;
}

} // namespace mw::transforms
