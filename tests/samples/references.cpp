// The ladder's programs as plain loops over columns, from the equations in the READMEs beside them.
// i and e, c: an element of the horizontal dimension; k: a level, from the top.
#include "tests/samples/references.h"

#include "tests/support/catch.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace mw::test {

namespace {

using Index = std::int64_t;

void thetaAndExner(const Columns& in, Columns& out, const std::string& before,
                   const std::string& theta, Index c, Index k, double z) {
    const double old = in(before, c, k);
    out(theta, c, k) = old + in("area", c) * z;
    out("exner", c, k) =
        in("exner", c, k) * (1 + in.symbol("rd_o_cvd") * (out(theta, c, k) / old - 1));
}

void updateThetaAndExner(const Columns& in, Columns& out) {
    in.everywhere([&](Index c, Index k) {
        thetaAndExner(in, out, "theta_v", "theta_v", c, k, in("z_temp", c, k));
    });
}

double flux(const Columns& in, const std::string& theta, Index e, Index k) {
    return in("kh_smag_e", e, k) * in("inv_dual_edge_length", e) *
           (in(theta, in.neighbour("E2C", e, 1), k) - in(theta, in.neighbour("E2C", e, 0), k));
}

void nabla2ForZ(const Columns& in, Columns& out) {
    in.everywhere([&](Index e, Index k) { out("z_nabla2_e", e, k) = flux(in, "theta_v", e, k); });
}

void nabla2OfTheta(const Columns& in, Columns& out) {
    in.everywhere([&](Index c, Index k) {
        double sum = 0;
        for (Index i = 0; i < 3; ++i)
            sum += in("z_nabla2_e", in.neighbour("C2E", c, i), k) * in("geofac_div", c, i);
        out("z_temp", c, k) = sum;
    });
}

double weighted(const Columns& in, const std::string& field, const std::string& weights, Index c,
                Index k) {
    double sum = 0;
    for (Index i = 0; i < 4; ++i)
        sum += in(field, in.neighbour("C2E2CO", c, i), k) * in(weights, c, i);
    return sum;
}

void nabla2ForW(const Columns& in, Columns& out) {
    in.everywhere(
        [&](Index c, Index k) { out("z_nabla2_c", c, k) = weighted(in, "w", "geofac_n2s", c, k); });
}

/// The wind at a vertex of an edge in a direction that is given there.
double along(const Columns& in, const std::string& x, const std::string& y, Index e, Index i,
             Index k) {
    const Index v = in.neighbour("E2C2V", e, i);
    return in("u_vert", v, k) * in(x, e, i) + in("v_vert", v, k) * in(y, e, i);
}

double nabla4(const Columns& in, Index e, Index k) {
    const auto normal = [&](Index i) {
        return along(in, "primal_normal_vert_v1", "primal_normal_vert_v2", e, i, k);
    };
    const double z = in("z_nabla2_e", e, k);
    const double p = in("inv_primal_edge_length", e);
    const double q = in("inv_vert_vert_length", e);
    return 4 * ((normal(2) + normal(3) - 2 * z) * q * q + (normal(0) + normal(1) - 2 * z) * p * p);
}

void calculateNabla4(const Columns& in, Columns& out) {
    in.everywhere([&](Index e, Index k) { out("z_nabla4_e2", e, k) = nabla4(in, e, k); });
}

void nabla2AndSmag(const Columns& in, Columns& out) {
    in.everywhere([&](Index e, Index k) {
        double n[4];
        double t[4];
        for (Index i = 0; i < 4; ++i) {
            n[i] = along(in, "primal_normal_vert_x", "primal_normal_vert_y", e, i, k);
            t[i] = along(in, "dual_normal_vert_x", "dual_normal_vert_y", e, i, k);
        }
        const double p = in("inv_primal_edge_length", e);
        const double q = in("inv_vert_vert_length", e);
        const double s = in("tangent_orientation", e);
        const double vn = in("vn", e, k);
        out("z_nabla2_e", e, k) =
            4 * ((n[0] + n[1] - 2 * vn) * p * p + (n[2] + n[3] - 2 * vn) * q * q);
        const double a = (n[3] - n[2]) * q - (t[1] - t[0]) * s * p;
        const double b = (n[1] - n[0]) * s * p + (t[3] - t[2]) * q;
        const double smag = in("diff_multfac_smag", k) * std::sqrt(a * a + b * b);
        out("kh_smag_ec", e, k) = smag;
        out("kh_smag_e", e, k) =
            std::min(std::max(0.0, smag - in.symbol("smag_offset")), in("smag_limit", k));
    });
}

void diffusionToVn(const Columns& in, Columns& out) {
    in.everywhere([&](Index e, Index k) {
        const double area = in("area_edge", e);
        const double z = in("z_nabla2_e", e, k);
        const double fourth = in("diff_multfac_vn", k) * area * nabla4(in, e, k);
        const bool inside = e >= in.bound("start_2nd_nudge_line_idx_e");
        const double kh = in("kh_smag_e", e, k);
        double change = 0;
        if (in.bound("limited_area") != 0)
            change =
                inside
                    ? std::max(in.symbol("nudgezone_diff") * in("nudgecoeff_e", e), kh) * z - fourth
                    : in.symbol("fac_bdydiff_v") * z;
        else if (inside)
            change = kh * z - fourth;
        out("vn", e, k) = in("vn", e, k) + area * change;
    });
}

void diffusionToW(const Columns& in, Columns& out) {
    in.everywhere([&](Index c, Index k) {
        out("w", c, k) = in("w_old", c, k);
        if (in.bound("interior_idx") <= c && c < in.bound("halo_idx")) {
            double second = 0;
            for (Index i = 0; i < 4; ++i)
                second += weighted(in, "w_old", "geofac_n2s", in.neighbour("C2E2CO", c, i), k) *
                          in("geofac_n2s", c, i);
            const double area = in("area", c);
            out("w", c, k) -= in.symbol("diff_multfac_w") * area * area * second;
            if (0 < k && k < in.bound("nrdmax"))
                out("w", c, k) +=
                    in("diff_multfac_n2w", k) * area * weighted(in, "w_old", "geofac_n2s", c, k);
        }
        if (in.bound("type_shear") == 2 && k > 0) {
            out("dwdx", c, k) = weighted(in, "w_old", "geofac_grg_x", c, k);
            out("dwdy", c, k) = weighted(in, "w_old", "geofac_grg_y", c, k);
        }
    });
}

/// What diffusion along the level surfaces adds over steep slopes.
double steep(const Columns& in, Index c, Index k) {
    double sum = in("theta_v_in", c, k) * in("geofac_n2s_c", c);
    for (Index i = 0; i < 3; ++i) {
        const Index n = in.neighbour("C2E2C", c, i);
        const Index level = k + in.integer("zd_vertoffset", c, i, k);
        const double weight = in("vcoef", c, i, k);
        sum += in("geofac_n2s_nbh", c, i) * (weight * in("theta_v_in", n, level) +
                                             (1 - weight) * in("theta_v_in", n, level + 1));
    }
    return in("zd_diffcoef", c, k) * sum;
}

void diffusionToTheta(const Columns& in, Columns& out) {
    in.everywhere([&](Index c, Index k) {
        double z = 0;
        for (Index i = 0; i < 3; ++i)
            z += flux(in, "theta_v_in", in.neighbour("C2E", c, i), k) * in("geofac_div", c, i);
        if (in.bound("apply_zdiffusion_t") != 0 && in("zd_diffcoef", c, k) != 0)
            z += steep(in, c, k);
        thetaAndExner(in, out, "theta_v_in", "theta_v", c, k, z);
    });
}

void diagnostics(const Columns& in, Columns& out) {
    const auto overEdges = [&](const char* field, const char* weights, Index c, Index k) {
        double sum = 0;
        for (Index i = 0; i < 3; ++i)
            sum += in(field, in.neighbour("C2E", c, i), k) * in(weights, c, i);
        return sum;
    };
    in.everywhere([&](Index c, Index k) {
        const auto kappa = [&](Index level) {
            return overEdges("kh_smag_ec", "e_bln_c_s", c, level) / in("diff_multfac_smag", level);
        };
        const double w = in("wgtfac_c", c, k);
        const double mean = w * kappa(k) + (1 - w) * kappa(k - 1);
        out("hdef_ic", c, k) = mean * mean;
        out("div_ic", c, k) = w * overEdges("vn", "geofac_div", c, k) +
                              (1 - w) * overEdges("vn", "geofac_div", c, k - 1);
    });
}

void coldPools(const Columns& in, Columns& out) {
    const auto overMean = [&](const char* field, Index c, Index k) {
        double sum = 0;
        for (Index i = 0; i < 3; ++i)
            sum += in(field, in.neighbour("C2E2C", c, i), k);
        return in(field, c, k) - sum / 3;
    };
    const auto enhanced = [&](Index c, Index k) {
        const double tau = overMean("theta_v", c, k);
        const double rho = overMean("theta_ref_mc", c, k);
        const double threshold = in.symbol("thresh_tdiff");
        const bool pool = (tau - rho < threshold && rho < 0) || tau - rho < 1.5 * threshold;
        return pool ? 5e-4 * (threshold - tau + rho) : in.symbol("smallest_vpfloat");
    };
    in.everywhere([&](Index e, Index k) {
        out("kh_smag_e", e, k) =
            std::max({in("kh_smag_e", e, k), enhanced(in.neighbour("E2C", e, 0), k),
                      enhanced(in.neighbour("E2C", e, 1), k)});
    });
}

/// Thomas' algorithm, column by column. The first level has q = r = 0, so that w is 0 there.
void tridiagonal(const Columns& in, Columns& out) {
    const Index levels = in.bound("vertical_end");
    for (Index c = in.bound("horizontal_start"); c < in.bound("horizontal_end"); ++c) {
        std::vector<double> q(static_cast<std::size_t>(levels), 0.0);
        std::vector<double> r = q;
        for (Index k = 1; k < levels; ++k) {
            const auto at = static_cast<std::size_t>(k);
            const double gamma = in.symbol("dtime") * in.symbol("cpd") * in("vwind_impl_wgt", c) *
                                 in("theta_v_ic", c, k) / in("ddqz_z_half", c, k);
            const double a = -gamma * in("z_beta", c, k - 1) * in("z_alpha", c, k - 1);
            const double b =
                1 + gamma * in("z_alpha", c, k) * (in("z_beta", c, k - 1) + in("z_beta", c, k));
            const double upper = -gamma * in("z_beta", c, k) * in("z_alpha", c, k + 1);
            const double d = in("z_w_expl", c, k) -
                             gamma * (in("z_exner_expl", c, k - 1) - in("z_exner_expl", c, k));
            const double n = 1 / (b + a * q[at - 1]);
            q[at] = -upper * n;
            r[at] = (d - a * r[at - 1]) * n;
        }
        double below = 0;
        for (Index k = levels - 1; k >= 0; --k) {
            const auto at = static_cast<std::size_t>(k);
            below = r[at] + q[at] * below;
            out("w", c, k) = below;
        }
    }
}

/// Edges that a vertex lacks (-1) are no part of its sums.
void windAtVertices(const Columns& in, Columns& out) {
    in.everywhere([&](Index v, Index k) {
        double x = 0;
        double y = 0;
        for (Index i = 0; i < 6; ++i) {
            const auto edge = in.neighbour("V2E", v, i);
            if (edge < 0)
                continue;
            x += in("ptr_coeff_1", v, i) * in("p_e_in", edge, k);
            y += in("ptr_coeff_2", v, i) * in("p_e_in", edge, k);
        }
        out("p_u_out", v, k) = x;
        out("p_v_out", v, k) = y;
    });
}

} // namespace

Reference referenceFor(const std::string& program) {
    static const std::map<std::string, Reference> kAll{
        {"update_theta_and_exner", updateThetaAndExner},
        {"calculate_nabla2_for_z", nabla2ForZ},
        {"calculate_nabla2_of_theta", nabla2OfTheta},
        {"calculate_nabla2_for_w", nabla2ForW},
        {"calculate_nabla4", calculateNabla4},
        {"calculate_nabla2_and_smag_coefficients_for_vn", nabla2AndSmag},
        {"apply_diffusion_to_vn", diffusionToVn},
        {"apply_diffusion_to_w_and_compute_horizontal_gradients_for_turbulence", diffusionToW},
        {"apply_diffusion_to_theta_and_exner", diffusionToTheta},
        {"calculate_diagnostic_quantities_for_turbulence", diagnostics},
        {"calculate_enhanced_diffusion_coefficients_for_grid_point_cold_pools", coldPools},
        {"solve_tridiagonal_matrix_for_w", tridiagonal},
        {"mo_intp_rbf_rbf_vec_interpol_vertex", windAtVertices},
    };
    const auto found = kAll.find(program);
    return found == kAll.end() ? nullptr : found->second;
}

Outputs outputsOf(Reference reference, const RunInputs& inputs) {
    const Columns in(inputs);
    Columns out = in;
    reference(in, out);
    return out.run().arrays;
}

void checkSame(const Expected<Outputs>& got, const Outputs& expected) {
    INFO((got ? std::string() : toString(got.error())));
    REQUIRE(got.has_value());
    CHECK(firstDifference(*got, expected, {1e-12}).value_or("") == "");
}

} // namespace mw::test
