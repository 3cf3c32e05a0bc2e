#pragma once

#include "core/ir/edit.h"

#include <map>

namespace mw::transforms {

/// Edits in a row, as one edit of the document before the first.
class EditsInOne {
public:
    explicit EditsInOne(ir::DocumentPtr before) : before_(std::move(before)), last_(before_) {}

    /// An edit of what the last one made.
    void add(const ir::EditResult& edit);
    ir::EditResult result() const;

private:
    ir::DocumentPtr before_, last_;
    std::map<ElementId, ElementId> replaced_;
};

/// What an edit made of a document, and a second one of that, as one edit.
ir::EditResult inOne(const ir::DocumentPtr& document, const ir::EditResult& first,
                     const ir::EditResult& second);

} // namespace mw::transforms
