// What can be done to a program and what it is worth: every transformation is tried where it
// applies.
#include "app/workbench/advise.h"

#include "core/analysis/savings.h"
#include "core/analysis/traffic.h"
#include "transforms/framework/apply.h"
#include "transforms/framework/validation.h"

#include <algorithm>
#include <map>

namespace mw::workbench {

namespace {

using transforms::Candidate;
using transforms::DocumentView;
using transforms::Transformation;

std::int64_t valueOf(const symbolic::Expr& e, const symbolic::Bindings& values) {
    return symbolic::evaluateInteger(e, values).value_or(0);
}

class Adviser {
public:
    Adviser(const ir::DocumentPtr& document, const symbolic::Bindings& values)
        : view_(document), values_(values), savings_(document, values) {
        advice_.figures = figures(*document, values);
        for (const auto& life : analysis::estimate(*document).temporaries) {
            const std::int64_t bytes = valueOf(life.bytes, values);
            bytes_.emplace(life.data.get(), bytes);
            advice_.temporaries.push_back({life.name, bytes, life.first, life.last});
        }
    }

    Advice run(const std::stop_token& stop) {
        for (const Transformation* t : transforms::registry())
            if (!stop.stop_requested())
                tryOut(*t, stop);
        std::ranges::stable_sort(advice_.temporaries, std::ranges::greater(),
                                 &TemporaryCost::bytes);
        best(advice_.possible);
        best(advice_.refused);
        return std::move(advice_);
    }

private:
    static void best(std::vector<Suggestion>& suggestions) {
        std::ranges::stable_sort(suggestions, std::ranges::greater(), [](const Suggestion& one) {
            return std::tuple(one.savedBytes, one.savedTemporaryBytes, one.savedKernels);
        });
    }

    void tryOut(const Transformation& t, const std::stop_token& stop) {
        const auto params = transforms::completeParams(t, {});
        if (!params || !transforms::checkWiring(t, view_))
            return;
        int number = 0;
        for (const Candidate& candidate : transforms::candidates(t, view_, {}, *params, stop)) {
            Suggestion suggestion;
            suggestion.transformation = &t;
            suggestion.params = *params;
            suggestion.match = candidate.match;
            suggestion.number = ++number;
            if (const auto* refusal = transforms::refusalOf(candidate.result))
                addRefused(std::move(suggestion), *refusal);
            else if (!stop.stop_requested())
                addPossible(std::move(suggestion), std::get<transforms::Plan>(candidate.result));
        }
    }

    /// The result is compared and dropped, and not validated: whoever applies it does that.
    void addPossible(Suggestion suggestion, const transforms::Plan& plan) {
        const auto result = suggestion.transformation->apply(view_, plan);
        if (!result)
            return;
        const auto saved = savings_.of(*result->document);
        suggestion.savedBytes = saved.kernelBytes.value_or(0);
        suggestion.savedTemporaryBytes = saved.temporaryBytes.value_or(0);
        suggestion.savedKernels = saved.kernels;
        if (suggestion.savedBytes > 0 || suggestion.savedTemporaryBytes > 0 ||
            suggestion.savedKernels > 0)
            advice_.possible.push_back(std::move(suggestion));
    }

    void addRefused(Suggestion suggestion, const transforms::Refusal& refusal) {
        suggestion.savedTemporaryBytes = atStake(suggestion.match);
        if (suggestion.savedTemporaryBytes == 0)
            return;
        suggestion.savedBytes = 2 * suggestion.savedTemporaryBytes; // written once, read once
        suggestion.refusal = refusal;
        advice_.refused.push_back(std::move(suggestion));
    }

    /// Bytes of the temporaries of a match.
    std::int64_t atStake(const transforms::Match& match) const {
        const auto state = view_.state(match.state);
        if (!state)
            return 0;
        std::int64_t sum = 0;
        for (const auto& [role, id] : match.elements) {
            const auto* node = state->index->node(NodeId{id.value});
            const auto* access = node ? node->as<ir::AccessNode>() : nullptr;
            const auto* data = access ? state->sdfg->data(access->data) : nullptr;
            if (const auto found = bytes_.find(data); data && found != bytes_.end())
                sum += found->second;
        }
        return sum;
    }

    DocumentView view_;
    const symbolic::Bindings& values_;
    analysis::SavingsAgainst savings_;
    std::map<const ir::DataDescriptor*, std::int64_t> bytes_;
    Advice advice_;
};

} // namespace

Advice advise(const ir::DocumentPtr& document, const symbolic::Bindings& values,
              const std::stop_token& stop) {
    return Adviser(document, values).run(stop);
}

} // namespace mw::workbench
