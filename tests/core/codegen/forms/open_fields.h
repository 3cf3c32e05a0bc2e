#pragma once

#include "core/symbolic/expr.h"

#include <string>

namespace mw::test {

/// How memory of `openFields` lies; elements of strides that are not said are dense.
struct FieldMemory {
    std::int64_t edges = 77, vertices = 40, levels = 7;
    std::int64_t unit = 1;    ///< stride of the horizontal dimension of all fields and the table
    std::int64_t padding = 0; ///< further elements between levels, of all fields
    std::int64_t otherPadding = 0; ///< further ones of the output alone
    std::int64_t origin = 0;       ///< of the levels of the output
};

/// z[e, k] = w[e] * (u[t[e, 0], k] + 2 u[t[e, 1], k]) + x[e, k + 1], as GT4Py lowers it: sizes,
/// strides and origins are symbols with its names, the table's too; levels are the last parameter.
std::string openFields();
symbolic::Bindings symbolsOf(const FieldMemory& memory);

} // namespace mw::test
