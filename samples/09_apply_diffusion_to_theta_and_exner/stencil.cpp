#include "samples/ladder.h"

namespace mw::samples {

/// Diffusion of theta (rungs 1 to 3 in one program) and, over steep slopes, also along the level
/// surfaces: there each neighbour is read at the two levels around the cell's own height.
Program applyDiffusionToThetaAndExner() {
    Program p("apply_diffusion_to_theta_and_exner", Cell);
    const auto kh = p.field("kh_smag_e", {Edge, K});
    const auto inverseLength = p.field("inv_dual_edge_length", {Edge});
    const auto theta = p.field("theta_v_in", {Cell, K});
    const auto geofacDiv = p.field("geofac_div", {Cell, C2E});
    const auto levelsBelow = p.offsets("zd_vertoffset", {Cell, C2E2C, K}, 2);
    const auto steepness = p.field("zd_diffcoef", {Cell, K});
    const auto centre = p.field("geofac_n2s_c", {Cell});
    const auto neighbours = p.field("geofac_n2s_nbh", {Cell, C2E2C});
    const auto weight = p.field("vcoef", {Cell, C2E2C, K});
    const auto area = p.field("area", {Cell});
    const auto thetaOut = p.field("theta_v", {Cell, K});
    const auto exner = p.field("exner", {Cell, K});
    const auto rdOverCvd = p.scalar("rd_o_cvd", 0.4);
    p.flag("apply_zdiffusion_t", true);

    const auto flux = kh * inverseLength * (theta(E2C[1]) - theta(E2C[0]));
    const auto divergence = sum(flux(C2E) * geofacDiv);
    auto steep = theta * centre;
    for (int i = 0; i < 3; ++i) {
        const auto c = C2E2C[i];
        steep = steep + neighbours[c] * (weight[c] * theta(c, K + levelsBelow[c]) +
                                         (1.0 - weight[c]) * theta(c, K + (levelsBelow[c] + 1)));
    }
    const auto z =
        choose("apply_zdiffusion_t",
               where(steepness != 0.0, divergence + steepness * steep, divergence), divergence);
    const auto thetaNew = theta + area * z;
    p.set(p.domain(),
          {{thetaOut, thetaNew}, {exner, exner * (1.0 + rdOverCvd * (thetaNew / theta - 1.0))}});
    return p;
}

} // namespace mw::samples
