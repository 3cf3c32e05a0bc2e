// One index for all who look at a document at the same time.
#include "core/ir/shared_index.h"

#include <algorithm>
#include <array>

namespace mw::ir {

std::shared_ptr<const DocumentIndex> sharedIndex(const DocumentPtr& document) {
    constexpr std::size_t kLast = 4;
    thread_local std::array<std::weak_ptr<const DocumentIndex>, kLast> last; // newest first
    for (const auto& kept : last)
        if (auto index = kept.lock(); index && index->document() == document)
            return index;
    auto index = std::make_shared<const DocumentIndex>(document);
    std::ranges::rotate(last, last.end() - 1);
    last.front() = index;
    return index;
}

} // namespace mw::ir
