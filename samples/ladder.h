#pragma once

#include "samples/builder/program.h"

#include <span>

// The ladder: stencils of ICON's dynamical core from the simplest to the vertically implicit
// solver, each in a folder of its own with its equation.

namespace mw::samples {

Program updateThetaAndExner();
Program calculateNabla2ForZ();
Program calculateNabla2OfTheta();
Program calculateNabla2ForW();
Program calculateNabla4();
Program calculateNabla2AndSmagCoefficientsForVn();
Program applyDiffusionToVn();
Program applyDiffusionToW();
Program applyDiffusionToThetaAndExner();
Program calculateDiagnosticQuantitiesForTurbulence();
Program calculateEnhancedDiffusionCoefficients();
Program solveTridiagonalMatrixForW();
Program interpolateToVertices();

struct Rung {
    const char* number; ///< "01": its folder is NUMBER_NAME
    Program (*make)();
    const char* grid = "torus:8,6,10"; ///< of its scenario, as inputs::parseGrid() reads it
    bool inBoth = true;                ///< generations; else in the newer one alone (lower.h)
};
/// From the lowest rung to the highest; the last one is beside them: neighbours that are missing.
std::span<const Rung> ladder();
/// "01_update_theta_and_exner".
std::string folderOf(const Rung& rung);

} // namespace mw::samples
