// Reads pipelines from lines of text: headings of stages with an order below each.

#include "transforms/framework/pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>

namespace mw::transforms {

namespace {

std::string withoutMargins(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos)
        return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

/// "everywhere: TITLE" or "by cost: TITLE".
std::optional<Stage> heading(std::string_view line) {
    for (const auto& [word, mode] : {std::pair("everywhere:", Stage::Mode::everywhere),
                                     std::pair("by cost:", Stage::Mode::byCost)})
        if (line.starts_with(word))
            return Stage{mode, withoutMargins(line.substr(std::string_view(word).size())), {}};
    return std::nullopt;
}

constexpr std::string_view kBeside = "beside:";

/// "PIPELINE" or "PIPELINE without TRANSFORMATION, TRANSFORMATION". Whether there is such a
/// pipeline is asked when it is carried out: those of the program are read one after the other.
Expected<Rival> rival(std::string_view text) {
    constexpr std::string_view kWithout = " without ";
    const std::string line = withoutMargins(text.substr(0, text.find('#')));
    const auto at = std::min(line.find(kWithout), line.size());
    Rival one{withoutMargins(line.substr(0, at)), {}};
    if (one.pipeline.empty())
        return fail("bad-pipeline", "'beside:' names a pipeline");
    std::istringstream names(line.substr(std::min(line.size(), at + kWithout.size())));
    for (std::string name; std::getline(names, name, ',');) {
        one.without.push_back(withoutMargins(name));
        if (!findTransformation(one.without.back()))
            return fail("bad-pipeline",
                        fmt::format("there is no transformation '{}'", one.without.back()));
    }
    return one;
}

} // namespace

Expected<Pipeline> parsePipeline(std::string name, std::string_view text) {
    Pipeline pipeline{std::move(name), {}, {}, {}};
    std::istringstream lines{std::string(text)};
    std::string raw;
    for (int number = 1; std::getline(lines, raw); ++number) {
        const std::string line = withoutMargins(raw);
        if (pipeline.summary.empty() && line.starts_with("#"))
            pipeline.summary = withoutMargins(line.substr(1));
        if (line.starts_with(kBeside)) {
            auto other = rival(std::string_view(line).substr(kBeside.size()));
            if (!other)
                return fail("bad-pipeline", fmt::format("line {} of the pipeline '{}': {}", number,
                                                        pipeline.name, other.error().sentence));
            pipeline.beside.push_back(std::move(*other));
            continue;
        }
        if (auto stage = heading(line)) {
            pipeline.stages.push_back(std::move(*stage));
            continue;
        }
        auto pass = parsePass(line);
        if (!pass)
            return fail("bad-pipeline", fmt::format("line {} of the pipeline '{}': {}", number,
                                                    pipeline.name, pass.error().sentence));
        if (!pass->transformation)
            continue;
        if (pipeline.stages.empty())
            return fail("bad-pipeline",
                        fmt::format("line {} of the pipeline '{}': a stage begins with "
                                    "'everywhere: TITLE' or 'by cost: TITLE'",
                                    number, pipeline.name));
        pipeline.stages.back().passes.push_back(std::move(*pass));
    }
    return pipeline;
}

const Pipeline* findPipeline(std::string_view name) {
    const auto found = std::ranges::find(pipelines(), name, &Pipeline::name);
    return found == pipelines().end() ? nullptr : &*found;
}

} // namespace mw::transforms
