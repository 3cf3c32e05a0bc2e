#pragma once

#include "core/ir/index.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// The one name that a kernel has everywhere: what it writes.

namespace mw::analysis {

/// What program rows are called, by their elements. Where several write the same, the label stands
/// behind: "vn (map_3_fieldop)".
using KernelNames = std::map<ElementId, std::string>;
KernelNames kernelNames(const ir::Document& document);
/// The same, worked out once for the last few documents. For any threads.
std::shared_ptr<const KernelNames> sharedKernelNames(const ir::DocumentPtr& document);

/// What a node is called for people: a map, library node or tasklet outside of maps as the kernel
/// that it is, every other node as the document has it, the end of a scope as its beginning.
std::string nameOf(const ir::DocumentIndex& index, const ir::Node& node);
/// A text about some elements, with the names of kernels in place of their labels; in a chain
/// ("first -> tmp -> second") a kernel and the temporary of its name are one: "tmp -> b".
std::string withKernelNames(const ir::DocumentIndex& index, std::string_view text,
                            const std::vector<ElementId>& about);

} // namespace mw::analysis
