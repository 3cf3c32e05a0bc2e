#pragma once

#include "app/workbench/optimise.h"

namespace mw::workbench {

/// The stages of one pipeline, without others beside it. `memo`: shared by all that begin at the
/// same document. `within`: only in this SDFG and what is nested in it.
Expected<Optimisation> carryOut(const ir::DocumentPtr& document,
                                const std::vector<transforms::Stage>& stages,
                                const OptimiseOptions& options,
                                const std::shared_ptr<codegen::KernelMemo>& memo,
                                std::optional<SdfgId> within = {});

} // namespace mw::workbench
