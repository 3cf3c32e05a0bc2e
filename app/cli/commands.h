#pragma once

#include "core/codegen/codegen.h"
#include "core/support/expected.h"

#include <optional>
#include <string>
#include <vector>

namespace mw::cli {

/// Exit codes of every command; documented in `mw --help`.
enum class Exit : int {
    done = 0,
    finding = 1,   ///< a finding, a difference, or no match
    usage = 2,     ///< the command line is wrong
    badFile = 3,   ///< a file is unreadable or invalid
    missing = 4,   ///< the machine lacks something that the command needs
    runFailed = 5, ///< lowering, compiling or running failed
    untrusted = 6, ///< the graph carries C++ of its own, and nobody agreed to it
};

struct InfoOptions {
    std::string file;
    std::string scenario; ///< file; with it or a grid, sizes are numbers
    std::string grid;     ///< "torus:NX,NY,LEVELS"
    bool json = false;
};
Exit info(const InfoOptions& options);

struct CheckOptions {
    std::string file;
    bool json = false;
    bool hints = false;
    bool repair = false;            ///< instead of listing: repair what has an obvious repair
    std::vector<std::string> codes; ///< only findings of these; empty = all
    std::string out, recipe;        ///< of the repaired graph and of the repairs
};
Exit check(CheckOptions options);

struct ShowOptions {
    std::string file, out; ///< .svg, .png, .pdf (with Graphviz's dot) or .dot
    bool json = false;
};
Exit show(const ShowOptions& options);

struct DiffOptions {
    std::string first, second;
    bool json = false;
};
Exit diff(const DiffOptions& options);

struct ConvertOptions {
    std::string file, out;
    std::string dialect; ///< "", "plain" or "dollar"
    bool json = false;
};
Exit convert(const ConvertOptions& options);

struct MatchesOptions {
    std::string file;
    std::string transformation; ///< empty: all
    bool json = false;
};
Exit matches(const MatchesOptions& options);
Exit transformations(bool json);

struct ApplyOptions {
    std::string file, transformation, out, recipe;
    int match = 0; ///< 1-based number as `mw matches` prints it; 0: the first that applies
    bool all = false;
    std::vector<std::string> params; ///< what is left of the command line: --name [value]
};
Exit apply(const ApplyOptions& options);

struct ReplayOptions {
    std::string file, recipe, out;
};
Exit replay(const ReplayOptions& options);

/// Where inputs come from and where the program runs; shared by run and bench.
struct RunSetup {
    std::string target;           ///< "", "cpu", "cuda", "hip"; run and verify: "interp" as well
    std::string scenario;         ///< file
    std::string grid;             ///< "torus:NX,NY,LEVELS"
    std::vector<std::string> set; ///< "NAME=VALUE", values of symbols
    double timeout = 0;           ///< seconds; 0: the usual
    std::string runner;           ///< command line of a remote runner
    std::string alloc = "arena";  ///< where temporaries live: "arena", "each", "call"
    bool symbolsAsArguments = false;
    bool trust = false; ///< agree to the graph's own C++, now and later
};

struct RunOptions {
    std::string file, out;
    std::string compareWith; ///< .npz
    RunSetup setup;
};
Exit run(const RunOptions& options);

struct VerifyOptions {
    std::string first, second;
    std::string against;             ///< target of the first file; empty: as --target
    std::optional<double> tolerance; ///< of float64; none: the scenario's
    bool json = false;
    RunSetup setup;
};
Exit verify(const VerifyOptions& options);

struct BenchOptions {
    std::vector<std::string> files;
    std::vector<std::string> recipes; ///< each applied to the first file: further variants
    RunSetup setup;
    int repeats = 20, warmup = 3;
    bool cold = false;
    bool profiler = true; ///< kernel times from the device's own records where there are any
    bool json = false, csv = false, markdown = false;
    std::string report; ///< HTML file
    std::string output; ///< JSON file
};
Exit bench(const BenchOptions& options);

struct CompileOptions {
    std::string file, target = "cpu", arch;
    RunSetup setup;
    bool source = false;              ///< print the kernels instead
    bool dumpPasses = false;          ///< print the kernel IR after every pass instead
    std::vector<std::string> without; ///< passes to leave out
};
Exit compile(const CompileOptions& options);

Exit devices(bool json, const std::string& runner);

} // namespace mw::cli
