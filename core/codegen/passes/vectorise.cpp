// The pass "vectorise".
#include "core/codegen/passes/passes.h"
#include "core/codegen/walk.h"

namespace mw::codegen {

void vectorise(const PlanContext&, Kernel& kernel) {
    bool plain = true;
    walk(
        kernel.body,
        [&](const Statement& s) {
            if (std::holds_alternative<DeclareArray>(s.kind) ||
                std::holds_alternative<While>(s.kind) || std::holds_alternative<Raw>(s.kind) ||
                std::holds_alternative<Jump>(s.kind))
                plain = false;
            if (const auto* store = std::get_if<Store>(&s.kind))
                plain = plain && store->wcr.empty();
        },
        [](const Value&) {});
    kernel.simd = plain;
}

} // namespace mw::codegen
