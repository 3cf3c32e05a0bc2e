// Tries change-precision on every container and says what it would bring.
#include "app/workbench/precision_advice.h"

#include "transforms/framework/apply.h"

#include <algorithm>
#include <tuple>

namespace mw::workbench {

namespace {

constexpr auto kName = "change-precision";

/// Refused last, then by time, then by bytes; what is not known saves nothing.
auto order(const PrecisionOption& one) {
    return std::tuple(one.refusal.has_value(), -one.saved.microseconds.value_or(0),
                      -one.saved.bytes.value_or(0), -one.saved.temporaryBytes.value_or(0));
}

class Adviser {
public:
    Adviser(Forecast& forecast, ir::ScalarType type)
        : forecast_(forecast), view_(forecast.document()),
          transformation_(*transforms::findTransformation(kName)) {
        advice_.type = type;
    }

    PrecisionAdvice run(const std::stop_token& stop) {
        const auto matches = transformation_.find(view_, {});
        for (std::size_t i = 0; i < matches.size() && !stop.stop_requested(); ++i)
            tryAt(matches[i], static_cast<int>(i) + 1);
        std::ranges::stable_sort(advice_.temporaries, {}, order);
        std::ranges::stable_sort(advice_.arguments, {}, order);
        const auto can = std::ranges::count_if(advice_.temporaries,
                                               [](const auto& one) { return !one.refusal; });
        if (can > 1 && !stop.stop_requested())
            together();
        return std::move(advice_);
    }

private:
    Params params(bool argument, bool all) const {
        Params given{{"to", std::string(ir::name(advice_.type))}};
        if (argument)
            given["border"] = true;
        if (all)
            given["all-temporaries"] = true;
        return given;
    }

    void tryAt(const transforms::Match& match, int number) {
        const auto* place = view_.index().find(match.ids().front());
        PrecisionOption one;
        one.container = place->node->as<ir::AccessNode>()->data;
        const auto* data = place->sdfg->data(one.container);
        if (data->dtype.scalar == advice_.type)
            return;
        one.argument = !data->transient;
        one.match = match;
        one.number = number;
        one.params = params(one.argument, false);
        fill(one);
        (one.argument ? advice_.arguments : advice_.temporaries).push_back(std::move(one));
    }

    /// By the best of them, which applies.
    void together() {
        PrecisionOption all = advice_.temporaries.front();
        all.container.clear();
        all.params = params(false, true);
        fill(all);
        advice_.together = std::move(all);
    }

    void fill(PrecisionOption& one) {
        const auto complete = transforms::completeParams(transformation_, one.params);
        const auto checked = transformation_.check(view_, one.match, *complete);
        if (const auto* refusal = transforms::refusalOf(checked)) {
            one.refusal = *refusal;
            return;
        }
        if (auto saved = forecast_.savings(transformation_, one.match, one.params))
            one.saved = *saved;
    }

    Forecast& forecast_;
    transforms::DocumentView view_;
    const transforms::Transformation& transformation_;
    PrecisionAdvice advice_;
};

} // namespace

PrecisionAdvice advisePrecision(Forecast& forecast, ir::ScalarType type,
                                const std::stop_token& stop) {
    return Adviser(forecast, type).run(stop);
}

} // namespace mw::workbench
