// What a body does beside writing its outputs.

#include "transforms/toolkit/side_effects.h"

#include "transforms/framework/kept.h"
#include "transforms/toolkit/reduce_node.h"
#include "transforms/toolkit/scope.h"

#include <algorithm>

namespace mw::transforms {

namespace {

bool isPure(const ir::Tasklet& tasklet) {
    const bool raw = tasklet.code.language != ir::Language::Python ||
                     !tasklet.codeGlobal.text.empty() || !tasklet.codeInit.text.empty() ||
                     !tasklet.codeExit.text.empty() || !tasklet.stateFields.empty();
    return tasklet.sideEffects ? !*tasklet.sideEffects && !raw : !raw;
}

bool mayHaveEffect(const ir::Sdfg& sdfg) {
    bool found = std::ranges::any_of(sdfg.initCode,
                                     [](const auto& code) { return !code.second.text.empty(); });
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            found = found || std::ranges::any_of(state->nodes, [](const ir::NodePtr& node) {
                        return transforms::mayHaveEffect(*node);
                    });
    });
    return found;
}

} // namespace

bool mayHaveEffect(const ir::Node& node) {
    if (const auto* tasklet = node.as<ir::Tasklet>())
        return !isPure(*tasklet);
    if (const auto* nested = node.as<ir::NestedSdfg>())
        return !nested->sdfg || mayHaveEffect(*nested->sdfg);
    if (const auto* library = node.as<ir::LibraryNode>())
        return !isPureLibrary(*library);
    return node.as<ir::UnknownNode>() || node.as<ir::ConsumeEntry>();
}

const ir::Node* effectInside(const ir::StateIndex& index, NodeId entry) {
    const ir::Node* first = nullptr;
    for (const NodeId id : nodesInside(index, entry))
        if (const ir::Node* node = index.node(id);
            mayHaveEffect(*node) && (!first || index.position(id) < index.position(first->id)))
            first = node;
    return first;
}

const ir::Node* effectInside(const StateView& at, NodeId entry) {
    return remembered<struct EffectInsideMap>(*at.document, entry,
                                              [&] { return effectInside(*at.index, entry); });
}

const ir::Node* effectIn(const ir::StateIndex& index) {
    for (const auto& node : index.state().nodes)
        if (mayHaveEffect(*node))
            return node.get();
    return nullptr;
}

} // namespace mw::transforms
