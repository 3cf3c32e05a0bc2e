// Tasklets that compute nothing.

#include "transforms/toolkit/hands_on.h"

#include "core/tasklet/tasklet.h"
#include "transforms/toolkit/side_effects.h"

namespace mw::transforms {

bool handsOn(const ir::Node& node) {
    const auto* tasklet = node.as<ir::Tasklet>();
    if (!tasklet || node.in.size() != 1 || node.out.size() != 1 || mayHaveEffect(node))
        return false;
    const auto code = tasklet::parse(tasklet->code.text);
    if (!code || code->statements.size() != 1)
        return false;
    const auto& [target, augment, value, guards] = code->statements.front();
    return guards.empty() && augment.empty() && target->op == tasklet::Op::name &&
           value->op == tasklet::Op::name && target->text == node.out.begin()->first &&
           value->text == node.in.begin()->first;
}

} // namespace mw::transforms
