#pragma once

#include "app/workbench/forecast.h"
#include "app/workbench/observe.h"
#include "core/analysis/figures.h"
#include "core/ir/sdfg.h"
#include "core/support/params.h"
#include "core/symbolic/expr.h"
#include "transforms/framework/transformation.h"
#include "transforms/framework/view.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mw::workbench {

/// One thing that can be done, or that a condition forbids.
struct Suggestion {
    const transforms::Transformation* transformation = nullptr;
    Params params;
    transforms::Match match;
    int number = 0; ///< of the match, counted from 1 as `mw matches` prints them
    /// Bytes that kernels and copies no longer move, of one run; what is refused: at most, by its
    /// temporaries.
    std::int64_t savedBytes = 0;
    std::int64_t savedTemporaryBytes = 0;
    int savedKernels = 0;
    std::optional<double> savedMicroseconds; ///< as rankByTime() predicts; negative: it costs
    int grows = 0; ///< elements of the graph more; what computes something again grows
    std::optional<transforms::Refusal> refusal; ///< why not
    /// Others that do something about the same temporaries and save no more: "inline-fusion 39".
    std::vector<std::string> alternatives;
};

/// A temporary and what kernels move of it.
struct TemporaryCost {
    std::string name; ///< with the nodes around it
    std::int64_t bytes = 0;
    std::int64_t moved = 0;          ///< bytes that kernels read and write of it
    int first = -1, last = -1;       ///< kernels between which it is alive
    std::vector<ElementId> accesses; ///< access nodes
    std::string obstacle;            ///< why no fusion is about it; empty where one is
};

struct Advice {
    analysis::ProgramFigures figures;
    /// Those that kernels move most of first: what the program moves more than its arguments.
    std::vector<TemporaryCost> temporaries;
    std::vector<Suggestion> possible;      ///< those that save something, best first
    std::vector<Suggestion> others;        ///< that apply too; what they save can be time alone
    std::vector<Suggestion> refused;       ///< fusions with a temporary at stake, largest first
    std::vector<Observation> observations; ///< most bytes first
};

/// Something is done about one of these elements.
bool concerns(const Suggestion& one, const std::vector<ElementId>& elements);

/// How far a long look is.
using LookProgress = std::function<void(const std::string& what, int done, int total)>;

/// What can be done to a program and what it is worth with the values of a scenario: each
/// transformation that applies with its defaults is applied at every match by itself. Of those that
/// save the same on the same temporaries one is listed: the one whose graph is smallest. Bytes
/// count as 0 where a symbol that they need has no value. A requested stop keeps what was found.
Advice advise(const ir::DocumentPtr& document, const symbolic::Bindings& values,
              const std::stop_token& stop = {}, const LookProgress& progress = {});

bool areSame(const symbolic::Bindings& a, const symbolic::Bindings& b);

/// Advice about one document after the other: after an edit only what it may have changed is tried
/// anew, and what is found is the same as by advise(). For any threads: one waits for the other.
class Adviser {
public:
    Advice advise(const ir::DocumentPtr& document, const symbolic::Bindings& values,
                  const std::stop_token& stop = {}, const LookProgress& progress = {});
    /// Of it the fusions alone that one of these elements is part of, in a fraction of the time:
    /// where an edit was made, before everything is looked at. Without temporaries' costs and
    /// observations; numbers of suggestions count among those that are listed.
    Advice fusionsAt(const ir::DocumentPtr& document, const symbolic::Bindings& values,
                     const std::vector<ElementId>& elements, const std::stop_token& stop = {});

private:
    const transforms::DocumentView& viewOf(const ir::DocumentPtr& document,
                                           const symbolic::Bindings& values);

    std::mutex mutex_;
    std::condition_variable turn_;
    std::atomic<int> urgent_ = 0; ///< calls of fusionsAt(), which advise() lets through in between
    std::optional<transforms::DocumentView> last_;
    symbolic::Bindings values_; ///< that answers of last_ are about
};

/// Predicts the time that steps save, those that save most bytes first and what saves none last, as
/// far as a stop lets it, and puts them in the order of it. Of `others` those that save time are
/// possible from then on. What is not predicted stands by what its bytes and launches come to on
/// the same device.
void rankByTime(Advice& advice, Forecast& forecast, const std::stop_token& stop = {},
                const LookProgress& progress = {});
/// What a step is worth in that order, us.
double worth(const Suggestion& one, const DeviceRates& rates = {});

} // namespace mw::workbench
