#pragma once

#include "core/analysis/names.h"
#include "core/inputs/sequence.h"

#include <string>
#include <vector>

// What the programs of a sequence do with their arguments.

namespace mw::link {

/// An argument of a program, by index.
struct Argument {
    std::size_t program = 0;
    std::string name;
    auto operator<=>(const Argument&) const = default;
};

/// One program, its scenario complete.
struct ProgramUse {
    const inputs::SequenceProgram* program = nullptr;
    bool called = false;
    analysis::NameSet reads, writes; ///< arguments, reads by name among them
    analysis::NameSet symbols;       ///< that it is given, arguments' memory included

    const ir::Sdfg& sdfg() const { return *program->document->root; }
    bool touches(std::string_view argument) const {
        return reads.contains(argument) || writes.contains(argument);
    }
};

/// Of its size and of how it lies in memory.
void collectSymbols(const ir::DataDescriptor& data, analysis::NameSet& into);
/// In the order of the sequence. Refers into it.
std::vector<ProgramUse> programUses(const inputs::SequenceInput& sequence);
/// The programs that are called, by the order of their first calls.
std::vector<std::size_t> calledPrograms(const inputs::SequenceInput& sequence);

/// "the program 'b' of the sequence 's'".
std::string programText(const inputs::SequenceInput& sequence, std::size_t program);
using inputs::identifierOf;
/// `name` with the program's in front.
std::string withProgram(const inputs::SequenceInput& sequence, std::size_t program,
                        const std::string& name);

} // namespace mw::link
