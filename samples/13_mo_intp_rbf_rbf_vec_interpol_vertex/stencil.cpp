#include "samples/ladder.h"

namespace mw::samples {

/// The wind at vertices from its part along the edges around them, by radial basis functions.
Program interpolateToVertices() {
    Program p("mo_intp_rbf_rbf_vec_interpol_vertex", Vertex);
    const auto wind = p.field("p_e_in", {Edge, K});
    const auto x = p.field("ptr_coeff_1", {Vertex, V2E});
    const auto y = p.field("ptr_coeff_2", {Vertex, V2E});
    const auto u = p.field("p_u_out", {Vertex, K});
    const auto v = p.field("p_v_out", {Vertex, K});

    p.set(p.domain(), {{u, sum(wind(V2E) * x)}, {v, sum(wind(V2E) * y)}});
    return p;
}

} // namespace mw::samples
