#pragma once

#include "core/codegen/plan.h"
#include "core/codegen/print/dialect.h"
#include "core/support/text_writer.h"

#include <string>

namespace mw::codegen {

/// The kernel's body, one small function per kind of node, values with the parentheses that keep
/// their tree (floating-point operations are not associative). What of the graph the lines were
/// made of, and where raw code stands, is added to `source`.
void printBody(const Kernel& kernel, const Dialect& dialect, TextWriter& out, Source& source);
/// Raw code line by line, at the current indentation; the lines that it got.
RawLines printRaw(const std::string& text, ElementId element, const std::string& where,
                  TextWriter& out);

} // namespace mw::codegen
