#pragma once

#include "app/workbench/advise.h"
#include "core/codegen/kernel_memo.h"
#include "viewers/program/program_view.h"

#include <memory>

namespace mw::app {

/// What a suggestion would change in the rows and lanes of `sheet`, which is of `document`, and
/// what the program would come to. The error is why it cannot be applied after all. `memo`: of
/// earlier predictions.
Expected<viewers::ProgramPreview> previewOf(const workbench::Suggestion& suggestion,
                                            const ir::DocumentPtr& document,
                                            const viewers::ProgramSheet& sheet,
                                            const symbolic::Bindings& values,
                                            std::shared_ptr<codegen::KernelMemo> memo);

} // namespace mw::app
