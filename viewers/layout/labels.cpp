// The texts of boxes and lines, cut to what can be read.
#include "viewers/layout/labels.h"

#include "core/conventions/conventions.h"
#include "core/ir/connectors.h"
#include "core/ir/index.h"
#include "core/support/identifiers.h"

#include <algorithm>
#include <cctype>

namespace mw::layout {

namespace {

constexpr std::string_view kEllipsis = "\u2026";

bool isContinuation(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}
std::string shortName(std::string_view name) {
    const auto plain = conventions::withoutGeneratedPrefix(name);
    return plain == name ? shortParameter(name) : std::string(plain);
}

bool isLongOperator(std::string_view two) {
    constexpr std::string_view kAll = "** == <= >= != // += -= *= /= && || << >>";
    return two.size() == 2 && two[0] != ' ' && two[1] != ' ' &&
           kAll.find(two) != std::string_view::npos;
}

std::vector<std::string> tokens(std::string_view text) {
    std::vector<std::string> result;
    std::size_t i = 0;
    while (i < text.size()) {
        const std::size_t begin = i;
        if (isWordCharacter(text[i])) {
            while (i < text.size() && (isWordCharacter(text[i]) || text[i] == '.'))
                ++i;
        } else if (isLongOperator(text.substr(i, 2))) {
            i += 2;
        } else {
            ++i;
            while (i < text.size() && isContinuation(text[i]))
                ++i;
        }
        if (text[begin] != ' ')
            result.emplace_back(text.substr(begin, i - begin));
    }
    return result;
}

/// Removes `- origin` and `(- origin) +`: the place within a field counts, not where it starts.
std::vector<std::string> withoutOrigins(std::vector<std::string> in) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < in.size(); ++i) {
        const bool grouped = i + 4 < in.size() && in[i] == "(" && in[i + 1] == "-" &&
                             conventions::isFieldOrigin(in[i + 2]) && in[i + 3] == ")" &&
                             in[i + 4] == "+";
        if (grouped) {
            i += 4;
            continue;
        }
        const bool afterTerm = !out.empty() && (isWordCharacter(out.back().back()) ||
                                                out.back() == ")" || out.back() == "]");
        if (in[i] == "-" && i + 1 < in.size() && conventions::isFieldOrigin(in[i + 1]) &&
            afterTerm) {
            ++i;
            continue;
        }
        out.push_back(std::move(in[i]));
    }
    return out;
}

/// `(x)` -> `x` where the parentheses are no call's.
std::vector<std::string> withoutEmptyParentheses(std::vector<std::string> in) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < in.size(); ++i) {
        const bool call = !out.empty() && (isWordCharacter(out.back().back()) || out.back() == "]");
        if (in[i] == "(" && !call && i + 2 < in.size() && in[i + 2] == ")" &&
            isWordCharacter(in[i + 1].back())) {
            out.push_back(std::move(in[i + 1]));
            i += 2;
            continue;
        }
        out.push_back(std::move(in[i]));
    }
    return out;
}

/// The parentheses around the whole right-hand side go.
void dropOuterParentheses(std::vector<std::string>& t) {
    const auto assign = std::find(t.begin(), t.end(), "=");
    if (assign == t.end() || std::next(assign) == t.end() || *std::next(assign) != "(" ||
        t.back() != ")")
        return;
    int depth = 0;
    for (auto it = std::next(assign); it != t.end(); ++it) {
        depth += *it == "(" ? 1 : (*it == ")" ? -1 : 0);
        if (depth == 0 && std::next(it) != t.end())
            return;
    }
    t.pop_back();
    t.erase(std::next(assign));
}

bool isOperator(const std::string& t) {
    return std::string_view("=+-*/<>%&|!").find(t[0]) != std::string_view::npos;
}

bool isKeyword(const std::string& t) {
    return t == "if" || t == "else" || t == "and" || t == "or" || t == "not" || t == "in";
}

bool isUnary(const std::vector<std::string>& t, std::size_t i) {
    if (t[i] != "-" && t[i] != "!")
        return false;
    return i == 0 || isOperator(t[i - 1]) || t[i - 1] == "(" || t[i - 1] == "[" || t[i - 1] == ",";
}

std::string joined(const std::vector<std::string>& t) {
    std::string text;
    for (std::size_t i = 0; i < t.size(); ++i) {
        if (isOperator(t[i]) && !isUnary(t, i)) {
            text += " " + t[i] + " ";
            continue;
        }
        const bool word = isWordCharacter(t[i].front());
        const bool apart = i > 0 && (isKeyword(t[i]) || isKeyword(t[i - 1]));
        if (!text.empty() && text.back() != ' ' &&
            (apart || (word && i > 0 && isWordCharacter(t[i - 1].back()))))
            text += ' ';
        text += word ? shortName(t[i]) : t[i];
        if (t[i] == ",")
            text += ' ';
    }
    return text;
}

std::string shortLine(std::string_view line) {
    auto t = withoutEmptyParentheses(withoutOrigins(tokens(line)));
    dropOuterParentheses(t);
    return joined(t);
}

std::string oneLine(std::string_view text) {
    std::string result;
    for (const char c : text)
        result += c == '\n' ? ' ' : c;
    return result;
}

} // namespace

std::size_t columns(std::string_view utf8) {
    return static_cast<std::size_t>(
        std::count_if(utf8.begin(), utf8.end(), [](char c) { return !isContinuation(c); }));
}

std::string elided(std::string_view utf8, std::size_t limit) {
    if (columns(utf8) <= limit)
        return std::string(utf8);
    std::size_t bytes = 0;
    std::size_t seen = 0;
    while (bytes < utf8.size() && (seen + 1 < limit || isContinuation(utf8[bytes]))) {
        seen += isContinuation(utf8[bytes]) ? 0 : 1;
        ++bytes;
    }
    return std::string(utf8.substr(0, bytes)) + std::string(kEllipsis);
}

std::string shortParameter(std::string_view name) {
    const auto meaning = conventions::parameterName(name);
    if (!meaning || !meaning->kind || (meaning->derived && !meaning->blocks))
        return std::string(name);
    return meaning->blocks ? meaning->dimension + " block" : meaning->dimension;
}

std::string rangeLine(std::string_view parameter, const symbolic::Range& range) {
    std::string text = shortParameter(parameter) + ": " + symbolic::print(range.begin);
    if (!range.isPoint())
        text += " " + std::string(kEllipsis) + " " + symbolic::print(range.end);
    if (!range.step.isInteger(1))
        text += " by " + symbolic::print(range.step);
    return text;
}

std::string shortData(std::string_view name) {
    const auto out = name.find(ir::kPassOut);
    const bool generated = name.starts_with("__s") && out != std::string_view::npos;
    const auto data = out + ir::kPassOut.size();
    const auto tail = name.rfind("_n");
    if (!generated || tail == std::string_view::npos || tail <= data)
        return std::string(name);
    auto digits = tail + 2;
    while (digits < name.size() && std::isdigit(static_cast<unsigned char>(name[digits])) != 0)
        ++digits;
    const std::string_view rest = name.substr(digits);
    if (digits == tail + 2 || (rest != "None" && !ir::isPassIn(rest)))
        return std::string(name);
    return std::string(name.substr(data, tail - data));
}

std::vector<std::string> shortCode(const ir::CodeBlock& code, std::size_t maxLines,
                                   std::size_t maxColumns) {
    std::vector<std::string> lines;
    std::string_view rest = code.text;
    while (!rest.empty()) {
        const auto end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (line.find_first_not_of(" \t") == std::string_view::npos)
            continue;
        if (lines.size() == maxLines) {
            lines.back() = elided(lines.back() + " " + std::string(kEllipsis), maxColumns);
            break;
        }
        const bool python = code.language == ir::Language::Python;
        lines.push_back(elided(python ? shortLine(line) : std::string(line), maxColumns));
    }
    return lines;
}

std::string memletText(const ir::Memlet& memlet) {
    if (memlet.empty())
        return {};
    std::string text = memlet.data;
    if (memlet.subset)
        text += "[" + symbolic::print(*memlet.subset) + "]";
    if (memlet.otherSubset)
        text += " -> [" + symbolic::print(*memlet.otherSubset) + "]";
    if (!memlet.wcr.empty())
        text += " wcr " + memlet.wcr;
    if (memlet.dynamic)
        text += " dynamic";
    return text;
}

std::string volumeText(const ir::Memlet& memlet) {
    if (memlet.empty())
        return {};
    if (memlet.dynamic && memlet.volume.isInteger(0))
        return "dynamic";
    return symbolic::print(memlet.volume);
}

std::string conditionText(const ir::InterstateEdge& edge) {
    std::string text;
    const std::string condition = oneLine(edge.condition.text);
    if (!condition.empty() && condition != "1" && condition != "True")
        text = "if " + condition;
    for (const auto& [name, value] : edge.assignments)
        text += (text.empty() ? "" : "; ") + name + " = " + oneLine(value);
    return text;
}

std::string loopText(const ir::LoopRegion& loop) {
    const std::string condition = oneLine(loop.condition.text);
    if (loop.init.empty() && loop.update.empty())
        return "while " + condition;
    return "for " + oneLine(loop.init.text) + "; " + condition + "; " + oneLine(loop.update.text);
}

std::string counted(std::size_t count, std::string_view what) {
    return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

namespace {

struct Content {
    std::size_t states = 0, maps = 0, nodes = 0;
};

void addContent(const ir::Sdfg& sdfg, Content& sum) {
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state)
            return;
        ++sum.states;
        for (const auto& node : state->nodes) {
            sum.nodes += node->isExit() ? 0 : 1;
            sum.maps += node->as<ir::MapEntry>() ? 1 : 0;
            if (const auto* nested = node->as<ir::NestedSdfg>(); nested && nested->sdfg)
                addContent(*nested->sdfg, sum);
        }
    });
}

} // namespace

std::string contentText(const ir::Sdfg& sdfg) {
    Content sum;
    addContent(sdfg, sum);
    std::string text = sum.states > 1 ? counted(sum.states, "state") + ", " : std::string();
    if (sum.maps > 0)
        text += counted(sum.maps, "map") + ", ";
    return text + counted(sum.nodes, "node");
}

} // namespace mw::layout
