#pragma once

#include "transforms/framework/transformation.h"

#include <fmt/format.h>

#include <string>
#include <variant>
#include <vector>

// Typed patterns: a transformation declares one struct of the nodes that it is about, and a Pattern
// that says which role each member is and what kind of node it has to be. The Pattern makes matches
// of such structs and structs of matches; nobody else reads the ids of a match.

namespace mw::transforms {

/// `P`: a struct with the members `StateView at` and one `const ir::Node*` per role.
template <class P>
struct Role {
    std::string name;
    const ir::Node* P::*node;
    bool (*fits)(const ir::Node&);
};

/// The role of a node that holds a `Kind` (ir::MapEntry, ir::AccessNode, ...).
template <class Kind, class P>
Role<P> role(std::string name, const ir::Node* P::*node) {
    return {std::move(name), node, [](const ir::Node& n) { return n.as<Kind>() != nullptr; }};
}

template <class P>
class Pattern {
public:
    /// `what`: the roles in words, "a map exit, an access node and a map entry".
    Pattern(std::string what, std::vector<Role<P>> roles)
        : what_(std::move(what)), roles_(std::move(roles)) {}

    std::vector<std::string> roleNames() const {
        std::vector<std::string> names;
        for (const Role<P>& role : roles_)
            names.push_back(role.name);
        return names;
    }

    Match match(const P& found, std::string label) const {
        Match match{found.at.id, {}, std::move(label)};
        for (const Role<P>& role : roles_)
            match.elements.push_back({role.name, (found.*role.node)->id});
        return match;
    }

    /// Of a pattern of one role.
    Match match(const StateView& at, const ir::Node& node, std::string label) const {
        return {at.id, {{roles_.front().name, node.id}}, std::move(label)};
    }

    /// The nodes of a match in this document. What is not there, or of the wrong kind, is a refusal
    /// of condition 1.
    std::variant<P, Refusal> bind(const DocumentView& view, const Match& match) const {
        const auto state = view.state(match.state);
        if (!state)
            return refusal("no-such-state", "The state of this match does not exist any more.");
        P found;
        found.at = *state;
        for (const Role<P>& role : roles_) {
            const ElementId id = match.at(role.name);
            const ir::Node* node = state->index->node(NodeId{id.value});
            if (!id || !node)
                return refusal(
                    "no-such-elements",
                    fmt::format("The '{}' of this match does not exist any more.", role.name));
            if (!role.fits(*node))
                return refusal("wrong-elements", fmt::format("This match needs {}.", what_));
            found.*role.node = node;
        }
        return found;
    }

private:
    static Refusal refusal(std::string code, std::string sentence) {
        return {1, std::move(code), std::move(sentence), {}, false, {}};
    }

    std::string what_;
    std::vector<Role<P>> roles_;
};

} // namespace mw::transforms
