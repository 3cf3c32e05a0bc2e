#pragma once

#include "core/ir/sdfg.h"
#include "core/ir/types.h"
#include "core/support/expected.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mw::codegen {

/// One argument of a program as DaCe's C ABI passes it.
struct LibraryArgument {
    enum class Kind : std::uint8_t {
        array,  ///< a pointer
        scalar, ///< a container by value
        symbol, ///< by value; DaCe's init function takes it too
    };
    std::string name;
    ir::ScalarType type = ir::ScalarType::float64;
    Kind kind = Kind::array;

    bool operator==(const LibraryArgument&) const = default;
};

/// What a compiled program offers to its callers, which they took from the graph that they know.
struct LibraryInterface {
    std::string name;
    std::vector<LibraryArgument> arguments; ///< in the order of the ABI
    /// Storages of arrays that the graph leaves to the caller to allocate.
    std::set<std::string> externalStorages;

    const LibraryArgument* argument(std::string_view name) const; ///< nullptr: none
};

/// The interface of DaCe's own build of a graph (analysis::argumentList). The error names an
/// argument that no C function takes, or a program whose name is none in C.
Expected<LibraryInterface> libraryInterface(const ir::Sdfg& sdfg);
/// "structure-argument": a library cannot take one of the arguments.
Expected<void> fitsLibrary(const ir::Sdfg& sdfg);

/// "changed-arguments", with a sentence that names it, where the lists differ: an argument that
/// only one of them has, or that stands elsewhere, is passed otherwise, or has another type.
/// `wanted`: what callers know, `got`: what a variant has. `folded`: may lack in `got`.
Expected<void> sameArguments(const LibraryInterface& wanted, const LibraryInterface& got,
                             const std::set<std::string, std::less<>>& folded = {});

} // namespace mw::codegen
