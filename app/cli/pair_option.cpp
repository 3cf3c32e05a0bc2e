// Commands that compare two graphs: files, or a variant of a project with its original.

#include "app/cli/pair_option.h"

namespace mw::cli {

void addPair(CLI::App& command, PairOption& pair) {
    command.add_option("FIRST", pair.first, "The reference");
    auto* second = command.add_option("SECOND", pair.second, "What is compared with it");
    command
        .add_option("--project", pair.project,
                    "Compare the original of FIRST with the current variant that it has in this "
                    ".mapwright; FIRST is not needed where that has one program")
        ->excludes(second);
    addDace(command, pair.dace);
}

Expected<OpenPair> openPair(const PairOption& pair) {
    OpenPair open;
    const ProgramOption firstProgram{pair.first, pair.project, pair.dace, pair.inputs};
    MW_TRY(auto first, openProgram(firstProgram));
    open.first = first.program->history->root().document;
    open.second = first.document();
    open.firstFile = open.secondFile = first.program->path;
    open.project = std::move(first.project);
    open.project.inputs = open.project.inputsFor(*first.program);
    if (!pair.project.empty())
        return open;
    if (!pair.second)
        return fail("which-program", "name two files, or a project (--project)");
    MW_TRY(const auto second, workbench::openProgram(*pair.second, daceOf(firstProgram)));
    open.second = second->current().document;
    open.secondFile = *pair.second;
    return open;
}

} // namespace mw::cli
