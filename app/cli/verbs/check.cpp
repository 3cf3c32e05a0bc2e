// mw check: findings of the validation, and their repairs.

#include "app/cli/console.h"
#include "app/cli/verb.h"
#include "app/workbench/steps.h"
#include "core/history/history.h"
#include "core/history/recipe.h"
#include "core/io/file.h"
#include "core/io/sdfg_io.h"
#include "core/ir/index.h"
#include "core/validate/finding_codes.h"
#include "core/validate/repair.h"
#include "core/validate/validate.h"

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <string_view>

namespace mw::cli {

namespace {

struct Options {
    std::string file;
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

Expected<void> save(const history::History& history, const Options& options) {
    if (!options.out.empty())
        MW_CHECK(io::writeSdfgFile(*history.current().document, options.out));
    if (!options.recipe.empty())
        MW_CHECK(io::writeFileAtomically(options.recipe,
                                         history::recipe(history, history.current().id)));
    return {};
}

const history::RepairRecord& repairOf(const history::Variant& variant) {
    return std::get<history::RepairRecord>(*variant.record);
}

std::string repairText(const history::History& history, const Options& options) {
    std::string text;
    for (const auto& variant : history.variants())
        if (variant.parent)
            text += line("{} [{}]", repairOf(variant).site.label, repairOf(variant).code);
    const auto count = history.variants().size() - 1;
    return text +
           line("{}: {} repair{}{}", history.root().document->root->name, count,
                count == 1 ? "" : "s",
                options.out.empty() ? " (nothing written: no -o)" : ", wrote " + options.out);
}

nlohmann::ordered_json repairJson(const history::History& history) {
    auto json = nlohmann::ordered_json::array();
    for (const auto& variant : history.variants())
        if (variant.parent)
            json.push_back({{"code", repairOf(variant).code},
                            {"place", repairOf(variant).place},
                            {"repair", repairOf(variant).site.label}});
    return json;
}

Exit repairAll(const ir::DocumentPtr& document, const Options& options) {
    if (!canWrite({options.out, options.recipe}))
        return Exit::badFile;
    auto steps = workbench::repairUntilNone(
        document, [&](const ir::DocumentPtr& now) { return findingsOf(now, options); });
    if (!steps)
        return failed(steps.error(), Exit::finding);
    history::History history(document);
    workbench::add(history, std::move(*steps));
    if (const auto saved = save(history, options); !saved)
        return failed(saved.error(), Exit::badFile);
    printAbout(options.out,
               options.json ? repairJson(history).dump(2) + "\n" : repairText(history, options));
    return history.variants().size() > 1 ? Exit::done : Exit::finding;
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
    const auto document = load(options.file);
    if (!document)
        return Exit::badFile;
    if (options.repair)
        return repairAll(document, options);
    const ir::DocumentIndex index(document);
    const auto findings = findingsOf(document, options);
    const auto errors = std::ranges::count(findings, Severity::error, &Diagnostic::severity);
    if (options.json)
        print(toJson(index, findings).dump(2) + "\n");
    else
        print(toText(index, findings) + line("{}: {} findings, {} of them errors",
                                             document->root->name, findings.size(), errors));
    return findings.empty() ? Exit::done : Exit::finding;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    command.add_option("FILE", options->file)->required();
    command.add_flag("--json", options->json, "As JSON");
    command.add_flag("--hints", options->hints, "Hints as well: advice and canonical form");
    auto* repair = command.add_option("--repair", options->codes,
                                      "Repair what has an obvious repair; CODE...: these alone");
    repair->expected(0, 1000)->type_name("[CODE...]");
    command.add_option("-o,--output", options->out, "The repaired graph")->needs(repair);
    command.add_option("--recipe", options->recipe, "The repairs as a recipe")->needs(repair);
    command.footer("The page docs/validation.md has all codes. Without -o, --repair only says what "
                   "it would do.");
    command.callback([options, repair, &action] {
        options->repair = repair->count() > 0;
        std::erase(options->codes, std::string()); // what the parser makes of no code
        action = [options] { return check(*options); };
    });
}

} // namespace

Verb checkVerb() {
    return {"check", "Validate: errors, warnings, hints; and repair", setUp};
}

} // namespace mw::cli
