#pragma once

#include "core/link/detail/program_use.h"
#include "core/support/expected.h"

#include <map>
#include <string>
#include <vector>

// Which arguments of the programs are one array.

namespace mw::link {

/// An array of the linked program.
struct LinkedArray {
    std::string name;
    std::vector<Argument> users; ///< those of called programs that touch it, in their order
    bool written = false;
};

struct Arrays {
    std::vector<LinkedArray> all; ///< in the order of first use
    /// Of all array arguments, those of programs that are not called too.
    std::map<Argument, std::string> names;
    std::vector<Diagnostic> notices;

    const LinkedArray* find(const std::string& name) const;
};

/// Errors: "link-binding", "link-argument", "link-array".
Expected<Arrays> arraysOf(const inputs::SequenceInput& sequence,
                          const std::vector<ProgramUse>& uses);

/// An array or a single element, which is passed by memlets; else a scalar.
bool isArrayArgument(const ir::DataDescriptor& data);

} // namespace mw::link
