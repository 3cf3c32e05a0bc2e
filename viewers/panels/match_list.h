#pragma once

#include "transforms/framework/candidate_lists.h"
#include "viewers/panels/step_predictor.h"

#include <QString>

#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mw::viewers {

/// One place, and whether the transformation applies there.
struct MatchRow {
    transforms::Match match;
    QString place = {};                              ///< its elements, as people call them
    std::optional<transforms::Refusal> refusal = {}; ///< nullopt: it applies
    std::optional<StepGain> gain = {};               ///< once somebody has predicted it
};

/// What one transformation finds: places where it applies first, each kind in the order of `find`.
struct TransformationMatches {
    const transforms::Transformation* transformation = nullptr;
    std::vector<MatchRow> rows;
    int applicable = 0;
};

using ParamsByName = std::map<std::string, transforms::Params, std::less<>>;

/// Lists of one document after the other. After an edit only what it may have changed is looked
/// into. For any threads: one waits for the other.
class MatchLists {
public:
    /// Asks every transformation; with a selection (ids of touchedBy, or a state or SDFG) only the
    /// places that touch it. Ends early, with nothing, when a stop is requested.
    std::vector<TransformationMatches> of(const ir::DocumentPtr& document,
                                          const std::vector<ElementId>& selection,
                                          const ParamsByName& params,
                                          const std::stop_token& stop = {});

    /// What would have to be taken for granted of the program's arguments for a refused match to
    /// apply: "N >= 3; M > 0". Empty: nothing of that kind helps.
    std::string assumptionFor(const ir::DocumentPtr& document,
                              const transforms::Transformation& transformation,
                              const transforms::Match& match, const transforms::Params& params);

private:
    std::mutex mutex_;
    transforms::CandidateLists lists_;
};

} // namespace mw::viewers
