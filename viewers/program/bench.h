#pragma once

#include "core/ir/sdfg.h"
#include "core/symbolic/expr.h"

#include <functional>

namespace mw::viewers {

/// Times of one program in the program view of 1600x1000; milliseconds, medians over `repeats`
/// after one warm-up unless the name says otherwise.
struct ProgramBench {
    std::size_t rows = 0, lanes = 0;
    double firstPicture = 0; ///< load to painted picture
    double firstPictureP95 = 0;
    double list = 0;     ///< document to rows and lanes with numbers
    double frameP95 = 0; ///< while scrolling both ways
};

/// `load` reads the document anew each time (null: the bench ends with zeros).
ProgramBench benchProgramView(const std::function<ir::DocumentPtr()>& load, int repeats = 15);

} // namespace mw::viewers
