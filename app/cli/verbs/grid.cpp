// mw grid: what a grid is, and its ICON grid file.

#include "app/cli/console.h"
#include "app/cli/verb.h"
#include "app/workbench/describe_grid.h"

#include <memory>

namespace mw::cli::grid_verb {

namespace {

struct Options {
    std::string grid, output;
    bool json = false;
};

Exit grid(const Options& options) {
    const auto grid = inputs::parseGrid(options.grid);
    if (!grid)
        return failed(grid.error(), Exit::usage);
    if (!options.output.empty() && !options.output.ends_with(".nc"))
        return failed(
            {Severity::error,
             "not-a-grid",
             fmt::format("a grid is written as NetCDF, to a name that ends in .nc, not '{}'",
                         options.output),
             {},
             {}},
            Exit::usage);
    std::vector<std::string> inputs;
    if (!grid->file.empty())
        inputs.push_back(grid->file);
    if (!canWrite({options.output}, inputs))
        return Exit::badFile;
    const auto description = workbench::describeGrid(*grid);
    if (!description)
        return failed(description.error(), Exit::badFile);
    print(options.json ? toJson(*description) : toText(*description));
    if (options.output.empty())
        return Exit::done;
    if (const auto written = workbench::writeGrid(description->grid, options.output); !written)
        return failed(written.error(), Exit::badFile);
    if (!options.json)
        printWritten(options.output, false);
    return Exit::done;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    command
        .add_option("GRID", options->grid,
                    "torus:NX,NY,LEVELS, icosahedral:RnBk,LEVELS, limited:RnBk,DEGREES,LEVELS or "
                    "FILE.nc,LEVELS; behind it ,numbering=hilbert (or random) and "
                    ",skip-values=replaced")
        ->required();
    command.add_option("-o,--output", options->output,
                       ".nc: write it as an ICON grid file (NetCDF, needs libnetcdf)");
    command.add_flag("--json", options->json, "As JSON");
    command.callback([options, &action] { action = [options] { return grid(*options); }; });
}

} // namespace

Verb verb() {
    return {"grid", "What a grid is: sizes, tables, checks, what numberings do to gathers", setUp};
}

} // namespace mw::cli::grid_verb
