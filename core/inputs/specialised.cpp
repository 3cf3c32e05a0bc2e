// Inputs of programs that are specialised: what they say must be what the program was made for.
#include "core/inputs/specialised.h"

#include "core/inputs/known_values.h"
#include "core/ir/symbol_value.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::inputs {

namespace {

using symbolic::Value;

Unexpected otherValue(const std::string& name, const Value& constant, const std::string& who,
                      const Value& other) {
    return fail("specialised-value",
                fmt::format("the program is specialised to {} = {}, and {} says {}; give it that "
                            "value, or take the program from before it was specialised",
                            name, toText(constant), who, toText(other)));
}

/// What a run says about the symbol: its own value, or what its grid makes of the name.
Expected<void> checkConstant(const std::string& name, const Value& constant,
                             const Scenario& scenario) {
    if (const auto given = scenario.symbols.find(name); given != scenario.symbols.end()) {
        if (!isSame(constant, given->second))
            return otherValue(name, constant, "the scenario", given->second);
        return {};
    }
    if (scenario.grid == Grid{})
        return {};
    if (const auto size = gridSymbol(scenario.grid, name);
        size && !isSame(constant, Value::integer(*size)))
        return otherValue(name, constant, toString(scenario.grid), Value::integer(*size));
    return {};
}

struct Dimension {
    std::int64_t stride = 0, extent = 0;
    bool given = false; ///< the stride is an argument still: what it leaves out is meant
};

std::vector<std::int64_t> strides(const std::vector<Dimension>& dims) {
    std::vector<std::int64_t> all;
    for (const Dimension& dim : dims)
        all.push_back(dim.stride);
    return all;
}

/// Each element has a place of its own, and the strides that the program brings leave out nothing.
bool fitsDense(std::vector<Dimension> dims) {
    std::ranges::sort(dims, {}, &Dimension::stride);
    std::int64_t reach = 1; // one past the last element of the dimensions so far
    bool gaps = false;
    for (const auto& [stride, extent, given] : dims) {
        if (extent <= 1)
            continue;
        if (stride < reach || (stride > reach && !given && !gaps))
            return false;
        gaps = gaps || stride > reach;
        reach += stride * (extent - 1);
    }
    return true;
}

} // namespace

Expected<symbolic::Bindings> specialisedValues(const ir::Sdfg& program) {
    symbolic::Bindings values;
    for (const auto& [name, constant] : program.constants) {
        const auto declared = program.symbols.find(name);
        if (declared == program.symbols.end())
            continue; // never was an argument
        MW_TRY(values[name], ir::symbolValue(name, constant, declared->second.scalar));
    }
    return values;
}

bool isSame(const Value& a, const Value& b) {
    return a.isReal || b.isReal ? a.asReal() == b.asReal() : a.i == b.i;
}

std::string toText(const Value& value) {
    return value.isReal ? fmt::format("{}", value.d) : fmt::format("{}", value.i);
}

Expected<void> takeConstants(const ir::Sdfg& program, Scenario& scenario) {
    MW_TRY(const auto values, specialisedValues(program));
    for (const auto& [name, value] : values) {
        MW_CHECK(checkConstant(name, value, scenario));
        scenario.symbols.insert_or_assign(name, value);
    }
    return {};
}

Expected<void> checkLayout(const ir::Sdfg& program, const std::string& name,
                           const Scenario& scenario) {
    const auto* data = program.data(name);
    const auto given = scenario.arrays.find(name);
    if (program.constants.empty() || !data || given == scenario.arrays.end())
        return {};
    const auto& shape = given->second.shape;
    std::vector<Dimension> dims;
    for (std::size_t i = 0; i < shape.size() && i < data->strides.size(); ++i) {
        const auto stride = symbolic::evaluateInteger(data->strides[i], scenario.symbols);
        if (!stride || shape[i] == 0)
            return {};
        const auto names = symbolic::freeSymbols(data->strides[i]);
        const bool isGiven = !names.empty() && std::ranges::none_of(names, [&](const auto& symbol) {
            return program.constants.contains(symbol);
        });
        dims.push_back({*stride, shape[i], isGiven});
    }
    if (fitsDense(dims))
        return {};
    return fail(
        "layout-differs",
        fmt::format("the program is specialised to another layout of '{}': its strides [{}] "
                    "do not fit a dense array of shape [{}]",
                    name, fmt::join(strides(dims), ", "), fmt::join(shape, ", ")));
}

} // namespace mw::inputs
