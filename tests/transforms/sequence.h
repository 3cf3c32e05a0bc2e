#pragma once

#include "tests/support/compiled_programs.h"
#include "tests/transforms/applying.h"

#include <cstdint>
#include <optional>
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
    std::string name;
    ir::DocumentPtr document; ///< as a file has it
    RunInputs inputs;
    Expected<Outputs> expected;           ///< in the interpreter
    std::optional<double> tolerance = {}; ///< of the C++ back end; nullopt: not to be run
    bool anyOrder = false; ///< it gives that in every order that the graph allows, of some tried
};
/// The program written and read, and run in the interpreter. `tolerance`: of the C++ back end,
/// which is asked whether it knows the program; nullopt: it is not to run it.
SequenceProgram sequenceProgram(std::string name, const ir::DocumentPtr& document, RunInputs inputs,
                                std::optional<double> tolerance = 0);

using Transformations = std::span<const Transformation* const>;
struct SequenceOptions {
    Transformations transformations;
    bool compiled = false; ///< the last variant also as C++; costs a call of the compiler
};

/// What became of a sequence.
struct SequenceResult {
    std::string problem;              ///< empty: everything was right
    std::string recipe;               ///< of the variant where it went wrong
    std::vector<std::string> steps;   ///< what was done, for people
    std::vector<std::string> applied; ///< names, one per application
    ir::DocumentPtr last;             ///< the variant at the end
    int refused = 0;
};

/// Does one action after the other; after each the document has to be valid, has to give the
/// program's results in the interpreter, and an undo has to give the very document of before. An
/// application takes the first transformation, from the one that the action says on, that applies
/// anywhere. The last variant is run in other orders too that its graph allows. A reread writes and
/// reads the program, does the recipe of the current variant again, and wants the same bytes. Ends
/// at the first problem.
SequenceResult runSequence(const SequenceProgram& program, const Actions& actions,
                           const SequenceOptions& options);

/// The variant that was added to `programs` under this number gives as C++ what the program gives.
/// Errors: "different"; those of CompiledPrograms::run ("cannot-lower": the variant has something
/// that the back end does not know, as an array of a size that is not known inside a kernel).
Expected<void> checkCompiled(const SequenceProgram& program, const CompiledPrograms& programs,
                             std::size_t number);

/// A sequence that also fails, of which no action can be left out and no parameter be unset.
/// `actions` has to fail.
Actions shrunk(const SequenceProgram& program, Actions actions, const SequenceOptions& options);

/// For a failing test: the shortest sequence, its steps, its problem and its recipe.
std::string describeFailure(const SequenceProgram& program, const Actions& actions,
                            const SequenceOptions& options);

} // namespace mw::test
