#include "samples/ladder.h"

namespace mw::samples {

/// Stronger diffusion on the edges of cells that are much colder than their neighbours.
Program calculateEnhancedDiffusionCoefficients() {
    Program p("calculate_enhanced_diffusion_coefficients_for_grid_point_cold_pools", Edge);
    const auto theta = p.field("theta_v", {Cell, K});
    const auto reference = p.field("theta_ref_mc", {Cell, K});
    const auto threshold = p.scalar("thresh_tdiff", -0.5);
    const auto smallest = p.scalar("smallest_vpfloat", 1e-9);
    const auto kh = p.field("kh_smag_e", {Edge, K}, inputs::HashedFill{.low = 0.0, .high = 1e-4});

    const auto excess = theta - sum(theta(C2E2C)) / 3.0;
    const auto usual = reference - sum(reference(C2E2C)) / 3.0;
    const auto anomaly = excess - usual;
    const auto isPool = ((anomaly < threshold) & (usual < 0.0)) | (anomaly < 1.5 * threshold);
    const auto enhanced = where(isPool, 5e-4 * (threshold - excess + usual), smallest);
    p.set(p.domain(), {{kh, maximum(kh, largest(enhanced(E2C)))}});
    return p;
}

} // namespace mw::samples
