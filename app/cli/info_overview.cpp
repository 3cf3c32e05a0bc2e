// `mw info` without further options: one page.

#include "app/cli/info_overview.h"

#include "app/cli/console.h"
#include "app/cli/info_tables.h"
#include "core/analysis/raw_code.h"
#include "core/support/amounts.h"
#include "core/support/columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

namespace mw::cli {

namespace {

constexpr std::size_t kUsualKernels = 10, kUsualTemporaries = 5;
/// Characters of a name, and of an amount where sizes are open.
constexpr std::size_t kLongestName = 60, kLongestAmount = 40;
/// Characters up to which the comments behind commands stand below each other.
constexpr std::size_t kLongestCommand = 70;

std::size_t shownOf(std::size_t all, std::optional<std::size_t> most, std::size_t usual) {
    return most == 0U ? all : std::min(all, most.value_or(usual));
}

std::string shortName(const std::string& name) {
    return printable(name, kLongestName);
}

std::string shortAmount(const Amount& amount) {
    return printable(bytesText(amount), kLongestAmount);
}

std::optional<std::int64_t> sumOf(const Amount& a, const Amount& b) {
    return a.number && b.number ? std::optional(*a.number + *b.number) : std::nullopt;
}

/// Positions in a list, largest first; as they stand where not all have a number.
std::vector<std::size_t> bySize(const std::vector<std::optional<std::int64_t>>& bytes) {
    std::vector<std::size_t> order(bytes.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    if (std::ranges::all_of(bytes, [](const auto& one) { return one.has_value(); }))
        std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return *bytes[i]; });
    return order;
}

/// Of all; none where one is not known.
std::optional<std::int64_t> totalOf(const std::vector<std::optional<std::int64_t>>& bytes) {
    std::int64_t total = 0;
    for (const auto& one : bytes) {
        if (!one)
            return std::nullopt;
        total += *one;
    }
    return total;
}

/// Behind the first `shown` of them: how many more there are, and their bytes where all are known.
std::string restText(const std::vector<std::size_t>& order,
                     const std::vector<std::optional<std::int64_t>>& bytes, std::size_t shown,
                     const std::function<std::string(std::int64_t)>& share = {}) {
    if (shown == order.size())
        return "";
    if (!totalOf(bytes))
        return line("  and {} more", order.size() - shown);
    std::int64_t rest = 0;
    for (std::size_t i = shown; i < order.size(); ++i)
        rest += *bytes[order[i]];
    return line("  and {} more: {}{}", order.size() - shown, sizeText(rest),
                share ? ", " + share(rest) : "");
}

std::vector<std::optional<std::int64_t>> kernelBytes(const ProgramInfo& info) {
    std::vector<std::optional<std::int64_t>> bytes;
    for (const auto& kernel : info.kernels)
        bytes.push_back(sumOf(kernel.bytesRead, kernel.bytesWritten));
    return bytes;
}

/// What kernels move against what the program would have to if it were one.
std::string minimumText(const ProgramInfo& info) {
    const auto& moved = info.figures.bytes;
    const auto least = sumOf(info.bytesRead, info.bytesWritten);
    if (!moved || !least)
        return line("bytes at least, for the arguments alone: reads {}, writes {}",
                    printable(bytesText(info.bytesRead), 100),
                    printable(bytesText(info.bytesWritten), 100));
    if (info.kernels.empty() && info.figures.copies == 0)
        return line("bytes: the arguments are {}; no kernel moves any", sizeText(*least));
    std::string text = info.figures.copies == 0
                           ? fmt::format("bytes: kernels move {}", sizeText(*moved))
                           : fmt::format("bytes: kernels and copies move {}, copies {} of it",
                                         sizeText(*moved), sizeText(*info.figures.copyBytes));
    text += fmt::format(", the arguments alone are {}", sizeText(*least));
    if (*least > 0 && *moved >= *least)
        text += fmt::format(": {:.1f} times the minimum",
                            static_cast<double>(*moved) / static_cast<double>(*least));
    if (info.operations.number)
        text += fmt::format("; {} floating-point operations", *info.operations.number);
    return line("{}", text);
}

std::string kernelsText(const ProgramInfo& info, std::optional<std::size_t> most) {
    if (info.kernels.empty())
        return "\nkernels: none\n";
    const auto bytes = kernelBytes(info);
    const auto total = totalOf(bytes);
    const auto order = bySize(bytes);
    const std::size_t shown = shownOf(order.size(), most, kUsualKernels);
    const auto share = [&](std::int64_t some) {
        return total && *total > 0 ? fmt::format("{:.0f} %", 100.0 * static_cast<double>(some) /
                                                                 static_cast<double>(*total))
                                   : std::string();
    };
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& kernel = info.kernels[order[i]];
        rows.push_back({fmt::format("{}", order[i]), shortName(kernel.name),
                        "reads " + shortAmount(kernel.bytesRead),
                        "writes " + shortAmount(kernel.bytesWritten),
                        total ? share(*bytes[order[i]]) : ""});
    }
    std::string text = total ? "\nkernels by bytes (each by itself; share of all)\n"
                             : "\nkernels in their order (bytes of each by itself)\n";
    return text + inColumns(rows, 2) + restText(order, bytes, shown, share);
}

std::string temporariesText(const ProgramInfo& info, std::optional<std::size_t> most) {
    if (info.temporaries.empty())
        return "\ntemporaries: none\n";
    std::vector<std::optional<std::int64_t>> bytes;
    for (const auto& one : info.temporaries)
        bytes.push_back(one.bytes.number);
    const auto order = bySize(bytes);
    const std::size_t shown = shownOf(order.size(), most, kUsualTemporaries);
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& one = info.temporaries[order[i]];
        rows.push_back(
            {shortName(one.name), printable(one.type), shortAmount(one.bytes), aliveText(one)});
    }
    std::string text = fmt::format("\n{}", counted(order.size(), "temporary", "temporaries"));
    if (info.figures.temporaryBytes && info.figures.peakBytes)
        text +=
            fmt::format(", {} together, at most {} at a time",
                        sizeText(*info.figures.temporaryBytes), sizeText(*info.figures.peakBytes));
    return text + "\n" + inColumns(rows, 2) + restText(order, bytes, shown);
}

std::string argumentsText(const ProgramInfo& info) {
    const auto symbols = std::ranges::count(info.arguments, true, &ArgumentInfo::isSymbol);
    const auto containers = static_cast<std::ptrdiff_t>(info.arguments.size()) - symbols;
    return line("arguments: {} and {}", counted(containers, "container"),
                counted(symbols, "symbol"));
}

std::ptrdiff_t countOf(const std::vector<Diagnostic>& findings, Severity severity) {
    return std::ranges::count(findings, severity, &Diagnostic::severity);
}

/// How many of which severity, and the first error.
std::string findingsText(const std::vector<Diagnostic>& findings) {
    if (findings.empty())
        return "findings: none\n";
    std::string counts;
    for (const auto& [severity, noun] :
         {std::pair{Severity::error, "error"}, std::pair{Severity::warning, "warning"},
          std::pair{Severity::hint, "hint"}})
        if (const auto count = countOf(findings, severity); count > 0)
            counts += (counts.empty() ? "" : ", ") + counted(count, noun);
    std::string text = line("findings: {}", counts);
    const auto error = std::ranges::find(findings, Severity::error, &Diagnostic::severity);
    if (error != findings.end())
        text += line("  {}", printable(error->sentence, 200));
    return text;
}

std::string rawCodeText(const ir::Sdfg& program) {
    const auto places = analysis::rawCode(program).size();
    return places == 0 ? ""
                       : line("C++ of its own: {} (compiled only with consent, --trust)",
                              counted(places, "place"));
}

/// Commands with a comment each, as a shell takes them.
std::string nextText(const Overview& overview) {
    const auto& words = overview.words;
    std::vector<std::pair<std::string, std::string_view>> rows;
    if (!overview.findings.empty())
        rows.emplace_back("mw check " + words + " --hints", "the findings, and their repairs");
    if (countOf(overview.findings, Severity::error) == 0) {
        rows.emplace_back("mw advise " + words, "what can be done, and what it saves");
        rows.emplace_back("mw optimise " + words + " -o faster.sdfg", "a faster form of it");
    }
    rows.emplace_back("mw info " + words + " --kernels",
                      "in full; so --temporaries, --arguments, --symbols, --states, --all");
    std::size_t width = 0;
    for (const auto& [command, what] : rows)
        if (command.size() <= kLongestCommand)
            width = std::max(width, command.size());
    std::string text = "\nnext\n";
    for (const auto& [command, what] : rows)
        text += line("  {:<{}}  # {}", command, width, what);
    return text;
}

} // namespace

std::string infoHead(const ir::Document& document, const analysis::ProgramSummary& summary,
                     const ProgramInfo& info) {
    const bool dollar = document.format.dialect == symbolic::Dialect::dollar;
    const auto copies =
        info.figures.copies ? ", " + counted(info.figures.copies, "copy", "copies") : "";
    const std::string& version = document.format.daceVersion;
    return line("{}: {}, {}, {}", document.root->name, counted(summary.states, "state"),
                counted(summary.maps, "map"), counted(info.figures.kernels, "kernel") + copies) +
           line("{}, {}, {}, {}; {} dialect, DaCe {}", counted(summary.nodes, "node"),
                counted(summary.edges, "edge"), counted(summary.tasklets, "tasklet"),
                counted(summary.nestedSdfgs, "nested SDFG"), dollar ? "dollar" : "plain",
                version.empty() ? "(version not stated)" : version);
}

std::string overviewText(const Overview& overview) {
    const auto& info = overview.info;
    return infoHead(overview.document, overview.summary, info) + line("{}", overview.sizes) + "\n" +
           minimumText(info) + kernelsText(info, overview.most) +
           temporariesText(info, overview.most) + "\n" + argumentsText(info) +
           rawCodeText(*overview.document.root) + findingsText(overview.findings) +
           nextText(overview);
}

} // namespace mw::cli
