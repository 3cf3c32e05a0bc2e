#pragma once

#include "core/ir/sdfg.h"

#include <cstdint>
#include <optional>
#include <string>

namespace mw::test {

/// Inputs on which two graphs are compared.
struct EquivalenceOptions {
    std::uint64_t seed = 1;
    int size = 7; ///< value of every free symbol of the text form
};

/// Runs both graphs on the same hashed inputs and compares every argument that they may write.
/// nullopt: equal; otherwise the first difference, as a sentence.
std::optional<std::string> difference(const ir::Document& before, const ir::Document& after,
                                      const EquivalenceOptions& options = {});

} // namespace mw::test
