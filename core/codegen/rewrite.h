#pragma once

#include "core/codegen/environment/environment.h"
#include "core/codegen/plan.h"

#include <functional>
#include <map>
#include <set>
#include <string>

namespace mw::codegen {

using NameSet = std::set<std::string, std::less<>>;

/// Calls `name` for every name that the kernel's text would have to spell outside of expressions,
/// and `expr` for every expression.
void visitNames(const Kernel& kernel, const std::function<void(const std::string&)>& name,
                const std::function<void(const symbolic::Expr&)>& expr);
/// Every name that the kernel uses or declares.
NameSet namesOf(const Kernel& kernel);
/// Locals and symbols that a value is computed from.
NameSet namesIn(const Value& value);
/// Names that the statements declare, at any depth: locals, loop variables, pointers of raw code.
NameSet declaredNames(const Statements& statements);
/// Gives names that the kernel does not have yet.
Names freshNames(const Kernel& kernel);

/// Copies statements with other names, and with expressions in the place of variables that they
/// only read.
class Rewrite {
public:
    Rewrite() = default;
    explicit Rewrite(std::map<std::string, std::string, std::less<>> names);

    void rename(const std::string& from, const std::string& to);
    void replace(const std::string& variable, symbolic::Expr by);

    Kernel applied(Kernel kernel) const;
    Statements applied(Statements statements) const;
    Statement applied(Statement statement) const;
    symbolic::Expr applied(const symbolic::Expr& e) const;

private:
    std::map<std::string, std::string, std::less<>> names_;
    symbolic::Substitution symbols_;
};

} // namespace mw::codegen
