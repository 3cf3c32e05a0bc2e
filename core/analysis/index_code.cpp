// Indices in the code of tasklets: the tree of a subscript as a symbolic expression, with its
// guards.
#include "core/analysis/index_code.h"

#include <algorithm>
#include <array>

namespace mw::analysis {

namespace {

using symbolic::Expr;
using symbolic::Op;
using tasklet::Ast;

bool isUndefined(const Expr& e) {
    return e.op() == Op::undefined;
}

Expr negated(const Expr& condition) {
    return Expr::make(Op::logicNot, {condition});
}

/// A conversion that keeps every integer which fits. Whether it does is not looked at: one that
/// does not leads to an index far outside.
bool convertsToInteger(std::string_view function) {
    for (const std::string_view module : {"dace.", "numpy.", "np."})
        if (function.starts_with(module))
            function.remove_prefix(module.size());
    static constexpr std::array<std::string_view, 3> kTypes = {"int", "int32", "int64"};
    return std::ranges::find(kTypes, function) != kTypes.end();
}

} // namespace

void IndexCode::run(const tasklet::Code& code) {
    for (const auto& statement : code.statements) {
        const Ast& target = *statement.target;
        if (target.op == tasklet::Op::subscript) {
            value(*statement.value);
            subscript(target, true);
            assigned_.insert_or_assign(target.args[0]->text, Expr::undefined());
            continue;
        }
        const Expr assigned = value(*tasklet::assignedValue(statement));
        assigned_.insert_or_assign(target.text, assigned);
    }
}

Expr IndexCode::value(const Ast& ast) {
    switch (ast.op) {
    case tasklet::Op::number:
    case tasklet::Op::boolean: {
        const auto number = tasklet::toExpr(ast);
        return number ? *number : Expr::undefined();
    }
    case tasklet::Op::name: {
        const auto local = assigned_.find(ast.text);
        return local != assigned_.end() ? local->second : around_.name(ast.text);
    }
    case tasklet::Op::unary: {
        Expr a = value(*ast.args[0]);
        if (ast.text == "not")
            return negated(a);
        if (isUndefined(a) || ast.text == "+")
            return a;
        return ast.text == "-" ? -a : Expr::undefined();
    }
    case tasklet::Op::binary:
        return binary(ast);
    case tasklet::Op::select:
        return select(ast);
    case tasklet::Op::call:
        return call(ast);
    case tasklet::Op::subscript:
        return subscript(ast, false);
    }
    return Expr::undefined();
}

Expr IndexCode::binary(const Ast& ast) {
    const std::string& op = ast.text;
    if (op == "and" || op == "or")
        return logic(ast);
    const Expr a = value(*ast.args[0]);
    const Expr b = value(*ast.args[1]);
    if (isUndefined(a) || isUndefined(b))
        return Expr::undefined();
    if (op == "+")
        return a + b;
    if (op == "-")
        return a - b;
    if (op == "*")
        return a * b;
    if (tasklet::isComparison(op))
        return Expr::make(Op::compare, {a, b}, op);
    // Languages differ in what these do with negative numbers; who evaluates them knows that.
    if (op == "//")
        return Expr::make(Op::intFloor, {a, b});
    if (op == "%")
        return Expr::make(Op::mod, {a, b});
    return Expr::undefined();
}

/// The right side is evaluated only where the left one does not decide.
Expr IndexCode::logic(const Ast& ast) {
    const bool both = ast.text == "and";
    const Expr a = part(*ast.args[0]);
    conditions_.push_back(both ? a : negated(a));
    const Expr b = part(*ast.args[1]);
    conditions_.pop_back();
    return Expr::make(both ? Op::logicAnd : Op::logicOr, {a, b});
}

Expr IndexCode::select(const Ast& ast) {
    const Expr condition = part(*ast.args[1]);
    conditions_.push_back(condition);
    const Expr then = part(*ast.args[0]);
    conditions_.back() = negated(condition);
    const Expr otherwise = part(*ast.args[2]);
    conditions_.pop_back();
    return Expr::make(Op::select, {condition, then, otherwise});
}

Expr IndexCode::part(const Ast& ast) {
    const Expr e = value(ast);
    return isUndefined(e) ? around_.unknown() : e;
}

Expr IndexCode::call(const Ast& ast) {
    const std::string& function = ast.text;
    const bool extreme =
        function == "min" || function == "Min" || function == "max" || function == "Max";
    std::vector<Expr> args;
    args.reserve(ast.args.size());
    for (const auto& arg : ast.args)
        args.push_back(extreme ? part(*arg) : value(*arg));
    if (std::ranges::any_of(args, isUndefined))
        return Expr::undefined();
    if (args.size() == 1 && convertsToInteger(function))
        return args[0];
    if (args.size() >= 2 && extreme)
        return Expr::make(function == "min" || function == "Min" ? Op::min : Op::max, args);
    if (args.size() == 1 && function == "abs")
        return Expr::make(Op::abs, args);
    if (args.size() == 2 && function == "int_floor")
        return Expr::make(Op::intFloor, args);
    if (args.size() == 2 && function == "int_ceil")
        return Expr::make(Op::intCeil, args);
    return Expr::undefined();
}

Expr IndexCode::subscript(const Ast& ast, bool write) {
    std::vector<Expr> indices;
    for (std::size_t i = 1; i < ast.args.size(); ++i)
        indices.push_back(value(*ast.args[i]));
    return around_.subscript(ast.args[0]->text, indices, conditions_, write);
}

} // namespace mw::analysis
