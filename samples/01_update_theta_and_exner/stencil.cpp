#include "samples/ladder.h"

namespace mw::samples {

/// theta' = theta + area z; exner' = exner (1 + R_d/c_vd (theta'/theta - 1)): each cell and level
/// for itself.
Program updateThetaAndExner() {
    Program p("update_theta_and_exner", Cell);
    const auto z = p.field("z_temp", {Cell, K});
    const auto area = p.field("area", {Cell});
    const auto theta = p.field("theta_v", {Cell, K});
    const auto exner = p.field("exner", {Cell, K});
    const auto rdOverCvd = p.scalar("rd_o_cvd", 0.4);

    const auto thetaNew = theta + area * z;
    const auto exnerNew = exner * (1.0 + rdOverCvd * (thetaNew / theta - 1.0));
    p.set(p.domain(), {{theta, thetaNew}, {exner, exnerNew}});
    return p;
}

} // namespace mw::samples
