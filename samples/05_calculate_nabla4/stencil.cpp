#include "samples/ladder.h"

namespace mw::samples {

/// nabla4 = 4 ((N_2 + N_3 - 2 z) q^2 + (N_0 + N_1 - 2 z) p^2), with the normal wind N_i = u v1 + v
/// v2 at the four vertices around an edge: two on it, two opposite.
Program calculateNabla4() {
    Program p("calculate_nabla4", Edge);
    const auto u = p.field("u_vert", {Vertex, K});
    const auto v = p.field("v_vert", {Vertex, K});
    const auto v1 = p.field("primal_normal_vert_v1", {Edge, E2C2V});
    const auto v2 = p.field("primal_normal_vert_v2", {Edge, E2C2V});
    const auto z = p.field("z_nabla2_e", {Edge, K});
    const auto inverseVertVert = p.field("inv_vert_vert_length", {Edge});
    const auto inversePrimal = p.field("inv_primal_edge_length", {Edge});
    const auto nabla4 = p.field("z_nabla4_e2", {Edge, K});

    const auto normal = [&](int i) {
        return u(E2C2V[i]) * v1[E2C2V[i]] + v(E2C2V[i]) * v2[E2C2V[i]];
    };
    const auto tangential = normal(0) + normal(1);
    const auto across = normal(2) + normal(3);
    p.set(p.domain(), {{nabla4, 4.0 * ((across - 2.0 * z) * (inverseVertVert * inverseVertVert) +
                                       (tangential - 2.0 * z) * (inversePrimal * inversePrimal))}});
    return p;
}

} // namespace mw::samples
