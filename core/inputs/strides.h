#pragma once

#include "core/inputs/scenario.h"

#include <string>

namespace mw::inputs {

/// How elements of arrays lie in memory where the program leaves it open.
enum class ArgumentLayout : std::uint8_t {
    dense, ///< the first dimension fastest, after those whose strides are known
    gaps   ///< in every dimension some memory is left between elements, by every array its own
};

/// Memory that the caller gives, no scalar.
bool isArgumentArray(const ir::DataDescriptor& data);

/// Whether this symbol says how arguments lie in memory, and not how large they are.
bool isStride(const ir::Sdfg& program, const std::string& symbol);

/// Gives values to the strides of arguments that are symbols and have none yet. An array that would
/// not fit its strides with gaps stays dense. The scenario has the shapes of all arguments.
void setStrides(const ir::Sdfg& program, ArgumentLayout layout, Scenario& scenario);

/// The same inputs with gaps between elements of the arguments whose strides are symbols; those in
/// `fixed` and the program's constants stay. nullopt: there is no such stride.
std::optional<Scenario> withGaps(const ir::Sdfg& program, Scenario scenario,
                                 const symbolic::Bindings& fixed);

} // namespace mw::inputs
