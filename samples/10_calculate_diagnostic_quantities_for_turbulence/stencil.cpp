#include "samples/ladder.h"

namespace mw::samples {

/// Divergence and squared deformation of the wind on the half levels: means of the full levels
/// above and below.
Program calculateDiagnosticQuantitiesForTurbulence() {
    Program p("calculate_diagnostic_quantities_for_turbulence", Cell, 1);
    const auto kh = p.field("kh_smag_ec", {Edge, K});
    const auto vn = p.field("vn", {Edge, K});
    const auto bilinear = p.field("e_bln_c_s", {Cell, C2E});
    const auto geofacDiv = p.field("geofac_div", {Cell, C2E});
    const auto multfac = p.field("diff_multfac_smag", {K});
    const auto weight = p.field("wgtfac_c", {Cell, K});
    const auto divergence = p.field("div_ic", {Cell, K});
    const auto deformation = p.field("hdef_ic", {Cell, K});

    const auto kappa = temporary(sum(kh(C2E) * bilinear) / multfac, 1);
    const auto delta = temporary(sum(vn(C2E) * geofacDiv), 1);
    const auto between = [&](const Field& field) {
        return weight * field + (1.0 - weight) * field(K - 1);
    };
    const auto mean = between(kappa);
    p.set(p.domain(), {{divergence, between(delta)}, {deformation, mean * mean}});
    return p;
}

} // namespace mw::samples
