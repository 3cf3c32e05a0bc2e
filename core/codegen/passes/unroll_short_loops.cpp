// The pass "unroll-short-loops".
#include "core/codegen/passes/passes.h"
#include "core/codegen/walk.h"

namespace mw::codegen {

namespace {

std::int64_t mostTurns(For::Over over) {
    switch (over) {
    case For::Over::map:
        return 16;
    case For::Over::box:
        return 8;
    case For::Over::flow:
        break;
    }
    return 0;
}

bool isShort(const For& loop) {
    const auto span = symbolic::simplify(loop.end - loop.begin).asInteger();
    return span && *span < mostTurns(loop.over) && loop.step.isInteger(1);
}

} // namespace

void unrollShortLoops(const PlanContext&, Kernel& kernel) {
    walkStatements(kernel.body, [](Statement& s) {
        auto* loop = std::get_if<For>(&s.kind);
        if (loop && loop->unroll == 0 && loop->over != For::Over::flow && isShort(*loop))
            loop->unroll = -1;
    });
}

} // namespace mw::codegen
