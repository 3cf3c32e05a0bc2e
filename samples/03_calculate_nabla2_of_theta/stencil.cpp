#include "samples/ladder.h"

namespace mw::samples {

/// Z = sum of f over the three edges of a cell, with geometric factors: a divergence.
Program calculateNabla2OfTheta() {
    Program p("calculate_nabla2_of_theta", Cell);
    const auto flux = p.field("z_nabla2_e", {Edge, K});
    const auto geofac = p.field("geofac_div", {Cell, C2E});
    const auto z = p.field("z_temp", {Cell, K});

    p.set(p.domain(), {{z, sum(flux(C2E) * geofac)}});
    return p;
}

} // namespace mw::samples
