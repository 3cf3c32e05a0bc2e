#pragma once

#include "core/ir/sdfg.h"
#include "core/symbolic/expr.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace mw::analysis {

/// What one document has less than another; negative: more. Of one run with the values of a
/// scenario: the differences of their figures (figures.h). nullopt where something that differs
/// needs a symbol that has no value.
struct Savings {
    int kernels = 0;
    int copies = 0;
    std::optional<std::int64_t> bytes = 0;          ///< that kernels and copies must move
    std::optional<std::int64_t> temporaryBytes = 0; ///< of temporaries
};

/// Compares documents with the one that they were made of by edits: what both share is not looked
/// at, and what is known of `before` is kept from one comparison to the next. For one thread.
class SavingsAgainst {
public:
    SavingsAgainst(ir::DocumentPtr before, symbolic::Bindings values);
    SavingsAgainst(SavingsAgainst&& other) noexcept;
    ~SavingsAgainst();

    Savings of(const ir::Document& after);

private:
    struct Known;
    std::unique_ptr<Known> known_;
};

} // namespace mw::analysis
