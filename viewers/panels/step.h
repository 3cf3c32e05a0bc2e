#pragma once

#include "core/ir/sdfg.h"
#include "transforms/framework/transformation.h"

#include <QString>

#include <optional>
#include <vector>

namespace mw::viewers {

/// A step before it is done: a transformation at a place. What is chosen in a list of steps and is
/// none (a heading, a fact) has no transformation.
struct Step {
    ir::DocumentPtr document; ///< that its elements are of
    const transforms::Transformation* transformation = nullptr;
    std::optional<transforms::Match> match = {}; ///< nullopt: there is no place where it applies
    std::optional<transforms::Refusal> refusal = {};
    transforms::Params params = {};
    bool isFirst = false;                 ///< nobody chose the place
    QString place = {};                   ///< its elements, as people call them
    std::vector<ElementId> elements = {}; ///< what it is about: the selection

    bool applies() const { return match && !refusal; }
    /// The same transformation at the same place, whatever its parameters.
    bool isSame(const Step& other) const;
    bool operator==(const Step&) const = default;
};

/// "Fuse normal_0 -> sum_primal": what the step does, and with what. Names give way where that is
/// longer than `most` letters, those at the ends last. Empty: it is no step.
QString stepName(const Step& step, int most = 200);

/// The actions of the window that do the current step.
inline const QString kApplyStep = QStringLiteral("apply-step");
inline const QString kTryStep = QStringLiteral("try-step"); ///< verified and timed as well

/// Why a refused step does not apply, with what would have to be shown.
QString refusalText(const transforms::Refusal& refusal);

} // namespace mw::viewers
