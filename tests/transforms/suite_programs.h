#pragma once

#include "tests/support/execution.h"
#include "tests/transforms/applying.h"

#include <string>
#include <vector>

namespace mw::test {

/// A program that every transformation is tried on, with inputs of several sizes.
struct SuiteProgram {
    std::string name;
    ir::DocumentPtr document;
    std::vector<RunInputs> runs; ///< it runs with each of them
    bool races = false; ///< no order is given for what it does: not to be run by many threads
    /// What it computes depends on an order that the graph leaves open (of some orders tried): to
    /// be run in the order of its file.
    bool orderOpen = false;

    /// What its arguments are after each run.
    std::vector<Outputs> expected() const;
};

/// With the values of the program's first run.
Params neededParams(const Transformation& t, const SuiteProgram& program);

/// The samples of this repository on tori of several sizes, where every extent of a field is a
/// prime of its own; one of them has a single level.
std::vector<SuiteProgram> samplePrograms();
/// A small graph as text.
struct SmallText {
    std::string name, text;
    bool faulty = false;
    bool races = false;
};
/// The sound and the faulty graphs of all refusals, those that are valid, each once.
std::vector<SmallText> smallTexts();
/// With the sizes that it runs with, of those that are usual (sizeSets).
SuiteProgram textProgram(const std::string& name, const std::string& text);
/// Small graphs: the sound and the faulty ones of all refusals, and one with elements of every
/// kind.
std::vector<SuiteProgram> smallPrograms();
/// Everything that the format has: nested SDFGs, a loop, a branch, a reduction, copies.
SuiteProgram mixedProgram();

} // namespace mw::test
