#include "core/codegen/walk.h"

#include "core/support/overload.h"

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
