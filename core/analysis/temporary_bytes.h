#pragma once

#include "core/ir/data.h"

#include <optional>

namespace mw::analysis {

/// Of a temporary array of more than one element; nullopt for other containers.
std::optional<symbolic::Expr> temporaryBytes(const ir::DataDescriptor& data);

} // namespace mw::analysis
