#pragma once

#include "core/codegen/kernel_memo.h"
#include "core/ir/sdfg.h"

#include <memory>
#include <optional>
#include <string>

namespace mw::codegen {

/// The parameter, as the graph calls it, that neighbouring threads of a map's kernel differ in;
/// nullopt where the map has no kernel of its own with threads side by side, or the program cannot
/// be lowered. The same for every target.
std::optional<std::string> laneParameter(const ir::Document& document, NodeId map,
                                         std::shared_ptr<KernelMemo> memo = nullptr);

} // namespace mw::codegen
