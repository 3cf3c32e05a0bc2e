#include "samples/ladder.h"

namespace mw::samples {

/// Diffusion of the vertical wind, w' = w - c area^2 L(L(w)): a stencil over two rings of cells.
/// More of it in the damping layer at the top, and the gradients that turbulence needs.
Program applyDiffusionToW() {
    Program p("apply_diffusion_to_w_and_compute_horizontal_gradients_for_turbulence", Cell);
    const auto area = p.field("area", {Cell});
    const auto geofac = p.field("geofac_n2s", {Cell, C2E2CO});
    const auto gradientX = p.field("geofac_grg_x", {Cell, C2E2CO});
    const auto gradientY = p.field("geofac_grg_y", {Cell, C2E2CO});
    const auto wOld = p.field("w_old", {Cell, K});
    const auto w = p.field("w", {Cell, K});
    p.bound("type_shear", 2);
    const auto dwdx = p.field("dwdx", {Cell, K});
    const auto dwdy = p.field("dwdy", {Cell, K});
    const auto multfacW = p.scalar("diff_multfac_w", 0.1);
    const auto multfacUpper = p.field("diff_multfac_n2w", {K});
    p.bound("nrdmax", 4);
    p.bound("interior_idx", 24);
    p.bound("halo_idx", 91);

    const auto around = wOld(C2E2CO);
    const auto laplacian = wholeTemporary(Cell, sum(around * geofac));
    const auto diffused =
        temporary(wOld - multfacW * (area * area) * sum(laplacian(C2E2CO) * geofac));
    const auto inside =
        concatWithin(K, "1", "nrdmax", diffused + multfacUpper * area * laplacian, diffused);
    const auto gradient = [&](const Field& weights, const Field& before) {
        return choose("(type_shear == 2)", concatWhere(K, "1", before, sum(around * weights)),
                      before);
    };
    p.set(p.domain(), {{w, concatWithin(Cell, "interior_idx", "halo_idx", inside, wOld)},
                       {dwdx, gradient(gradientX, dwdx)},
                       {dwdy, gradient(gradientY, dwdy)}});
    return p;
}

} // namespace mw::samples
