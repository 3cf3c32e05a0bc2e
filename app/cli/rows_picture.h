#pragma once

#include "core/ir/sdfg.h"
#include "core/symbolic/expr.h"

#include <string>

namespace mw::cli {

/// The program view as SVG: a row for each kernel and copy in program order, with its range and the
/// bytes that it moves at least, over a lane for each array that it touches. `values`: of symbols;
/// a row whose bytes they leave open has none. Deterministic; `program`: printable() is applied
/// here.
std::string rowsPicture(const ir::Document& program, const symbolic::Bindings& values);

} // namespace mw::cli
