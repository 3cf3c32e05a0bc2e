// The tables of `mw info` in full.

#include "app/cli/info_tables.h"

#include "app/cli/console.h"
#include "core/analysis/raw_code.h"
#include "core/support/amounts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mw::cli {

std::string bytesText(const Amount& amount) {
    return amount.number ? sizeText(*amount.number) : amount.text;
}

std::string countText(const Amount& amount) {
    return amount.number ? fmt::format("{}", *amount.number) : amount.text;
}

std::string aliveText(const TemporaryInfo& temporary) {
    const auto [first, last] = std::pair(temporary.first, temporary.last);
    return first < 0       ? ""
           : first == last ? fmt::format("kernel {}", first)
                           : fmt::format("kernels {} to {}", first, last);
}

std::string statesTable(const ProgramInfo& info) {
    std::string text = "\nstates\n";
    for (const auto& state : info.states) {
        text += line("  {}: {}, {}", state.path, counted(state.nodes, "node"),
                     counted(state.edges, "edge"));
        for (const auto& map : state.maps)
            text += line("    {:{}}{}: {}{}", "", 2 * map.depth, map.label, map.range,
                         map.schedule == "Default" ? "" : "  " + map.schedule);
    }
    return text;
}

std::string kernelsTable(const ProgramInfo& info) {
    std::string text = "\nkernels (what each has to read and write at least; floating-point "
                       "operations)\n";
    for (std::size_t i = 0; i < info.kernels.size(); ++i) {
        const auto& kernel = info.kernels[i];
        const auto label = kernel.name == kernel.label ? "" : " (" + kernel.label + ")";
        text += line("  {} {}{}: reads {}, writes {}, {} operations", i, kernel.name, label,
                     bytesText(kernel.bytesRead), bytesText(kernel.bytesWritten),
                     countText(kernel.operations));
    }
    return text + line("  whole program, arguments only: reads {}, writes {}, {} operations",
                       bytesText(info.bytesRead), bytesText(info.bytesWritten),
                       countText(info.operations));
}

std::string temporariesTable(const ProgramInfo& info) {
    std::string text = "\ntemporaries (bytes; kernels between which they are alive)\n";
    for (const auto& one : info.temporaries) {
        const auto alive = aliveText(one);
        text += line("  {} {} {}: {}{}", one.name, one.type, one.shape, bytesText(one.bytes),
                     alive.empty() ? "" : "; " + alive);
    }
    if (info.figures.temporaryBytes && info.figures.peakBytes)
        text += line("  together {}, at most {} at a time", sizeText(*info.figures.temporaryBytes),
                     sizeText(*info.figures.peakBytes));
    return text;
}

std::string argumentsTable(const ProgramInfo& info) {
    std::string text = "\narguments (regions that a run certainly touches)\n";
    for (const auto& argument : info.arguments) {
        if (argument.isSymbol)
            continue;
        std::string touched;
        if (!argument.read.empty())
            touched = fmt::format(": reads {}", argument.read);
        if (!argument.written.empty())
            touched +=
                fmt::format("{} writes {}", argument.read.empty() ? ":" : ",", argument.written);
        text += line("  {} {}{}{}{}", argument.name, argument.type,
                     argument.shape.empty() ? "" : " ", argument.shape, touched);
    }
    return text;
}

std::string symbolsTable(const ProgramInfo& info) {
    std::string text = "\nsymbols among the arguments\n";
    for (const auto& argument : info.arguments)
        if (argument.isSymbol)
            text +=
                line("  {}{}", argument.name, argument.value.empty() ? "" : " = " + argument.value);
    return text;
}

std::string rawCodeTable(const ir::Sdfg& program) {
    const auto code = analysis::rawCode(program);
    if (code.empty())
        return {};
    return fmt::format("\nC++ of its own (compiled only with consent, --trust)\n  {}\n",
                       fmt::join(analysis::untrustedCode(code).notes, "\n  "));
}

} // namespace mw::cli
