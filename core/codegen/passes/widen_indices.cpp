// The pass "widen-indices".
#include "core/codegen/passes/passes.h"
#include "core/codegen/walk.h"

namespace mw::codegen {

using symbolic::Expr;

namespace {

using NameSet = std::set<std::string, std::less<>>;

/// Names that indices and bounds are computed from.
NameSet namesInIndices(const Kernel& kernel) {
    NameSet used;
    const auto use = [&](const Expr& e) { symbolic::collectSymbols(e, used); };
    walk(
        kernel.body,
        [&](const Statement& s) {
            if (const auto* store = std::get_if<Store>(&s.kind))
                use(store->index);
            if (const auto* loop = std::get_if<For>(&s.kind))
                for (const Expr* e : {&loop->begin, &loop->end, &loop->step})
                    use(*e);
        },
        [&](const Value& v) {
            if (const auto* load = std::get_if<Load>(&v.kind))
                use(load->index);
            if (const auto* index = std::get_if<Index>(&v.kind))
                use(index->expr);
        });
    return used;
}

bool isNarrowInteger(ir::ScalarType t) {
    return t == ir::ScalarType::int8 || t == ir::ScalarType::int16 || t == ir::ScalarType::int32;
}

} // namespace

void widenIndices(const PlanContext&, Kernel& kernel) {
    if (!kernel.wideIndex)
        return;
    const NameSet used = namesInIndices(kernel);
    walkStatements(kernel.body, [&](Statement& s) {
        if (auto* loop = std::get_if<For>(&s.kind))
            loop->type = ir::ScalarType::int64;
        if (auto* scalar = std::get_if<DeclareScalar>(&s.kind);
            scalar && isNarrowInteger(scalar->type) && used.contains(scalar->name))
            scalar->type = ir::ScalarType::int64;
    });
}

} // namespace mw::codegen
