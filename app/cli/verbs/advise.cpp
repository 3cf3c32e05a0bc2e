// mw advise: what can be done to a program, what it is worth, and what is in the way.

#include "app/workbench/advise.h"

#include "app/cli/console.h"
#include "app/cli/device_option.h"
#include "app/cli/precision_text.h"
#include "app/cli/project_option.h"
#include "app/cli/run_options.h"
#include "app/cli/sizes.h"
#include "app/cli/verb.h"
#include "core/analysis/kernel_names.h"
#include "core/support/amounts.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>

namespace mw::cli::advise_verb {

namespace {

using Json = nlohmann::ordered_json;

struct Options {
    ProgramOption program;
    workbench::InputChoice inputs;
    DeviceOption device; ///< to predict times for
    int most = 10;       ///< entries of each list; 0: all
    bool precision = false;
    bool json = false;
};

std::string known(const std::optional<std::int64_t>& bytes) {
    return bytes ? sizeText(*bytes) : "an unknown number of bytes";
}

std::string headText(const workbench::Advice& advice, const std::string& sizes) {
    const auto& figures = advice.figures;
    std::int64_t moved = 0;
    for (const auto& temporary : advice.temporaries)
        moved += temporary.moved;
    const auto copies = figures.copies ? " and " + counted(figures.copies, "copy", "copies") : "";
    const auto ofCopies = figures.copies ? ", copies " + known(figures.copyBytes) + " of it" : "";
    return line("{}{} {} {}{} (sizes of {}); in one kernel the arguments alone would be {}",
                counted(figures.kernels, "kernel"), copies,
                figures.kernels + figures.copies == 1 ? "moves" : "move", known(figures.bytes),
                ofCopies, sizes, known(figures.argumentBytes)) +
           line("{} of {}, of which kernels move {}",
                counted(figures.temporaries, "temporary", "temporaries"),
                known(figures.temporaryBytes), sizeText(moved));
}

std::string actionText(const workbench::Action& action) {
    return fmt::format("{} --match {}", action.transformation->name, action.number);
}

std::string savingText(const workbench::Suggestion& one) {
    std::string text = sizeText(one.savedBytes) + " less to move";
    if (one.savedTemporaryBytes != 0)
        text += fmt::format(", {} less of temporaries", sizeText(one.savedTemporaryBytes));
    if (one.savedKernels != 0)
        text +=
            fmt::format(", {} kernel{} less", one.savedKernels, one.savedKernels == 1 ? "" : "s");
    if (const auto us = one.savedMicroseconds)
        text +=
            fmt::format(", {:.1f} us {} by prediction", std::abs(*us), *us < 0 ? "more" : "less");
    return text;
}

std::string alternativesText(const workbench::Suggestion& one, std::string_view before) {
    std::string text;
    for (const auto& other : one.alternatives)
        text += line("    {} {}", before, other);
    return text;
}

std::string possibleText(const workbench::Suggestion& one) {
    return line("  {} --match {}: {}: {}", one.transformation->name, one.number, one.match.label,
                savingText(one)) +
           alternativesText(one, "or");
}

std::string refusedText(const workbench::Suggestion& one) {
    std::string text = line("  {} {}: up to {} less to move, but: {}", one.transformation->name,
                            one.match.label, sizeText(one.savedBytes), one.refusal->sentence);
    if (!one.refusal->missingProof.empty())
        text += line("    it would hold with {} (--assume)", one.refusal->missingProof);
    return text + alternativesText(one, "nor");
}

std::string temporaryText(const workbench::TemporaryCost& one) {
    auto text = line("  {}: {} moved, {} large, kernels {} to {}", one.name, sizeText(one.moved),
                     sizeText(one.bytes), one.first, one.last);
    if (!one.obstacle.empty())
        text += line("    {}", one.obstacle);
    return text;
}

std::string observationText(const workbench::Observation& one) {
    const std::string bytes = one.bytes > 0 ? sizeText(one.bytes) + ": " : "";
    std::string text = line("  {}{}", bytes, one.sentence);
    if (one.action)
        text += line("    {}", actionText(*one.action));
    else if (!one.obstacle.empty())
        text += line("    {}", one.obstacle);
    return text;
}

/// The first of a list, and how many more there are.
template <class T, class Text>
std::string listText(std::string_view title, const std::vector<T>& list, int most,
                     const Text& textOf) {
    if (list.empty())
        return {};
    const std::size_t shown =
        most == 0 ? list.size() : std::min(list.size(), static_cast<std::size_t>(most));
    std::string text = fmt::format("\n{}\n", title);
    for (std::size_t i = 0; i < shown; ++i)
        text += textOf(list[i]);
    if (shown < list.size())
        text += line("  and {} more", list.size() - shown);
    return text;
}

Json toJson(const workbench::Suggestion& one) {
    Json json{{"transformation", one.transformation->name},
              {"number", one.number},
              {"label", one.match.label},
              {"saved_bytes", one.savedBytes},
              {"saved_temporary_bytes", one.savedTemporaryBytes},
              {"saved_kernels", one.savedKernels},
              {"alternatives", one.alternatives}};
    if (one.savedMicroseconds)
        json["predicted_saving_us"] = *one.savedMicroseconds;
    if (one.refusal)
        json["refusal"] = {{"condition", one.refusal->condition},
                           {"code", one.refusal->code},
                           {"sentence", one.refusal->sentence},
                           {"missing_proof", one.refusal->missingProof}};
    return json;
}

Json toJson(const workbench::Observation& one) {
    Json json{
        {"topic", workbench::title(one.topic)}, {"sentence", one.sentence}, {"bytes", one.bytes}};
    if (one.action)
        json["action"] = {{"transformation", one.action->transformation->name},
                          {"number", one.action->number}};
    if (!one.obstacle.empty())
        json["obstacle"] = one.obstacle;
    return json;
}

Json numberOrNull(const std::optional<std::int64_t>& value) {
    return value ? Json(*value) : Json();
}

Json toJson(const workbench::Advice& advice, const std::string& sizes) {
    const auto& figures = advice.figures;
    Json json{{"sizes", sizes},
              {"kernels", figures.kernels},
              {"copies", figures.copies},
              {"bytes", numberOrNull(figures.bytes)},
              {"kernel_bytes", numberOrNull(figures.kernelBytes())},
              {"copy_bytes", numberOrNull(figures.copyBytes)},
              {"argument_bytes", numberOrNull(figures.argumentBytes)},
              {"temporary_count", figures.temporaries},
              {"temporary_bytes", numberOrNull(figures.temporaryBytes)}};
    for (const auto& [key, list] :
         {std::pair{"possible", &advice.possible}, std::pair{"refused", &advice.refused}}) {
        json[key] = Json::array();
        for (const auto& one : *list)
            json[key].push_back(toJson(one));
    }
    json["observations"] = Json::array();
    for (const auto& one : advice.observations)
        json["observations"].push_back(toJson(one));
    json["temporaries"] = Json::array();
    for (const auto& one : advice.temporaries)
        json["temporaries"].push_back({{"name", one.name},
                                       {"bytes", one.bytes},
                                       {"moved", one.moved},
                                       {"first_kernel", one.first},
                                       {"last_kernel", one.last},
                                       {"obstacle", one.obstacle}});
    return json;
}

std::string observationsText(const workbench::Advice& advice, int most) {
    using workbench::Topic;
    std::string text;
    for (const auto topic : {Topic::usedOnce, Topic::notFused, Topic::notBlocked, Topic::tooLarge,
                             Topic::overwritten, Topic::splitNeedlessly, Topic::blocked}) {
        std::vector<workbench::Observation> list;
        std::ranges::copy_if(advice.observations, std::back_inserter(list),
                             [&](const auto& one) { return one.topic == topic; });
        text += listText(workbench::title(topic), list, most, observationText);
    }
    return text;
}

std::string toText(const workbench::Advice& advice, const std::string& sizes, int most) {
    return headText(advice, sizes) +
           listText("what applies, best first (mw apply FILE NAME --match N)", advice.possible,
                    most, possibleText) +
           listText("what does not, by the temporaries that it would save", advice.refused, most,
                    refusedText) +
           listText("temporaries, by what kernels move of them", advice.temporaries, most,
                    temporaryText) +
           observationsText(advice, most);
}

/// For people: kernels by what they write.
workbench::Advice withKernelNames(workbench::Advice advice, const ir::DocumentPtr& document) {
    const ir::DocumentIndex index(document);
    const auto name = [&](std::string& text, std::vector<ElementId> about,
                          const std::vector<ElementId>& more = {}) {
        about.insert(about.end(), more.begin(), more.end());
        text = analysis::withKernelNames(index, text, about);
    };
    for (auto* list : {&advice.possible, &advice.refused})
        for (auto& one : *list) {
            const auto about = one.match.ids();
            name(one.match.label, about);
            if (one.refusal)
                name(one.refusal->sentence, about, one.refusal->elements);
        }
    for (auto& one : advice.observations) {
        name(one.sentence, one.about);
        name(one.obstacle, one.about);
    }
    return advice;
}

/// Of every container in float32. Times are predicted for the device that is asked for, else as
/// `mw optimise` does.
Exit advisePrecision(const Options& options, const OpenProgram& open, const Sizes& sizes) {
    const auto model = modelFor(options.device, open);
    if (!model)
        return failed(model.error(), Exit::usage);
    workbench::Forecast forecast(open.document(), sizes.values, nullptr,
                                 workbench::deviceRates(*model->model));
    const auto advice = workbench::advisePrecision(forecast, ir::ScalarType::float32);
    const std::string of =
        fmt::format("{}; times predicted for {}", sizes.of, withArticle(*model->model));
    print(options.json ? precisionJson(advice, of) : precisionText(advice, of, options.most));
    return Exit::done;
}

Exit advise(const Options& options) {
    const auto open = openProgram(options.program);
    if (!open)
        return failed(open.error(), Exit::badFile);
    const auto sizes = sizesFor(*open, options.inputs, workbench::gpuGrid());
    if (!sizes)
        return failed(sizes.error(), Exit::badFile);
    if (options.precision)
        return advisePrecision(options, *open, *sizes);
    auto advice = workbench::advise(open->document(), sizes->values);
    std::string of = sizes->of;
    if (options.device.asked()) {
        const auto model = modelFor(options.device, *open);
        if (!model)
            return failed(model.error(), Exit::usage);
        workbench::Forecast forecast(open->document(), sizes->values, nullptr,
                                     workbench::deviceRates(*model->model));
        workbench::rankByTime(advice, forecast);
        of += fmt::format("; times predicted for {}", withArticle(*model->model));
    }
    print(options.json ? toJson(advice, of).dump(2) + "\n"
                       : toText(withKernelNames(advice, open->document()), of, options.most));
    return Exit::done;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    addProgram(command, options->program);
    options->program.inputs = &options->inputs;
    addInputOptions(command, options->inputs,
                    "Sizes of this scenario (default: FILE's .scenario.json where it lies beside "
                    "it)",
                    "Sizes of torus:NX,NY,LEVELS");
    addDevice(command, options->device,
              "Order what applies by the time that it is predicted to save, in place of bytes,");
    command.add_option("--most,--top", options->most, "Entries of each list (0: all; default: 10)")
        ->check(CLI::NonNegativeNumber);
    command.add_flag("--precision", options->precision,
                     "What keeping temporaries, and arguments behind copies, in float32 would "
                     "bring, one by one: bytes, predicted time, and why not. Nothing else says so "
                     "unasked, since it changes results");
    command.add_flag("--json", options->json, "As JSON, everything");
    command.callback([options, &action] { action = [options] { return advise(*options); }; });
}

} // namespace

Verb verb() {
    return {"advise", "What can be done, what it saves, and what is in the way", setUp,
            /*lists=*/true};
}

} // namespace mw::cli::advise_verb
