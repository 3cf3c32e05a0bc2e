#pragma once

#include "tests/samples/columns.h"

#include <string>

namespace mw::test {

/// A rung of the ladder as plain loops, written from its formula: what `out`, a copy of `in`, holds
/// after a run.
using Reference = void (*)(const Columns& in, Columns& out);
/// By the program's name; nullptr: there is none.
Reference referenceFor(const std::string& program);
/// What it says comes out of these inputs.
Outputs outputsOf(Reference reference, const RunInputs& inputs);
/// Element by element to 1e-12.
void checkSame(const Expected<Outputs>& got, const Outputs& expected);

} // namespace mw::test
