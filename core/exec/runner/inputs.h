#pragma once

#include "core/codegen/plan.h"
#include "core/exec/message.h"

#include <map>

namespace mw::exec {

/// One array as the client sent it: dense, first dimension fastest.
struct InputArray {
    ir::ScalarType type = ir::ScalarType::float64;
    std::vector<std::int64_t> shape;
    SharedBytes bytes;
};
using InputArrays = std::map<std::string, InputArray, std::less<>>;

/// How an argument lies in memory, with all sizes evaluated.
struct ArrayLayout {
    std::vector<std::int64_t> shape, strides;
    std::int64_t elements = 0; ///< to allocate
    std::size_t elementBytes = 0;

    std::size_t bytes() const { return static_cast<std::size_t>(elements) * elementBytes; }
    /// The client's layout: no rearrangement needed.
    bool isDense() const;
};
Expected<ArrayLayout> layoutOf(const codegen::PlanArray& array, const symbolic::Bindings& symbols);

/// The client's bytes in the program's layout (elements between are zero), and back.
std::vector<std::byte> scatter(const ArrayLayout& layout, const std::vector<std::byte>& dense);
std::vector<std::byte> gather(const ArrayLayout& layout, const std::vector<std::byte>& memory);

/// A number as the bytes of an element; false for types that are no plain numbers.
bool writeElement(const symbolic::Value& value, ir::ScalarType type, std::byte* to);
std::optional<symbolic::Value> readElement(ir::ScalarType type, const std::byte* from);

} // namespace mw::exec
