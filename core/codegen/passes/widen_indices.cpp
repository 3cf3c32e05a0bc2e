// The pass "widen-indices".
#include "core/codegen/passes/passes.h"
#include "core/codegen/walk.h"
#include "core/tasklet/tasklet.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

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

/// Arithmetic of 32 bits without a sign, which goes on with 64 bits and a sign where an operand is
/// widened: `i - 7u`.
bool wrapsAt32Bits(const Value& value) {
    constexpr std::array<std::string_view, 6> kComparisons{"<", "<=", ">", ">=", "==", "!="};
    const auto* binary = std::get_if<Binary>(&value.kind);
    if (binary && std::ranges::find(kComparisons, binary->op) != kComparisons.end())
        return tasklet::promote(binary->left->type, binary->right->type) == ir::ScalarType::uint32;
    return value.type == ir::ScalarType::uint32;
}

/// As the unsigned number that it is converted to, where a variable in it may have been widened.
ValuePtr converted(const ValuePtr& operand) {
    bool hasVariable = false;
    walkValue(*operand, [&](const Value& v) {
        hasVariable = hasVariable || std::holds_alternative<LocalRef>(v.kind) ||
                      std::holds_alternative<Index>(v.kind);
    });
    if (!hasVariable || !isNarrowInteger(operand->type))
        return operand;
    return std::make_shared<const Value>(
        Value{Cast{ir::ScalarType::uint32, operand}, ir::ScalarType::uint32});
}

ValuePtr withConvertedOperands(const ValuePtr& value) {
    if (!wrapsAt32Bits(*value))
        return value;
    Value made = *value;
    if (auto* binary = std::get_if<Binary>(&made.kind)) {
        binary->left = converted(binary->left);
        if (binary->op != "<<" && binary->op != ">>")
            binary->right = converted(binary->right);
    } else if (auto* select = std::get_if<Select>(&made.kind)) {
        select->then = converted(select->then);
        select->otherwise = converted(select->otherwise);
    } else if (auto* call = std::get_if<Call>(&made.kind)) {
        std::ranges::transform(call->args, call->args.begin(), converted);
    } else {
        return value;
    }
    return std::make_shared<const Value>(std::move(made));
}

} // namespace

void widenIndices(const PlanContext&, Kernel& kernel) {
    if (!kernel.wideIndex)
        return;
    const NameSet used = namesInIndices(kernel);
    walkStatements(kernel.body, [&](Statement& s) {
        mapValues(s, withConvertedOperands);
        if (auto* loop = std::get_if<For>(&s.kind))
            loop->type = ir::ScalarType::int64;
        if (auto* scalar = std::get_if<DeclareScalar>(&s.kind);
            scalar && isNarrowInteger(scalar->type) && used.contains(scalar->name))
            scalar->type = ir::ScalarType::int64;
    });
}

} // namespace mw::codegen
