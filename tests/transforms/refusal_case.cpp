// Graphs with one fault each: how they are written and where their match is.

#include "tests/transforms/refusal_case.h"

#include "core/ir/edit.h"
#include "tests/support/catch.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test {

Edit add(const std::string& lines) {
    return {"  }\n}\n", lines + "  }\n}\n"};
}

Edit declare(const std::string& lines) {
    return {"  state main {\n", lines + "  state main {\n"};
}

std::string edited(std::string text, const std::vector<Edit>& edits) {
    for (const auto& [from, to] : edits) {
        const auto at = text.find(from);
        if (at == std::string::npos || text.find(from, at + 1) != std::string::npos)
            FAIL_CHECK(text << "has to have once: " << from);
        else
            text.replace(at, from.size(), to);
    }
    return text;
}

Match soundMatch(const RefusalCase& refusal, const ir::DocumentPtr& document) {
    for (auto& match : matchesOf(transformation(refusal.transformation), document))
        if (match.label.find(refusal.match) != std::string::npos)
            return match;
    FAIL("no match '" << refusal.match << "'");
    return {};
}

namespace {

/// What a case calls a node of a match.
std::string nameOf(const ir::Node& node) {
    if (const auto* access = node.as<ir::AccessNode>())
        return access->data;
    if (const auto* tasklet = node.as<ir::Tasklet>())
        return tasklet->label;
    if (const auto* nested = node.as<ir::NestedSdfg>())
        return nested->label;
    const auto* entry = node.as<ir::MapEntry>();
    return entry ? entry->map.label : std::string();
}

} // namespace

ir::DocumentPtr faultyDocument(const RefusalCase& refusal) {
    const auto document = parsed(refusal.faulty());
    if (!refusal.unpaired)
        return document;
    ir::Editor editor(document);
    const ir::DocumentIndex index(document);
    for (const BlockId state : index.states())
        for (const auto& node : index.find(state)->block->as<ir::State>()->nodes)
            if (node->as<ir::MapExit>())
                editor.node(state, node->id).as<ir::MapExit>()->entry = {};
            else if (node->as<ir::MapEntry>())
                editor.node(state, node->id).as<ir::MapEntry>()->exit = {};
    return editor.commit().document;
}

Match faultyMatch(const RefusalCase& refusal, const ir::DocumentPtr& document) {
    if (refusal.unpaired) // nothing finds it any more
        return soundMatch(refusal, parsed(refusal.faulty()));
    auto match = soundMatch(refusal, document);
    if (refusal.otherNode.empty())
        return match;
    const ir::DocumentIndex index(document);
    for (const auto& node : index.find(match.state)->block->as<ir::State>()->nodes)
        if (nameOf(*node) == refusal.otherNode)
            match = withElement(match, refusal.role, node->id);
    return match;
}

} // namespace mw::test
