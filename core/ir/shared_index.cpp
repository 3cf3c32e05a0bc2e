// One index for all who look at a document at the same time.
#include "core/ir/shared_index.h"

#include "core/support/last_few.h"

namespace mw::ir {

std::shared_ptr<const DocumentIndex> sharedIndex(const DocumentPtr& document) {
    static LastFew<Document, DocumentIndex> last;
    return last.of(document, [&] { return std::make_shared<const DocumentIndex>(document); });
}

} // namespace mw::ir
