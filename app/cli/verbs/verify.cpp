// mw verify: two programs on the same inputs, all outputs compared.

#include "app/cli/console.h"
#include "app/cli/execution.h"
#include "app/cli/pair_option.h"
#include "app/cli/sizes.h"
#include "app/cli/verb.h"
#include "app/workbench/check_rewrite.h"
#include "app/workbench/common_scenario.h"
#include "core/exec/run_defaults.h"

#include <nlohmann/json.hpp>

#include <array>
#include <memory>
#include <optional>

namespace mw::cli::verify_verb {

namespace {

struct Options {
    PairOption pair;
    std::string choices;             ///< file, for the second
    std::string against;             ///< target of the first file; empty: as --target
    std::optional<double> tolerance; ///< of float64; none: the scenario's
    bool json = false;
    RunOptions run;
};

std::string verifyText(const bench::Verdict& verdict, const std::string& reference,
                       const std::string& got) {
    std::string text = fmt::format("on {}", got);
    if (reference != got)
        text += fmt::format(", against {}", reference);
    return text + "\n" + verdictLines(verdict);
}

/// Where no inputs were given: the two programs on further small inputs of several kinds, until
/// every branch was executed, in the interpreter. `tolerance` is relative; values that were set
/// (`--set`) hold. Nullopt: a scenario was given.
std::optional<workbench::RewriteCheck> onMadeInputs(const OpenPair& pair, const RunOptions& how,
                                                    const inputs::Scenario& scenario,
                                                    double tolerance) {
    constexpr std::chrono::seconds kPerRun(5);
    if (!how.inputs.scenario.empty())
        return std::nullopt;
    symbolic::Bindings fixed;
    for (const auto& one : how.inputs.set)
        if (const auto value = scenario.symbols.find(one.substr(0, one.find('=')));
            value != scenario.symbols.end())
            fixed.insert(*value);
    workbench::RewriteChecker checker(
        pair.first,
        {.scenario = {}, .perRun = kPerRun, .tolerance = tolerance, .fixed = std::move(fixed)});
    return checker.check(*pair.second);
}

std::string jsonText(const bench::Verdict& verdict,
                     const std::optional<workbench::RewriteCheck>& made) {
    auto json = nlohmann::ordered_json::parse(bench::toJson(verdict));
    if (made && made->result == workbench::RewriteCheck::Result::differs)
        json["same"] = false;
    if (made)
        json["made_inputs"] = {
            {"compared", made->result != workbench::RewriteCheck::Result::notRun},
            {"same", made->result == workbench::RewriteCheck::Result::same},
            {"inputs", made->inputs},
            {"never_ran", made->neverRan},
            {"sentence", workbench::toText(*made)}};
    return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

Exit verify(const Options& options) {
    const auto pair = openPair(options.pair);
    if (!pair)
        return failed(pair.error(), Exit::badFile);
    if (options.tolerance)
        if (const auto usable = inputs::checkedTolerance(*options.tolerance); !usable)
            return failed(usable.error(), Exit::usage);
    const auto how =
        withBeside(withProject(options.run, pair->project), pair->firstFile, Beside::any);
    RunOptions reference = how;
    if (!options.against.empty())
        reference.settings.target = options.against;
    for (const auto& target : {reference.settings.target, how.settings.target})
        if (const auto known = checkTarget(target); !known)
            return failed(known.error(), Exit::usage);
    const auto common = workbench::commonScenario(std::array{pair->first, pair->second}, how.inputs,
                                                  exec::quickGrid());
    if (!common)
        return failed(common.error(), Exit::badFile);
    const auto* const scenario = &common->each.front();
    const auto choices = workbench::readChoices(options.choices);
    if (!choices)
        return failed(choices.error(), Exit::badFile);
    note(scenario->notes);
    const auto expected = runAnywhere(pair->first, pair->firstFile, reference, *scenario);
    if (!expected)
        return failed(expected.error(), Exit::runFailed);
    const auto got = runAnywhere(pair->second, pair->secondFile, how, *scenario, *choices);
    if (!got)
        return failed(got.error(), Exit::runFailed);
    warn(got->warnings);
    inputs::HostArrays inputs = expected->inputs;
    inputs.insert(got->inputs.begin(), got->inputs.end());
    const double tolerance = options.tolerance.value_or(scenario->tolerance);
    auto verdict = bench::verify(got->outputs, expected->outputs, tolerance, inputs);
    if (auto change = bench::precisionChange(*pair->first->root, *pair->second->root))
        verdict.precision = bench::precisionErrors(
            std::move(*change), got->outputs, expected->outputs, inputs,
            [&](ir::ScalarType type) -> Expected<inputs::HostArrays> {
                MW_TRY(auto once, runAnywhere(pair->first, pair->firstFile, reference,
                                              inputs::withRoundedInputs(*scenario, type)));
                return std::move(once.outputs);
            });
    else if (!verdict.same())
        bench::explain(verdict,
                       comparedRun("the second program", pair->second, pair->secondFile, how,
                                   *scenario, *choices, *got),
                       comparedRun("the first program", pair->first, pair->firstFile, reference,
                                   *scenario, {}, *expected),
                       {tolerance, inputs, scenario->symbols});
    const auto made =
        verdict.same() ? onMadeInputs(*pair, how, *scenario, tolerance) : std::nullopt;
    const bool differs = made && made->result == workbench::RewriteCheck::Result::differs;
    std::string text;
    if (options.json)
        text = jsonText(verdict, made);
    else
        text = verifyText(verdict, expected->device, got->device);
    if (!options.json && made)
        text += fmt::format("{}in the interpreter: {}\n", differs ? "DIFFERENT " : "",
                            workbench::toText(*made));
    print(text);
    return verdict.same() && !differs ? Exit::done : Exit::finding;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    addPair(command, options->pair);
    options->pair.inputs = &options->run.inputs;
    addRunOptions(command, options->run);
    command.add_option("--choices", options->choices,
                       "JSON with launch choices of the second one's kernels, as mw tune writes "
                       "it; SECOND may be FIRST");
    command.add_option("--against", options->against,
                       "Target of FIRST when it is another, e.g. interp");
    command.add_option("--tolerance", options->tolerance,
                       "Of float64, relative (default: the scenario's, 1e-12); float32: 2^29 times "
                       "as much; 0: equal; integers and booleans must always be equal");
    command.add_flag("--json", options->json, "As JSON");
    command.footer(
        "Exit codes: 0 all elements agree, or would but for fused multiply-adds; 1 some "
        "differ, on these inputs or, where no scenario is given, on small ones that are "
        "made for the interpreter; others as for every command.\n\n"
        "Made inputs have both signs, and further ones follow until every branch ran; "
        "what never ran is named. Where one program keeps numbers in "
        "another floating-point type (mw apply change-precision), the answer is the error "
        "that it makes: per output the largest and the root mean square, absolute and "
        "relative to the field's standard deviation, beside what rounding the inputs "
        "once would make. Any other difference names what the programs leave open: "
        "reads of memory that nothing writes, iterations that race, updates whose order "
        "counts. Both programs run on one scenario, with the values that either is "
        "specialised to; where none fits both, they are refused.");
    command.callback([options, &action] { action = [options] { return verify(*options); }; });
}

} // namespace

Verb verb() {
    return {"verify",
            "Run two programs on the same inputs and compare all outputs, element by element",
            setUp};
}

} // namespace mw::cli::verify_verb
