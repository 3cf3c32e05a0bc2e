#pragma once

#include "core/ir/sdfg.h"

#include <optional>
#include <string>

namespace mw::analysis {

/// Why no executor computes with a container: a stream, a reference, a structure, elements that are
/// no plain numbers. nullopt: they do.
std::optional<std::string> whyNotExecutable(const std::string& name,
                                            const ir::DataDescriptor& data);

/// The same for the first argument, or temporary that the program uses, of an SDFG without those
/// nested in it, in the order of the file: an error that names it.
Expected<void> checkExecutable(const ir::Sdfg& sdfg);

} // namespace mw::analysis
