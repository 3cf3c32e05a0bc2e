// mw advise: what can be done to a program, what it is worth, and what is in the way.

#include "app/workbench/advise.h"

#include "app/cli/console.h"
#include "app/cli/project_option.h"
#include "app/cli/run_options.h"
#include "app/cli/sizes.h"
#include "app/cli/verb.h"
#include "core/exec/run_defaults.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace mw::cli {

namespace {

using Json = nlohmann::ordered_json;

struct Options {
    ProgramOption program;
    workbench::InputChoice inputs;
    int most = 10; ///< entries of each list; 0: all
    bool json = false;
};

std::string known(const std::optional<std::int64_t>& bytes) {
    return bytes ? sizeText(*bytes) : "an unknown number of bytes";
}

std::string headText(const workbench::ProgramFigures& figures, const std::string& sizes) {
    return line("{} kernels move {} (sizes of {}); in one kernel the arguments alone would be {}",
                figures.kernels, known(figures.kernelBytes), sizes, known(figures.argumentBytes)) +
           line("{} temporaries of {}", figures.temporaries, known(figures.temporaryBytes));
}

std::string savingText(const workbench::Suggestion& one) {
    std::string text = sizeText(one.savedBytes) + " less to move";
    if (one.savedTemporaryBytes != 0)
        text += fmt::format(", {} less of temporaries", sizeText(one.savedTemporaryBytes));
    if (one.savedKernels != 0)
        text +=
            fmt::format(", {} kernel{} less", one.savedKernels, one.savedKernels == 1 ? "" : "s");
    return text;
}

std::string possibleText(const workbench::Suggestion& one) {
    return line("  {} --match {}: {}: {}", one.transformation->name, one.number, one.match.label,
                savingText(one));
}

std::string refusedText(const workbench::Suggestion& one) {
    std::string text = line("  {} {}: up to {} less to move, but: {}", one.transformation->name,
                            one.match.label, sizeText(one.savedBytes), one.refusal->sentence);
    if (!one.refusal->missingProof.empty())
        text += line("    it would hold with {}", one.refusal->missingProof);
    return text;
}

std::string temporaryText(const workbench::TemporaryCost& one) {
    return line("  {}: {}, kernels {} to {}", one.name, sizeText(one.bytes), one.first, one.last);
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
              {"saved_kernels", one.savedKernels}};
    if (one.refusal)
        json["refusal"] = {{"condition", one.refusal->condition},
                           {"code", one.refusal->code},
                           {"sentence", one.refusal->sentence},
                           {"missing_proof", one.refusal->missingProof}};
    return json;
}

Json numberOrNull(const std::optional<std::int64_t>& value) {
    return value ? Json(*value) : Json();
}

Json toJson(const workbench::Advice& advice, const std::string& sizes) {
    const auto& figures = advice.figures;
    Json json{{"sizes", sizes},
              {"kernels", figures.kernels},
              {"kernel_bytes", numberOrNull(figures.kernelBytes)},
              {"argument_bytes", numberOrNull(figures.argumentBytes)},
              {"temporary_bytes", numberOrNull(figures.temporaryBytes)}};
    for (const auto& [key, list] :
         {std::pair{"possible", &advice.possible}, std::pair{"refused", &advice.refused}}) {
        json[key] = Json::array();
        for (const auto& one : *list)
            json[key].push_back(toJson(one));
    }
    json["temporaries"] = Json::array();
    for (const auto& one : advice.temporaries)
        json["temporaries"].push_back({{"name", one.name},
                                       {"bytes", one.bytes},
                                       {"first_kernel", one.first},
                                       {"last_kernel", one.last}});
    return json;
}

std::string toText(const workbench::Advice& advice, const std::string& sizes, int most) {
    return headText(advice.figures, sizes) +
           listText("what applies, best first (mw apply FILE NAME --match N)", advice.possible,
                    most, possibleText) +
           listText("what does not, by the temporaries that it would save", advice.refused, most,
                    refusedText) +
           listText("largest temporaries", advice.temporaries, most, temporaryText);
}

Exit advise(const Options& options) {
    const auto open = openProgram(options.program);
    if (!open)
        return failed(open.error(), Exit::badFile);
    const auto sizes = sizesFor(*open, options.inputs, exec::defaultGrid(codegen::Target::cuda));
    if (!sizes)
        return failed(sizes.error(), Exit::badFile);
    const auto advice = workbench::advise(open->document(), sizes->values);
    print(options.json ? toJson(advice, sizes->of).dump(2) + "\n"
                       : toText(advice, sizes->of, options.most));
    return Exit::done;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    addProgram(command, options->program);
    addInputOptions(command, options->inputs,
                    "Sizes of this scenario (default: FILE's .scenario.json where it lies beside "
                    "it)",
                    "Sizes of torus:NX,NY,LEVELS");
    command.add_option("--most", options->most, "Entries of each list (0: all; default: 10)")
        ->check(CLI::NonNegativeNumber);
    command.add_flag("--json", options->json, "As JSON, everything");
    command.callback([options, &action] { action = [options] { return advise(*options); }; });
}

} // namespace

Verb adviseVerb() {
    return {"advise", "What can be done, what it saves, and what is in the way", setUp};
}

} // namespace mw::cli
