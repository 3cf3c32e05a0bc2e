// What became of the rows of a program, in lines.
#include "app/workbench/program_difference.h"
#include "core/support/amounts.h"
#include "core/support/printable.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::workbench {

namespace {

using analysis::ProgramRows;
using analysis::RowKind;
using Bytes = std::optional<std::int64_t>;

std::string sizeText(Bytes bytes) {
    return bytes ? mw::sizeText(*bytes) : "an unknown number of bytes";
}

std::string launches(std::size_t kernels, std::size_t copies) {
    std::string text;
    if (kernels || !copies)
        text = counted(kernels, "kernel");
    if (copies)
        text += (text.empty() ? "" : " and ") + counted(copies, "copy");
    return text;
}

std::string launches(const ProgramRows& program, const std::vector<std::size_t>& rows) {
    const auto copies = std::ranges::count_if(
        rows, [&](std::size_t row) { return program.rows[row].kind == RowKind::copy; });
    return launches(rows.size() - static_cast<std::size_t>(copies),
                    static_cast<std::size_t>(copies));
}

/// The names of the rows, some of many.
std::string named(const ProgramRows& program, const std::vector<std::size_t>& rows) {
    constexpr std::size_t kNamed = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(kNamed, rows.size()); ++i)
        text += (i ? ", " : "") + program.rows[rows[i]].name;
    return rows.size() > kNamed ? text + ", …" : text;
}

std::string sideText(const ProgramRows& program, const std::vector<std::size_t>& rows,
                     Bytes bytes) {
    return fmt::format("{} ({}, {})", named(program, rows), launches(program, rows),
                       sizeText(bytes));
}

bool sameRanges(const ProgramDifference& d, const RowGroup& group) {
    return std::ranges::equal(group.first, group.second, [&](std::size_t a, std::size_t b) {
        return d.first.rows[a].ranges == d.second.rows[b].ranges;
    });
}

std::string groupText(const ProgramDifference& d, const RowGroup& group) {
    if (group.second.empty())
        return "only in the first: " + sideText(d.first, group.first, group.firstBytes);
    if (group.first.empty())
        return "only in the second: " + sideText(d.second, group.second, group.secondBytes);
    const std::string how = group.first.size() > group.second.size()   ? "became"
                            : group.first.size() < group.second.size() ? "was split into"
                            : sameRanges(d, group)                     ? "is computed otherwise:"
                                                                       : "runs over other ranges:";
    return fmt::format("{} {} {}", sideText(d.first, group.first, group.firstBytes), how,
                       sideText(d.second, group.second, group.secondBytes));
}

void addList(std::string& text, const std::string& title, const std::vector<std::string>& lines,
             std::size_t most) {
    if (lines.empty())
        return;
    text += title + "\n";
    const std::size_t shown = most ? std::min(most, lines.size()) : lines.size();
    for (std::size_t i = 0; i < shown; ++i)
        text += "  " + printable(lines[i]) + "\n";
    if (shown < lines.size())
        text += fmt::format("  … and {} more\n", lines.size() - shown);
}

std::vector<std::string> linesOf(const std::vector<LoneTemporary>& all) {
    std::vector<std::string> lines;
    lines.reserve(all.size());
    for (const auto& one : all)
        lines.push_back(fmt::format("{} ({})", one.name, sizeText(one.bytes)));
    return lines;
}

/// ", 11.7 GB less"; empty where nothing differs.
std::string changeText(std::int64_t was, std::int64_t is) {
    if (was == is)
        return {};
    return fmt::format(", {} {}", sizeText(std::optional(std::abs(is - was))),
                       is < was ? "less" : "more");
}

/// "40 temporaries of 5.58 GB became 1 of 20 MB"
std::string temporariesText(const analysis::ProgramFigures& was,
                            const analysis::ProgramFigures& is) {
    const auto of = [](const std::optional<std::int64_t>& bytes) {
        return bytes ? fmt::format(" of {}", sizeText(bytes)) : std::string();
    };
    if (was.temporaries == 0 && is.temporaries == 0)
        return "no temporaries";
    std::string text = counted(was.temporaries, "temporary") + of(was.temporaryBytes);
    if (is.temporaries == 0)
        return text + (was.temporaries == 1 ? " is gone" : " are gone");
    return text + fmt::format(" became {}", is.temporaries) + of(is.temporaryBytes);
}

} // namespace

std::string toText(const ProgramDifference& d, std::size_t most) {
    const auto &was = d.firstFigures, &is = d.secondFigures;
    std::string text = fmt::format("{} became {}", launches(was.kernels, was.copies),
                                   launches(is.kernels, is.copies));
    if (was.bytes && is.bytes)
        text += fmt::format("; {} moved at least became {}{}", sizeText(was.bytes),
                            sizeText(is.bytes), changeText(*was.bytes, *is.bytes));
    text += "; " + temporariesText(was, is);
    if (!d.sizes.empty())
        text += " (" + d.sizes + ")";
    text += "\n";
    std::vector<std::string> changed;
    std::size_t unchanged = 0;
    for (const RowGroup& group : d.groups)
        if (group.unchanged)
            unchanged += group.first.size();
        else
            changed.push_back(groupText(d, group));
    if (unchanged)
        text += counted(unchanged, "kernel is", "kernels are") + " as before\n";
    addList(text, "what changed, in program order", changed, most);
    addList(text, "temporaries that are gone, largest first", linesOf(d.gone), most);
    addList(text, "temporaries that are new, largest first", linesOf(d.added), most);
    addList(text, "arrays that are laid out anew", d.relaid, most);
    return text;
}

} // namespace mw::workbench
