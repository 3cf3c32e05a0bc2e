// The changes of edits in a row.

#include "transforms/toolkit/two_edits.h"

#include <algorithm>

namespace mw::transforms {

void EditsInOne::add(const ir::EditResult& edit) {
    for (auto& [from, to] : replaced_)
        to = edit.changes.forward(to);
    replaced_.insert(edit.changes.replaced.begin(), edit.changes.replaced.end());
    last_ = edit.document;
}

ir::EditResult EditsInOne::result() const {
    ir::EditResult all{last_, ir::changesBetween(*before_->root, *last_->root)};
    all.changes.replaced = replaced_;
    std::erase_if(all.changes.replaced, [&](const auto& one) {
        return !one.second || !std::ranges::binary_search(all.changes.removed, one.first);
    });
    return all;
}

ir::EditResult inOne(const ir::DocumentPtr& document, const ir::EditResult& first,
                     const ir::EditResult& second) {
    EditsInOne both(document);
    both.add(first);
    both.add(second);
    return both.result();
}

} // namespace mw::transforms
