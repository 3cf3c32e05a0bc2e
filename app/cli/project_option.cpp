// Commands that work on a project: its variants and measurements instead of the file alone.

#include "app/cli/project_option.h"

#include "app/cli/console.h"
#include "app/workbench/export.h"
#include "core/history/recipe.h"
#include "core/inputs/scenario.h"
#include "core/io/file.h"

namespace mw::cli {

namespace {

Expected<workbench::Project> openProject(const std::string& file, bool mayBeNew) {
    workbench::Project project;
    project.file = file;
    if (file.empty())
        return project;
    auto read = workbench::readProject(file);
    if (!read && read.error().code == "no-project" && mayBeNew)
        return project;
    if (!read)
        return Unexpected(std::move(read).error());
    for (const auto* notices : {&read->inputs, &read->lost})
        for (const auto& notice : *notices)
            complain(notice);
    return std::move(read->project);
}

/// The only one.
Expected<workbench::ProgramPtr> onlyProgram(const workbench::Project& project) {
    if (project.programs.size() == 1)
        return project.programs.front();
    if (project.file.empty())
        return fail("which-program", "name a FILE, or a project that has one (--project)");
    if (project.programs.empty())
        return fail("which-program",
                    fmt::format("'{}' has no program yet; name a FILE", project.file.string()));
    std::vector<std::string> files;
    for (const auto& program : project.programs)
        files.push_back(program->path);
    return fail("which-program", fmt::format("'{}' has several programs; name one as FILE: {}",
                                             project.file.string(), fmt::join(files, ", ")));
}

} // namespace

CLI::Option* addDace(CLI::App& command, std::optional<ir::DaceVersion>& dace,
                     const std::string& description, const std::string& name) {
    return command
        .add_option_function<std::string>(
            name, [&dace](const std::string& text) { dace = ir::parseDaceVersion(text).value(); },
            description.empty()
                ? "Version of DaCe that builds the graph, as 2.0.0a6 or 2.0.0b1: what versions "
                  "read differently is read as this one does (default: what the file states)"
                : description)
        ->type_name("VERSION")
        ->check([](const std::string& text) {
            const auto version = ir::parseDaceVersion(text);
            return version ? std::string() : version.error().sentence;
        });
}

void addProgram(CLI::App& command, ProgramOption& program, bool kept, bool choosesDace) {
    command.add_option("FILE", program.file,
                       ".sdfg or .sdfgz; with --project not needed where that has one program");
    command.add_option("--project", program.project,
                       kept ? "Work on the current variant that FILE has in this .mapwright, and "
                              "keep there what is done, beside what other processes kept "
                              "meanwhile"
                            : "Take the current variant that FILE has in this .mapwright");
    if (choosesDace)
        addDace(command, program.dace);
}

std::optional<ir::DaceVersion> daceOf(const ProgramOption& program) {
    if (program.dace || !program.inputs || program.inputs->scenario.empty())
        return program.dace;
    const auto scenario = inputs::readScenario(program.inputs->scenario);
    return scenario ? scenario->dace
                    : std::nullopt; // what is wrong with it is said where it is used
}

Expected<OpenProgram> openProgram(const ProgramOption& program) {
    OpenProgram open;
    MW_TRY(open.project, openProject(program.project, program.file.has_value()));
    if (program.file) {
        MW_TRY(open.program, open.project.open(*program.file, daceOf(program)));
    } else {
        MW_TRY(open.program, onlyProgram(open.project));
    }
    return open;
}

Expected<history::VariantId> variantOf(const history::History& history, const std::string& name) {
    if (name.empty())
        return history.current().id;
    std::vector<history::VariantId> found;
    for (const auto& variant : history.variants())
        if (variant.name == name)
            found.push_back(variant.id);
    if (found.size() == 1)
        return found.front();
    return fail("which-variant",
                found.empty()
                    ? fmt::format("there is no variant '{}' (mw project lists them)", name)
                    : fmt::format("{} variants are called '{}'", found.size(), name));
}

Expected<void> keep(OpenProgram& open) {
    if (open.project.file.empty())
        return {};
    return workbench::saveProject(open.project, open.project.file);
}

Expected<void> save(OpenProgram& open, const std::string& out, const std::string& recipe) {
    const auto& current = open.program->current();
    if (!out.empty())
        MW_CHECK(workbench::exportVariant(*open.program->history, current.id, out,
                                          open.project.inputPaths()));
    if (!recipe.empty())
        MW_CHECK(
            io::writeFileAtomically(recipe, history::recipe(*open.program->history, current.id)));
    return keep(open);
}

std::string whereText(const std::string& out, const ProgramOption& program) {
    if (!out.empty())
        return ", wrote " + out;
    return program.project.empty() ? " (nothing written: no -o)" : ", kept in " + program.project;
}

} // namespace mw::cli
