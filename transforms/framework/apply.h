#pragma once

#include "transforms/framework/transformation.h"

#include <optional>
#include <stop_token>
#include <vector>

// Applying transformations: check, apply, validate. The one way for everybody who does.

namespace mw::transforms {

/// One application: all that a record of it says, and what it made.
struct Application {
    Match match;
    Params params; ///< complete, and what it had to assume (framework/assume.h)
    ir::EditResult result;
    DocumentView on; ///< what it was applied to
};

/// A match and what `check` says of it.
struct Candidate {
    Match match;
    std::optional<Refusal> refusal;
    std::optional<Plan> plan = {}; ///< where it applies and was checked just now

    bool applies() const { return !refusal; }
    bool operator==(const Candidate& other) const {
        return match == other.match && refusal == other.refusal;
    }
};
/// Every match in the region, checked; `params` complete. Ends early when a stop is requested.
/// Where the view comes from one that was asked before, only what an edit may have changed is
/// checked.
std::vector<Candidate> candidates(const Transformation& t, const DocumentView& view,
                                  const Region& region, const Params& params,
                                  const std::stop_token& stop = {});
/// One of them again. Who notes what is read (core/ir/reads.h) depends on what it was checked by.
Candidate candidateAgain(const Transformation& t, const DocumentView& view, const Match& match,
                         const Params& params);
/// Whether one of them applies; looks no further than that one.
bool appliesSomewhere(const Transformation& t, const DocumentView& view, const Params& params);

/// The plan of a candidate of this very document: what was found out is not asked again.
CheckResult checkedAt(const Transformation& t, const DocumentView& view, const Candidate& candidate,
                      const Params& params);
/// At a candidate of this very document that applies.
Expected<Application> applyCandidate(const Transformation& t, const DocumentView& view,
                                     const Candidate& candidate, const Params& params);

/// At this match. An error for a refusal carries the refusal's sentence, code and elements, and in
/// its notes what is missing. Takes the parameter "assume" as well (framework/assume.h), as the
/// others do.
Expected<Application> applyAt(const Transformation& t, const DocumentView& view, const Match& match,
                              const Params& given);
/// Whether the conditions hold at this match, as applyAt() asks for them.
bool appliesAt(const Transformation& t, const DocumentView& view, const Match& match,
               const Params& given);
/// At the first match that applies; nullopt when there is none.
Expected<std::optional<Application>> applyFirst(const Transformation& t, const DocumentView& view,
                                                const Params& given);

struct RepeatOptions {
    std::size_t limit = 100'000;
    std::stop_token stop = {};         ///< a requested stop keeps what was done
    std::optional<SdfgId> within = {}; ///< only in this SDFG and what is nested in it
};
/// At the first match that applies, again and again until none is left (fixed point): every step,
/// each on the result of the one before. Empty when there is none. What needs an assumption comes
/// when nothing else is left.
Expected<std::vector<Application>> applyEverywhere(const Transformation& t,
                                                   const DocumentView& view, const Params& given,
                                                   const RepeatOptions& options = {});

/// The document after these steps of `document`.
inline const ir::DocumentPtr& lastDocument(const ir::DocumentPtr& document,
                                           const std::vector<Application>& steps) {
    return steps.empty() ? document : steps.back().result.document;
}

} // namespace mw::transforms
