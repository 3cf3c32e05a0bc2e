// Lays temporaries out in one block: those that never live at the same time may share memory.
#include "core/exec/runner/arena.h"

#include "core/codegen/library/runtime/arena_layout.h"

namespace mw::exec {

ArenaLayout layOutArena(std::span<const ArenaRequest> requests) {
    std::vector<std::size_t> bytes;
    std::vector<library::Life> lives;
    for (const ArenaRequest& request : requests) {
        bytes.push_back(request.bytes);
        lives.push_back({request.firstUse, request.lastUse});
    }
    ArenaLayout layout;
    layout.offsets.resize(requests.size());
    std::vector<int> order(requests.size());
    std::vector<int> placed(requests.size());
    layout.bytes = library::layOut(bytes.data(), lives.data(), static_cast<int>(requests.size()),
                                   layout.offsets.data(), order.data(), placed.data());
    return layout;
}

} // namespace mw::exec
