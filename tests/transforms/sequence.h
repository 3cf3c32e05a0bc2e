#pragma once

#include "tests/support/execution.h"
#include "tests/transforms/applying.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace mw::test {

/// One thing that a user does. Which match, which variant: of those that there are, counted round.
struct Action {
    enum class Kind : std::uint8_t { apply, undo, redo, goTo, reread } kind = Kind::apply;
    std::uint8_t transformation = 0; ///< of the list, counted round
    std::uint8_t choice = 0;         ///< of the matches that apply; of the variants
    std::uint8_t params = 0;         ///< bits: which flags are set; other parameters: which limit

    bool operator==(const Action&) const = default;
};
using Actions = std::vector<Action>;

/// Four bytes each.
Actions actionsOf(std::span<const std::uint8_t> bytes);

/// A program and what it has to give, whatever is done to it.
struct SequenceProgram {
    ir::DocumentPtr document;
    RunInputs inputs;
};
using Transformations = std::span<const Transformation* const>;

/// What became of a sequence.
struct SequenceResult {
    std::string problem;            ///< empty: everything was right
    std::string recipe;             ///< of the variant where it went wrong
    std::vector<std::string> steps; ///< what was done, for people
    int applied = 0;
    int refused = 0;
};

/// Does one action after the other; after each the document has to be valid, has to give the
/// program's results in the interpreter, and an undo has to give the very document of before. A
/// reread writes and reads the program, does the recipe of the current variant again, and wants the
/// same bytes. Ends at the first problem.
SequenceResult runSequence(const SequenceProgram& program, const Actions& actions,
                           Transformations transformations);

/// A sequence that also fails, of which no action can be left out and no parameter be unset.
/// `actions` has to fail.
Actions shrunk(const SequenceProgram& program, Actions actions, Transformations transformations);

/// For a failing test: the shortest sequence, its steps, its problem and its recipe.
std::string describeFailure(const SequenceProgram& program, const Actions& actions,
                            Transformations transformations);

} // namespace mw::test
