#pragma once

#include "app/cli/sizes.h"
#include "core/ir/sdfg.h"

#include <string>

namespace mw::cli {

/// What a rewrite changes, line by line: kernels, maps, temporaries, bytes before and after.
std::string previewText(const ir::Document& before, const ir::Document& after, const Sizes& sizes);

} // namespace mw::cli
