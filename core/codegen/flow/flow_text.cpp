// The Python texts of control flow, parsed where they are lowered.
#include "core/codegen/flow/flow_text.h"

#include <fmt/format.h>

namespace mw::codegen {

Expected<tasklet::AstPtr> flowExpression(const std::string& text, ElementId element) {
    return atElement(tasklet::parseExpression(text), element);
}

Expected<FlowStatement> flowStatement(const std::string& text, ElementId element) {
    const auto code = tasklet::parse(text);
    if (!code || code->statements.size() != 1 ||
        code->statements[0].target->op != tasklet::Op::name)
        return fail("cannot-lower", fmt::format("'{}' is not one assignment", text),
                    Location{{}, {}, {element}});
    const tasklet::Assignment& one = code->statements[0];
    if (one.augment.empty())
        return FlowStatement{one.target->text, one.value};
    tasklet::Ast written{tasklet::Op::binary,
                         one.augment,
                         {one.target, one.value},
                         one.value->column,
                         one.value->line};
    return FlowStatement{one.target->text, std::make_shared<tasklet::Ast>(std::move(written))};
}

} // namespace mw::codegen
