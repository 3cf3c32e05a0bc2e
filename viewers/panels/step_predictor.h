#pragma once

#include "core/support/expected.h"
#include "transforms/framework/transformation.h"
#include "viewers/jobs/job_queue.h"

#include <QString>

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

// What steps of the variant that is shown are worth. The panels show it; who makes it is elsewhere.

namespace mw::viewers {

/// What a step saves of one run; negative: what it costs. nullopt: not known.
struct StepGain {
    std::optional<double> microseconds;
    std::optional<double> bytes;          ///< that kernels move
    std::optional<double> temporaryBytes; ///< of temporaries
    int launches = 0;
    bool isRough = false; ///< the time is what bytes and launches come to alone

    bool operator==(const StepGain&) const = default;
};

/// A program in numbers, for one run.
struct RunFigures {
    std::size_t kernels = 0, temporaries = 0;
    std::optional<double> bytes, temporaryBytes, microseconds;
};
/// What most of a kernel's predicted time goes into.
enum class KernelLimit { memory, cache, arithmetic, latency };
struct KernelCost {
    ElementId map;
    double microseconds = 0; ///< predicted
    KernelLimit limit = KernelLimit::memory;
};
struct StepChange {
    RunFigures before, after;
    std::vector<ElementId> touched; ///< that go, or become others
};

/// Something that can be done, or that is refused.
struct AdvisedStep {
    const transforms::Transformation* transformation = nullptr;
    transforms::Match match;
    QString place; ///< its elements, as people call them
    transforms::Params params;
    StepGain gain; ///< of what is refused: at most
    std::optional<transforms::Refusal> refusal = {};
};
struct AdvisedTemporary {
    QString name;
    double bytes = 0, moved = 0;
    std::vector<ElementId> accesses;
    std::vector<AdvisedStep> removedBy; ///< best first, what is refused last
    QString obstacle;                   ///< why nothing would
};
struct Remark {
    QString topic; ///< "maps that are not fused"
    QString sentence;
    double bytes = 0; ///< that acting on it saves
    std::vector<ElementId> about;
    std::optional<AdvisedStep> step; ///< that acts on it
    QString obstacle;                ///< why there is none
};
struct Advice {
    std::vector<AdvisedStep> steps; ///< best first
    std::vector<AdvisedStep> refused;
    std::vector<AdvisedTemporary> temporaries; ///< those that kernels move most of first
    std::vector<Remark> remarks;               ///< topic by topic
    QString note;                              ///< what is missing, and why
};

/// For one variant and the inputs of the run. For any threads.
class StepPredictor {
public:
    StepPredictor() = default;
    virtual ~StepPredictor() = default;
    StepPredictor(const StepPredictor&) = delete;
    StepPredictor& operator=(const StepPredictor&) = delete;

    virtual const ir::DocumentPtr& document() const = 0;
    virtual QString device() const = 0; ///< whose times it predicts: "an H200"
    /// The kernels of the program itself; the error says why there are none.
    virtual Expected<std::vector<KernelCost>> kernels() = 0;
    virtual Expected<StepGain> gain(const transforms::Transformation& t,
                                    const transforms::Match& match,
                                    const transforms::Params& params) = 0;
    virtual Expected<StepChange> change(const transforms::Transformation& t,
                                        const transforms::Match& match,
                                        const transforms::Params& params) = 0;
    /// Everything that can be done. `early` gets it as soon as bytes are known, before times are.
    virtual Advice advise(const JobContext& context, const std::function<void(Advice)>& early) = 0;
};

} // namespace mw::viewers
