#include "samples/ladder.h"

namespace mw::samples {

/// Diffusion of the normal wind: nabla2 and nabla4 inside, nabla2 alone on the rows beside a
/// lateral boundary, nothing there on a global grid.
Program applyDiffusionToVn() {
    Program p("apply_diffusion_to_vn", Edge);
    const auto u = p.field("u_vert", {Vertex, K});
    const auto v = p.field("v_vert", {Vertex, K});
    const auto v1 = p.field("primal_normal_vert_v1", {Edge, E2C2V});
    const auto v2 = p.field("primal_normal_vert_v2", {Edge, E2C2V});
    const auto z = p.field("z_nabla2_e", {Edge, K});
    const auto inverseVertVert = p.field("inv_vert_vert_length", {Edge});
    const auto inversePrimal = p.field("inv_primal_edge_length", {Edge});
    const auto area = p.field("area_edge", {Edge});
    const auto kh = p.field("kh_smag_e", {Edge, K});
    const auto multfac = p.field("diff_multfac_vn", {K});
    const auto nudging = p.field("nudgecoeff_e", {Edge});
    const auto vn = p.field("vn", {Edge, K});
    const auto nudgezone = p.scalar("nudgezone_diff", 0.7);
    const auto boundary = p.scalar("fac_bdydiff_v", 0.3);
    p.bound("start_2nd_nudge_line_idx_e", 48);
    p.flag("limited_area", true);

    const auto normal = [&](int i) {
        return u(E2C2V[i]) * v1[E2C2V[i]] + v(E2C2V[i]) * v2[E2C2V[i]];
    };
    const auto nabla4 =
        4.0 * ((normal(2) + normal(3) - 2.0 * z) * (inverseVertVert * inverseVertVert) +
               (normal(0) + normal(1) - 2.0 * z) * (inversePrimal * inversePrimal));
    const auto inLimitedArea =
        vn + area * (maximum(nudgezone * nudging, kh) * z - multfac * nabla4 * area);
    const auto onGlobe = vn + area * (kh * z - multfac * nabla4 * area);
    const auto besideBoundary = vn + z * area * boundary;
    const std::string first = "start_2nd_nudge_line_idx_e";
    p.set(p.domain(),
          {{vn, choose("limited_area", concatWhere(Edge, first, besideBoundary, inLimitedArea),
                       concatWhere(Edge, first, vn, onGlobe))}});
    return p;
}

} // namespace mw::samples
