#include "app/gui/program.h"

#include "core/support/hash.h"

namespace mw::app {

bool Program::hasWork() const {
    const auto& variants = history->variants();
    const auto& root = history->root();
    return variants.size() > 1 || root.pinned || root.name != "original";
}

std::string contentKey(const std::string& content) {
    return toHex(fnv1a64(content));
}

} // namespace mw::app
