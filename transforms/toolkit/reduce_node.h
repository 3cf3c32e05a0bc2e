#pragma once

#include "core/ir/node.h"

#include <string_view>

// What reductions of DaCe and GT4Py say in their properties.

namespace mw::transforms {

bool isReduce(const ir::Node& node);
/// GT4Py's reduction over a list of neighbours that leaves out those whose entry in the table, its
/// second input, is -1. Its expansion finds elements by the strides of the container.
bool isReduceWithSkipValues(const ir::LibraryNode& library);
/// A library node of which it is known that it computes its outputs from its inputs and does
/// nothing else, however its arrays lie in memory. Libraries of communication have classes of their
/// own.
bool isPureLibrary(const ir::LibraryNode& library);
/// The compact JSON text of a property; empty for null and for what is not there.
std::string_view propertyOf(const ir::LibraryNode& library, std::string_view name);

} // namespace mw::transforms
