// mw check: findings of the validation, and their repairs.

#include "app/cli/console.h"
#include "app/cli/project_option.h"
#include "app/cli/verb.h"
#include "app/workbench/export.h"
#include "app/workbench/steps.h"
#include "core/history/history.h"
#include "core/history/recipe.h"
#include "core/io/file.h"
#include "core/ir/index.h"
#include "core/support/amounts.h"
#include "core/validate/finding_codes.h"
#include "core/validate/repair.h"
#include "core/validate/validate.h"

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <string_view>

namespace mw::cli::check_verb {

namespace {

struct Options {
    ProgramOption program;
    bool json = false;
    bool hints = false;
    bool repair = false;            ///< instead of listing: repair what has an obvious repair
    std::vector<std::string> codes; ///< only findings of these; empty = all
    std::string out, recipe;        ///< of the repaired graph and of the repairs
};

std::string_view name(Severity severity) {
    switch (severity) {
    case Severity::error:
        return "error";
    case Severity::warning:
        return "warning";
    case Severity::hint:
        return "hint";
    }
    return "";
}

nlohmann::ordered_json toJson(const ir::DocumentIndex& index,
                              const std::vector<Diagnostic>& findings) {
    auto json = nlohmann::ordered_json::array();
    for (const auto& finding : findings) {
        auto elements = nlohmann::ordered_json::array();
        for (const ElementId id : finding.location.elements)
            elements.push_back(id.value);
        const auto repair = validate::repairOf(index, finding);
        json.push_back({{"severity", name(finding.severity)},
                        {"code", finding.code},
                        {"kind", validate::name(validate::kindOf(finding.code))},
                        {"sentence", finding.sentence},
                        {"elements", elements},
                        {"place", finding.location.path},
                        {"repair", repair ? nlohmann::ordered_json(repair->title)
                                          : nlohmann::ordered_json()}});
    }
    return json;
}

std::string toText(const ir::DocumentIndex& index, const std::vector<Diagnostic>& findings) {
    std::string text;
    for (const auto& finding : findings)
        text += line("{}: {} [{}{}]", name(finding.severity), finding.sentence, finding.code,
                     validate::repairOf(index, finding) ? ", has a repair" : "");
    return text;
}

std::vector<Diagnostic> findingsOf(const ir::DocumentPtr& document, const Options& options) {
    auto findings =
        validate::validate(ir::DocumentIndex(document), {.hints = options.hints, .thorough = true});
    std::erase_if(findings, [&](const Diagnostic& finding) {
        return !options.codes.empty() &&
               std::ranges::find(options.codes, finding.code) == options.codes.end();
    });
    return findings;
}

Expected<void> save(OpenProgram& open, const Options& options) {
    const auto& history = *open.program->history;
    if (!options.out.empty())
        MW_CHECK(workbench::exportVariant(history, history.current().id, options.out,
                                          open.project.inputPaths()));
    if (!options.recipe.empty())
        MW_CHECK(io::writeFileAtomically(options.recipe,
                                         history::recipe(history, history.current().id)));
    return keep(open);
}

using Repairs = std::vector<history::RepairRecord>;

Repairs repairsOf(const std::vector<workbench::Step>& steps) {
    Repairs repairs;
    for (const auto& step : steps)
        repairs.push_back(std::get<history::RepairRecord>(step.record));
    return repairs;
}

std::string repairText(const std::string& name, const Repairs& repairs, const Options& options) {
    std::string text;
    for (const auto& repair : repairs)
        text += line("{} [{}]", repair.site.label, repair.code);
    const std::string where = !options.out.empty() ? ", wrote " + options.out
                              : options.program.project.empty()
                                  ? " (nothing written: no -o)"
                                  : ", kept in " + options.program.project;
    return text +
           line("{}: {} repair{}{}", name, repairs.size(), repairs.size() == 1 ? "" : "s", where);
}

nlohmann::ordered_json repairJson(const Repairs& repairs) {
    auto json = nlohmann::ordered_json::array();
    for (const auto& repair : repairs)
        json.push_back(
            {{"code", repair.code}, {"place", repair.place}, {"repair", repair.site.label}});
    return json;
}

Exit repairAll(OpenProgram& open, const Options& options) {
    if (!canWrite({options.out, options.recipe, options.program.project},
                  open.project.inputPaths()))
        return Exit::badFile;
    auto steps = workbench::repairUntilNone(
        open.document(), [&](const ir::DocumentPtr& now) { return findingsOf(now, options); });
    if (!steps)
        return failed(steps.error(), Exit::finding);
    const auto repairs = repairsOf(*steps);
    workbench::add(*open.program->history, std::move(*steps), "Repair");
    if (const auto saved = save(open, options); !saved)
        return failed(saved.error(), Exit::badFile);
    printAbout(options.out, options.json
                                ? repairJson(repairs).dump(2) + "\n"
                                : repairText(open.document()->root->name, repairs, options));
    return repairs.empty() ? Exit::finding : Exit::done;
}

/// A code that nothing is repaired for would silently do nothing.
std::optional<Diagnostic> withoutRepair(const Options& options) {
    const auto repairable = validate::repairableCodes();
    for (const auto& code : options.codes)
        if (std::ranges::find(repairable, code) == repairable.end())
            return Diagnostic{Severity::error,
                              "no-such-repair",
                              fmt::format("there is no repair of '{}', only of {}", code,
                                          fmt::join(repairable, ", ")),
                              {},
                              {}};
    return std::nullopt;
}

Exit check(Options options) {
    if (const auto unknown = withoutRepair(options))
        return failed(*unknown, Exit::usage);
    // A hint that is asked for by its code is wanted.
    options.hints = options.hints || !options.codes.empty();
    auto open = openProgram(options.program);
    if (!open)
        return failed(open.error(), Exit::badFile);
    const auto& document = open->document();
    if (options.repair)
        return repairAll(*open, options);
    const ir::DocumentIndex index(document);
    const auto findings = findingsOf(document, options);
    const auto errors = std::ranges::count(findings, Severity::error, &Diagnostic::severity);
    if (options.json)
        print(toJson(index, findings).dump(2) + "\n");
    else
        print(toText(index, findings) + line("{}: {}, {} of them errors", document->root->name,
                                             counted(findings.size(), "finding"), errors));
    return findings.empty() ? Exit::done : Exit::finding;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    addProgram(command, options->program, /*kept=*/true);
    command.add_flag("--json", options->json, "As JSON");
    command.add_flag("--hints", options->hints, "Hints as well: advice and canonical form");
    auto* repair = command.add_option("--repair", options->codes,
                                      "Repair what has an obvious repair; CODE...: these alone");
    repair->expected(0, 1000)->type_name("[CODE...]");
    command.add_option("-o,--output", options->out, "The repaired graph")->needs(repair);
    command.add_option("--recipe", options->recipe, "The repairs as a recipe")->needs(repair);
    command.footer("The page docs/validation.md has all codes. Without -o or --project, --repair "
                   "only says what it would do.");
    command.callback([options, repair, &action] {
        options->repair = repair->count() > 0;
        std::erase(options->codes, std::string()); // what the parser makes of no code
        auto& program = options->program;
        if (!program.file && program.project.empty() && !options->codes.empty()) {
            program.file = options->codes.back(); // FILE after the codes
            options->codes.pop_back();
        }
        action = [options] { return check(*options); };
    });
}

} // namespace

Verb verb() {
    return {"check", "Validate: errors, warnings, hints; and repair", setUp, /*lists=*/true};
}

} // namespace mw::cli::check_verb
