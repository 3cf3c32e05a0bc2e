// Where the element of a property stands.
#include "transforms/properties/places.h"

#include <algorithm>

namespace mw::transforms {

ElementId mapEntryOf(const ir::DocumentIndex& index, ElementId id) {
    if (const auto* exit = nodeAs<ir::MapExit>(index, id))
        id = exit->entry;
    return nodeAs<ir::MapEntry>(index, id) ? id : ElementId{};
}

Expected<OneMap> mapAt(const DocumentView& view, ElementId entry) {
    const auto* place = view.index().find(entry);
    auto bound = boundMap(view, {place->block->id, {{"map", entry}}, {}});
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return fail(refusal->code, refusal->sentence);
    return std::get<OneMap>(std::move(bound));
}

std::vector<const ir::Map*> mapsAround(const DocumentView& view, ElementId id) {
    std::vector<const ir::Map*> maps;
    for (const ElementId step : view.index().path(id)) {
        const auto* place = view.index().find(step);
        if (place->kind != ir::ElementKind::node)
            continue;
        const auto& index = *view.state(place->block->id)->index;
        for (NodeId at = index.scope(place->node->id); at; at = index.scope(at))
            if (const auto* entry = index.node(at)->as<ir::MapEntry>())
                maps.push_back(&entry->map);
    }
    return maps;
}

bool isOnDevice(const ir::Map& map) {
    return map.schedule == ir::Schedule::GPU_Device ||
           map.schedule == ir::Schedule::GPU_ThreadBlock ||
           map.schedule == ir::Schedule::GPU_ThreadBlock_Dynamic ||
           map.schedule == ir::Schedule::GPU_Persistent;
}

const ir::Map* kernelAmong(const std::vector<const ir::Map*>& maps) {
    const auto found =
        std::ranges::find_if(maps, [](const ir::Map* map) { return isOnDevice(*map); });
    return found == maps.end() ? nullptr : *found;
}

} // namespace mw::transforms
