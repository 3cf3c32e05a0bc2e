#pragma once

#include "core/symbolic/expr.h"
#include "core/tasklet/tasklet.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace mw::analysis {

/// Follows integers and conditions through the code of one tasklet or one expression of the control
/// flow: what each name stands for, which elements the code subscripts, and under which conditions.
/// What is no integer or cannot be followed is Expr::undefined().
class IndexCode {
public:
    using Expr = symbolic::Expr;
    struct Surroundings {
        /// What a name that the code does not assign stands for.
        std::function<Expr(const std::string& name)> name;
        /// An element that the code subscripts: reported once per place, with the conditions that
        /// hold there; the value is asked for where it is read.
        std::function<Expr(const std::string& object, const std::vector<Expr>& indices,
                           const std::vector<Expr>& conditions, bool write)>
            subscript;
        /// A new name for a value that is not known.
        std::function<Expr()> unknown;
    };

    explicit IndexCode(const Surroundings& around) : around_(around) {}

    void run(const tasklet::Code& code);
    Expr value(const tasklet::Ast& ast);
    /// Last value of each name that the code assigns; undefined where it assigns elements.
    const std::map<std::string, Expr>& assigned() const { return assigned_; }

private:
    Expr binary(const tasklet::Ast& ast);
    Expr logic(const tasklet::Ast& ast);
    Expr select(const tasklet::Ast& ast);
    Expr call(const tasklet::Ast& ast);
    Expr subscript(const tasklet::Ast& ast, bool write);
    /// The value as an argument of an operation that says something all the same.
    Expr part(const tasklet::Ast& ast);

    const Surroundings& around_;
    std::map<std::string, Expr> assigned_;
    std::vector<Expr> conditions_; ///< around the expression at hand
};

} // namespace mw::analysis
