// The source of a plan: helpers, code of the graph's own, kernel by kernel.
#include "core/codegen/codegen.h"
#include "core/codegen/ctext.h"
#include "core/codegen/index_parts.h"
#include "core/codegen/launch/gathers_ahead.h"
#include "core/codegen/launch/prefetch_loops.h"
#include "core/codegen/launch/schedule_levels.h"
#include "core/codegen/launch/tiled_levels.h"
#include "core/codegen/print/print_kernel.h"
#include "core/codegen/print/print_state.h"
#include "core/codegen/print/source_names.h"
#include "core/support/amounts.h"
#include "core/support/printable.h"
#include "core/support/text_writer.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

namespace {

std::string rangeText(const LaunchDim& dim) {
    std::string text = fmt::format("{} = {} .. {}", dim.param, symbolic::print(dim.begin),
                                   symbolic::print(dim.end));
    if (!dim.step.isInteger(1))
        text += fmt::format(" step {}", symbolic::print(dim.step));
    return text;
}

/// `z (m)`: what it writes, and its label.
std::string called(const Kernel& kernel) {
    const std::string& label = kernel.label.empty() ? kernel.name : kernel.label;
    if (kernel.title.empty() || kernel.title == label)
        return label;
    return kernel.title.ends_with("(" + label + ")") ? kernel.title
                                                     : fmt::format("{} ({})", kernel.title, label);
}

std::string describe(const Kernel& kernel) {
    std::string text = called(kernel) + ":";
    for (std::size_t i = 0; i < kernel.dims.size(); ++i)
        text += (i == 0 ? " " : ", ") + rangeText(kernel.dims[i]);
    if (kernel.dims.empty())
        text += " one thread";
    if (kernel.launch.levelsPerThread > 1)
        text += fmt::format("; {}{} levels per thread, {} at a time",
                            kernel.launch.places > 0 ? "up to about " : "",
                            kernel.launch.levelsPerThread, kernel.launch.levelsPerGroup);
    if (kernel.launch.tiles)
        text += "; neighbours in tiles";
    if (kernel.launch.maxRegisters > 0)
        text += fmt::format("; at most {} registers", kernel.launch.maxRegisters);
    return comment(text);
}

void printKernelText(const Kernel& kernel, const Dialect& dialect, TextWriter& out,
                     Source& source) {
    if (dialect.device)
        printDeviceKernel(kernel, dialect, out, source);
    else
        printHostKernel(kernel, dialect, out, source);
}

/// As a device gets it.
Kernel launched(const Kernel& planned) {
    const Kernel kernel = withGathersAhead(planned);
    return planned.launch.tiles ? tiled(kernel) : prefetched(scheduled(kernel));
}

/// The comment speaks of the graph's names, the text below has its own.
void printKernel(const Kernel& planned, const Dialect& table, TextWriter& out, Source& source,
                 KernelLines& lines) {
    out.line(describe(planned));
    Kernel kernel = table.device ? launched(planned) : planned;
    const SourceNames names(kernel);
    for (const auto& [graph, text] : names.renamed()) {
        out.line(comment(fmt::format("{} is '{}' of the graph", text, printable(graph, 200))));
        lines.names.emplace(text, graph);
    }
    if (!names.renamed().empty())
        kernel = names.applied(kernel);
    if (kernel.farIndices)
        kernel.farNames = farLocals(kernel.body);
    printKernelText(kernel, table, out, source);
}

void printByHand(const Kernel& kernel, TextWriter& out, Source& source) {
    out.line(comment(called(kernel) + ": by hand"));
    RawLines raw{kernel.map, whereByHand(kernel), out.nextLine(), 0};
    out.lines(kernel.hand->text);
    raw.lastLine = out.nextLine() - 1;
    source.raw.push_back(std::move(raw));
}

} // namespace

std::string generatedText(const Kernel& kernel, Target target) {
    TextWriter out;
    Source source;
    KernelLines lines;
    printKernel(kernel, dialect(target), out, source, lines);
    return out.take();
}

Source print(const Plan& plan, Target target) {
    const Dialect& table = dialect(target);
    TextWriter out;
    out.line(comment(fmt::format("{}: {}", plan.program, counted(plan.kernels.size(), "kernel"))));
    Source source;
    source.helpersFirst = out.nextLine();
    for (const std::string_view part : table.prelude)
        if (!part.empty())
            out.lines(part);
    printGlobals(plan, table, out, source.raw);
    if (!table.device && plan.state.used)
        printStateFunctions(plan, table, out, source.raw);
    source.helpersLast = out.nextLine() - 1;
    for (std::size_t i = 0; i < plan.kernels.size(); ++i) {
        out.line();
        KernelLines lines;
        lines.kernel = static_cast<int>(i);
        lines.firstLine = out.nextLine();
        const Kernel& kernel = plan.kernels[i];
        lines.byHand = kernel.hand && kernel.hand->target == target;
        if (lines.byHand)
            printByHand(kernel, out, source);
        else
            printKernel(kernel, table, out, source, lines);
        lines.lastLine = out.nextLine() - 1;
        markLines(source.elements, lines.firstLine, lines.lastLine, plan.kernels[i].map);
        source.kernels.push_back(lines);
    }
    for (const RawLines& raw : source.raw)
        markLines(source.elements, raw.firstLine, raw.lastLine, raw.element);
    source.elements.resize(static_cast<std::size_t>(out.nextLine() - 1));
    source.text = out.take();
    return source;
}

void markLines(std::vector<ElementId>& elements, int first, int last, ElementId element) {
    if (!element || last < first)
        return;
    elements.resize(std::max(elements.size(), static_cast<std::size_t>(last)));
    for (auto line = static_cast<std::size_t>(first) - 1; line < static_cast<std::size_t>(last);
         ++line)
        if (!elements[line])
            elements[line] = element;
}

std::vector<std::string> compiledTexts(const Plan& plan, Target target) {
    std::vector<std::string> texts = {print(plan, target).text};
    if (plan.state.used && dialect(target).device)
        texts.push_back(printState(plan, target).text);
    return texts;
}

} // namespace mw::codegen
