// mw: reads the command line, and does what the chosen command does.

#include "app/cli/console.h"
#include "app/cli/spread_values.h"
#include "app/cli/verb.h"
#include "core/io/standard_streams.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace mw::cli;

constexpr auto kFooter =
    R"(Exit codes: 0 done; 1 a finding, a difference, or no match; 2 wrong usage;
3 a file is unreadable or invalid; 4 the machine lacks something; 5 the run failed;
6 the graph carries C++ of its own that nobody agreed to (--trust).

A first session:
  mw info samples/nabla4.sdfg
  mw apply samples/nabla4.sdfg map-fusion-vertical --all -o fused.sdfg
  mw bench samples/nabla4.sdfg fused.sdfg

docs/commands.md has examples by purpose; mw completion what a shell needs to complete them.)";

} // namespace

int main(int argc, char** argv) {
    mw::io::guardStandardStreams();
    rememberArguments(argc, argv);
    CLI::App app{"Mapwright in the terminal: see, rewrite, run and time SDFGs.", "mw"};
    app.require_subcommand(1);
    app.set_version_flag("--version", MW_VERSION);
    Action action;
    const auto all = verbs();
    for (const auto& verb : all)
        verb.setUp(*app.add_subcommand(verb.name, verb.summary), action);
    app.footer(kFooter); // not earlier: commands would take it over
    const std::string first = argc > 1 ? argv[1] : "";
    const auto isFirst = [&](const Verb& verb) { return verb.name == first; };
    if (!first.empty() && first.front() != '-' && std::ranges::none_of(all, isFirst)) {
        complain({mw::Severity::error,
                  "no-command",
                  fmt::format("There is no command '{}'; mw --help lists them.", first),
                  {},
                  {}});
        return static_cast<int>(Exit::usage);
    }
    try {
        auto words = withSpreadValues({argv + std::min(argc, 1), argv + argc});
        std::ranges::reverse(words); // as the parser wants them
        app.parse(std::move(words));
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : static_cast<int>(Exit::usage);
    }
    return static_cast<int>(finish(action()));
}
