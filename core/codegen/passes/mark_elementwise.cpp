// The pass "mark-elementwise".
#include "core/codegen/passes/difference.h"
#include "core/codegen/passes/passes.h"
#include "core/codegen/walk.h"

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

namespace {

void insertNew(std::vector<Expr>& list, const Expr& e) {
    if (std::find(list.begin(), list.end(), e) == list.end())
        list.push_back(e);
}

} // namespace

void markElementwise(const PlanContext&, Kernel& kernel) {
    if (kernel.sequential || kernel.dims.empty())
        return;
    std::map<std::string, std::vector<Expr>> touched;
    std::set<std::string> conflicting;
    walk(
        kernel.body,
        [&](const Statement& s) {
            if (const auto* store = std::get_if<Store>(&s.kind)) {
                insertNew(touched[store->buffer], store->index);
                if (!store->wcr.empty())
                    conflicting.insert(store->buffer);
            }
        },
        [&](const Value& v) {
            if (const auto* load = std::get_if<Load>(&v.kind))
                insertNew(touched[load->buffer], load->index);
        });
    for (auto& buffer : kernel.buffers) {
        const auto& indices = touched[buffer.name];
        buffer.elementwise = indices.size() == 1 && buffer.read != buffer.written &&
                             !conflicting.contains(buffer.name) &&
                             movesWithAll(kernel, indices.front());
    }
}

} // namespace mw::codegen
