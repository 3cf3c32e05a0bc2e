// Answers that outlive edits.
#include "transforms/framework/answers.h"

#include "transforms/framework/state_index.h"

namespace mw::transforms {

Answers::Answers(std::shared_ptr<const ir::DocumentIndex> index, std::shared_ptr<Answers> before,
                 std::shared_ptr<analysis::PartCache> kept)
    : index_(std::move(index)), before_(std::move(before)), kept_(std::move(kept)) {
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
    if (known == changes_.end()) {
        const auto indexOf = [this](const ir::DocumentIndex& document, BlockId state) {
            return indexedState(*kept_, document, state).index;
        };
        known = changes_.emplace(&from, ir::ReadChanges(from.index_, index_, indexOf)).first;
    }
    return known->second.concern(*reads, where);
}

} // namespace mw::transforms
