#pragma once

#include "core/codegen/dialect.h"
#include "core/codegen/kernel_ir.h"
#include "core/support/text_writer.h"

#include <string>

namespace mw::codegen {

/// A value as C++ text with the parentheses that keep its tree (floating-point operations are not
/// associative).
std::string print(const Value& value, const Dialect& dialect);

/// Statements, one small function per kind of node. Lines of raw code are added to `raw`.
void print(const Statements& statements, const Dialect& dialect, TextWriter& out,
           std::vector<RawLines>& raw);
/// Raw code line by line, at the current indentation; the lines that it got.
RawLines printRaw(const std::string& text, ElementId element, const std::string& where,
                  TextWriter& out);

} // namespace mw::codegen
