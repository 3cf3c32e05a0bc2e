// mw compare: variants of a project side by side, as they were measured.

#include "app/workbench/compare.h"

#include "app/cli/console.h"
#include "app/cli/project_option.h"
#include "app/cli/verb.h"

#include <memory>

namespace mw::cli {

namespace {

Exit compare(const ProgramOption& options) {
    const auto open = openProgram(options);
    if (!open)
        return failed(open.error(), Exit::badFile);
    const auto comparison = workbench::compare(*open->program);
    if (!comparison)
        return failed(comparison.error(), Exit::finding);
    std::string text;
    for (const auto& one : workbench::toLines(*comparison))
        text += line("{}", one);
    print(text);
    return Exit::done;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<ProgramOption>();
    addProgram(command, *options);
    command.callback([options, &action] { action = [options] { return compare(*options); }; });
}

} // namespace

Verb compareVerb() {
    return {"compare", "Variants of a project side by side, as they were measured last", setUp};
}

} // namespace mw::cli
