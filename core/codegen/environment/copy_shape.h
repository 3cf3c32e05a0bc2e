#pragma once

#include "core/symbolic/expr.h"

#include <optional>
#include <vector>

namespace mw::codegen {

/// One dimension of a box: so many elements, so far apart in memory.
struct BoxDim {
    symbolic::Expr count, stride;
};
using BoxDims = std::vector<BoxDim>;

/// Two boxes of the same volume, element by element in row-major order of both, as one
/// loop nest: the same counts on both sides, dimensions of one element left out. Dimensions are
/// split where the other side has them apart; nullopt where no nest is known to fit.
struct CommonBoxes {
    BoxDims src, dst;
};
std::optional<CommonBoxes> commonBoxes(BoxDims src, BoxDims dst);

/// Linear offset of the `element`-th element of a box in row-major order.
symbolic::Expr offsetOf(const BoxDims& box, const symbolic::Expr& element);

} // namespace mw::codegen
