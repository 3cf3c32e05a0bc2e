#pragma once

#include "core/ir/sdfg.h"

#include <functional>

namespace mw::viewers {

/// Times of one document on a canvas of 1600x1000; milliseconds, medians over `repeats` after one
/// warm-up unless the name says otherwise. The layout cache is off.
struct CanvasBench {
    int nodes = 0;   ///< boxes drawn
    int edges = 0;   ///< lines drawn
    double open = 0; ///< `load` alone
    double layout = 0;
    double scene = 0; ///< layout to scene model
    double firstPaint = 0;
    double firstPicture = 0; ///< load to painted picture
    double firstPictureP95 = 0;
    double frameMedian = 0;
    double frameP95 = 0; ///< while panning, over several zooms
    double hitTestP99 = 0;
    double collapse = 0; ///< the largest map, to the painted picture; cache on as in the app
    double collapseP95 = 0;
    double expand = 0;
    double expandP95 = 0;
    double residentMegabytes = 0;
};

/// Resident set of this process; 0 where that is not known.
double residentMegabytes();

/// `load` reads the document anew each time (null: the bench ends with zeros).
CanvasBench benchCanvas(const std::function<ir::DocumentPtr()>& load, int repeats = 15);

} // namespace mw::viewers
