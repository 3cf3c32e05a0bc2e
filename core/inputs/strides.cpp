// Strides of arguments that are symbols: dense, or with memory left between elements.
#include "core/inputs/strides.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mw::inputs {

namespace {

std::string strideName(const std::string& array, std::size_t dim) {
    return fmt::format("__{}_stride_{}", array, dim);
}

struct LaidDimension {
    std::int64_t extent = 0;
    std::optional<std::int64_t> stride; ///< nullopt: open
    bool placed = false;
};
using LaidDimensions = std::vector<LaidDimension>;

LaidDimensions dimensionsOf(const ir::DataDescriptor& data, const Scenario& scenario,
                            const std::vector<std::int64_t>& shape) {
    LaidDimensions dims;
    for (std::size_t d = 0; d < shape.size() && d < data.strides.size(); ++d) {
        const auto known = symbolic::evaluateInteger(data.strides[d], scenario.symbols);
        dims.push_back({shape[d], known ? std::optional(*known) : std::nullopt});
    }
    return dims;
}

/// Places one dimension after the other behind `gap` elements each. Returns whether every element
/// has a place of its own, which known strides can prevent.
bool place(LaidDimensions& dims, std::int64_t gap) {
    std::int64_t behind = 1;
    for (std::size_t turn = 0; turn < dims.size(); ++turn) {
        const auto next = [&](auto&& wanted) {
            return std::ranges::find_if(
                dims, [&](const LaidDimension& dim) { return !dim.placed && wanted(dim); });
        };
        auto dim = next([&](const LaidDimension& d) { return d.stride && *d.stride <= behind; });
        if (dim == dims.end())
            dim = next([](const LaidDimension& d) { return !d.stride; });
        if (dim == dims.end())
            dim = next([](const LaidDimension&) { return true; });
        if (!dim->stride)
            dim->stride = behind + gap;
        dim->placed = true;
        if (dim->extent > 1 && *dim->stride < behind)
            return false;
        behind = std::max(behind, *dim->stride * std::max<std::int64_t>(dim->extent, 1));
    }
    return true;
}

} // namespace

bool isArgumentArray(const ir::DataDescriptor& data) {
    return !data.transient && !data.isScalar() && data.kind == ir::DataKind::array;
}

bool isStride(const ir::Sdfg& program, const std::string& symbol) {
    const auto occurs = [&](const std::vector<symbolic::Expr> ir::DataDescriptor::*where) {
        return std::ranges::any_of(program.arrays, [&](const auto& entry) {
            return isArgumentArray(*entry.value) &&
                   std::ranges::any_of((*entry.value).*where, [&](const auto& e) {
                       return symbolic::freeSymbols(e).contains(symbol);
                   });
        });
    };
    return occurs(&ir::DataDescriptor::strides) && !occurs(&ir::DataDescriptor::shape);
}

void setStrides(const ir::Sdfg& program, ArgumentLayout layout, Scenario& scenario) {
    std::int64_t arrays = 0;
    for (const auto& [name, data] : program.arrays) {
        if (!isArgumentArray(*data))
            continue;
        const auto& shape = scenario.arrays[name].shape;
        const LaidDimensions open = dimensionsOf(*data, scenario, shape);
        LaidDimensions dims = open;
        if (layout == ArgumentLayout::dense || !place(dims, 1 + arrays++ % 3)) {
            dims = open;
            place(dims, 0);
        }
        for (std::size_t d = 0; d < dims.size(); ++d) {
            const auto value = symbolic::Value::integer(dims[d].stride.value_or(1));
            scenario.symbols.try_emplace(strideName(name, d), value);
            if (data->strides[d].isSymbol())
                scenario.symbols.try_emplace(data->strides[d].name(), value);
        }
    }
}

std::optional<Scenario> withGaps(const ir::Sdfg& program, Scenario scenario,
                                 const symbolic::Bindings& fixed) {
    std::set<std::string, std::less<>> sizes;
    for (const auto& [name, data] : program.arrays)
        if (isArgumentArray(*data))
            for (const auto& size : data->shape)
                symbolic::collectSymbols(size, sizes);
    bool open = false;
    const auto take = [&](const std::string& name) {
        return !sizes.contains(name) && !fixed.contains(name) &&
               !program.constants.contains(name) && scenario.symbols.erase(name) > 0;
    };
    for (const auto& [name, data] : program.arrays) {
        if (!isArgumentArray(*data))
            continue;
        for (std::size_t d = 0; d < data->strides.size(); ++d)
            if (data->strides[d].isSymbol() && take(data->strides[d].name())) {
                take(strideName(name, d));
                open = true;
            }
    }
    if (!open)
        return std::nullopt;
    setStrides(program, ArgumentLayout::gaps, scenario);
    return scenario;
}

} // namespace mw::inputs
