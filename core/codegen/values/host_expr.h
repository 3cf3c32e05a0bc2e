#pragma once

#include "core/codegen/environment/plan_context.h"
#include "core/tasklet/tasklet.h"

#include <functional>

namespace mw::codegen {

/// A condition or assignment of the host: what the plan evaluates, and its type in C.
struct HostValue {
    symbolic::Expr expr;
    ir::ScalarType type = ir::ScalarType::int64;
};

/// Python text of interstate edges and loops to plan expressions with C's arithmetic: integers
/// divide towards zero and % follows, as in the code that DaCe writes, whereas
/// `//` and Mod of the symbolic layer round down.
class HostExpression {
public:
    /// The symbol that holds an element of a container at this point of the program.
    using Reader = std::function<Expected<HostValue>(const std::string& container,
                                                     const std::vector<symbolic::Expr>& index)>;

    HostExpression(const Environment& env, const PlanContext& context, Reader read)
        : env_(env), context_(context), read_(std::move(read)) {}

    Expected<HostValue> lower(const tasklet::Ast& ast) const;

private:
    Expected<HostValue> name(const tasklet::Ast& ast) const;
    Expected<HostValue> unary(const tasklet::Ast& ast) const;
    Expected<HostValue> binary(const tasklet::Ast& ast) const;
    Expected<HostValue> select(const tasklet::Ast& ast) const;
    Expected<HostValue> call(const tasklet::Ast& ast) const;

    const Environment& env_;
    const PlanContext& context_;
    Reader read_;
};

/// A value that the host has, as an expression over plan symbols; nullopt for what takes computing.
std::optional<symbolic::Expr> expressionOf(const Value& value);

/// `value` as a symbol of `type` holds it.
symbolic::Expr converted(const HostValue& value, ir::ScalarType type);

} // namespace mw::codegen
