#pragma once

#include "core/exec/protocol.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mw::exec {

/// What a compiler or a disassembler wrote, taken apart by kernels. Lines of the source are those
/// of the file kSourceName; where a function of another file was put in its place, the line that
/// called it. What only says where lines come from is left out of the text, as are padding behind a
/// kernel's end and sections with debugging data.
struct InstructionText {
    std::vector<std::string> head; ///< before all kernels
    std::map<std::string, KernelInstructions> kernels;
};
InstructionText readPtx(std::string_view text);       ///< with `.loc`
InstructionText readNvdisasm(std::string_view text);  ///< of -c -gi
InstructionText readCuobjdump(std::string_view text); ///< of -sass; it knows no lines
InstructionText readAmdgcn(std::string_view text);    ///< of clang's -S, with `.loc`
InstructionText readObjdump(std::string_view text);   ///< of LLVM's -d -l

} // namespace mw::exec
