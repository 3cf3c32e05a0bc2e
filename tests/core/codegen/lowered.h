#pragma once

#include "core/codegen/codegen.h"

#include <string>

namespace mw::test {

/// z[e, k] = w[e] * x[e, k] over edges e (unit stride) and levels k.
extern const char* const kMetric;
/// z[e, k] = 2 * x[e, k]: nothing is read twice.
extern const char* const kStream;

/// The plan of a program in the text form; fails the test where there is none.
codegen::Plan lowered(const std::string& program, const codegen::LowerOptions& options = {});
/// The only kernel of a program.
codegen::Kernel kernelOf(const std::string& program);

// For bodies of kernels that are written by hand.
codegen::ValuePtr valueOf(codegen::Value::Kind kind, ir::ScalarType type = ir::ScalarType::float64);
/// In the plain dialect.
symbolic::Expr parsed(const std::string& text);

} // namespace mw::test
