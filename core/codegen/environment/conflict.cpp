// Lambdas of write conflicts: which reduction they are.
#include "core/codegen/environment/conflict.h"

#include "core/tasklet/tasklet.h"

#include <algorithm>

namespace mw::codegen {

std::optional<LambdaParts> lambdaParts(const std::string& lambda) {
    const std::size_t start = lambda.find("lambda");
    const std::size_t comma = lambda.find(',', start);
    const std::size_t colon = lambda.find(':', start);
    if (start == std::string::npos || colon == std::string::npos || comma > colon)
        return std::nullopt;
    const auto trimmed = [](std::string text) {
        std::erase(text, ' ');
        return text;
    };
    // the lambda may stand in parentheses of its own
    std::string body = lambda.substr(colon + 1);
    auto open = std::count(body.begin(), body.end(), '(');
    auto close = std::count(body.begin(), body.end(), ')');
    while (close > open && !body.empty()) {
        close -= body.back() == ')' ? 1 : 0;
        body.pop_back();
    }
    return LambdaParts{trimmed(lambda.substr(start + 6, comma - start - 6)),
                       trimmed(lambda.substr(comma + 1, colon - comma - 1)), body};
}

std::string reductionName(const std::string& lambda) {
    const auto parts = lambdaParts(lambda);
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
