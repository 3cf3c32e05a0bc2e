// The names of both generations.
#include "samples/builder/names.h"

#include <fmt/format.h>

namespace mw::samples {

std::string Names::stride(const std::string& field, std::size_t place,
                          std::string_view axis) const {
    return new_ ? fmt::format("__{}_{}_stride", field, axis)
                : fmt::format("__{}_stride_{}", field, place);
}

std::string Names::first(const std::string& field, std::string_view axis) {
    return fmt::format("__{}_{}_range_0", field, axis);
}

std::string Names::end(const std::string& field, std::string_view axis) {
    return fmt::format("__{}_{}_range_1", field, axis);
}

std::string Names::table(std::string_view table) {
    return fmt::format("gt_conn_{}", table);
}

std::string Names::tableSize(std::string_view table) const {
    return fmt::format("__gt_conn_{}_{}", table, new_ ? "source_size" : "size_0");
}

std::string Names::tableStride(std::string_view table, std::size_t place) const {
    if (new_)
        return fmt::format("__gt_conn_{}_{}_stride", table, place == 0 ? "source" : "neighbor");
    return fmt::format("__gt_conn_{}_stride_{}", table, place);
}

std::string Names::parameter(std::string_view axis) {
    return fmt::format("i_{}_gtx_{}", axis, axis == "K" ? "vertical" : "horizontal");
}

std::string Names::localParameter(std::string_view table) {
    return fmt::format("i_{}_gtx_localdim", table);
}

std::string Names::connector(std::string_view name) const {
    if (new_)
        return fmt::format("__tlet_{}", name);
    const bool plain = name == "result" || name == "offset" || name == "shifted_index";
    return plain ? std::string(name) : fmt::format("__{}", name);
}

std::string Names::temporary(int number) const {
    return fmt::format("{}{}", new_ ? "gtir_tmp_" : "__tmp", number);
}

std::string Names::reduceConnector(std::string_view name) const {
    return new_ ? fmt::format("_{}", name) : std::string();
}

std::string Names::extent(const std::string& start, const std::string& end, bool plain) const {
    const auto difference = fmt::format("{} - ({})", end, start);
    return plain && !new_ ? difference : fmt::format("Max(0, {})", difference);
}

} // namespace mw::samples
