#pragma once

#include "core/codegen/library/library.h"
#include "tests/core/exec/both_ways.h"

#include <filesystem>
#include <string>

namespace mw::test {

/// A program as an exported library.
struct LibraryForm {
    codegen::LibraryInterface interface;
    std::string text; ///< the host program of codegen::printLibrary, and functions that call it
};

/// `constants`: those that the plan was lowered with.
Expected<LibraryForm> libraryOf(const TwoWays& program, const symbolic::Bindings& constants);
/// Writes `base`.so, which has both: kernels as sourceOf() has them, and the library, of whose text
/// the compiler's warnings are errors. One call of the compiler, which costs more than what it
/// compiles.
Expected<void> compileTogether(const std::filesystem::path& base, const std::string& kernels,
                               const LibraryForm& library);
/// What the program's arrays are after a call of the library through DaCe's interface.
Expected<exec::InputArrays> callLibrary(const TwoWays& program, const LibraryForm& library,
                                        const std::filesystem::path& object);

} // namespace mw::test
