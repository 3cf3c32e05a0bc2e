// mw convert: writes a graph as a file of its own, in either text dialect or for another DaCe.

#include "app/cli/console.h"
#include "app/cli/project_option.h"
#include "app/cli/verb.h"
#include "app/workbench/export.h"

#include <memory>

namespace mw::cli::convert_verb {

namespace {

struct Options {
    ProgramOption program;
    std::string out;
    std::string dialect; ///< "", "plain" or "dollar"
    std::optional<ir::DaceVersion> target;
    bool json = false;
};

Exit convert(const Options& options) {
    const auto open = openProgram(options.program);
    if (!open)
        return failed(open.error(), Exit::badFile);
    if (!canWrite({options.out}, open->project.inputPaths()))
        return Exit::badFile;
    io::WriteOptions write;
    if (!options.dialect.empty())
        write.dialect =
            options.dialect == "dollar" ? symbolic::Dialect::dollar : symbolic::Dialect::plain;
    write.dace = options.target;
    if (auto written = workbench::exportGraph(*open->document(), options.out,
                                              open->project.inputPaths(), write);
        !written)
        return failed(written.error(), Exit::badFile);
    printWritten(options.out, options.json);
    return Exit::done;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    addProgram(command, options->program, false, false);
    command.add_option("-o,--output", options->out, ".sdfg or .sdfgz")->required();
    auto* dialect =
        command.add_option("--dialect", options->dialect, "plain or dollar (default: as read)")
            ->check(CLI::IsMember({"plain", "dollar"}));
    addDace(command, options->target,
            "Write for this version of DaCe: its dialect, and text that means there what the graph "
            "means in the version that its file states (or that --from says)")
        ->excludes(dialect);
    addDace(command, options->program.dace,
            "Version of DaCe that the file is read for (default: what it states)", "--from");
    command.add_flag("--json", options->json, "Say as JSON what was written");
    command.callback([options, &action] { action = [options] { return convert(*options); }; });
}

} // namespace

Verb verb() {
    return {"convert",
            "Write the file again, in either text dialect or for another version of DaCe", setUp};
}

} // namespace mw::cli::convert_verb
