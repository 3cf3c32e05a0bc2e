// The changes of two edits in a row.

#include "transforms/toolkit/two_edits.h"

#include <algorithm>

namespace mw::transforms {

ir::EditResult inOne(const ir::DocumentPtr& document, const ir::EditResult& first,
                     ir::EditResult second) {
    auto replaced = first.changes.replaced;
    for (auto& [from, to] : replaced)
        to = second.changes.forward(to);
    replaced.merge(second.changes.replaced);
    second.changes = ir::changesBetween(*document->root, *second.document->root);
    std::erase_if(replaced, [&](const auto& one) {
        return !one.second || !std::ranges::binary_search(second.changes.removed, one.first);
    });
    second.changes.replaced = std::move(replaced);
    return second;
}

} // namespace mw::transforms
