#pragma once

#include "core/analysis/bound_names.h"
#include "core/ir/sdfg.h"

// Names that the parts of one SDFG say, and symbols that get a value there.

namespace mw::transforms {

/// Every name that something in the SDFG says: sizes and layouts of its containers, memlets,
/// ranges, code, control flow. More than what is used, never less. Not what it declares, not what
/// nested SDFGs say inside, and not the values that they are given for their symbols.
analysis::NameSet mentionedNames(const ir::Sdfg& sdfg);

/// Adds those that the size and layout of one container say.
void addMentionedNames(const ir::DataDescriptor& data, analysis::NameSet& into);

using analysis::boundNames;

/// False for containers and nodes that can say more names than this tool reads.
bool isReadable(const ir::Sdfg& sdfg);

} // namespace mw::transforms
