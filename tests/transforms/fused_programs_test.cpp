// Random programs of several maps, fused at random: the same results in the interpreter after every
// step, and as C++ at the end.

#include "core/analysis/analysis.h"
#include "core/ir/dump.h"
#include "core/validate/validate.h"
#include "tests/support/catch.h"
#include "tests/support/compiled_programs.h"
#include "tests/support/fusion_program.h"
#include "tests/support/random_source.h"
#include "transforms/framework/apply.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <iostream>
#include <map>

namespace fused_programs_test {

using namespace mw;

namespace {

constexpr std::uint64_t kFirstSeed = 1;
constexpr int kUsual = 100, kLong = 2000;
constexpr int kPerRound = 500; ///< programs that are kept at the same time
constexpr std::size_t kPerCall = 60;

/// What the programs have to contain, so that each way of going wrong is tried.
constexpr std::array kPatterns = {
    "a connector with the name of a parameter elsewhere",
    "a consumer of a neighbour",
    "a consumer of the transposed",
    "a consumer that accumulates",
    "a container that a map reads and writes",
    "a copy between the maps",
    "a copy out of a local array",
    "a gather",
    "a loop that carries a symbol",
    "a map inside the map",
    "a nested SDFG that reads and writes one connector",
    "a nested producer of a row",
    "a nested producer of part of a row",
    "a parameter that hides an outer one",
    "a producer of part of a row",
    "a producer that accumulates",
    "a producer that writes beside its own place",
    "a producer under a condition",
    "a producer whose iterations overwrite each other",
    "a producer whose windows overlap",
    "a range inside the map that data gives",
    "a reduction of a row",
    "a scalar between two tasklets",
    "a symbol that a nested SDFG assigns anew",
    "a tasklet's local",
    "a temporary of a narrower type",
    "a value beside the whole",
    "a view before a map",
    "a view inside a nested SDFG",
    "accumulation inside the map",
    "an input that a later map overwrites",
    "an intermediate that an edge between states reads",
    "an intermediate that is an argument",
    "an intermediate that is read later",
    "an offset in the descriptor",
    "branches that both write",
    "everything in a loop",
    "everything in a nested SDFG",
    "everything inside one more map",
    "lengths that a map computes",
    "part of a row",
    "ranges in another order",
    "ranges that data gives",
    "rows one behind the other",
    "strides of a nested SDFG's own",
    "two edges to one container",
    "two outputs",
    "two regions of one container",
    "zeros under an accumulation",
};

/// One program on its way.
struct Run {
    test::FusionProgram program;
    ir::DocumentPtr fused;
    Expected<test::Outputs> expected;
    std::string steps; ///< what was applied, in order
    int applied = 0, refused = 0;
    std::string problem; ///< empty so far
    std::size_t before = 0, after = 0;
};

struct Totals {
    int programs = 0, fusedPrograms = 0, applied = 0, wrong = 0;
    std::map<std::string, int> patterns, refusals;
};

transforms::Params someOptions(test::RandomSource& random, const transforms::Transformation& t) {
    transforms::Params params;
    for (const auto& spec : t.params)
        if (random.chance(8))
            params[spec.name] = true;
    return params;
}

std::string text(const transforms::Params& params) {
    std::string text;
    for (const auto& [name, value] : params)
        text += " --" + name;
    return text;
}

/// A random match of those that apply with the options; nullopt when none does.
std::optional<transforms::Match> someMatch(test::RandomSource& random,
                                           const transforms::Transformation& t,
                                           const ir::DocumentPtr& document,
                                           const transforms::Params& params, Totals& totals) {
    const auto complete = transforms::completeParams(t, params);
    std::vector<transforms::Match> matches;
    for (const auto& [match, refusal, plan] : transforms::candidates(t, document, {}, *complete)) {
        if (refusal)
            ++totals.refusals[refusal->code];
        else
            matches.push_back(match);
    }
    if (matches.empty())
        return std::nullopt;
    return random.of(matches);
}

/// One fusion and its comparison; false when none applies or something was wrong.
bool fuseOnce(Run& run, test::RandomSource& random, Totals& totals) {
    const auto& t = *transforms::findTransformation("map-fusion-vertical");
    auto params = someOptions(random, t);
    auto match = someMatch(random, t, run.fused, params, totals);
    if (!match && !params.empty()) {
        params.clear();
        match = someMatch(random, t, run.fused, params, totals);
    }
    if (!match)
        return false;
    run.steps += fmt::format("  {}{}\n", match->label, text(params));
    const auto applied = transforms::applyAt(t, run.fused, *match, params);
    if (!applied) {
        run.problem = "applying: " + toString(applied.error());
        return false;
    }
    run.fused = applied->result.document;
    ++run.applied;
    const auto got = test::interpreted(*run.fused, run.program.inputs);
    if (!got)
        run.problem = "interpreted: " + toString(got.error());
    else if (const auto found = test::firstDifference(*got, *run.expected))
        run.problem = "interpreted: " + *found;
    return run.problem.empty();
}

/// What a program must be before anything is fused; empty when it is.
std::string unfit(const test::FusionProgram& program) {
    for (const auto& finding : validate::validate(ir::DocumentIndex(program.document)))
        if (finding.severity == Severity::error)
            return "not valid: " + toString(finding);
    return {};
}

Run fused(std::uint64_t seed, Totals& totals) {
    Run run;
    run.program = test::fusionProgram(seed);
    run.fused = run.program.document;
    run.problem = unfit(run.program);
    if (!run.problem.empty())
        return run;
    run.expected = test::interpreted(*run.program.document, run.program.inputs);
    if (!run.expected) {
        run.problem = "the program itself: " + toString(run.expected.error());
        return run;
    }
    test::RandomSource random(seed ^ 0x5eed);
    while (fuseOnce(run, random, totals)) {
    }
    return run;
}

std::string compiledProblem(const Run& run, const test::CompiledPrograms& programs) {
    for (const auto& [program, name] :
         {std::pair{run.before, "unfused as C++: "}, std::pair{run.after, "fused as C++: "}}) {
        const auto got = programs.run(program, run.program.inputs);
        if (!got)
            return name + toString(got.error());
        if (const auto found = test::firstDifference(*got, *run.expected))
            return name + *found;
    }
    return {};
}

void runAsCpp(std::vector<Run>& runs) {
    test::CompiledPrograms programs(kPerCall);
    for (Run& run : runs) {
        if (!run.problem.empty())
            continue;
        run.before = programs.add(*run.program.document);
        run.after = run.applied > 0 ? programs.add(*run.fused) : run.before;
    }
    programs.compile();
    for (Run& run : runs)
        if (run.problem.empty())
            run.problem = compiledProblem(run, programs);
}

void report(const Run& run, Totals& totals) {
    ++totals.programs;
    totals.fusedPrograms += run.applied > 0;
    totals.applied += run.applied;
    for (const auto& pattern : run.program.patterns)
        ++totals.patterns[pattern];
    if (run.problem.empty())
        return;
    if (++totals.wrong <= 5)
        UNSCOPED_INFO(run.program.text << "as fused:\n" << ir::dump(*run.fused->root));
    UNSCOPED_INFO("seed " << run.program.seed << ": " << run.problem << "\n" << run.steps);
}

} // namespace

TEST_CASE("random programs give the same results after every fusion") {
    if (!test::canCompile())
        return;
    const char* asked = std::getenv("MAPWRIGHT_PROGRAMS");
    const char* from = std::getenv("MAPWRIGHT_SEED");
    const std::uint64_t first = from ? std::strtoull(from, nullptr, 10) : kFirstSeed;
    const int count = asked ? std::atoi(asked) : std::getenv("MAPWRIGHT_LONG") ? kLong : kUsual;
    Totals totals;
    for (int done = 0; done < count; done += kPerRound) {
        std::vector<Run> runs;
        for (int i = done; i < std::min(done + kPerRound, count); ++i)
            runs.push_back(fused(first + static_cast<std::uint64_t>(i), totals));
        runAsCpp(runs);
        for (const Run& run : runs)
            report(run, totals);
    }
    CHECK(totals.wrong == 0);
    if (!asked) {
        for (const char* pattern : kPatterns) {
            INFO(pattern);
            CHECK(totals.patterns[pattern] * 250 >= totals.programs);
        }
        CHECK(totals.patterns.size() == kPatterns.size());
        CHECK(totals.fusedPrograms * 3 >= totals.programs);
        CHECK(totals.refusals.size() >= 15);
    }
    std::cerr << fmt::format("{} programs, {} of them fused, {} fusions\n", totals.programs,
                             totals.fusedPrograms, totals.applied);
    if (std::getenv("MAPWRIGHT_TIMES")) {
        for (const auto& [name, times] : totals.patterns)
            std::cerr << fmt::format("{:6} {}\n", times, name);
        for (const auto& [name, times] : totals.refusals)
            std::cerr << fmt::format("{:6} refused: {}\n", times, name);
    }
}

} // namespace fused_programs_test
