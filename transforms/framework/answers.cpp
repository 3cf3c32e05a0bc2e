// Answers that outlive edits.
#include "transforms/framework/answers.h"

namespace mw::transforms {

Answers::Answers(std::shared_ptr<const ir::DocumentIndex> index, std::shared_ptr<Answers> before)
    : index_(std::move(index)), before_(std::move(before)) {
    constexpr int kDocuments = 4; ///< from which answers are carried over
    Answers* last = this;
    for (int i = 0; last && i < kDocuments; ++i)
        last = last->before_.get();
    if (last)
        last->before_.reset();
}

bool Answers::concerned(const Answers& from, const std::shared_ptr<const ir::Reads>& reads,
                        const void* where) {
    auto known = changes_.find(&from);
    if (known == changes_.end())
        known = changes_.emplace(&from, ir::ReadChanges(from.index_, index_)).first;
    return known->second.concern(*reads, where);
}

} // namespace mw::transforms
