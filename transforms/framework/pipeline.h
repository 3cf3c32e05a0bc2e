#pragma once

#include "transforms/framework/order.h"

#include <string>
#include <string_view>
#include <vector>

// Pipelines: stages of passes, as data (transforms/pipelines). What a stage means is done by
// whoever carries it out (app/workbench/optimise.h).

namespace mw::transforms {

struct Stage {
    enum class Mode : std::uint8_t {
        everywhere, ///< each pass wherever it applies, all of them again until none does
        byCost      ///< the match that saves most, again and again until none saves anything
    };
    Mode mode = Mode::everywhere;
    std::string title;
    std::vector<Pass> passes;
};

/// Another pipeline that a result is held against.
struct Rival {
    std::string pipeline;             ///< its name (findPipeline)
    std::vector<std::string> without; ///< transformations that are left out of it

    bool operator==(const Rival&) const = default;
};

struct Pipeline {
    std::string name;
    std::string summary; ///< the first comment of its text
    std::vector<Stage> stages;
    std::vector<Rival> beside = {}; ///< in the order of their lines
};

/// Stages begin with a line "everywhere: TITLE" or "by cost: TITLE", the lines below are an order
/// (order.h). Before the first stage may stand "beside: PIPELINE" or "beside: PIPELINE without
/// TRANSFORMATION, TRANSFORMATION": the result is held against what that one comes to, and against
/// the start. The error names the line.
Expected<Pipeline> parsePipeline(std::string name, std::string_view text);

/// Those that come with the program, by name: the files of transforms/pipelines.
const std::vector<Pipeline>& pipelines();
const Pipeline* findPipeline(std::string_view name); ///< nullptr when there is none

} // namespace mw::transforms
