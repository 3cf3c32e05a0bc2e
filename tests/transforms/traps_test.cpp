// Small graphs, beside the corpus, each of which invites a wrong answer: as they are, and after
// every fusion that applies, they give what DaCe computes, in the interpreter and as C++, or are
// refused for the reason that stands here.

#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/support/compiled_programs.h"
#include "tests/support/corpus.h"
#include "tests/support/scenario_run.h"
#include "transforms/framework/apply.h"

#include <fmt/format.h>

#include <cstring>
#include <map>
#include <numeric>
#include <set>

namespace traps_test {

using namespace mw;
namespace fs = std::filesystem;

namespace {

/// Code of the refusal, in the interpreter and as C++ ("" where it runs there).
struct Refused {
    std::string_view interpreter, compiled;
};
const std::map<std::string, Refused, std::less<>> kRefused{
    {"g14_outer_shadow", {"", "cannot-lower"}}, // an array of N elements inside a kernel
    {"k12_stream", {"unsupported-type", "cannot-lower"}},
    {"k13_complex", {"unsupported-type", "cannot-lower"}},
    {"k14_f16", {"unsupported-type", "cannot-lower"}},
    {"q01_minus1_unguarded", {"index-range", "index-range"}},
    {"q02_minus1_fake_guard", {"index-range", "index-range"}},
    {"q04_oob_unnamed", {"index-range", "index-range"}},
    {"s25_const", {"missing-container", "tasklet-unsupported"}}, // an array as constant
    {"t02_mod", {"float-modulo", "tasklet-unsupported"}},        // % of floats: no one meaning
    {"t07_for", {"tasklet-syntax", "tasklet-syntax"}},           // a loop in a tasklet
};

using Numbers = std::vector<double>;
/// Where DaCe gives nothing to compare with, but the meaning is decided: `setzero` in a loop zeroes
/// in every turn. What becomes of the argument 'o'.
const std::map<std::string, Numbers (*)(const Numbers& o), std::less<>> kDecided{
    // three times: divided by the sum of all
    {"k01_setzero_loop_scoped",
     [](const Numbers& o) {
         Numbers result = o;
         for (double& x : result)
             x /= std::accumulate(o.begin(), o.end(), 0.0);
         return result;
     }},
    // for k = 0, 1, 2: i + k on top
    {"s24_setzero_loop",
     [](const Numbers& o) {
         Numbers result = o;
         for (std::size_t i = 0; i < o.size(); ++i)
             result[i] += 3.0 * static_cast<double>(i) + 3.0;
         return result;
     }},
};

struct Trap {
    std::string name;
    test::ScenarioRun run;
    /// What every way has to give: the reference, else what the interpreter gives.
    test::Outputs expected;
};

std::optional<fs::path> trapsFolder() {
    const auto corpus = test::corpus();
    if (!corpus || !fs::is_directory(corpus->parent_path() / "traps" / "graphs")) {
        test::skip("no folder 'traps' beside the corpus: set MAPWRIGHT_CORPUS");
        return std::nullopt;
    }
    return corpus->parent_path() / "traps" / "graphs";
}

exec::InputArray decided(const exec::InputArray& o, Numbers (*rule)(const Numbers&)) {
    Numbers values(o.bytes->size() / sizeof(double));
    std::memcpy(values.data(), o.bytes->data(), o.bytes->size());
    const Numbers result = rule(values);
    std::vector<std::byte> bytes(o.bytes->size());
    std::memcpy(bytes.data(), result.data(), bytes.size());
    return {o.type, o.shape, std::make_shared<const std::vector<std::byte>>(std::move(bytes))};
}

Expected<test::ScenarioRun> readTrap(const fs::path& folder) {
    MW_TRY(auto run, test::readRun(folder / "graph.sdfgz", folder / "scenario.json",
                                   folder / "reference.npz"));
    const auto rule = kDecided.find(folder.filename().string());
    if (rule != kDecided.end()) {
        run.expected = run.inputs.arrays;
        run.expected->at("o") = decided(run.inputs.arrays.at("o"), rule->second);
    }
    return run;
}

std::vector<fs::path> trapFolders(const fs::path& root) {
    std::vector<fs::path> folders;
    for (const auto& entry : fs::directory_iterator(root))
        if (const char* only = std::getenv("MAPWRIGHT_ONLY");
            !only || entry.path().string().find(only) != std::string::npos)
            folders.push_back(entry.path());
    std::sort(folders.begin(), folders.end());
    return folders;
}

/// "right", "refused CODE: sentence", or "wrong: ..."
std::string outcome(const Expected<test::Outputs>& got, const test::Outputs& expected,
                    double tolerance) {
    if (!got)
        return fmt::format("refused {}: {}", got.error().code, got.error().sentence);
    const auto found = test::firstDifference(*got, expected, {tolerance});
    return found ? "wrong: " + *found : "right";
}

Refused refusalOf(const std::string& name) {
    const auto stated = kRefused.find(name);
    return stated == kRefused.end() ? Refused{} : stated->second;
}

bool isAsStated(const std::string& outcome, std::string_view refusal) {
    return refusal.empty() ? outcome == "right"
                           : outcome.starts_with(fmt::format("refused {}:", refusal));
}

/// One trap on its way through the C++ back end.
struct Pending {
    std::string name;
    Expected<test::ScenarioRun> run;
    Expected<test::Outputs> interpreted;
    std::vector<std::size_t> programs; ///< symbols as arguments, baked in, and in two forms
};

Pending pending(const fs::path& folder, test::CompiledPrograms& programs) {
    Pending one{folder.filename().string(), readTrap(folder), {}, {}};
    if (!one.run) {
        one.interpreted = fail(one.run.error());
        return one;
    }
    one.interpreted = test::interpreted(*one.run->document, one.run->inputs);
    one.programs.push_back(programs.add(*one.run->document));
    codegen::LowerOptions baked;
    baked.constants = one.run->inputs.symbols;
    one.programs.push_back(programs.add(*one.run->document, baked));
    one.programs.push_back(programs.add(*one.run->document, {.constants = {}, .forms = true}));
    return one;
}

/// What is not as stated; empty when all is.
std::string fault(const Pending& one, const test::CompiledPrograms& programs) {
    const Refused refused = refusalOf(one.name);
    if (!one.run)
        return isAsStated(outcome(one.interpreted, {}, 0), refused.interpreter) &&
                       refused.interpreter == refused.compiled
                   ? ""
                   : "reading: " + toString(one.run.error());
    const auto& expected = one.run->expected ? *one.run->expected
                           : one.interpreted ? *one.interpreted
                                             : test::Outputs{};
    std::string faults;
    bool refusedAsCode = refused.compiled.empty();
    const auto look = [&](std::string_view way, const Expected<test::Outputs>& got,
                          std::string_view refusal) {
        const auto text = outcome(got, expected, one.run->tolerance);
        if (!isAsStated(text, refusal))
            faults += fmt::format("{} {}\n", way, text);
    };
    look("interpreter", one.interpreted, refused.interpreter);
    for (const auto program : one.programs) { // what is refused may run with the symbols baked in
        const auto got = programs.run(program, one.run->inputs);
        look("C++", got, got ? "" : refused.compiled);
        refusedAsCode = refusedAsCode || !got;
    }
    return refusedAsCode ? faults : faults + "C++ refuses it no longer\n";
}

void checkFaults(const std::map<std::string, std::string>& faults, std::string_view suffix) {
    for (const auto& [name, text] : faults) {
        INFO(name << suffix << ": " << text);
        CHECK(text.empty());
    }
}

/// Every option alone, and none.
std::vector<transforms::Params> optionsOf(const transforms::Transformation& t) {
    std::vector<transforms::Params> all{{}};
    for (const auto& spec : t.params)
        all.push_back({{spec.name, true}});
    return all;
}

/// What the fusions make of one graph: different results only once.
struct Fused {
    std::string name, options;
    ir::DocumentPtr document;
    Expected<test::Outputs> interpreted;
    std::size_t program = 0;
};

std::string optionText(const transforms::Params& params) {
    return params.empty() ? "no option" : params.begin()->first;
}

void addFused(const std::string& name, const test::ScenarioRun& run,
              test::CompiledPrograms& programs, std::vector<Fused>& all,
              std::map<std::string, std::string>& faults) {
    const auto* t = transforms::findTransformation("map-fusion-vertical");
    std::set<std::string> seen{ir::dump(*run.document->root)};
    for (const auto& params : optionsOf(*t)) {
        const auto steps = transforms::applyEverywhere(*t, run.document, params);
        if (!steps) {
            faults[name] = optionText(params) + ": " + toString(steps.error());
            continue;
        }
        const auto document = transforms::lastDocument(run.document, *steps);
        if (!seen.insert(ir::dump(*document->root)).second)
            continue;
        all.push_back({name, optionText(params), document, test::interpreted(*document, run.inputs),
                       programs.add(*document)});
    }
}

} // namespace

TEST_CASE("traps: what DaCe computes, or refused for the stated reason") {
    const auto root = trapsFolder();
    if (!root || !test::canCompile())
        return;
    test::CompiledPrograms programs(60);
    std::vector<Pending> all;
    for (const auto& folder : trapFolders(*root))
        all.push_back(pending(folder, programs));
    programs.compile();
    std::map<std::string, std::string> faults;
    for (const Pending& one : all)
        faults[one.name] = fault(one, programs);
    checkFaults(faults, "");
}

TEST_CASE("traps: the same after map-fusion-vertical with each of its options") {
    const auto root = trapsFolder();
    if (!root || !test::canCompile())
        return;
    test::CompiledPrograms programs(60);
    std::map<std::string, Trap> traps;
    std::vector<Fused> all;
    std::map<std::string, std::string> faults;
    for (const auto& folder : trapFolders(*root)) {
        const std::string name = folder.filename().string();
        auto run = readTrap(folder);
        const auto before = run ? test::interpreted(*run->document, run->inputs)
                                : Expected<test::Outputs>(fail(run.error()));
        if (!before) // there is nothing to be equal to
            continue;
        faults[name];
        addFused(name, *run, programs, all, faults);
        const auto expected = run->expected ? *run->expected : *before;
        traps.emplace(name, Trap{name, std::move(*run), expected});
    }
    programs.compile();
    for (const Fused& one : all) {
        const Trap& trap = traps.at(one.name);
        const double tolerance = trap.run.tolerance;
        const auto interpreted = outcome(one.interpreted, trap.expected, tolerance);
        const auto compiled =
            outcome(programs.run(one.program, trap.run.inputs), trap.expected, tolerance);
        const auto refusal = refusalOf(one.name).compiled;
        if (interpreted != "right")
            faults[one.name] += one.options + ": interpreter " + interpreted + "\n";
        if (compiled != "right" && (refusal.empty() || !isAsStated(compiled, refusal)))
            faults[one.name] += one.options + ": C++ " + compiled + "\n";
    }
    CHECK((all.size() >= 60 || std::getenv("MAPWRIGHT_ONLY"))); // fusions really happen
    checkFaults(faults, " fused");
}

} // namespace traps_test
