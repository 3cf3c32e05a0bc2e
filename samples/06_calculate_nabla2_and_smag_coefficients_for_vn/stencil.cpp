#include "samples/ladder.h"

namespace mw::samples {

/// The Laplacian of the normal wind and Smagorinsky's coefficient from the deformation of the wind
/// at the four vertices around an edge: N_i is its part along the edge's normal, T_i the other.
Program calculateNabla2AndSmagCoefficientsForVn() {
    Program p("calculate_nabla2_and_smag_coefficients_for_vn", Edge);
    const auto multfac = p.field("diff_multfac_smag", {K});
    const auto orientation = p.field("tangent_orientation", {Edge});
    const auto inversePrimal = p.field("inv_primal_edge_length", {Edge});
    const auto inverseVertVert = p.field("inv_vert_vert_length", {Edge});
    const auto u = p.field("u_vert", {Vertex, K});
    const auto v = p.field("v_vert", {Vertex, K});
    const auto normalX = p.field("primal_normal_vert_x", {Edge, E2C2V});
    const auto normalY = p.field("primal_normal_vert_y", {Edge, E2C2V});
    const auto dualX = p.field("dual_normal_vert_x", {Edge, E2C2V});
    const auto dualY = p.field("dual_normal_vert_y", {Edge, E2C2V});
    const auto vn = p.field("vn", {Edge, K});
    const auto limit = p.field("smag_limit", {K});
    const auto kh = p.field("kh_smag_e", {Edge, K});
    const auto khUnlimited = p.field("kh_smag_ec", {Edge, K});
    const auto nabla2 = p.field("z_nabla2_e", {Edge, K});
    const auto offset = p.scalar("smag_offset", 0.2);

    std::vector<Field> normal;
    std::vector<Field> tangent;
    for (int i = 0; i < 4; ++i) {
        const auto ui = u(E2C2V[i]);
        const auto vi = v(E2C2V[i]);
        normal.push_back(ui * normalX[E2C2V[i]] + vi * normalY[E2C2V[i]]);
        tangent.push_back(ui * dualX[E2C2V[i]] + vi * dualY[E2C2V[i]]);
    }
    const auto along = orientation * inversePrimal;
    const auto stretching =
        (normal[3] - normal[2]) * inverseVertVert - (tangent[1] - tangent[0]) * along;
    const auto shearing =
        (normal[1] - normal[0]) * along + (tangent[3] - tangent[2]) * inverseVertVert;
    const auto smag = multfac * squareRoot(stretching * stretching + shearing * shearing);
    const auto laplacian =
        4.0 * ((normal[0] + normal[1] - 2.0 * vn) * (inversePrimal * inversePrimal) +
               (normal[2] + normal[3] - 2.0 * vn) * (inverseVertVert * inverseVertVert));
    p.set(p.domain(), {{kh, minimum(maximum(0.0, smag - offset), limit)},
                       {khUnlimited, smag},
                       {nabla2, laplacian}});
    return p;
}

} // namespace mw::samples
