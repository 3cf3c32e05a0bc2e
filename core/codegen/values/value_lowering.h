#pragma once

#include "core/codegen/environment/plan_context.h"
#include "core/tasklet/tasklet.h"

namespace mw::codegen {

struct KernelBody;

/// An operand of a tasklet: a value, or (for connectors with more than one element) a region.
struct Operand {
    ValuePtr value;
    const ContainerStorage* storage = nullptr; ///< of a region
    symbolic::Expr offset = 0;                 ///< linear, of the region's begin
    std::vector<symbolic::Expr> strides;       ///< of the dimensions that subscripts name
    std::vector<symbolic::Expr> allStrides;
};
using Operands = std::map<std::string, Operand, std::less<>>;

/// Tasklet code to typed values, by DaCe's translation rules.
class ValueLowering {
public:
    /// `kernel` null: on the host, where nothing can be loaded.
    ValueLowering(KernelBody* kernel, Environment& env, const Operands& operands,
                  const PlanContext& context)
        : kernel_(kernel), env_(env), operands_(operands), context_(context) {}

    Expected<ValuePtr> lower(const tasklet::Ast& ast);
    /// Integer index expression over plan symbols, loop variables and integer locals.
    Expected<symbolic::Expr> index(const tasklet::Ast& ast);
    /// Linear index of a subscript, and the region that it names.
    Expected<std::pair<const ContainerStorage*, symbolic::Expr>> subscript(const tasklet::Ast& ast);

private:
    Expected<ValuePtr> name(const tasklet::Ast& ast);
    Expected<ValuePtr> symbol(const std::string& name, const symbolic::Expr& e);
    ValuePtr outside(const symbolic::Expr& e) const;
    Expected<ValuePtr> unary(const tasklet::Ast& ast);
    Expected<ValuePtr> binary(const tasklet::Ast& ast);
    Expected<ValuePtr> power(const tasklet::Ast& ast, const ValuePtr& base);
    Expected<ValuePtr> call(const tasklet::Ast& ast);
    Expected<ValuePtr> select(const tasklet::Ast& ast);

    KernelBody* kernel_;
    Environment& env_;
    const Operands& operands_;
    const PlanContext& context_;
};

/// Name of a local for what a connector carries: without what the front end puts in front.
std::string shortName(std::string_view connector, std::string_view otherwise);

/// The error "what (line, column)".
Unexpected unsupportedCode(const tasklet::Ast& ast, const std::string& what);

} // namespace mw::codegen
