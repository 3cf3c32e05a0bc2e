#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "core/analysis/analysis.h"
#include "core/analysis/raw_code.h"
#include "core/history/history.h"
#include "core/history/recipe.h"
#include "core/io/file.h"
#include "core/io/sdfg_io.h"
#include "core/ir/index.h"
#include "core/validate/finding_codes.h"
#include "core/validate/repair.h"
#include "core/validate/validate.h"
#include "transforms/framework/replay.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <string_view>

namespace mw::cli {

namespace {

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

std::vector<Diagnostic> findingsOf(const ir::DocumentPtr& document, const CheckOptions& options) {
    auto findings =
        validate::validate(ir::DocumentIndex(document), {.hints = options.hints, .thorough = true});
    std::erase_if(findings, [&](const Diagnostic& finding) {
        return !options.codes.empty() &&
               std::ranges::find(options.codes, finding.code) == options.codes.end();
    });
    return findings;
}

/// A repair may bring another one up (a symbol that only a removed mapping used): again until none
/// is left.
Expected<history::History> repaired(const ir::DocumentPtr& document, const CheckOptions& options) {
    history::History history(document);
    while (true) {
        const auto now = history.current().document;
        MW_TRY(auto steps, transforms::repairEach(now, findingsOf(now, options)));
        if (steps.empty())
            return history;
        for (auto& step : steps)
            history.add(std::move(step.record), std::move(step.result));
    }
}

Expected<void> save(const history::History& history, const CheckOptions& options) {
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

std::string repairText(const history::History& history, const CheckOptions& options) {
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

Exit repairAll(const ir::DocumentPtr& document, const CheckOptions& options) {
    if (!canWrite({options.out, options.recipe}))
        return Exit::badFile;
    const auto history = repaired(document, options);
    if (!history)
        return failed(history.error(), Exit::finding);
    if (const auto saved = save(*history, options); !saved)
        return failed(saved.error(), Exit::badFile);
    printAbout(options.out,
               options.json ? repairJson(*history).dump(2) + "\n" : repairText(*history, options));
    return history->variants().size() > 1 ? Exit::done : Exit::finding;
}

/// A misspelt code would silently find nothing.
std::optional<Diagnostic> unknownCode(const CheckOptions& options) {
    for (const auto& code : options.codes)
        if (!validate::findFindingCode(code))
            return Diagnostic{
                Severity::error,
                "no-such-code",
                fmt::format("there is no finding '{}'; docs/validation.md has all", code),
                {},
                {}};
    return std::nullopt;
}

} // namespace

Exit check(CheckOptions options) {
    if (const auto unknown = unknownCode(options))
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

} // namespace mw::cli
