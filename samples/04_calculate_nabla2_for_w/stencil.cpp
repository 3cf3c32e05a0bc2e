#include "samples/ladder.h"

namespace mw::samples {

/// L(w) = sum of w over a cell and its three neighbours, with the weights of a Laplacian.
Program calculateNabla2ForW() {
    Program p("calculate_nabla2_for_w", Cell);
    const auto w = p.field("w", {Cell, K});
    const auto geofac = p.field("geofac_n2s", {Cell, C2E2CO});
    const auto laplacian = p.field("z_nabla2_c", {Cell, K});

    p.set(p.domain(), {{laplacian, sum(w(C2E2CO) * geofac)}});
    return p;
}

} // namespace mw::samples
