#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// What GT4Py calls things when it writes a graph: the names of core/conventions, the other way.

namespace mw::samples {

enum class Generation : std::uint8_t {
    gt4py109, ///< GT4Py 1.0.9 on DaCe 1
    gt4py121, ///< GT4Py 1.2.1 on DaCe 2
};

class Names {
public:
    explicit Names(Generation generation) : new_(generation == Generation::gt4py121) {}

    /// Stride of the axis at a place of a field's shape: `__vn_stride_1`, `__vn_K_stride`.
    std::string stride(const std::string& field, std::size_t place, std::string_view axis) const;
    /// `__vn_K_range_0`: where the field's domain begins.
    static std::string first(const std::string& field, std::string_view axis);
    /// `__vn_K_range_1`: where it ends.
    static std::string end(const std::string& field, std::string_view axis);

    static std::string table(std::string_view table);
    std::string tableSize(std::string_view table) const;
    std::string tableStride(std::string_view table, std::size_t place) const;

    static std::string parameter(std::string_view axis);
    static std::string localParameter(std::string_view table);

    /// Connector of a tasklet: "arg0", "result", "field", ...
    std::string connector(std::string_view name) const;
    std::string temporary(int number) const;
    /// Connector of a Reduce node: none in the older generation.
    std::string reduceConnector(std::string_view name) const;
    /// How many elements a range has. Max(0, ...), but in the older generation not for ranges whose
    /// bounds are symbols alone (`plain`).
    std::string extent(const std::string& start, const std::string& end, bool plain) const;

private:
    bool new_;
};

} // namespace mw::samples
