// Compared times as text, Markdown, CSV and HTML.
#include "app/workbench/timers/table.h"

#include "app/workbench/profiles/csv.h"
#include "core/support/markup.h"
#include "core/support/printable.h"
#include "core/support/real_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::workbench {

namespace {

/// A field that no spreadsheet takes for a formula.
std::string csvText(const std::string& text) {
    const std::string shown = printable(text);
    const bool formula =
        !shown.empty() && std::string_view("=+@-").find(shown[0]) != std::string_view::npos;
    char* end = nullptr;
    realFromText(shown.c_str(), &end);
    return csvField(formula && *end != 0 ? "'" + shown : shown);
}

std::vector<std::size_t> widthsOf(const ComparedTable& table) {
    std::vector<std::size_t> widths(table.lines.front().size(), 0);
    for (const auto& line : table.lines)
        for (std::size_t i = 0; i < line.size(); ++i)
            widths[i] = std::max(widths[i], printable(line[i]).size());
    return widths;
}

} // namespace

std::string toText(const ComparedTable& table) {
    const auto widths = widthsOf(table);
    std::string text;
    for (const auto& line : table.lines) {
        for (std::size_t i = 0; i < line.size(); ++i)
            text += i == 0 ? fmt::format("{:<{}}", printable(line[i]), widths[i])
                           : fmt::format("  {:>{}}", printable(line[i]), widths[i]);
        text += "\n";
    }
    text += "\n";
    for (const std::string& sum : table.sums)
        text += printable(sum) + "\n";
    text += table.legend + "\n";
    for (const std::string& note : table.notes)
        text += printable(note) + "\n";
    return text;
}

std::string toMarkdown(const ComparedTable& table) {
    std::string text;
    for (std::size_t i = 0; i < table.lines.size(); ++i) {
        text += "|";
        for (const std::string& cell : table.lines[i])
            text += fmt::format(" {} |", markdownText(cell, "_"));
        text += "\n";
        for (std::size_t column = 0; i == 0 && column < table.lines[i].size(); ++column)
            text += column == 0 ? "|---|" : "---:|";
        text += i == 0 ? "\n" : "";
    }
    text += "\n";
    for (const auto* sentences : {&table.sums, &table.notes})
        for (const std::string& sentence : *sentences)
            text += "- " + markdownText(sentence, "_") + "\n";
    return text + "\n" + table.legend + "\n";
}

std::string toCsv(const ComparedTable& table) {
    std::string text;
    for (const auto& line : table.values)
        for (std::size_t i = 0; i < line.size(); ++i)
            text += csvText(line[i]) + (i + 1 < line.size() ? "," : "\n");
    return text;
}

std::string toHtml(const ComparedTable& table) {
    std::string html = bench::htmlHead(table.title);
    for (const std::string& sum : table.sums)
        html += fmt::format("<p>{}</p>\n", markupText(sum));
    html += bench::barChart(table.bars) + "<table>";
    for (std::size_t i = 0; i < table.lines.size(); ++i) {
        html += "<tr>";
        for (const std::string& cell : table.lines[i])
            html += fmt::format("<{0}>{1}</{0}>", i == 0 ? "th" : "td", markupText(cell));
        html += "</tr>\n";
    }
    html += fmt::format("</table>\n<p>{}</p>\n<ul>\n", markupText(table.legend));
    for (const std::string& note : table.notes)
        html += fmt::format("<li>{}</li>\n", markupText(note));
    return html + "</ul>\n</body></html>\n";
}

} // namespace mw::workbench
