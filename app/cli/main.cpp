// mw: reads the command line, and does what the chosen command does.

#include "app/cli/console.h"
#include "app/cli/spread_values.h"
#include "app/cli/terminal.h"
#include "app/cli/verb.h"
#include "core/io/standard_streams.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <sstream>
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

struct Asked {
    bool quiet = false, noPager = false;
};

/// What every command takes, and what is below it.
void addManner(CLI::App& command, bool lists, Asked& asked) {
    command.add_flag("--quiet", asked.quiet,
                     "No notes, warnings and progress on standard error; errors alone");
    if (lists)
        command.add_flag("--no-pager", asked.noPager,
                         "Do not page what is longer than the terminal (pager: $MAPWRIGHT_PAGER, "
                         "$PAGER, less)");
    for (auto* below : command.get_subcommands([](const auto*) { return true; }))
        if (!below->get_fallthrough()) // else those of the command do
            addManner(*below, lists, asked);
}

/// What another program reads has lines as they are.
bool isForPrograms(const std::vector<std::string>& words) {
    constexpr std::array<std::string_view, 3> kFormats = {"--json", "--csv", "--markdown"};
    return std::ranges::any_of(words, [&](const auto& word) {
        return std::ranges::find(kFormats, word) != kFormats.end();
    });
}

/// Help and errors of the command line, in the terminal's width.
int said(const CLI::App& app, const CLI::ParseError& error) {
    std::ostringstream help, wrong;
    const bool isHelp = app.exit(error, help, wrong) == 0;
    setManner({.wraps = true});
    print(help.str());
    std::cerr << wrong.str();
    return static_cast<int>(isHelp ? finish(Exit::done) : Exit::usage);
}

} // namespace

int main(int argc, char** argv) {
    mw::io::guardStandardStreams();
    rememberArguments(argc, argv);
    CLI::App app{"Mapwright in the terminal: see, rewrite, run and time SDFGs.", "mw"};
    app.require_subcommand(1);
    app.set_version_flag("--version", MW_VERSION);
    Action action;
    const auto all = verbs();
    Asked asked;
    for (const auto& verb : all) {
        auto* command = app.add_subcommand(verb.name, verb.summary);
        verb.setUp(*command, action);
        addManner(*command, verb.lists, asked);
    }
    app.footer(kFooter); // not earlier: commands would take it over
    const std::string first = argc > 1 ? argv[1] : "";
    const auto isFirst = [&](const Verb& verb) { return verb.name == first; };
    const auto verb = std::ranges::find_if(all, isFirst);
    if (!first.empty() && first.front() != '-' && verb == all.end()) {
        complain({mw::Severity::error,
                  "no-command",
                  fmt::format("There is no command '{}'; mw --help lists them.", first),
                  {},
                  {}});
        return static_cast<int>(Exit::usage);
    }
    auto words = withSpreadValues({argv + std::min(argc, 1), argv + argc});
    const bool wraps = !isForPrograms(words);
    try {
        std::ranges::reverse(words); // as the parser wants them
        app.parse(std::move(words));
    } catch (const CLI::ParseError& error) {
        return said(app, error);
    }
    const bool lists = verb != all.end() && verb->lists;
    setManner({asked.quiet, lists && !asked.noPager, lists && wraps});
    const Progress progress("mw " + first);
    return static_cast<int>(finish(action()));
}
