#pragma once

#include "tests/samples/columns.h"

#include <string>

namespace mw::test {

/// A rung of the ladder as plain loops, written from its formula: what `out`, a copy of `in`, holds
/// after a run.
using Reference = void (*)(const Columns& in, Columns& out);
/// By the program's name; nullptr: there is none.
Reference referenceFor(const std::string& program);

} // namespace mw::test
