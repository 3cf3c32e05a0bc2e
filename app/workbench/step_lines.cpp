// Lines of steps as text and as JSON.
#include "app/workbench/step_lines.h"

#include "core/support/amounts.h"
#include "core/support/printable.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace mw::workbench {

namespace {

using history::Relation;
using Json = nlohmann::ordered_json;

/// ": -51 MB", else ": -1 kernel"; empty where neither changed.
std::string changeText(const analysis::ProgramFigures& before,
                       const analysis::ProgramFigures& after) {
    if (before.bytes && after.bytes && *before.bytes != *after.bytes) {
        const auto change = *after.bytes - *before.bytes;
        return fmt::format(": {}{}", change < 0 ? '-' : '+', sizeText(std::abs(change)));
    }
    const auto kernels =
        static_cast<std::int64_t>(after.kernels) - static_cast<std::int64_t>(before.kernels);
    return kernels == 0 ? std::string()
                        : fmt::format(": {}{}", kernels < 0 ? '-' : '+',
                                      counted(std::abs(kernels), "kernel"));
}

/// What step `i` did; without its program what it is.
std::string stepText(const StepLine& line, std::size_t i) {
    const auto& step = line.steps[i];
    const auto text = printable(step.effect.empty() ? history::text(step.record) : step.effect);
    return line.figures.empty() ? text : text + changeText(line.figures[i], line.figures[i + 1]);
}

std::string bytesOf(const StepLine& line, std::size_t variant) {
    if (line.figures.empty())
        return {};
    const auto& bytes = line.figures[variant].bytes;
    return bytes ? sizeText(*bytes) : "?";
}

std::string titleText(const StepLine& line) {
    return fmt::format("{}, {}", printable(line.title), counted(line.steps.size(), "step"));
}

Json figuresJson(const analysis::ProgramFigures& figures) {
    const auto number = [](const std::optional<std::int64_t>& value) {
        return value ? Json(*value) : Json();
    };
    return {{"kernels", figures.kernels},
            {"copies", figures.copies},
            {"bytes", number(figures.bytes)},
            {"temporaries", figures.temporaries},
            {"temporary_bytes", number(figures.temporaryBytes)}};
}

Json stepJson(const StepLine& line, std::size_t i) {
    const auto& step = line.steps[i];
    Json json{{"step", i + 1},
              {"effect", step.effect.empty() ? Json() : Json(step.effect)},
              {"record", history::text(step.record)}};
    if (!line.figures.empty()) {
        json["before"] = figuresJson(line.figures[i]);
        json["after"] = figuresJson(line.figures[i + 1]);
    }
    return json;
}

Json lineJson(const StepLine& line) {
    Json json{{"title", line.title}, {"steps", line.steps.size()}};
    if (!line.figures.empty())
        json["start"] = figuresJson(line.figures.front());
    return json;
}

std::string dump(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// Characters that a terminal shows: those of a UTF-8 text.
std::size_t widthOf(const std::string& text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string padded(const std::string& text, std::size_t width) {
    return text + std::string(width - std::min(width, widthOf(text)), ' ');
}

/// Cells below each other, each column as wide as its widest; the last ones end their lines.
class Columns {
public:
    void add(std::vector<std::string> cells) {
        widths_.resize(std::max(widths_.size(), cells.size()));
        for (std::size_t i = 0; i < cells.size(); ++i)
            widths_[i] = std::max(widths_[i], widthOf(cells[i]));
        lines_.push_back(std::move(cells));
    }
    std::string text() const {
        std::string text;
        for (const auto& cells : lines_) {
            std::string line;
            for (std::size_t i = 0; i < cells.size(); ++i)
                line += (i ? "  " : "") + padded(cells[i], widths_[i]);
            line.erase(line.find_last_not_of(' ') + 1);
            text += line + "\n";
        }
        return text;
    }

private:
    std::vector<std::size_t> widths_;
    std::vector<std::vector<std::string>> lines_;
};

std::string_view signOf(Relation relation) {
    return relation == Relation::same ? "=" : relation == Relation::otherParams ? "~" : "|";
}

std::string_view nameOf(Relation relation) {
    return relation == Relation::same          ? "same"
           : relation == Relation::otherParams ? "other-parameters"
                                               : "different";
}

/// With what it has otherwise than the step beside it.
std::string alignedText(const StepLine& line, std::size_t step, const StepLine& other,
                        const std::optional<std::size_t>& beside, Relation relation) {
    const auto text = stepText(line, step);
    return relation == Relation::otherParams
               ? fmt::format("{} ({})", text,
                             printable(history::otherChoices(line.steps[step].record,
                                                             other.steps[*beside].record)))
               : text;
}

std::string partText(const history::Alignment& alignment) {
    const auto same = counted(alignment.same, "step is", "steps are");
    return alignment.divergence ? fmt::format("{} the same; they part after {}", same,
                                              counted(*alignment.divergence, "step"))
                                : fmt::format("{} the same: there is no difference", same);
}

} // namespace

StepLine stepLine(const history::History& history, history::VariantId id, std::string title,
                  const symbolic::Bindings& values) {
    StepLine line{std::move(title), {}, {}};
    for (const auto each : history.path(id)) {
        const auto& variant = *history.find(each);
        if (variant.record)
            line.steps.push_back({*variant.record, variant.effect});
        line.figures.push_back(analysis::figures(*variant.document, values));
    }
    return line;
}

StepLine stepLine(const history::Recipe& recipe, std::string title) {
    StepLine line{std::move(title), {}, {}};
    for (const auto& record : recipe.steps)
        line.steps.push_back({record, {}});
    return line;
}

std::string toText(const StepLine& line) {
    Columns columns;
    const auto numbers = [&](std::vector<std::string> cells, std::size_t variant) {
        if (!line.figures.empty()) {
            const auto& known = line.figures[variant];
            cells.push_back(counted(known.kernels, "kernel"));
            cells.push_back(bytesOf(line, variant));
            cells.push_back(counted(known.temporaries, "temporary", "temporaries"));
        }
        columns.add(std::move(cells));
    };
    if (!line.figures.empty())
        numbers({"  0", "original"}, 0);
    for (std::size_t i = 0; i < line.steps.size(); ++i)
        numbers({fmt::format("{:>3}", i + 1), stepText(line, i)}, i + 1);
    return titleText(line) + "\n" + columns.text();
}

std::string toJson(const StepLine& line) {
    Json json = lineJson(line);
    json["steps"] = Json::array();
    for (std::size_t i = 0; i < line.steps.size(); ++i)
        json["steps"].push_back(stepJson(line, i));
    return dump(json);
}

std::string toText(const StepLine& first, const StepLine& second,
                   const history::Alignment& alignment) {
    Columns columns;
    columns.add(
        {"", titleText(first), bytesOf(first, 0), "", titleText(second), bytesOf(second, 0)});
    for (std::size_t i = 0; i < alignment.steps.size(); ++i) {
        const auto& [a, b, relation] = alignment.steps[i];
        columns.add({alignment.divergence == i ? ">" : "",
                     a ? alignedText(first, *a, second, b, relation) : "",
                     a ? bytesOf(first, *a + 1) : "", std::string(signOf(relation)),
                     b ? alignedText(second, *b, first, a, relation) : "",
                     b ? bytesOf(second, *b + 1) : ""});
    }
    return partText(alignment) + "\n" + columns.text();
}

std::string toJson(const StepLine& first, const StepLine& second,
                   const history::Alignment& alignment) {
    auto steps = Json::array();
    for (const auto& [a, b, relation] : alignment.steps)
        steps.push_back({{"relation", nameOf(relation)},
                         {"first", a ? stepJson(first, *a) : Json()},
                         {"second", b ? stepJson(second, *b) : Json()}});
    return dump({{"first", lineJson(first)},
                 {"second", lineJson(second)},
                 {"same", alignment.same},
                 {"first_divergence", alignment.divergence ? Json(*alignment.divergence) : Json()},
                 {"aligned", std::move(steps)}});
}

} // namespace mw::workbench
