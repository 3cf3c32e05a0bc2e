// Visits and comparisons of the kernel IR.
#include "core/codegen/walk.h"

#include "core/support/overload.h"

#include <algorithm>

namespace mw::codegen {

void walkValue(const Value& value, const std::function<void(const Value&)>& visit) {
    visit(value);
    std::visit(Overload{
                   [&](const Unary& v) { walkValue(*v.operand, visit); },
                   [&](const Binary& v) {
                       walkValue(*v.left, visit);
                       walkValue(*v.right, visit);
                   },
                   [&](const Select& v) {
                       walkValue(*v.condition, visit);
                       walkValue(*v.then, visit);
                       walkValue(*v.otherwise, visit);
                   },
                   [&](const Call& v) {
                       for (const auto& arg : v.args)
                           walkValue(*arg, visit);
                   },
                   [&](const Cast& v) { walkValue(*v.operand, visit); },
                   [](const auto&) {},
               },
               value.kind);
}

void walk(const Statements& statements, const std::function<void(const Statement&)>& onStatement,
          const std::function<void(const Value&)>& onValue) {
    for (const Statement& statement : statements) {
        onStatement(statement);
        std::visit(Overload{
                       [&](const DeclareScalar& s) {
                           if (s.init)
                               walkValue(*s.init, onValue);
                       },
                       [&](const AssignScalar& s) { walkValue(*s.value, onValue); },
                       [&](const Store& s) {
                           walkValue(*s.value, onValue);
                           if (s.combined)
                               walkValue(*s.combined, onValue);
                       },
                       [&](const For& s) { walk(s.body, onStatement, onValue); },
                       [&](const If& s) {
                           walkValue(*s.condition, onValue);
                           walk(s.then, onStatement, onValue);
                           walk(s.otherwise, onStatement, onValue);
                       },
                       [&](const While& s) {
                           walkValue(*s.condition, onValue);
                           walk(s.body, onStatement, onValue);
                       },
                       [](const auto&) {},
                   },
                   statement.kind);
    }
}

bool isStraight(const Statements& statements) {
    bool straight = true;
    walk(
        statements,
        [&](const Statement& s) {
            straight = straight && !std::holds_alternative<For>(s.kind) &&
                       !std::holds_alternative<While>(s.kind) &&
                       !std::holds_alternative<Jump>(s.kind) &&
                       !std::holds_alternative<Raw>(s.kind) &&
                       !std::holds_alternative<DeclareArray>(s.kind);
        },
        [](const Value&) {});
    return straight;
}

bool hasLoads(const Statements& statements) {
    bool found = false;
    walk(
        statements, [](const Statement&) {},
        [&](const Value& v) { found = found || std::holds_alternative<Load>(v.kind); });
    return found;
}

ValuePtr mapValue(const ValuePtr& value, const std::function<ValuePtr(const ValuePtr&)>& change) {
    if (!value)
        return value;
    auto copy = std::make_shared<Value>(*value);
    const auto below = [&](ValuePtr& v) { v = mapValue(v, change); };
    std::visit(Overload{
                   [&](Unary& v) { below(v.operand); },
                   [&](Binary& v) {
                       below(v.left);
                       below(v.right);
                   },
                   [&](Select& v) {
                       below(v.condition);
                       below(v.then);
                       below(v.otherwise);
                   },
                   [&](Call& v) { std::ranges::for_each(v.args, below); },
                   [&](Cast& v) { below(v.operand); },
                   [](auto&) {},
               },
               copy->kind);
    return change(copy);
}

void mapValues(Statement& statement, const std::function<ValuePtr(const ValuePtr&)>& change) {
    const auto at = [&](ValuePtr& v) { v = mapValue(v, change); };
    std::visit(Overload{
                   [&](DeclareScalar& s) { at(s.init); },
                   [&](AssignScalar& s) { at(s.value); },
                   [&](Store& s) {
                       at(s.value);
                       at(s.combined);
                   },
                   [&](If& s) { at(s.condition); },
                   [&](While& s) { at(s.condition); },
                   [](auto&) {},
               },
               statement.kind);
}

namespace {

bool equal(const ValuePtr& a, const ValuePtr& b) {
    return a == b || (a && b && codegen::equal(*a, *b));
}
bool equal(const std::vector<ValuePtr>& a, const std::vector<ValuePtr>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const ValuePtr& x, const ValuePtr& y) { return equal(x, y); });
}

} // namespace

bool equal(const Value& a, const Value& b) {
    if (a.type != b.type || a.kind.index() != b.kind.index())
        return false;
    return std::visit(
        Overload{
            [](const Literal& x, const Literal& y) { return x.text == y.text; },
            [](const LocalRef& x, const LocalRef& y) { return x.name == y.name; },
            [](const Load& x, const Load& y) { return x.buffer == y.buffer && x.index == y.index; },
            [](const Unary& x, const Unary& y) {
                return x.op == y.op && equal(x.operand, y.operand);
            },
            [](const Binary& x, const Binary& y) {
                return x.op == y.op && equal(x.left, y.left) && equal(x.right, y.right);
            },
            [](const Select& x, const Select& y) {
                return equal(x.condition, y.condition) && equal(x.then, y.then) &&
                       equal(x.otherwise, y.otherwise);
            },
            [](const Call& x, const Call& y) {
                return x.function == y.function && equal(x.args, y.args);
            },
            [](const Cast& x, const Cast& y) {
                return x.to == y.to && equal(x.operand, y.operand);
            },
            [](const Index& x, const Index& y) { return x.expr == y.expr; },
            [](const auto&, const auto&) { return false; },
        },
        a.kind, b.kind);
}

void walkStatements(Statements& statements, const std::function<void(Statement&)>& visit) {
    for (Statement& statement : statements) {
        visit(statement);
        if (auto* loop = std::get_if<For>(&statement.kind))
            walkStatements(loop->body, visit);
        else if (auto* repeat = std::get_if<While>(&statement.kind))
            walkStatements(repeat->body, visit);
        else if (auto* branch = std::get_if<If>(&statement.kind)) {
            walkStatements(branch->then, visit);
            walkStatements(branch->otherwise, visit);
        }
    }
}

} // namespace mw::codegen
