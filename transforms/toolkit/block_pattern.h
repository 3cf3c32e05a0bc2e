#pragma once

#include "transforms/framework/transformation.h"

#include <fmt/format.h>

#include <string>
#include <variant>
#include <vector>

// As pattern.h, for transformations of the control flow: the elements of their matches are blocks.

namespace mw::transforms {

/// A block, with the SDFG that it belongs to and what directly holds it. Owns what it refers to.
struct BlockView {
    ir::SdfgPtr sdfg;
    ir::DocumentPtr document;
    ElementId owner; ///< SDFG, region, or conditional
    const ir::Block* block = nullptr;

    BlockId id() const { return block->id; }
    /// What holds it when that is a list of blocks and edges; null in a conditional.
    const ir::Region* region(const ir::DocumentIndex& index) const {
        const auto* place = index.find(owner);
        return place->kind == ir::ElementKind::sdfg ? &place->sdfg->body : place->block->region();
    }
};

/// nullopt when there is no such block.
inline std::optional<BlockView> blockView(const DocumentView& view, ElementId id) {
    const auto* place = view.index().find(id);
    if (!place || place->kind != ir::ElementKind::block)
        return std::nullopt;
    return BlockView{view.sdfg(place->sdfg->id), view.document(), place->parent, place->block};
}

/// The role of a block for which `fits` holds.
struct BlockRole {
    std::string name;
    bool (*fits)(const ir::Block&);
};

class BlockPattern {
public:
    /// `what`: the roles for people, "two states".
    BlockPattern(std::string what, std::vector<BlockRole> roles)
        : what_(std::move(what)), roles_(std::move(roles)) {}

    std::vector<std::string> roleNames() const {
        std::vector<std::string> names;
        for (const BlockRole& role : roles_)
            names.push_back(role.name);
        return names;
    }

    /// A match of these blocks, in the order of the roles.
    Match match(const std::vector<BlockId>& blocks, std::string label) const {
        Match match{blocks.front(), {}, std::move(label)};
        for (std::size_t i = 0; i < roles_.size(); ++i)
            match.elements.push_back({roles_[i].name, blocks[i]});
        return match;
    }

    /// The blocks of a match in this document. What is not there, or of the wrong kind, is a
    /// refusal of condition 1.
    std::variant<std::vector<BlockView>, Refusal> bind(const DocumentView& view,
                                                       const Match& match) const {
        if (!blockView(view, match.state))
            return refusal("no-such-state", "The block of this match does not exist any more.");
        std::vector<BlockView> found;
        for (const BlockRole& role : roles_) {
            const ElementId id = match.at(role.name);
            const auto block = blockView(view, id);
            if (!id || !view.index().find(id))
                return refusal(
                    "no-such-elements",
                    fmt::format("The '{}' of this match does not exist any more.", role.name));
            if (!block || !role.fits(*block->block))
                return refusal("wrong-elements", fmt::format("This match needs {}.", what_));
            found.push_back(*block);
        }
        return found;
    }

private:
    static Refusal refusal(std::string code, std::string sentence) {
        return {1, std::move(code), std::move(sentence), {}, false, {}};
    }

    std::string what_;
    std::vector<BlockRole> roles_;
};

/// The role of a block that holds a `Kind` (ir::State, ir::ConditionalBlock, ...).
template <class Kind>
BlockRole blockRole(std::string name) {
    return {std::move(name), [](const ir::Block& block) { return block.as<Kind>() != nullptr; }};
}

} // namespace mw::transforms
