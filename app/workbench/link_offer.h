#pragma once

#include "app/workbench/project.h"
#include "core/inputs/sequence.h"

#include <string>
#include <vector>

// What can be linked of a project, and what of it may be internal: what the window shows before it
// links.

namespace mw::workbench {

/// The programs of these inputs, in this order, each called once, at their current variants and
/// with the project's inputs for them, else the scenario beside the graph, else small ones. Errors
/// name the program.
Expected<inputs::SequenceInput> sequenceOf(const Project& project,
                                           const std::vector<std::string>& inputs);

/// An array that the programs of a sequence share.
struct LinkField {
    std::string name;
    std::vector<std::string> users; ///< "vn of nabla2", in the order of the programs
    bool mayBeInternal = false;     ///< it would become a temporary
    std::string why;                ///< it may not; empty: it may
};
/// Arrays of more than one program, in the order of first use. The error is link()'s, without any
/// internal fields.
Expected<std::vector<LinkField>> sharedFields(const inputs::SequenceInput& sequence);

/// Takes the current variant of a linked program apart (link::unlink()), with the inputs that
/// sequenceOf() takes, and writes programs and sequence into the folder: the graphs' files.
Expected<std::vector<std::string>> unlinkTo(const Project& project, const std::string& input,
                                            const std::filesystem::path& folder);

} // namespace mw::workbench
