#pragma once

#include "core/codegen/codegen.h"
#include "core/exec/protocol.h"

#include <string>

namespace mw::exec {

/// What a compiler says of a kernel: "40 registers, 8 B spilled, 1024 B shared"; what is unknown is
/// left out, empty: all of it. `kind`: AMD's word for shared memory is LDS.
std::string resourcesText(const CompileResult::Resources& resources, Instructions kind);

/// Instructions as text for people, which is a source like the one that was compiled: kernel by
/// kernel in the plan's order, each below what it needs of the device. Every run of instructions
/// stands below the line of `source` that it comes from, as a comment; its lines are made of what
/// that line was made of.
codegen::Source listing(const codegen::Plan& plan, const codegen::Source& source,
                        const DeviceCode& code, Instructions kind);

} // namespace mw::exec
