#pragma once

#include "core/exec/protocol.h"

#include <map>
#include <string>
#include <string_view>

namespace mw::exec {

/// What the metadata of a code object for AMD GPUs says of its kernels, by name: vector registers,
/// scalar registers, bytes of vector registers that are spilled per thread, LDS, private memory. Of
/// a linked code object and of one that is not. Nothing of what is damaged or of another format.
/// (LLVM, User Guide for AMDGPU Backend, "Code Object V3 Metadata": a note of an ELF file, in
/// MessagePack.)
std::map<std::string, CompileResult::Resources> readCodeObject(std::string_view elf);

/// Can a device load it, or is it what a linker takes?
bool isLinked(std::string_view elf);

} // namespace mw::exec
