// Questions about types, storages and conditions.
#include "core/ir/predicates.h"

namespace mw::ir {

bool isFloatingPoint(ScalarType type) {
    return DType{type, {}}.isFloating();
}

bool isUnsigned(ScalarType type) {
    return type >= ScalarType::uint8 && type <= ScalarType::uint64;
}

bool isPlainNumber(ScalarType type) {
    return type == ScalarType::float32 || type == ScalarType::float64 ||
           (type >= ScalarType::boolean && type <= ScalarType::uint64);
}

bool isDeviceStorage(Storage storage) {
    return storage == Storage::GPU_Global || storage == Storage::GPU_Shared;
}

bool endsWithCall(Lifetime lifetime) {
    return lifetime == Lifetime::Scope || lifetime == Lifetime::State || lifetime == Lifetime::SDFG;
}

bool isAlwaysTrue(const CodeBlock& condition) {
    const std::string& text = condition.text;
    return text.empty() || text == "1" || text == "True" || text == "(1)" || text == "(True)";
}

} // namespace mw::ir
