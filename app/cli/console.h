#pragma once

#include "app/cli/commands.h"
#include "core/ir/sdfg.h"
#include "core/support/diagnostic.h"

#include <string>

namespace mw::cli {

/// To standard output; everything a command produces goes through here.
void print(const std::string& text);
/// What a command says of the file that it wrote: a line, or JSON with its size.
void printWritten(const std::string& file, bool json);
/// `mw: sentence (at place)` to standard error.
void complain(const Diagnostic& diagnostic);
/// complain(), and the exit code that fits: what the machine lacks is told from what failed.
Exit failed(const Diagnostic& diagnostic, Exit otherwise);

/// Reads a program; complains and returns null when that fails.
ir::DocumentPtr load(const std::string& file);

} // namespace mw::cli
