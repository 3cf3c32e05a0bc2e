// Lambdas of write conflicts: which reduction they are.
#include "core/codegen/environment/conflict.h"

#include "core/tasklet/tasklet.h"

namespace mw::codegen {

std::string reductionName(const std::string& lambda) {
    const auto parts = tasklet::lambdaParts(lambda);
    if (!parts)
        return {};
    const auto ast = tasklet::parseExpression(parts->body);
    if (!ast)
        return {};
    const tasklet::Ast& e = **ast;
    const auto is = [&](std::size_t i, const std::string& name) {
        return e.args[i]->op == tasklet::Op::name && e.args[i]->text == name;
    };
    const bool named = e.args.size() == 2 && ((is(0, parts->old) && is(1, parts->fresh)) ||
                                              (is(0, parts->fresh) && is(1, parts->old)));
    if (!named)
        return {};
    if (e.op == tasklet::Op::call && (e.text == "min" || e.text == "max"))
        return e.text;
    if (e.op != tasklet::Op::binary)
        return {};
    if (e.text == "+")
        return "sum";
    if (e.text == "*")
        return "product";
    return e.text == "and" || e.text == "or" ? e.text : "";
}

} // namespace mw::codegen
