#pragma once

#include "core/inputs/scenario.h"
#include "core/ir/sdfg.h"

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
};
/// Something outside of the programs happens between two calls, as an exchange with other ranks.
struct SequenceExchange {
    std::size_t before = 0;          ///< index of the call behind it; all calls: at the end
    std::vector<std::string> fields; ///< shared arrays that it reads and writes; may be empty
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
};

} // namespace mw::inputs
