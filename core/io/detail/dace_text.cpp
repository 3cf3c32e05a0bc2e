// Operations that versions of DaCe spell differently.
#include "core/io/detail/dace_text.h"

#include "core/tasklet/rewrite.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace mw::io {

using tasklet::Ast;
using tasklet::AstPtr;
using Names = std::array<std::pair<std::string_view, std::string_view>, 6>;

namespace {

bool isWord(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

/// Functions by other names: a word behind which a parenthesis opens.
std::string renamed(std::string_view text, const Names& names) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && isWord(text[end]))
            ++end;
        if (end == at) {
            out += text[at++];
            continue;
        }
        std::string_view word = text.substr(at, end - at);
        const std::size_t next = text.find_first_not_of(' ', end);
        const bool called = next != std::string_view::npos && text[next] == '(' &&
                            (at == 0 || (text[at - 1] != '.' && text[at - 1] != '$'));
        const auto found = std::ranges::find(names, word, &Names::value_type::first);
        out += called && found != names.end() ? found->second : word;
        at = end;
    }
    return out;
}

AstPtr node(tasklet::Op op, std::string text, std::vector<AstPtr> args, const Ast& at) {
    return std::make_shared<const Ast>(
        Ast{op, std::move(text), std::move(args), at.column, at.line});
}

bool isCall(const Ast& ast, std::initializer_list<std::string_view> names, std::size_t arguments) {
    return ast.op == tasklet::Op::call && ast.args.size() == arguments &&
           std::ranges::find(names, std::string_view(ast.text)) != names.end();
}
bool isBinary(const Ast& ast, std::string_view op) {
    return ast.op == tasklet::Op::binary && ast.text == op;
}

AstPtr fromPythonArithmetic(const Ast& ast) {
    if (isBinary(ast, "//"))
        return node(tasklet::Op::call, "py_floor", ast.args, ast);
    if (isCall(ast, {"Mod", "PyMod", "FtnModulo"}, 2))
        return node(tasklet::Op::call, "py_mod", ast.args, ast);
    if (isCall(ast, {"CMod", "FtnMod"}, 2))
        return node(tasklet::Op::binary, "%", ast.args, ast);
    if (isCall(ast, {"math.ifloor", "dace.math.ifloor"}, 1) && isBinary(*ast.args[0], "/"))
        return node(tasklet::Op::binary, "//", ast.args[0]->args, ast);
    return nullptr;
}

AstPtr toPythonArithmetic(const Ast& ast) {
    if (isBinary(ast, "//"))
        return node(tasklet::Op::call, "math.ifloor",
                    {node(tasklet::Op::binary, "/", ast.args, ast)}, ast);
    if (isCall(ast, {"Mod"}, 2))
        return node(tasklet::Op::binary, "%", ast.args, ast);
    return nullptr;
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}
bool hasArithmetic(std::string_view text) {
    return contains(text, "//") || contains(text, "Mod") || contains(text, "ifloor");
}

using symbolic::Expr;
using symbolic::Op;

constexpr std::string_view kRemainder = "CMod";     // of C
constexpr std::string_view kModulo = "__mw_modulo"; // Op::mod, before it is one
/// CMod in a graph for a DaCe that has no such function.
constexpr std::string_view kNotYet = "CMod_of_2_0_0b1";

Expr remainder(const Expr& a, const Expr& b) {
    return Expr::make(Op::call, {a, b}, std::string(kRemainder));
}

/// The expression with `change` done to every node, from below; nullopt of it: stays.
template <class Change>
Expr mapped(const Expr& e, const Change& change) {
    std::vector<Expr> args;
    bool differs = false;
    for (const Expr& arg : e.args()) {
        args.push_back(mapped(arg, change));
        differs |= !(args.back() == arg);
    }
    if (const std::optional<Expr> other = change(e, args))
        return *other;
    return differs ? Expr::make(e.op(), std::move(args), e.name()) : e;
}

Expr settled(const Expr& parsed) {
    return mapped(parsed, [](const Expr& e, const std::vector<Expr>& args) -> std::optional<Expr> {
        if (e.op() == Op::mod) // `%`
            return remainder(args[0], args[1]);
        if (e.op() != Op::call || args.size() != 2)
            return std::nullopt;
        return e.name() == kModulo ? std::optional(Expr::make(Op::mod, args)) : std::nullopt;
    });
}

bool hasRemainders(std::string_view text) {
    return contains(text, "Mod") || contains(text, "py_mod") || contains(text, "%");
}

std::string renamedFromFile(const std::string& text, const ir::DaceRules& rules) {
    static constexpr Names kPython{{{"Mod", kModulo},
                                    {"PyMod", kModulo},
                                    {"FtnModulo", kModulo},
                                    {"py_mod", kModulo},
                                    {"FtnMod", kRemainder},
                                    {"py_floor", "int_floor"}}};
    static constexpr Names kBefore{{{"CMod", kNotYet}}};
    return renamed(text, rules.pythonArithmetic ? kPython : kBefore);
}

} // namespace

Expected<Expr> parseSymbolic(const std::string& text, const Spelling& spelling) {
    const bool changes = hasRemainders(text) || contains(text, "py_floor");
    if (!changes)
        return symbolic::parse(text, spelling.dialect);
    MW_TRY(const Expr parsed,
           symbolic::parse(renamedFromFile(text, spelling.rules), spelling.dialect));
    return spelling.rules.pythonArithmetic ? settled(parsed) : parsed;
}

Expected<symbolic::Subset> parseSymbolicSubset(const std::string& text, const Spelling& spelling) {
    MW_TRY(auto subset,
           symbolic::parseSubset(renamedFromFile(text, spelling.rules), spelling.dialect));
    for (auto& dim : subset.dims)
        for (Expr* e : {&dim.begin, &dim.end, &dim.step, &dim.tile})
            *e = spelling.rules.pythonArithmetic ? settled(*e) : *e;
    return subset;
}

std::string printSymbolic(const Expr& e, const Spelling& spelling) {
    std::string text = symbolic::print(e, spelling.dialect);
    if (spelling.rules.pythonArithmetic || !hasRemainders(text))
        return text;
    static constexpr Names kC{{{kRemainder, "Mod"}, {kNotYet, "CMod"}}};
    return renamed(text, kC);
}

std::string codeFromFile(std::string_view python, const ir::DaceRules& rules) {
    return rules.pythonArithmetic && hasArithmetic(python)
               ? tasklet::rewritten(python, fromPythonArithmetic)
               : std::string(python);
}

std::string codeForFile(std::string_view python, const ir::DaceRules& rules) {
    return rules.pythonArithmetic && hasArithmetic(python)
               ? tasklet::rewritten(python, toPythonArithmetic)
               : std::string(python);
}

} // namespace mw::io
