// Replaces expressions in Python text, line by line.
#include "core/tasklet/rewrite.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace mw::tasklet {

namespace {

AstPtr changed(const AstPtr& ast, const Rewriting& rewriting) {
    Ast copy = *ast;
    bool differs = false;
    for (AstPtr& arg : copy.args) {
        AstPtr next = changed(arg, rewriting);
        differs |= next != arg;
        arg = std::move(next);
    }
    if (AstPtr other = rewriting(copy))
        return other;
    return differs ? std::make_shared<const Ast>(std::move(copy)) : ast;
}

/// Without the parentheses that the normal form has around an operation.
std::string printed(const Ast& ast) {
    std::string text = print(ast);
    const bool wrapped = ast.op == Op::unary || ast.op == Op::binary || ast.op == Op::select;
    return wrapped ? text.substr(1, text.size() - 2) : text;
}

std::optional<std::string> expressionText(std::string_view text, const Rewriting& rewriting) {
    const auto ast = parseExpression(text);
    if (!ast)
        return std::nullopt;
    const AstPtr other = changed(*ast, rewriting);
    return other == *ast ? std::nullopt : std::optional(printed(*other));
}

std::optional<std::string> statementsText(std::string_view text, const Rewriting& rewriting) {
    const auto code = parse(text);
    if (!code || code->statements.empty())
        return std::nullopt;
    std::string out;
    bool differs = false;
    for (const Assignment& one : code->statements) {
        const AstPtr whole = assignedValue(one);
        const AstPtr value = changed(whole, rewriting);
        const AstPtr target = changed(one.target, rewriting);
        differs |= value != whole || target != one.target;
        out += fmt::format("{}{} = {}", out.empty() ? "" : "; ", print(*target), printed(*value));
    }
    return differs ? std::optional(std::move(out)) : std::nullopt;
}

/// One line with what it goes on in inside brackets; `at` is where the next one begins.
std::string_view logicalLine(std::string_view text, std::size_t& at) {
    const std::size_t begin = at;
    int depth = 0;
    char quote = 0;
    bool comment = false;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '\n' && (depth <= 0 || quote != 0))
            break;
        if (c == '\n')
            comment = false;
        if (comment)
            continue;
        if (quote != 0) {
            if (c == '\\')
                ++at;
            else if (c == quote)
                quote = 0;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '#') {
            comment = true;
        } else if (c == '(' || c == '[' || c == '{') {
            ++depth;
        } else if (c == ')' || c == ']' || c == '}') {
            --depth;
        }
    }
    const std::size_t end = std::min(at, text.size());
    at = std::min(at + 1, text.size() + 1);
    return text.substr(begin, end - begin);
}

std::optional<std::string> lineText(std::string_view line, const Rewriting& rewriting) {
    const std::size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
    const std::string_view body = line.substr(indent);
    const std::string before(line.substr(0, indent));
    for (const std::string_view head : {"if ", "elif ", "while "}) {
        if (!body.starts_with(head))
            continue;
        const std::size_t colon = body.rfind(':');
        if (colon == std::string_view::npos)
            return std::nullopt;
        const auto condition =
            expressionText(body.substr(head.size(), colon - head.size()), rewriting);
        return condition ? std::optional(before + std::string(head) + *condition +
                                         std::string(body.substr(colon)))
                         : std::nullopt;
    }
    auto text = statementsText(body, rewriting);
    if (!text)
        text = expressionText(body, rewriting);
    return text ? std::optional(before + *text) : std::nullopt;
}

} // namespace

std::string rewritten(std::string_view python, const Rewriting& rewriting) {
    std::string out;
    for (std::size_t at = 0; at <= python.size();) {
        const std::string_view line = logicalLine(python, at);
        const auto other = lineText(line, rewriting);
        out += other ? *other : std::string(line);
        if (at <= python.size())
            out += '\n';
    }
    return out;
}

} // namespace mw::tasklet
