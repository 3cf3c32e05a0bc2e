// Which values of a body change with a variable.
#include "core/codegen/dependence.h"

#include "core/codegen/walk.h"
#include "core/support/overload.h"

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

Dependence::Dependence(const Statements& body, const std::string& variable) : variable_(variable) {
    while (visit(body, false)) { // a loop's later statements can reach its earlier ones
    }
}

bool Dependence::throughLocal(const Expr& e) const {
    const auto names = symbolic::freeSymbols(e);
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return locals_.contains(name); });
}

bool Dependence::on(const Expr& e) const {
    return symbolic::freeSymbols(e).contains(variable_) || throughLocal(e);
}

bool Dependence::on(const Value& value) const {
    bool depends = false;
    walkValue(value, [&](const Value& v) {
        if (const auto* local = std::get_if<LocalRef>(&v.kind))
            depends = depends || local->name == variable_ || locals_.contains(local->name);
        else if (const auto* index = std::get_if<Index>(&v.kind))
            depends = depends || on(index->expr);
        else if (const auto* load = std::get_if<Load>(&v.kind))
            depends = depends || on(load->index) || locals_.contains(load->buffer);
    });
    return depends;
}

bool Dependence::add(const std::string& name, bool depends) {
    return depends && locals_.insert(name).second;
}

bool Dependence::visit(const Statements& body, bool conditional) {
    bool grew = false;
    for (const Statement& statement : body)
        grew = visit(statement, conditional) || grew;
    return grew;
}

bool Dependence::visit(const Statement& statement, bool conditional) {
    return std::visit(
        Overload{
            [&](const DeclareScalar& s) {
                return add(s.name, s.init && (conditional || on(*s.init)));
            },
            [&](const AssignScalar& s) { return add(s.name, conditional || on(*s.value)); },
            [&](const Store& s) { // matters for private arrays
                return add(s.buffer, on(*s.value) || on(s.index));
            },
            [&](const For& s) {
                const bool bounds = on(s.begin) || on(s.end) || on(s.step);
                const bool own = add(s.variable, bounds);
                return visit(s.body, conditional || bounds) || own;
            },
            [&](const If& s) {
                const bool inside = conditional || on(*s.condition);
                const bool then = visit(s.then, inside);
                return visit(s.otherwise, inside) || then;
            },
            [&](const While& s) { return visit(s.body, conditional || on(*s.condition)); },
            [](const auto&) { return false; },
        },
        statement.kind);
}

} // namespace mw::codegen
