// Indices of dimensions that have become a single element leave the code of tasklets.

#include "transforms/toolkit/subscripts.h"

#include "core/ir/edit.h"
#include "core/support/identifiers.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mw::transforms {

namespace {

/// For each index of a connector's subscripts whether it stays.
using StayingIndices = std::map<std::string, std::vector<bool>, std::less<>>;

bool isOpen(const symbolic::Range& range) {
    return !range.size().isInteger(1);
}

/// nullopt: the same dimensions are open, or they are not comparable.
std::optional<std::vector<bool>> stayingIndices(const ir::Memlet& before, const ir::Memlet& after) {
    if (!before.subset || !after.subset || before.subset->rank() != after.subset->rank())
        return std::nullopt;
    std::vector<bool> stays;
    for (std::size_t d = 0; d < before.subset->rank(); ++d)
        if (isOpen(before.subset->dims[d]))
            stays.push_back(isOpen(after.subset->dims[d]));
    return std::ranges::find(stays, false) == stays.end() ? std::nullopt : std::optional(stays);
}

/// A bracket's contents at the commas that are in no inner bracket; `end` is set behind it.
std::vector<std::string_view> partsOfBracket(std::string_view text, std::size_t open,
                                             std::size_t& end) {
    std::vector<std::string_view> parts;
    int depth = 0;
    std::size_t begin = open + 1;
    for (end = open; end < text.size(); ++end) {
        const char c = text[end];
        depth += c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0;
        if ((c == ',' && depth == 1) || depth == 0) {
            parts.push_back(text.substr(begin, end - begin));
            begin = end + 1;
        }
        if (depth == 0)
            break;
    }
    end = std::min(end + 1, text.size());
    return parts;
}

std::string withoutIndices(std::string_view text, const StayingIndices& staying) {
    std::string result;
    std::size_t at = 0;
    while (at < text.size()) {
        const auto* const from = text.data() + at;
        const auto* const to = std::find_if_not(from, text.data() + text.size(), isWordCharacter);
        const std::string_view word = text.substr(at, static_cast<std::size_t>(to - from));
        const bool member = at > 0 && text[at - 1] == '.';
        result += word.empty() ? text.substr(at, 1) : word;
        at += std::max<std::size_t>(word.size(), 1);
        const auto found = word.empty() || member ? staying.end() : staying.find(word);
        const std::size_t open = text.find_first_not_of(' ', at);
        if (found == staying.end() || open == std::string_view::npos || text[open] != '[')
            continue;
        std::size_t end = open;
        const auto indices = partsOfBracket(text, open, end);
        if (indices.size() != found->second.size())
            continue;
        std::string kept;
        for (std::size_t i = 0; i < indices.size(); ++i)
            if (found->second[i]) {
                const auto first = std::min(indices[i].find_first_not_of(' '), indices[i].size());
                kept +=
                    (kept.empty() ? "" : ", ") + withoutIndices(indices[i].substr(first), staying);
            }
        result += kept.empty() ? "" : "[" + kept + "]";
        at = end;
    }
    return result;
}

/// The connectors of a tasklet, by their edges before and after.
StayingIndices stayingAt(const ir::DocumentIndex& before, const ir::StateIndex& after,
                         const ir::Node& tasklet) {
    StayingIndices staying;
    const auto add = [&](const ir::Edge& edge, const std::string& connector) {
        const auto* old = before.find(edge.id);
        if (!old || !old->edge || connector.empty())
            return;
        if (auto stays = stayingIndices(old->edge->memlet, edge.memlet))
            staying.emplace(connector, std::move(*stays));
    };
    for (const ir::Edge* edge : after.inEdges(tasklet.id))
        add(*edge, edge->dstConnector);
    for (const ir::Edge* edge : after.outEdges(tasklet.id))
        add(*edge, edge->srcConnector);
    return staying;
}

/// A connector that is the address of several elements is a value when there is one.
void forgetAddresses(ir::Connectors& connectors, const StayingIndices& staying) {
    for (auto& [name, type] : connectors) {
        const auto found = staying.find(name);
        if (found != staying.end() && type.scalar == ir::ScalarType::other &&
            std::ranges::find(found->second, true) == found->second.end())
            type = {ir::ScalarType::none, {}};
    }
}

bool hasSubscripts(const ir::Node& node) {
    const auto* tasklet = node.as<ir::Tasklet>();
    return tasklet && tasklet->code.language == ir::Language::Python &&
           tasklet->code.text.find('[') != std::string::npos;
}

void fitSubscripts(ir::Editor& editor, const ir::DocumentIndex& before, const ir::Block& block) {
    const ir::State& state = *block.as<ir::State>();
    if (std::ranges::none_of(state.nodes, [](const auto& node) { return hasSubscripts(*node); }))
        return;
    const ir::StateIndex index(state, block.id);
    for (const auto& node : state.nodes) {
        const auto staying =
            hasSubscripts(*node) ? stayingAt(before, index, *node) : StayingIndices{};
        if (staying.empty())
            continue;
        ir::Node& changed = editor.node(block.id, node->id);
        auto& code = changed.as<ir::Tasklet>()->code;
        code.text = withoutIndices(code.text, staying);
        forgetAddresses(changed.in, staying);
        forgetAddresses(changed.out, staying);
    }
}

} // namespace

ir::DocumentPtr withFittingSubscripts(const ir::DocumentPtr& before, const ir::DocumentPtr& after) {
    const ir::DocumentIndex old(before);
    ir::Editor editor(after);
    for (const BlockId id : editor.base().states()) {
        const ir::Block* block = editor.base().find(id)->block;
        const auto* known = old.find(id);
        if (known && known->block != block)
            fitSubscripts(editor, old, *block);
    }
    return editor.commit().document;
}

} // namespace mw::transforms
