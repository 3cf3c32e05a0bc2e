// Sums of magnitudes in the place of sums.
#include "core/codegen/magnitudes.h"

#include "core/codegen/walk.h"

#include <memory>

namespace mw::codegen {

namespace {

bool isReal(ir::ScalarType type) {
    return type == ir::ScalarType::float64 || type == ir::ScalarType::float32;
}

ValuePtr magnitude(const ValuePtr& value) {
    return std::make_shared<const Value>(Value{Call{"fabs", {value}}, value->type});
}

ValuePtr withoutCancelling(const ValuePtr& value) {
    const auto* sum = std::get_if<Binary>(&value->kind);
    if (!sum || !isReal(value->type) || (sum->op != "+" && sum->op != "-"))
        return value;
    return std::make_shared<const Value>(
        Value{Binary{"+", magnitude(sum->left), magnitude(sum->right)}, value->type});
}

} // namespace

void sumMagnitudes(Plan& plan) {
    for (Kernel& kernel : plan.kernels) {
        kernel.known = nullptr;
        walkStatements(kernel.body, [](Statement& statement) {
            mapValues(statement, withoutCancelling);
            if (auto* store = std::get_if<Store>(&statement.kind);
                store && store->wcr == "sum" && isReal(store->type))
                store->value = magnitude(store->value);
        });
    }
}

} // namespace mw::codegen
