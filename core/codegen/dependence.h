#pragma once

#include "core/codegen/kernel_ir.h"

#include <set>
#include <string>

namespace mw::codegen {

/// Which values of a kernel's body change with one variable (a map parameter or a loop variable):
/// directly, or through locals, loaded elements and conditions.
class Dependence {
public:
    Dependence(const Statements& body, const std::string& variable);

    bool on(const symbolic::Expr& e) const;
    bool on(const Value& value) const;
    /// Through a local: how the value changes cannot be read off the expression.
    bool throughLocal(const symbolic::Expr& e) const;

private:
    bool visit(const Statements& body, bool conditional);
    bool visit(const Statement& statement, bool conditional);
    bool add(const std::string& name, bool depends);

    std::string variable_;
    std::set<std::string, std::less<>> locals_; ///< those that depend on it
};

} // namespace mw::codegen
