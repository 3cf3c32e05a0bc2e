// Commands that work on a project: its variants and measurements instead of the file alone.

#include "app/cli/project_option.h"

#include "app/cli/console.h"

namespace mw::cli {

void addProjectOption(CLI::App& command, std::string& project) {
    command.add_option("--project", project,
                       "Work on the current variant that FILE has in this .mapwright, and keep "
                       "there what is done");
}

Expected<OpenProgram> openProgram(const std::string& input, const std::string& project) {
    OpenProgram open;
    open.file = project;
    if (!project.empty()) {
        auto read = workbench::readProject(project);
        if (!read && read.error().code != "no-project")
            return Unexpected(read.error());
        if (read) {
            for (const auto& lost : read->lost)
                complain(lost);
            open.project = std::move(read->project);
        }
    }
    MW_TRY(open.program, open.project.open(input));
    return open;
}

Expected<void> keep(const OpenProgram& open) {
    if (open.file.empty())
        return {};
    return workbench::writeProject(open.project, open.file);
}

} // namespace mw::cli
