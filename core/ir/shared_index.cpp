// One index for all who look at a document at the same time.
#include "core/ir/shared_index.h"

#include <algorithm>
#include <array>
#include <mutex>

namespace mw::ir {

std::shared_ptr<const DocumentIndex> sharedIndex(const DocumentPtr& document) {
    constexpr std::size_t kLast = 8;
    static std::mutex mutex; // who asks for an index that another thread is making waits for it
    static std::array<std::weak_ptr<const DocumentIndex>, kLast> last; // newest first
    const std::lock_guard lock(mutex);
    for (const auto& kept : last)
        if (auto index = kept.lock(); index && index->document() == document)
            return index;
    auto index = std::make_shared<const DocumentIndex>(document);
    std::ranges::rotate(last, last.end() - 1);
    last.front() = index;
    return index;
}

} // namespace mw::ir
