#include "app/cli/optimised_forms.h"

#include "app/cli/console.h"
#include "core/support/amounts.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace mw::cli {

namespace {

using Json = nlohmann::ordered_json;

/// "128x1x1, 20 levels per thread".
std::string launchText(const codegen::LaunchChoice& launch) {
    const auto& [x, y, z] = launch.block;
    std::string text = fmt::format("{}x{}x{}", x, y, z);
    if (launch.levelsPerThread > 1)
        text += fmt::format(", {} levels per thread", launch.levelsPerThread);
    if (launch.prefetch > 0)
        text += fmt::format(", {} turns ahead", launch.prefetch);
    return text;
}

/// "54.3 us predicted (50.1 to 61.0)".
std::string predictedText(double us, const workbench::ModelError& error) {
    const auto [low, high] = error.around(us);
    return fmt::format("{:.1f} us predicted ({:.1f} to {:.1f})", us, low, high);
}

std::string measuredText(double measured, double predicted) {
    const double off = predicted > 0 ? measured / predicted - 1 : 0;
    return fmt::format(", {:.1f} us measured ({:+.1f} %)", measured, 100 * off);
}

std::string errorText(const workbench::ModelError& error) {
    return fmt::format("nine of ten times lie between {:.2f} and {:.2f} of their prediction: {}",
                       error.low, error.high, error.of);
}

} // namespace

void addMeasuring(CLI::App& command, std::optional<bool>& measures) {
    const auto set = [&measures](bool value) {
        return [&measures, value](std::int64_t) { measures = value; };
    };
    auto* yes = command.add_flag_function(
        "--measure", set(true),
        "Measure forms whose predictions lie within the error of predictions, for a second or two "
        "(usual where the GPU that is predicted for is at hand, and MAPWRIGHT_MEASURE is not "
        "'never')");
    command.add_flag_function("--no-measure", set(false), "Decide by predictions alone")
        ->excludes(yes);
}

bool isMeasuringForbidden() {
    const char* said = std::getenv("MAPWRIGHT_MEASURE");
    return said && std::string_view(said) == "never";
}

bool isNews(const workbench::Optimisation& done) {
    return !done.isOwn() || std::ranges::any_of(done.forms, [](const auto& form) {
        return form.measured.has_value();
    });
}

std::string takenName(const workbench::Optimisation& done, const std::string& pipeline) {
    return done.forms.empty() ? pipeline : done.forms[done.taken].name;
}

std::string formsText(const workbench::Optimisation& done, const workbench::ModelError& error) {
    if (done.forms.empty())
        return {};
    std::string text = line("forms that it could end at ({}):", errorText(error));
    for (const auto& form : done.forms) {
        const auto& p = form.predicted;
        const std::string figures = counted(p.kernels.size(), "kernel") +
                                    (p.copies == 0 ? "" : " and " + counted(p.copies, "copy")) +
                                    ", " + sizeText(static_cast<std::int64_t>(p.bytes));
        text +=
            line("  {}: {}, {}{}", form.name, figures, predictedText(p.microseconds, error),
                 form.measured ? measuredText(form.measured->microseconds, p.microseconds) : "");
    }
    return text + line("taken: '{}': {}", done.forms[done.taken].name, done.why);
}

std::string kernelsText(const workbench::Prediction& prediction,
                        const workbench::DeviceRates& rates, const workbench::ModelError& error,
                        std::span<const workbench::ComparedTime> known) {
    std::string text;
    for (const auto& kernel : prediction.kernels) {
        const auto measured = workbench::measuredTime(known, rates, kernel);
        text += line("  {}: {}; {}{}", kernel.name, launchText(kernel.launch),
                     predictedText(kernel.microseconds, error),
                     measured ? measuredText(*measured, kernel.microseconds) : "");
    }
    return text.empty() ? text
                        : line("launches that the rules choose for the device, and times ({}):",
                               errorText(error)) +
                              text;
}

std::string predictionJson(const workbench::Prediction& p) {
    Json kernels = Json::array();
    for (const auto& k : p.kernels)
        kernels.push_back({{"name", k.name},
                           {"bytes", k.bytes},
                           {"cache_bytes", k.cacheBytes},
                           {"instructions", k.instructions},
                           {"waits", k.waits},
                           {"predicted_us", k.microseconds},
                           {"launch", launchText(k.launch)}});
    return Json{{"kernels", kernels},
                {"copies", p.copies},
                {"bytes", p.bytes},
                {"predicted_us", p.microseconds}}
        .dump();
}

std::string errorJson(const workbench::ModelError& error) {
    return Json{{"low", error.low}, {"high", error.high}, {"times", error.times}, {"of", error.of}}
        .dump();
}

std::string formsJson(const workbench::Optimisation& done, const workbench::ModelError& error) {
    Json list = Json::array();
    for (std::size_t i = 0; i < done.forms.size(); ++i) {
        const auto& form = done.forms[i];
        const auto [low, high] = error.around(form.predicted.microseconds);
        Json one = {
            {"name", form.name},
            {"steps", form.steps.size()},
            {"predicted", Json::parse(predictionJson(form.predicted))},
            {"predicted_low_us", low},
            {"predicted_high_us", high},
            {"measured_us", form.measured ? Json(form.measured->microseconds) : Json(nullptr)},
            {"taken", i == done.taken}};
        if (i == done.taken)
            one["why"] = done.why;
        list.push_back(std::move(one));
    }
    return list.dump();
}

} // namespace mw::cli
