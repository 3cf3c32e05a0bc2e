// mw advise --precision, in words and as JSON.
#include "app/cli/precision_text.h"

#include "app/cli/console.h"
#include "core/support/amounts.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdlib>

namespace mw::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string bytesText(std::int64_t bytes) {
    return fmt::format("{} {} to move", sizeText(std::abs(bytes)), bytes < 0 ? "more" : "less");
}

std::string savedText(const workbench::StepSavings& saved) {
    std::string text = saved.bytes ? bytesText(*saved.bytes) : "an unknown number of bytes to move";
    if (saved.temporaryBytes && *saved.temporaryBytes != 0)
        text += fmt::format(", {} {} of temporaries", sizeText(std::abs(*saved.temporaryBytes)),
                            *saved.temporaryBytes < 0 ? "more" : "less");
    if (saved.kernels != 0)
        text += fmt::format(", {} {}", counted(std::abs(saved.kernels), "kernel"),
                            saved.kernels < 0 ? "more" : "less");
    if (saved.microseconds)
        text += fmt::format(", {:.1f} us {} by prediction", std::abs(*saved.microseconds),
                            *saved.microseconds < 0 ? "more" : "less");
    return text;
}

std::string listText(std::string_view title, const std::vector<workbench::PrecisionOption>& options,
                     bool refused, int most) {
    std::string text;
    std::size_t shown = 0, left = 0;
    for (const auto& one : options) {
        if (one.refusal.has_value() != refused)
            continue;
        if (most > 0 && shown == static_cast<std::size_t>(most)) {
            ++left;
            continue;
        }
        ++shown;
        text += refused
                    ? line("  {}: {}", one.container, one.refusal->sentence)
                    : line("  --match {} {}: {}", one.number, one.container, savedText(one.saved));
    }
    if (left > 0)
        text += line("  and {} more", left);
    return text.empty() ? text : fmt::format("\n{}\n", title) + text;
}

Json numberOrNull(const auto& value) {
    return value ? Json(*value) : Json();
}

Json toJson(const workbench::PrecisionOption& one) {
    Json json{{"container", one.container},
              {"argument", one.argument},
              {"number", one.number},
              {"saved_bytes", numberOrNull(one.saved.bytes)},
              {"saved_temporary_bytes", numberOrNull(one.saved.temporaryBytes)},
              {"saved_kernels", one.saved.kernels},
              {"predicted_saving_us", numberOrNull(one.saved.microseconds)}};
    if (one.refusal)
        json["refusal"] = {{"condition", one.refusal->condition},
                           {"code", one.refusal->code},
                           {"sentence", one.refusal->sentence}};
    return json;
}

} // namespace

std::string precisionText(const workbench::PrecisionAdvice& advice, const std::string& of,
                          int most) {
    std::string text =
        line("What {} would bring (sizes of {}). It changes results: mw verify says by how much.",
             ir::name(advice.type), of);
    if (const auto& all = advice.together)
        text += line("all temporaries that can be (change-precision --match {} "
                     "--all-temporaries): {}",
                     all->number, savedText(all->saved));
    const std::string lists =
        listText("temporaries, each by itself, best first (mw apply FILE change-precision --match "
                 "N)",
                 advice.temporaries, false, most) +
        listText("temporaries that cannot be changed by themselves", advice.temporaries, true,
                 most) +
        listText("arguments behind copies, each by itself (--border)", advice.arguments, false,
                 most) +
        listText("arguments that cannot", advice.arguments, true, most);
    return text + (lists.empty() ? "The program has no such numbers.\n" : lists);
}

std::string precisionJson(const workbench::PrecisionAdvice& advice, const std::string& of) {
    Json json{{"sizes", of}, {"type", ir::name(advice.type)}};
    json["together"] = advice.together ? toJson(*advice.together) : Json();
    for (const auto& [key, list] : {std::pair{"temporaries", &advice.temporaries},
                                    std::pair{"arguments", &advice.arguments}}) {
        json[key] = Json::array();
        for (const auto& one : *list)
            json[key].push_back(toJson(one));
    }
    return json.dump(2) + "\n";
}

} // namespace mw::cli
