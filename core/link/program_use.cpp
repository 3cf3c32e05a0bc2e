// What programs read and write of their arguments, and what they are given.
#include "core/link/detail/program_use.h"

#include "core/analysis/analysis.h"
#include "core/analysis/read_by_name.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::link {

namespace {

ProgramUse useOf(const inputs::SequenceProgram& program) {
    ProgramUse use;
    use.program = &program;
    const ir::Sdfg& sdfg = use.sdfg();
    const auto add = [&](analysis::NameSet& set, std::string_view data) {
        const std::string name(analysis::containerOf(data));
        if (const auto* container = sdfg.data(name); container && !container->transient)
            set.insert(name);
    };
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state)
            return;
        const auto sets = analysis::accessSets(*state);
        for (const auto& name : sets.read)
            add(use.reads, name);
        for (const auto& name : sets.written)
            add(use.writes, name);
    });
    for (const auto& name : analysis::readByName(sdfg))
        add(use.reads, name);
    const auto used = analysis::usedSymbols(sdfg);
    use.symbols.insert(used.begin(), used.end());
    for (const auto& [name, data] : sdfg.arrays)
        if (use.touches(name))
            collectSymbols(*data, use.symbols);
    for (const auto& [name, value] : sdfg.constants)
        use.symbols.erase(name);
    return use;
}

} // namespace

void collectSymbols(const ir::DataDescriptor& data, analysis::NameSet& into) {
    for (const auto* list : {&data.shape, &data.strides, &data.offset})
        for (const auto& e : *list)
            symbolic::collectSymbols(e, into);
    symbolic::collectSymbols(data.totalSize, into);
    symbolic::collectSymbols(data.startOffset, into);
}

std::vector<ProgramUse> programUses(const inputs::SequenceInput& sequence) {
    std::vector<ProgramUse> uses;
    for (const auto& program : sequence.programs)
        uses.push_back(useOf(program));
    for (const std::size_t program : calledPrograms(sequence))
        uses[program].called = true;
    return uses;
}

std::vector<std::size_t> calledPrograms(const inputs::SequenceInput& sequence) {
    std::vector<std::size_t> programs;
    for (const auto& call : sequence.calls)
        if (std::ranges::find(programs, call.program) == programs.end())
            programs.push_back(call.program);
    return programs;
}

std::string programText(const inputs::SequenceInput& sequence, std::size_t program) {
    return fmt::format("the program '{}' of the sequence '{}'", sequence.programs[program].name,
                       sequence.name);
}

std::string withProgram(const inputs::SequenceInput& sequence, std::size_t program,
                        const std::string& name) {
    return fmt::format("{}_{}", identifierOf(sequence.programs[program].name), name);
}

} // namespace mw::link
