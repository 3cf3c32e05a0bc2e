#pragma once

#include "core/codegen/library/abi.h"

#include <string>

namespace mw::codegen {

/// Which of a program's arguments a function has.
enum class Parameters : std::uint8_t { all, symbols };

/// "void* p0, int p1": by their places among the arguments.
std::string parameterList(const LibraryInterface& interface, Parameters which);

/// Statements that put the parameters into the frame `f`, and refuse those that are not what they
/// must be.
void takeParameters(const LibraryProgram& program, Parameters which, TextWriter& out);

} // namespace mw::codegen
