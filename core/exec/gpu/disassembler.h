#pragma once

#include "core/exec/gpu/instruction_text.h"
#include "core/exec/runner/cache.h"
#include "core/support/expected.h"

#include <string>

namespace mw::exec {

/// A program that lists machine code.
struct Disassembler {
    std::string path;
    std::string name; ///< "nvdisasm"
};
/// nvdisasm, else cuobjdump, of $CUDA_HOME and $CUDA_PATH, of $PATH, of toolkits in /usr/local, of
/// NVIDIA's Python packages, or beside NVRTC; llvm-objdump of $ROCM_PATH and $HIP_PATH, of
/// /opt/rocm, or of $PATH. "no-tool" says what is missing and where it comes from.
Expected<Disassembler> findDisassembler(Instructions kind);

/// A cubin or code object as text. "tool-failed" with what the program said.
Expected<InstructionText> disassemble(const Disassembler& with, const std::string& code,
                                      const std::string& architecture, const BinaryCache& cache);

} // namespace mw::exec
