#pragma once

#include "core/inputs/scenario.h"

namespace mw::inputs {

/// The values that a program is specialised to: its constants that were arguments, as its symbols
/// have them. "symbol-value": one cannot.
Expected<symbolic::Bindings> specialisedValues(const ir::Sdfg& program);
/// The same number.
bool isSame(const symbolic::Value& a, const symbolic::Value& b);
std::string toText(const symbolic::Value& value);

/// A program that is specialised has values of its symbols as constants, and computes for these
/// alone. Adds them to the scenario. "specialised-value": the scenario, or its grid where the name
/// follows from that, says another value; the sentence names both.
Expected<void> takeConstants(const ir::Sdfg& program, Scenario& scenario);

/// "layout-differs": the strides of an argument of a specialised program, which are numbers then,
/// do not lie in a dense array of this shape.
Expected<void> checkLayout(const ir::Sdfg& program, const std::string& name,
                           const Scenario& scenario);

} // namespace mw::inputs
