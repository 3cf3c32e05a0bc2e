#pragma once

#include "core/codegen/kernel_memo.h"
#include "core/symbolic/expr.h"
#include "viewers/panels/step.h"
#include "viewers/program/program_view.h"

#include <memory>

namespace mw::app {

/// What a step that applies would change in the rows and lanes of `sheet`, which is of `document`,
/// and what the program would come to. The error is why it cannot be applied after all. `memo`: of
/// earlier predictions.
Expected<viewers::ProgramPreview> previewOf(const viewers::Step& step,
                                            const ir::DocumentPtr& document,
                                            const viewers::ProgramSheet& sheet,
                                            const symbolic::Bindings& values,
                                            std::shared_ptr<codegen::KernelMemo> memo);

} // namespace mw::app
