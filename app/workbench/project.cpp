// The project: what can be done to it without its file.

#include "app/workbench/project.h"

#include "app/workbench/export.h"
#include "core/io/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace mw::workbench {

namespace fs = std::filesystem;

ProgramPtr Project::find(const fs::path& input) const {
    for (const auto& program : programs)
        if (isSameFile(program->path, input))
            return program;
    return nullptr;
}

namespace {

std::string daceOf(const Program& program) {
    return program.history->root().document->format.daceVersion;
}

} // namespace

Expected<ProgramPtr> Project::open(const fs::path& input,
                                   const std::optional<ir::DaceVersion>& dace) {
    auto content = io::readFile(input);
    ProgramPtr known = content ? nullptr : find(input);
    if (!content && !known)
        return Unexpected(std::move(content).error());
    for (const auto& program : programs)
        if (!known && *program->content == *content && isSameFile(program->path, input))
            known = program;
    if (known && (!dace || daceOf(*known) == ir::print(*dace)))
        return known;
    if (known && (!content || known->hasWork()))
        return fail("other-dace",
                    fmt::format("the project has '{}' for DaCe {}, and its steps were checked for "
                                "that one: open it for {} in a project of its own",
                                input.string(), daceOf(*known), ir::print(*dace)));
    MW_TRY(auto program, programOf(input.string(), std::move(*content), dace));
    if (known) {
        *std::ranges::find(programs, known) = program;
        changed();
    } else {
        add(program);
    }
    return program;
}

void Project::add(const ProgramPtr& program) {
    if (std::ranges::find(programs, program) != programs.end())
        return;
    programs.push_back(program);
    changed();
}

ProgramPtr Project::close(const ProgramPtr& program) {
    const auto found = std::ranges::find(programs, program);
    if (found == programs.end())
        return nullptr;
    changed();
    const auto next = programs.erase(found);
    if (programs.empty())
        return nullptr;
    return next == programs.end() ? programs.back() : *next;
}

bool Project::setRun(InputChoice choice, RunSettings how) {
    if (choice == inputs && how == settings)
        return false;
    inputs = std::move(choice);
    settings = std::move(how);
    changed();
    return true;
}

bool Project::setRun(Program& program, InputChoice choice, RunSettings how) {
    const bool isOther = inputsFor(program) != choice;
    if (isOther) {
        program.inputs = std::move(choice);
        program.changed();
    }
    if (how == settings)
        return isOther;
    settings = std::move(how);
    changed();
    return true;
}

InputChoice Project::inputsFor(const Program& program) const {
    return program.inputs ? *program.inputs : inputsFor(*program.history->root().document->root);
}

InputChoice Project::inputsFor(const ir::Sdfg& program) const {
    auto choice = inputs;
    std::erase_if(choice.set, [&](const std::string& one) {
        const auto name = one.substr(0, one.find('='));
        return !takesValue(program, name) &&
               std::ranges::any_of(programs, [&](const ProgramPtr& other) {
                   return takesValue(*other->history->root().document->root, name);
               });
    });
    return choice;
}

Project Project::copy() const {
    Project copied = *this;
    std::map<ProgramPtr, ProgramPtr> copies;
    for (auto& program : copied.programs)
        program = copies.emplace(program, copyOf(*program)).first->second;
    for (auto& pane : copied.shown.panes)
        for (auto& tab : pane.tabs)
            tab.program = copies[tab.program];
    return copied;
}

void Project::takeSaved(const Project& copy, const std::vector<ProgramPtr>& copied) {
    file = copy.file;
    fileKey = copy.fileKey;
    fileText = copy.fileText;
    seenKey = copy.seenKey;
    saved = changes == copy.changes;
    for (std::size_t i = 0; i < copied.size(); ++i)
        copied[i]->saved = copied[i]->changes == copy.programs[i]->changes;
}

bool Project::isKept() const {
    return kept && std::ranges::all_of(programs, [](const auto& one) { return one->kept; });
}

bool Project::isSaved() const {
    return !file.empty() && saved &&
           std::ranges::all_of(programs, [](const auto& one) { return one->saved; });
}

std::vector<std::string> Project::inputPaths() const {
    auto paths = filesRead(inputs);
    for (const auto& program : programs) {
        paths.push_back(program->path);
        if (program->inputs)
            for (auto& path : filesRead(*program->inputs))
                paths.push_back(std::move(path));
    }
    for (const auto& program : absent)
        paths.push_back(program.path);
    return paths;
}

} // namespace mw::workbench
