// Names that a tasklet's code reads and writes.
#include "core/ir/predicates.h"
#include "core/tasklet/tasklet.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::tasklet {

namespace {

std::string joined(const std::vector<AstPtr>& args, std::size_t first) {
    std::string text;
    for (std::size_t i = first; i < args.size(); ++i)
        text += (i == first ? "" : ", ") + print(*args[i]);
    return text;
}

using symbolic::Expr;

std::optional<Expr> binaryExpr(const std::string& op, const Expr& a, const Expr& b) {
    if (op == "+")
        return a + b;
    if (op == "-")
        return a - b;
    if (op == "*")
        return a * b;
    if (op == "//")
        return Expr::make(symbolic::Op::intFloor, {a, b});
    if (op == "/")
        return Expr::make(symbolic::Op::divide, {a, b});
    if (op == "%")
        return Expr::make(symbolic::Op::mod, {a, b});
    if (op == "**")
        return Expr::make(symbolic::Op::pow, {a, b});
    if (op == "and")
        return Expr::make(symbolic::Op::logicAnd, {a, b});
    if (op == "or")
        return Expr::make(symbolic::Op::logicOr, {a, b});
    if (isComparison(op))
        return Expr::make(symbolic::Op::compare, {a, b}, op);
    return std::nullopt;
}

std::optional<Expr> callExpr(const std::string& function, const std::vector<Expr>& args) {
    if (args.size() < 2)
        return std::nullopt;
    if (function == "Min" || function == "min")
        return Expr::make(symbolic::Op::min, args);
    if (function == "Max" || function == "max")
        return Expr::make(symbolic::Op::max, args);
    if (function == "int_floor")
        return symbolic::intFloor(args[0], args[1]);
    if (function == "int_ceil")
        return symbolic::intCeil(args[0], args[1]);
    return std::nullopt;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

void collectReads(const Ast& ast, const std::vector<std::string>& written,
                  std::vector<std::string>& read) {
    if (ast.op == Op::name && !contains(written, ast.text) && !contains(read, ast.text))
        read.push_back(ast.text);
    for (const auto& arg : ast.args)
        collectReads(*arg, written, read);
}

} // namespace

std::string print(const Ast& ast) {
    switch (ast.op) {
    case Op::number:
    case Op::boolean:
    case Op::name:
        return ast.text;
    case Op::unary:
        return fmt::format("({} {})", ast.text, print(*ast.args[0]));
    case Op::binary:
        return fmt::format("({} {} {})", print(*ast.args[0]), ast.text, print(*ast.args[1]));
    case Op::select:
        return fmt::format("({} if {} else {})", print(*ast.args[0]), print(*ast.args[1]),
                           print(*ast.args[2]));
    case Op::call:
        return fmt::format("{}({})", ast.text, joined(ast.args, 0));
    case Op::subscript:
        return fmt::format("{}[{}]", print(*ast.args[0]), joined(ast.args, 1));
    }
    return {};
}

bool isFloatLiteral(const Ast& ast) {
    return ast.op == Op::number && ast.text.find_first_of(".eE") != std::string::npos &&
           ast.text.find_first_of("xXoObB") == std::string::npos;
}

std::optional<Expr> toExpr(const Ast& ast) {
    if (ast.op == Op::number) {
        if (isFloatLiteral(ast) || ir::isUnsigned(numberOf(ast).type)) // C computes modulo 2^32
            return std::nullopt;
        auto parsed = symbolic::parse(ast.text, symbolic::Dialect::code);
        return parsed ? std::optional(*parsed) : std::nullopt;
    }
    if (ast.op == Op::boolean)
        return Expr(ast.text == "True" ? 1 : 0);
    if (ast.op == Op::name)
        return ast.text.find('.') == std::string::npos ? std::optional(Expr::symbol(ast.text))
                                                       : std::nullopt;
    if (ast.op == Op::subscript)
        return std::nullopt;
    std::vector<Expr> args;
    for (const auto& arg : ast.args) {
        auto value = toExpr(*arg);
        if (!value)
            return std::nullopt;
        args.push_back(*value);
    }
    if (ast.op == Op::select)
        return Expr::make(symbolic::Op::select, {args[1], args[0], args[2]});
    if (ast.op == Op::binary)
        return binaryExpr(ast.text, args[0], args[1]);
    if (ast.op == Op::call)
        return callExpr(ast.text, args);
    if (ast.text == "-")
        return -args[0];
    if (ast.text == "+")
        return args[0];
    if (ast.text == "not")
        return Expr::make(symbolic::Op::logicNot, args);
    return std::nullopt;
}

bool isComparison(std::string_view op) {
    return op == "==" || op == "!=" || op == "<" || op == "<=" || op == ">" || op == ">=";
}

AstPtr assignedValue(const Assignment& statement) {
    if (statement.augment.empty())
        return statement.value;
    return std::make_shared<const Ast>(Ast{Op::binary,
                                           statement.augment,
                                           {statement.target, statement.value},
                                           statement.target->column,
                                           statement.target->line});
}

void collectNames(const Ast& ast, std::set<std::string, std::less<>>& names) {
    if (ast.op == Op::name)
        names.insert(ast.text);
    for (const auto& arg : ast.args)
        collectNames(*arg, names);
}

void collectNames(const Code& code, std::vector<std::string>& read,
                  std::vector<std::string>& written) {
    for (const auto& statement : code.statements) {
        collectReads(*statement.value, written, read);
        if (statement.target->op == Op::subscript) {
            for (std::size_t i = 1; i < statement.target->args.size(); ++i)
                collectReads(*statement.target->args[i], written, read);
        }
        const Ast& target =
            statement.target->op == Op::subscript ? *statement.target->args[0] : *statement.target;
        if (!statement.augment.empty())
            collectReads(target, written, read);
        if (!contains(written, target.text))
            written.push_back(target.text);
    }
}

} // namespace mw::tasklet
