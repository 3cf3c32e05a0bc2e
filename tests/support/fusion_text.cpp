// The text of programs for fusing: axes, containers, maps as they are written.
#include "tests/support/fusion_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::test {

namespace {

std::string shifted(const std::string& index, int offset) {
    return offset == 0 ? index : fmt::format("{} - {}", index, offset);
}

std::string product(const std::vector<std::string>& factors, std::size_t from, std::size_t to) {
    std::string text = "1";
    for (std::size_t d = from; d < to; ++d)
        text += fmt::format(" * ({})", factors[d]);
    return text;
}

} // namespace

std::string Field::rowStride() const {
    if (blocked)
        return "1";
    const auto at = std::find(dims.begin(), dims.end(), kRow);
    return at == dims.end() ? "1" : strides[static_cast<std::size_t>(at - dims.begin())];
}

/// C order, first dimension fastest, or C order with rows that are longer than needed.
void FusionText::declare(Field& field) {
    field.shape.clear();
    for (const int dim : field.dims)
        field.shape.push_back(dim == Field::kRow ? std::to_string(field.row)
                                                 : axes_[static_cast<std::size_t>(dim)].extent());
    if (field.blocked)
        field.shape = {fmt::format("{} * ({})", field.row, axes_[0].extent())};
    auto sizes = field.shape;
    const int layout = random_.below(3);
    if (layout == 2)
        sizes.back() += " + 2";
    field.strides.clear();
    for (std::size_t d = 0; d < sizes.size(); ++d)
        field.strides.push_back(layout == 1 ? product(sizes, 0, d)
                                            : product(sizes, d + 1, sizes.size()));
    std::string offsets;
    for (const int dim : field.dims)
        offsets += fmt::format("{}{}", offsets.empty() ? "" : ", ",
                               dim == Field::kRow ? field.rowOffset : 0);
    declareLine(fmt::format("array {} {} [{}] strides [{}]{} total [{}]{}", field.name, field.type,
                            fmt::join(field.shape, ", "), fmt::join(field.strides, ", "),
                            field.rowOffset != 0 ? " offset [" + offsets + "]" : "",
                            product(sizes, 0, sizes.size()), field.transient ? " transient" : ""));
}

void FusionText::declareScalar(const std::string& name, const std::string& type) {
    declareLine(fmt::format("scalar {} {} transient", name, type));
}

std::string FusionText::subset(const Field& field, const std::vector<std::string>& at,
                               const std::string& row, const std::string& blockedRow) const {
    if (field.blocked)
        return "[" + blockedRow + "]";
    std::vector<std::string> parts;
    for (const int dim : field.dims)
        parts.push_back(dim == Field::kRow ? row : at[static_cast<std::size_t>(dim)]);
    return fmt::format("[{}]", fmt::join(parts, ", "));
}

std::string FusionText::element(const Field& field, const std::vector<std::string>& at,
                                const std::string& row) const {
    return subset(field, at, shifted(row, field.rowOffset),
                  fmt::format("{} * ({}) + {}", field.row, at[0], row));
}

std::string FusionText::part(const Field& field, const std::vector<std::string>& at, int first,
                             int end) const {
    return subset(field, at, fmt::format("{}:{}", first - field.rowOffset, end - field.rowOffset),
                  fmt::format("{0} * ({1}) + {2}:{0} * ({1}) + {3}", field.row, at[0], first, end));
}

std::string FusionText::whole(const Field& field) const {
    std::vector<std::string> at;
    for (const Axis& axis : axes_)
        at.push_back("0:" + axis.extent());
    return subset(field, at, fmt::format("{}:{}", -field.rowOffset, field.row - field.rowOffset),
                  "0:" + (field.shape.empty() ? "1" : field.shape[0]));
}

std::string FusionText::access(const std::string& container) {
    const std::string name = fresh("a_");
    node(fmt::format("{} = access {}", name, container));
    return name;
}

} // namespace mw::test
