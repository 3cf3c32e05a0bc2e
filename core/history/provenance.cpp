// Which elements of the first variant an element comes from.
#include "core/history/provenance.h"

#include "core/ir/index.h"

#include <algorithm>

namespace mw::history {

Provenance provenance(const ir::DocumentPtr& root, const std::vector<const ir::ChangeSet*>& steps) {
    Provenance result;
    const ir::DocumentIndex index(root);
    for (const auto state : index.states())
        for (const auto& node : index.find(state)->block->as<ir::State>()->nodes) {
            ElementId at = node->id;
            for (const auto* step : steps)
                if (at)
                    at = step->forward(at);
            if (at)
                result[NodeId{at.value}].push_back(node->id);
        }
    for (auto& [node, origins] : result)
        std::ranges::sort(origins);
    return result;
}

Provenance provenance(const History& history, VariantId id) {
    std::vector<const ir::ChangeSet*> steps;
    for (const auto each : history.path(id))
        if (each != history.root().id)
            steps.push_back(&history.find(each)->changes);
    return provenance(history.root().document, steps);
}

} // namespace mw::history
