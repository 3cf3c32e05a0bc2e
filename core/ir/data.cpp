// Questions that a container's descriptor answers about itself.
#include "core/ir/data.h"

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace mw::ir {

std::uint32_t newTableNumber() {
    static std::atomic<std::uint32_t> last = 0;
    return ++last;
}

using symbolic::Expr;

bool DataDescriptor::isSingleElement() const {
    if (isScalar())
        return true;
    return kind == DataKind::array &&
           std::ranges::all_of(shape, [](const Expr& extent) { return extent.isInteger(1); });
}

const DataDescriptor* memberOf(const DataDescriptor& structure, std::string_view path) {
    const DataDescriptor* at = &structure;
    while (at && !path.empty()) {
        const std::string_view name = path.substr(0, path.find('.'));
        path.remove_prefix(std::min(path.size(), name.size() + 1));
        const auto found = std::ranges::find(
            at->members, name, [](const auto& member) { return std::string_view(member.first); });
        at = found == at->members.end() ? nullptr : found->second.get();
    }
    return at;
}

DataDescriptor DataDescriptor::scalar(ScalarType type, bool transient) {
    DataDescriptor result;
    result.kind = DataKind::scalar;
    result.typeName = "Scalar";
    result.dtype = {type, {}};
    result.shape = {Expr(1)};
    result.strides = {Expr(1)};
    result.offset = {Expr(0)};
    result.totalSize = 1;
    result.transient = transient;
    return result;
}

DataDescriptor DataDescriptor::array(ScalarType type, std::vector<Expr> shape, bool transient,
                                     bool firstFastest) {
    DataDescriptor result;
    result.dtype = {type, {}};
    result.shape = std::move(shape);
    result.transient = transient;
    const std::size_t rank = result.shape.size();
    result.offset.assign(rank, Expr(0));
    result.strides.assign(rank, Expr(1));
    Expr elements = 1;
    for (std::size_t i = 0; i < rank; ++i) {
        const std::size_t dim = firstFastest ? i : rank - 1 - i;
        result.strides[dim] = elements;
        elements = elements * result.shape[dim];
    }
    result.totalSize = elements;
    return result;
}

} // namespace mw::ir
