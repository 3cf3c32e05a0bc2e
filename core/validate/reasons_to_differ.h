#pragma once

#include "core/ir/index.h"
#include "core/support/diagnostic.h"
#include "core/symbolic/expr.h"

#include <vector>

namespace mw::validate {

/// What a program does that can give other results from run to run, and beside another program that
/// is right: it reads memory that nobody wrote, or it leaves open which of several accesses comes
/// first. Findings of validate() that are shown, with its codes. `values`: of the symbols of the
/// run.
std::vector<Diagnostic> reasonsToDiffer(const ir::DocumentIndex& index,
                                        const symbolic::Bindings& values = {});

} // namespace mw::validate
