// From a compiler's log to the element of the graph that the line came from.
#include "core/exec/compile_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <regex>
#include <string_view>

namespace mw::exec {

namespace {

struct CompilerError {
    int line = 0, column = 0;
    bool inState = false; ///< in state.cpp
    std::string text;     ///< what the compiler says
};

/// The first error with a line in our sources: `kernels.cpp:12:5: error: text` (g++, clang) or
/// `kernels.cu(12): error: text` (NVRTC).
std::optional<CompilerError> firstError(const std::vector<std::string>& log) {
    static const std::regex pattern(
        R"((kernels|state)\.\w+[:(](\d+)(?::(\d+))?\)?:\s*(?:fatal )?error[^:]*:\s*(.*))");
    for (const std::string& line : log) {
        constexpr std::size_t kLongest = 2000; // std::regex recurses over the text
        const std::string text = line.substr(0, kLongest);
        std::smatch match;
        if (!std::regex_search(text, match, pattern) || match[2].length() > 8)
            continue;
        CompilerError error;
        error.inState = match[1] == "state";
        error.line = std::stoi(match[2]);
        error.column = match[3].matched && match[3].length() <= 8 ? std::stoi(match[3]) : 0;
        error.text = match[4];
        return error;
    }
    return std::nullopt;
}

std::string lineOf(std::string_view text, int number) {
    for (int line = 1; line < number; ++line) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos)
            return {};
        text.remove_prefix(end + 1);
    }
    text = text.substr(0, text.find('\n'));
    const std::size_t start = text.find_first_not_of(" \t");
    return start == std::string_view::npos ? std::string() : std::string(text.substr(start));
}

struct Origin {
    ElementId element;
    std::string name;
};

/// Raw code first: it stands inside a kernel. An error just behind it (a brace or semicolon that it
/// lacks) is its own as well.
std::optional<Origin> originOf(int line, const codegen::Plan& plan, const codegen::Source& source) {
    const auto inside = [&](const auto& range, int slack) {
        return range.firstLine <= line && line <= range.lastLine + slack;
    };
    for (const int slack : {0, 1})
        for (const codegen::RawLines& raw : source.raw)
            if (inside(raw, slack))
                return Origin{raw.element, raw.where};
    for (const codegen::KernelLines& lines : source.kernels)
        if (inside(lines, 0)) {
            const auto& kernel = plan.kernels[static_cast<std::size_t>(lines.kernel)];
            return Origin{kernel.map, fmt::format("kernel '{}'", kernel.name)};
        }
    return std::nullopt;
}

} // namespace

Diagnostic explainCompileError(Diagnostic error, const codegen::Plan& plan,
                               const codegen::Source& kernels, const codegen::Source& state) {
    const auto first = firstError(error.notes);
    if (!first)
        return error;
    const codegen::Source& source = first->inState ? state : kernels;
    const auto origin = originOf(first->line, plan, source);
    error.sentence = fmt::format("{}: {}line {} of the source, `{}`: {}", error.sentence,
                                 origin ? origin->name + ", " : "", first->line,
                                 lineOf(source.text, first->line), first->text);
    error.location.path = fmt::format("{}:{}", first->line, first->column);
    if (origin && origin->element.value != 0)
        error.location.elements.insert(error.location.elements.begin(), origin->element);
    return error;
}

} // namespace mw::exec
