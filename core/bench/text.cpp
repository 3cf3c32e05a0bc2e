// A measurement as a table for terminals, as Markdown and as CSV.
#include "core/bench/figures.h"
#include "core/bench/table.h"
#include "core/support/markup.h"
#include "core/support/printable.h"

#include <algorithm>
#include <array>

namespace mw::bench {

namespace {

std::string markdownTable(const std::vector<Row>& rows) {
    std::string text;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        text += '|';
        for (const std::string& cell : rows[r])
            text += fmt::format(" {} |", markdownText(cell));
        text += '\n';
        if (r > 0)
            continue;
        text += '|';
        for (std::size_t c = 0; c < rows[r].size(); ++c)
            text += c == 0 ? "---|" : "---:|";
        text += '\n';
    }
    return text;
}

std::string number(double value) {
    if (value == 0)
        return "-";
    return value < 100 ? fmt::format("{:.2f}", value) : fmt::format("{:.1f}", value);
}

std::string percent(double share) {
    return fmt::format("{:.0f} %", 100 * share);
}

double medianRatio(const BenchResult& result, const VariantResult& variant) {
    const double first = result.variants[0].device.median;
    return first > 0 ? variant.device.median / first : 0;
}

std::vector<Row> programRows(const BenchResult& result) {
    std::vector<Row> rows = {{"variant", "kernels", "sustained us", "device us", "min", "spread",
                              "by", "call us", "copies us", "alloc us", "ratio", "95 %", "MB",
                              "GB/s", "of copy", "verified"}};
    for (std::size_t i = 0; i < result.variants.size(); ++i) {
        const VariantResult& v = result.variants[i];
        const bool order = whyNotRanked(result, i).empty();
        const auto ranked = [&](std::string text) { return order ? std::move(text) : "-"; };
        rows.push_back({v.name, std::to_string(v.kernels.size()), number(v.sustained),
                        number(v.device.median), number(v.device.minimum), percent(v.device.spread),
                        std::string(name(v.clock)), number(v.call.median), number(v.copies.median),
                        number(v.allocation), ranked(fmt::format("{:.3f}", medianRatio(result, v))),
                        ranked(fmt::format("{:.3f}-{:.3f}", v.ratio.low, v.ratio.high)),
                        fmt::format("{:.1f}", v.bytes / 1e6), fmt::format("{:.0f}", bandwidth(v)),
                        percent(shareOfCopy(result, v)), v.verified ? "yes" : "NO"});
    }
    return rows;
}

std::string shapeText(const codegen::LaunchShape& shape) {
    return extents(shape.grid) + " of " + extents(shape.block);
}

std::string megabytes(double bytes) {
    return bytes > 0 ? fmt::format("{:.1f}", bytes / 1e6) : "-";
}

/// Several kernels of a variant beside what they were replaced by, or replaced.
Row sumTextRow(const VariantResult& variant, const TimingRow& row, const RowCell& cell) {
    Row line = {"sum of " + row.name,
                variant.name,
                "-",
                number(cell.time.median),
                number(cell.time.minimum),
                percent(cell.time.spread),
                std::string(name(variant.clock)),
                ratioText(cell),
                fmt::format("{:.1f}", cell.bytes / 1e6),
                "-",
                fmt::format("{:.0f}", cell.gigabytesPerSecond),
                percent(cell.share),
                cacheShareText(cell)};
    line.resize(19, "-");
    return line;
}

std::vector<Row> kernelRows(const BenchResult& result) {
    std::vector<Row> rows = {{"kernel", "variant", "launches", "us", "min", "spread", "by", "ratio",
                              "MB", "L2 MB", "GB/s", "of copy", "of L2", "regs", "spill B",
                              "local B", "shared B", "occupancy", "grid of block"}};
    forEachCell(result, [&](std::size_t v, const TimingRow& row, const RowCell& cell,
                            const KernelRow* kernel) {
        if (!kernel) {
            rows.push_back(sumTextRow(result.variants[v], row, cell));
            return;
        }
        const KernelRow& k = *kernel;
        rows.push_back({k.title, result.variants[v].name, std::to_string(k.launches),
                        number(k.time.median), number(k.time.minimum), percent(k.time.spread),
                        std::string(name(result.variants[v].clock)), ratioText(cell),
                        fmt::format("{:.1f}", k.bytes / 1e6), megabytes(k.modelledBytes),
                        fmt::format("{:.0f}", k.gigabytesPerSecond), percent(k.share),
                        cacheShareText(cell), orDash(k.resources.registers),
                        orDash(k.resources.spillBytes), orDash(k.resources.localBytes),
                        orDash(k.resources.sharedBytes),
                        k.resources.occupancy < 0 ? "-" : percent(k.resources.occupancy),
                        result.target == codegen::Target::cpu ? "-" : shapeText(k.shape)});
    });
    return rows;
}

std::string_view allocationText(exec::Allocation allocation) {
    switch (allocation) {
    case exec::Allocation::each:
        return ", one allocation per temporary";
    case exec::Allocation::call:
        return ", temporaries allocated on every call";
    case exec::Allocation::arena:
        break;
    }
    return "";
}

std::string headline(const BenchResult& result) {
    const auto cache = result.cacheBandwidth > 0
                           ? fmt::format(", {:.0f} GB/s in the last cache", result.cacheBandwidth)
                           : std::string();
    return fmt::format("{} on {}, {}, {} repeats, {} caches{}; copy bandwidth {:.0f} GB/s{}",
                       printable(result.program), result.device, toString(result.scenario.grid),
                       result.measure.repeats, result.measure.coldCache ? "cold" : "warm",
                       allocationText(result.measure.allocation), result.copyBandwidth, cache);
}

/// Why kernel times do not come from the device's own records.
std::string clockNotes(const BenchResult& result, std::string_view bullet) {
    if (result.variants.empty() || result.variants[0].clockNote.empty())
        return {};
    return fmt::format("{}Kernels are timed by events around repeated launches: {}\n", bullet,
                       result.variants[0].clockNote);
}

/// `spell`: how the text's format takes names and sentences.
template <class Spell>
std::string verdicts(const BenchResult& result, std::string_view bullet, const Spell& spell) {
    std::string text;
    for (const VariantResult& v : result.variants)
        text += fmt::format("{}{}: {}\n", bullet, spell(v.name), spell(v.verification));
    for (const std::string& note : notesOf(result))
        text += fmt::format("{}{}\n", bullet, spell(note));
    return text + clockNotes(result, bullet);
}

std::string csvText(std::string_view text) {
    std::string out = "\"";
    for (const char c : printable(text)) {
        if (c == '"')
            out += '"';
        out += c;
    }
    return out + '"';
}

std::string withLineEnd(const std::string& line) {
    return line.empty() ? line : line + "\n";
}

} // namespace

std::string aligned(std::vector<Row> rows) {
    for (Row& row : rows)
        for (std::string& cell : row)
            cell = printable(cell);
    std::vector<std::size_t> widths;
    for (const Row& row : rows) {
        widths.resize(std::max(widths.size(), row.size()), 0);
        for (std::size_t c = 0; c < row.size(); ++c)
            widths[c] = std::max(widths[c], row[c].size());
    }
    std::string text;
    for (const Row& row : rows) {
        std::string line;
        for (std::size_t c = 0; c < row.size(); ++c)
            line += c == 0 ? fmt::format("{:<{}}", row[c], widths[c])
                           : fmt::format("  {:>{}}", row[c], widths[c]);
        line.resize(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

std::string noteOf(exec::Contraction contraction) {
    return contraction == exec::Contraction::usual
               ? std::string()
               : fmt::format("Fused multiply-adds: {}.", name(contraction));
}

std::vector<std::string> notesOf(const BenchResult& result) {
    std::vector<std::string> notes = result.scenario.notes;
    for (const Diagnostic& warning : result.warnings)
        notes.push_back(warning.sentence);
    if (auto note = cacheNote(result); !note.empty())
        notes.push_back(std::move(note));
    if (!result.without.empty())
        notes.push_back(fmt::format("Passes over the kernels that were left out: {}.",
                                    fmt::join(result.without, ", ")));
    if (auto note = noteOf(result.contraction); !note.empty())
        notes.push_back(std::move(note));
    return notes;
}

std::string toText(const BenchResult& result) {
    return headline(result) + "\n" + result.versions + "\n" + machineLine(result) + "\n" +
           withLineEnd(printable(notRankedLine(result))) + "\n" + aligned(programRows(result)) +
           "\n" + aligned(kernelRows(result)) + "\n" +
           verdicts(result, "", [](const std::string& one) { return printable(one); });
}

std::string toMarkdown(const BenchResult& result) {
    return fmt::format("### {}\n\n{}, {}. {}\n\n", markdownText(headline(result)),
                       markdownText(result.versions), result.date, machineLine(result)) +
           withLineEnd(withLineEnd(markdownText(notRankedLine(result)))) +
           markdownTable(programRows(result)) + "\n" + markdownTable(kernelRows(result)) + "\n" +
           verdicts(result, "- ", [](const std::string& one) { return markdownText(one); });
}

namespace {

/// 0 for the first variant and where there is no order.
double rankedRatio(const BenchResult& result, const VariantResult& v) {
    const auto number = static_cast<std::size_t>(&v - result.variants.data());
    return number > 0 && whyNotRanked(result, number).empty() ? medianRatio(result, v) : 0;
}

/// Empty where there is none.
std::string csvRatio(double ratio) {
    return ratio > 0 ? fmt::format("{}", ratio) : std::string();
}

std::string csvLine(const BenchResult& result, const VariantResult& v, const RowCell& cell,
                    const KernelRow& k) {
    return fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n",
        csvText(result.program), csvText(result.device), csvText(v.name), csvText(k.name),
        k.launches, k.time.median, k.time.minimum, k.time.maximum, k.time.spread, k.time.samples,
        name(v.clock), k.bytes, k.modelledBytes, k.gigabytesPerSecond, k.share,
        csvRatio(cell.cacheShare), k.resources.registers, k.resources.spillBytes,
        k.resources.localBytes, k.resources.sharedBytes, k.resources.occupancy,
        extents(k.shape.grid), extents(k.shape.block), v.verified, csvRatio(cell.ratio),
        csvText(whyNotRanked(result)));
}

std::string csvSum(const BenchResult& result, const VariantResult& v, const TimingRow& row,
                   const RowCell& cell) {
    return fmt::format("{},{},{},{},,{},{},{},{},{},{},{},,{},{},{},,,,,,,,{},{},{}\n",
                       csvText(result.program), csvText(result.device), csvText(v.name),
                       csvText("sum of " + row.name), cell.time.median, cell.time.minimum,
                       cell.time.maximum, cell.time.spread, cell.time.samples, name(v.clock),
                       cell.bytes, cell.gigabytesPerSecond, cell.share, csvRatio(cell.cacheShare),
                       v.verified, csvRatio(cell.ratio), csvText(whyNotRanked(result)));
}

} // namespace

std::string toCsv(const BenchResult& result) {
    std::string text =
        "program,device,variant,kernel,launches,median_us,minimum_us,maximum_us,"
        "spread,samples,timed_by,bytes,modelled_bytes,gigabytes_per_second,share,cache_share,"
        "registers,spill_bytes,local_bytes,shared_bytes,occupancy,grid,block,"
        "verified,ratio,not_ranked_because\n";
    constexpr std::string_view kDeviceRow = "(device)";
    const auto program = [&](const VariantResult& v, std::string_view what, const Summary& time,
                             std::string_view by) {
        text += fmt::format("{},{},{},{},1,{},{},{},{},{},{},{},{},{},,,,,,,,,,{},{},{}\n",
                            csvText(result.program), csvText(result.device), csvText(v.name), what,
                            time.median, time.minimum, time.maximum, time.spread, time.samples, by,
                            v.bytes, v.modelledBytes, bandwidth(v), v.verified,
                            what == kDeviceRow ? csvRatio(rankedRatio(result, v)) : "",
                            csvText(whyNotRanked(result)));
    };
    for (const VariantResult& v : result.variants) {
        program(v, kDeviceRow, v.device, name(v.clock));
        program(v, "(call)", v.call, "host clock");
        program(v, "(sustained)", v.sustainedSeries, "host clock");
        const std::array allocations = {v.allocation};
        program(v, "(allocation)", summarise(allocations), "host clock");
    }
    forEachCell(result, [&](std::size_t v, const TimingRow& row, const RowCell& cell,
                            const KernelRow* kernel) {
        text += kernel ? csvLine(result, result.variants[v], cell, *kernel)
                       : csvSum(result, result.variants[v], row, cell);
    });
    return text;
}

} // namespace mw::bench
