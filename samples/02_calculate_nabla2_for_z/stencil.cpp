#include "samples/ladder.h"

namespace mw::samples {

/// f = K_h / dual length (theta_1 - theta_0): the difference of the two cells beside an edge.
Program calculateNabla2ForZ() {
    Program p("calculate_nabla2_for_z", Edge);
    const auto kh = p.field("kh_smag_e", {Edge, K});
    const auto inverseLength = p.field("inv_dual_edge_length", {Edge});
    const auto theta = p.field("theta_v", {Cell, K});
    const auto flux = p.field("z_nabla2_e", {Edge, K});

    p.set(p.domain(), {{flux, kh * inverseLength * (theta(E2C[1]) - theta(E2C[0]))}});
    return p;
}

} // namespace mw::samples
