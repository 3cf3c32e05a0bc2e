// A measurement as one self-contained HTML page.
#include "core/bench/bar_chart.h"
#include "core/bench/figures.h"
#include "core/support/markup.h"
#include "core/support/printable.h"

#include <algorithm>

namespace mw::bench {

namespace {

std::vector<Bar> programBars(const BenchResult& result) {
    std::vector<Bar> bars;
    for (std::size_t v = 0; v < result.variants.size(); ++v) {
        const VariantResult& variant = result.variants[v];
        bars.push_back({variant.name, variant.device.median, variant.device.minimum,
                        variant.device.maximum, v});
    }
    return bars;
}

std::vector<Bar> kernelBars(const BenchResult& result) {
    std::vector<Bar> bars;
    forEachCell(result, [&](std::size_t v, const TimingRow& row, const RowCell& cell,
                            const KernelRow* k) {
        bars.push_back(
            {fmt::format("{} ({})", k ? k->title : "sum of " + row.name, result.variants[v].name),
             cell.time.median, cell.time.minimum, cell.time.maximum, v});
    });
    return bars;
}

std::string programTable(const BenchResult& result) {
    std::string html = "<table><tr><th>variant</th><th>device us</th><th>minimum</th>"
                       "<th>spread</th><th>by</th><th>call us</th><th>sustained us</th>"
                       "<th>copies us</th><th>alloc us</th><th>temporaries MB</th>"
                       "<th>ratio, 95 %</th><th>MB</th><th>GB/s</th><th>of copy</th>"
                       "<th>verified</th></tr>\n";
    for (std::size_t i = 0; i < result.variants.size(); ++i) {
        const VariantResult& v = result.variants[i];
        const auto bound = boundText(result, i);
        const auto ratio = whyNotRanked(result, i).empty()
                               ? fmt::format("{:.3f} to {:.3f}", v.ratio.low, v.ratio.high)
                           : bound.empty() ? std::string("not ranked")
                                           : bound;
        html +=
            fmt::format("<tr><td>{}</td><td>{:.2f}</td><td>{:.2f}</td><td>{:.1f} %</td>"
                        "<td>{}</td><td>{:.2f}</td><td>{:.2f}</td><td>{:.2f}</td>"
                        "<td>{:.2f}</td><td>{:.1f}</td><td>{}</td><td>{:.1f}</td>"
                        "<td>{:.0f}</td><td>{:.0f} %</td>"
                        "<td class=\"{}\" title=\"{}\">{}</td></tr>\n",
                        markupText(v.name), v.device.median, v.device.minimum,
                        100 * v.device.spread, name(v.clock), v.call.median, v.sustained,
                        v.copies.median, v.allocation, v.temporaryBytes / 1e6, ratio, v.bytes / 1e6,
                        bandwidth(v), 100 * shareOfCopy(result, v), v.verified ? "yes" : "no",
                        markupText(v.verification), v.verified ? "yes" : "NO");
    }
    return html + "</table>\n";
}

/// Several kernels of a variant beside what they were replaced by, or replaced.
std::string sumRow(const VariantResult& variant, const TimingRow& row, const RowCell& cell) {
    return fmt::format("<tr class=\"sum\"><td>sum of {}</td><td>{}</td><td></td><td>{:.2f}</td>"
                       "<td>{:.2f}</td><td>{:.1f} %</td><td>{}</td><td>{}</td><td>{:.1f}</td>"
                       "<td></td><td>{:.0f}</td><td>{:.0f} %</td><td>{}</td>"
                       "<td colspan=\"6\"></td></tr>\n",
                       markupText(row.name), markupText(variant.name), cell.time.median,
                       cell.time.minimum, 100 * cell.time.spread, name(variant.clock),
                       ratioText(cell), cell.bytes / 1e6, cell.gigabytesPerSecond, 100 * cell.share,
                       cacheShareText(cell));
}

std::string kernelTable(const BenchResult& result) {
    std::string html =
        "<table><tr><th>kernel</th><th>variant</th><th>launches</th><th>us</th>"
        "<th>minimum</th><th>spread</th><th>by</th><th>ratio</th><th>MB</th>"
        "<th>L2 MB</th>"
        "<th>GB/s</th><th>of copy</th><th>of L2</th><th>registers</th><th>spill B</th>"
        "<th>shared B</th><th>occupancy</th><th>grid</th><th>block</th></tr>\n";
    forEachCell(result, [&](std::size_t v, const TimingRow& row, const RowCell& cell,
                            const KernelRow* kernel) {
        if (!kernel) {
            html += sumRow(result.variants[v], row, cell);
            return;
        }
        const KernelRow& k = *kernel;
        html += fmt::format(
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{:.2f}</td><td>{:.2f}</td>"
            "<td>{:.1f} %</td><td>{}</td><td>{}</td><td>{:.1f}</td><td>{:.1f}</td><td>{:.0f}</td>"
            "<td>{:.0f} %</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>"
            "<td>{}</td></tr>\n",
            markupText(k.title), markupText(result.variants[v].name), k.launches, k.time.median,
            k.time.minimum, 100 * k.time.spread, name(result.variants[v].clock), ratioText(cell),
            k.bytes / 1e6, k.modelledBytes / 1e6, k.gigabytesPerSecond, 100 * k.share,
            cacheShareText(cell), orDash(k.resources.registers), orDash(k.resources.spillBytes),
            orDash(k.resources.sharedBytes),
            k.resources.occupancy < 0 ? "-" : fmt::format("{:.0f} %", 100 * k.resources.occupancy),
            extents(k.shape.grid), extents(k.shape.block));
    });
    return html + "</table>\n";
}

} // namespace

std::string toHtml(const BenchResult& result) {
    std::string html = htmlHead(result.program);
    html +=
        fmt::format("<p>{}, {}; {}; {}. {} repeats, interleaved, {} caches, "
                    "temporaries allocated: {}; copy bandwidth in the same run {:.0f} GB/s.</p>\n",
                    markupText(result.device), markupText(result.versions),
                    markupText(toString(result.scenario.grid)), markupText(result.date),
                    result.measure.repeats, result.measure.coldCache ? "cold" : "warm",
                    name(result.measure.allocation), result.copyBandwidth);
    html += fmt::format("<p>{}</p>\n", markupText(machineLine(result)));
    if (const auto warning = notRankedLine(result); !warning.empty())
        html += fmt::format("<p class=\"warning\">{}</p>\n", markupText(warning));
    html += "<h2>Program</h2>\n" + barChart(programBars(result)) + programTable(result);
    html += "<h2>Kernels</h2>\n" + barChart(kernelBars(result)) + kernelTable(result);
    html += "<h2>Verification</h2>\n<ul>\n";
    for (const VariantResult& v : result.variants)
        html += fmt::format("<li>{}: {}</li>\n", markupText(v.name), markupText(v.verification));
    for (const std::string& note : notesOf(result))
        html += fmt::format("<li>{}</li>\n", markupText(note));
    html += "</ul>\n";
    for (const VariantResult& v : result.variants)
        html += fmt::format("<details><summary>Generated code of {}</summary><pre>{}</pre>"
                            "</details>\n",
                            markupText(v.name), withoutMarkup(printableLines(v.source)));
    return html + "</body></html>\n";
}

} // namespace mw::bench
