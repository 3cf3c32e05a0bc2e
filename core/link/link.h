#pragma once

#include "core/inputs/sequence.h"
#include "core/support/diagnostic.h"
#include "core/support/expected.h"

#include <map>
#include <string>
#include <vector>

namespace mw::link {

/// One program that does what a sequence of programs does on shared arrays.
struct Linked {
    ir::DocumentPtr document;
    /// Of the programs' scenarios: each array as the first program that has it says.
    inputs::Scenario scenario;
    std::vector<std::string> internal; ///< fields that became temporaries, sorted
    /// What is not as somebody may expect, a sentence each: internal fields that stay arguments,
    /// those that nobody reads, programs that exchange arrays.
    std::vector<Diagnostic> notices;
    /// Of each program: its array arguments that it touches, and what they are called in the
    /// linked one, whether arguments or temporaries. Empty for programs that are not called.
    std::vector<std::map<std::string, std::string>> arrays;
};

/// Links the calls of a sequence: a state for each, in which the program is a nested SDFG of the
/// call's name; more than a few calls of one program in a row are a loop.
///
/// Arrays: arguments of one name, or that are bound to one name, are one array; element types,
/// shapes, strides, where they begin, and storage have to agree with the scenarios' values. Symbols
/// and scalars of one name are one where types and values agree, else each has the program's name
/// in front (`velocity_vertical_end`). Those that describe the memory of an array go by the name
/// that it is bound to.
///
/// Calls on the same condition one after the other are one branch on it. What the sequence has for
/// conditions is a symbol.
///
/// Fields that the sequence calls internal become temporaries, unless something reads elements that
/// no program before it certainly wrote: these stay arguments, with a notice each. Where all is
/// written under a condition that the values of the scenarios satisfy, the linked program assumes
/// it, or where none can be stated these values (analysis/assumed.h). Programs that the sequence
/// has and does not call are those outside.
///
/// The same input gives the same bytes. Errors, which name program and field: "link-calls",
/// "link-version" (programs for DaCe versions that differ in what graphs mean), "link-grid" (inputs
/// for different grids), "link-argument" (of a kind that cannot be shared), "link-binding",
/// "link-array" (does not fit), "link-internal", "call-condition"; and those of
/// inputs::completeScenario().
Expected<Linked> link(const inputs::SequenceInput& sequence);

} // namespace mw::link
