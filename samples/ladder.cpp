// The rungs in order.
#include "samples/ladder.h"

#include <array>

namespace mw::samples {

std::span<const Rung> ladder() {
    static constexpr std::array<Rung, 13> kRungs{{
        {"01", updateThetaAndExner},
        {"02", calculateNabla2ForZ},
        {"03", calculateNabla2OfTheta},
        {"04", calculateNabla2ForW},
        {"05", calculateNabla4},
        {"06", calculateNabla2AndSmagCoefficientsForVn},
        {"07", applyDiffusionToVn},
        {"08", applyDiffusionToW},
        {"09", applyDiffusionToThetaAndExner},
        {"10", calculateDiagnosticQuantitiesForTurbulence},
        {"11", calculateEnhancedDiffusionCoefficients},
        {"12", solveTridiagonalMatrixForW},
        {"13", interpolateToVertices, "limited:R01B03,50,10", false},
    }};
    return kRungs;
}

std::string folderOf(const Rung& rung) {
    return std::string(rung.number) + "_" + rung.make().name();
}

} // namespace mw::samples
