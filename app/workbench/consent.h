#pragma once

#include "core/exec/trust.h"
#include "core/support/expected.h"

#include <filesystem>
#include <string>
#include <vector>

namespace mw::workbench {

/// Consent to C++ that graphs carry themselves: the user agreed to the very same text of the same
/// file before, or agrees now. A question of a measurement; remembers what it was asked for.
class Consent {
public:
    /// `files`: of the programs; those beyond the last one came from the first.
    Consent(exec::TrustStore store, std::vector<std::filesystem::path> files)
        : store_(std::move(store)), files_(std::move(files)) {}

    /// Ok when everything is agreed to; else "untrusted-code" with places and code in its notes,
    /// and the file of the first program that is not.
    Expected<void> ask(const std::vector<exec::CompiledCode>& code);
    /// Agrees to what ask() refused, and remembers it; the error says why it is not remembered.
    Expected<void> agree();

private:
    struct Refused {
        std::vector<std::string> texts;
        std::filesystem::path file;
    };
    exec::TrustStore store_;
    std::vector<std::filesystem::path> files_;
    std::vector<Refused> refused_;
};

} // namespace mw::workbench
