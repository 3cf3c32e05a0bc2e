#pragma once

#include "core/inputs/scenario.h"
#include "core/ir/sdfg.h"
#include "core/support/expected.h"
#include "core/symbolic/expr.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace mw::inputs {

/// One program of a sequence, with inputs of its own.
struct SequenceProgram {
    std::string name; ///< unique in the sequence
    ir::DocumentPtr document;
    Scenario scenario;
    /// Arguments and the shared arrays that they are; "": an array that only this program has.
    /// Other arguments are the array of their own name.
    std::map<std::string, std::string, std::less<>> bindings = {};
};
struct SequenceCall {
    std::size_t program = 0; ///< index
    int count = 1;           ///< so many times in a row
    /// Over scalars and symbols, as Python has it ("substep > 1 and not is_limited"): called where
    /// it holds. Empty: in any case.
    std::string condition = {};
};
/// Something outside of the programs happens between two calls, as an exchange with other ranks.
struct SequenceExchange {
    std::size_t before = 0;          ///< index of the call behind it; all calls: at the end
    std::vector<std::string> fields; ///< shared arrays that it reads and writes; may be empty
};
/// A number that calls depend on.
struct SequenceScalar {
    ir::DType type;
    symbolic::Value value;
};
/// Programs one after the other on shared arrays, as a time loop calls them.
struct SequenceInput {
    std::string name;
    std::vector<SequenceProgram> programs;
    std::vector<SequenceCall> calls;
    /// Shared arrays that nobody outside of the sequence reads, and those that stay arguments in
    /// any case: what linking asks for (core/link).
    std::vector<std::string> internal = {}, keep = {};
    /// In the order of the calls. Linked programs keep the calls around them apart.
    std::vector<SequenceExchange> exchanges = {};
    /// What conditions ask for and no program has, and its value here.
    std::map<std::string, SequenceScalar, std::less<>> scalars = {};
};

/// "the call of 'second' in the sequence 's'".
std::string callText(const SequenceInput& sequence, const SequenceCall& call);
/// Of a call; 1 for one without. "call-condition": it cannot be read.
Expected<symbolic::Expr> conditionOf(const SequenceInput& sequence, const SequenceCall& call);
/// Whether the condition of a call holds with these values. "call-condition": it cannot be read or
/// has no value.
Expected<bool> isMade(const SequenceInput& sequence, const SequenceCall& call,
                      const symbolic::Bindings& values);
/// The sequence without the calls that are not made with its scalars and the values of its
/// programs' scenarios, and without the programs that were called by these alone. A name is one
/// value where all programs that have it agree, else has the program's in front (`solver_dtime`).
/// "call-condition", as above.
Expected<SequenceInput> withoutOmittedCalls(SequenceInput sequence);
/// Letters, digits and underscores, no digit in front.
std::string identifierOf(const std::string& text);

} // namespace mw::inputs
