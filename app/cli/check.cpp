#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "core/analysis/analysis.h"
#include "core/analysis/raw_code.h"
#include "core/ir/index.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
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

nlohmann::ordered_json toJson(const std::vector<Diagnostic>& findings) {
    auto json = nlohmann::ordered_json::array();
    for (const auto& finding : findings) {
        auto elements = nlohmann::ordered_json::array();
        for (const ElementId id : finding.location.elements)
            elements.push_back(id.value);
        json.push_back({{"severity", name(finding.severity)},
                        {"code", finding.code},
                        {"sentence", finding.sentence},
                        {"elements", elements}});
    }
    return json;
}

std::string toText(const std::vector<Diagnostic>& findings) {
    std::string text;
    for (const auto& finding : findings)
        text +=
            fmt::format("{}: {} [{}]\n", name(finding.severity), finding.sentence, finding.code);
    return text;
}

void addRawCode(const ir::Sdfg& program, std::vector<Diagnostic>& findings) {
    for (const auto& code : analysis::rawCode(program))
        findings.push_back({Severity::warning,
                            "raw-code",
                            fmt::format("the graph carries C++ of its own in the {}; it is not "
                                        "compiled before you agree to it",
                                        code.where),
                            Location{{}, {}, {code.element}},
                            {}});
}

} // namespace

Exit check(const CheckOptions& options) {
    const auto document = load(options.file);
    if (!document)
        return Exit::badFile;
    const ir::DocumentIndex index(document);
    auto findings = analysis::validate(index, {.hints = options.hints});
    addRawCode(*document->root, findings);
    const auto errors = std::count_if(findings.begin(), findings.end(), [](const Diagnostic& f) {
        return f.severity == Severity::error;
    });
    if (options.json)
        print(toJson(findings).dump(2) + "\n");
    else
        print(toText(findings) + fmt::format("{}: {} findings, {} of them errors\n",
                                             document->root->name, findings.size(), errors));
    return findings.empty() ? Exit::done : Exit::finding;
}

} // namespace mw::cli
