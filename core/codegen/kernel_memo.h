#pragma once

#include <cstddef>
#include <memory>

namespace mw::codegen {

class KnownKernel;

/// Kernels of earlier calls of `lower`, so that after an edit only the maps that changed are
/// lowered again. A kernel is taken from here only where everything that its lowering reads is the
/// same, so the plan is the same to the byte as without. Elements of a document count as the same
/// when they are the same objects: documents of one history share what no edit touched. Keeps those
/// alive; forgets what was not used for long. Several threads may use it at once.
class KernelMemo {
public:
    KernelMemo();
    ~KernelMemo();

    struct Counts {
        std::size_t reused = 0, lowered = 0; ///< maps since it was made
    };
    Counts counts() const;

    class Store; ///< of codegen alone
    Store& store() { return *store_; }

private:
    std::unique_ptr<Store> store_;
};

} // namespace mw::codegen
