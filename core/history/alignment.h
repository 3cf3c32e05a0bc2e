#pragma once

#include "core/history/record.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// Two lines of steps beside each other: two variants of a program, or two recipes.

namespace mw::history {

struct LineStep {
    Record record;
    std::string effect; ///< effectText(); empty: not known, as of a recipe without its program
};

/// By what steps are known again: what they did, in names, and where that differs or is not known
/// also by their anchors and what surrounds these, which do not depend on the names of temporaries.
/// Those of a new step take a moment.
enum class Recognition : std::uint8_t { byNames, byAnchors };

enum class Relation : std::uint8_t {
    same,        ///< the same transformation with the same parameters does the same
    otherParams, ///< the same place, other parameters or another value
    different    ///< only beside each other, or in one line alone
};

struct AlignedStep {
    std::optional<std::size_t> first, second; ///< places in the lines; none: only the other has it
    Relation relation = Relation::different;

    bool operator==(const AlignedStep&) const = default;
};

struct Alignment {
    std::vector<AlignedStep> steps; ///< in the order of both lines
    /// The first that is not the same in both; none: the lines are the same.
    std::optional<std::size_t> divergence;
    std::size_t same = 0; ///< how many are
};

/// As many of the same steps beside each other as the order of both lines lets stand so; what lies
/// between two of these stands side by side.
Alignment align(const std::vector<LineStep>& first, const std::vector<LineStep>& second,
                Recognition recognition);

/// "tile-size = 8": the parameters, or the value, of a step that another one has otherwise.
std::string otherChoices(const Record& record, const Record& than);

} // namespace mw::history
