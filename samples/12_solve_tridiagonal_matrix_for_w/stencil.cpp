#include "samples/ladder.h"

namespace mw::samples {

/// The vertically implicit solver's core: a tridiagonal system for the vertical wind in each
/// column, eliminated from the top down, solved from the bottom up (Thomas).
Program solveTridiagonalMatrixForW() {
    Program p("solve_tridiagonal_matrix_for_w", Cell);
    const auto implicitWeight = p.field("vwind_impl_wgt", {Cell});
    const auto theta = p.field("theta_v_ic", {Cell, K});
    const auto thickness = p.field("ddqz_z_half", {Cell, K});
    const auto alpha = p.field("z_alpha", {Cell, K});
    const auto beta = p.field("z_beta", {Cell, K});
    const auto explicitW = p.field("z_w_expl", {Cell, K});
    const auto explicitExner = p.field("z_exner_expl", {Cell, K});
    const auto w = p.field("w", {Cell, K});
    const auto dt = p.scalar("dtime", 0.001);
    const auto cpd = p.scalar("cpd", 1004.64);

    const auto gamma = dt * cpd * implicitWeight * theta / thickness;
    const auto a = -gamma * beta(K - 1) * alpha(K - 1);
    const auto b = 1.0 + gamma * alpha * (beta(K - 1) + beta);
    const auto c = -gamma * beta * alpha(K + 1);
    const auto d = explicitW - gamma * (explicitExner(K - 1) - explicitExner);

    const auto [q, r] =
        scan(Sweep::forward, {{"q", 0.0}, {"r", 0.0}}, {{"a", a}, {"b", b}, {"c", c}, {"d", d}},
             [](const auto& last, const auto& in) {
                 const auto& [qAbove, rAbove] = last;
                 const auto& [lower, diagonal, upper, right] = in;
                 const auto n = 1.0 / (diagonal + lower * qAbove);
                 return std::array{(0.0 - upper) * n, (right - lower * rAbove) * n};
             });
    // No wind through the model's top.
    const auto [wNew] =
        scan(Sweep::backward, {{"w_below", 0.0}},
             {{"q_all", concatWhere(K, "1", 0.0, q)}, {"r_all", concatWhere(K, "1", 0.0, r)}},
             [](const auto& last, const auto& in) { return std::array{in[1] + in[0] * last[0]}; });
    p.set(p.domain(), {{w, wNew}});
    return p;
}

} // namespace mw::samples
