#pragma once

#include "core/codegen/codegen.h"
#include "core/exec/session.h"
#include "core/exec/trust.h"
#include "core/ir/sdfg.h"
#include "core/support/expected.h"

#include <memory>
#include <string>

// Kernels that somebody wrote: whether a compiler takes them.

namespace mw::workbench {

struct ByHandOptions {
    codegen::Choices choices{}; ///< one of them with the text
    std::string kernel{};       ///< which
    codegen::Target target = codegen::Target::cuda;
    symbolic::Bindings constants{}; ///< that are compiled in
    exec::AskConsent consent{};     ///< see exec::askConsent
    std::shared_ptr<codegen::KernelMemo> memo{};
};

/// Compiles all kernels of a program, of which one is written by hand, and runs nothing. Errors: of
/// lowering, "bad-choices", of the consent, and what the compiler says; its place is then
/// "line:column" of the text by hand where it is one of its lines. Ok also where this machine has
/// no compiler for the target.
Expected<void> compileByHand(const ir::Document& document, const ByHandOptions& options,
                             exec::Session& session);

} // namespace mw::workbench
