#pragma once

#include "core/ir/sdfg.h"
#include "core/support/diagnostic.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mw::analysis {

/// A piece of C++ that the graph carries as text and that a compiler would get as it stands. It can
/// do anything that the user can do, so nothing compiles it before the user agreed.
struct RawCode {
    enum class Kind : std::uint8_t { tasklet, global, init, exit, stateField, kernel };
    Kind kind = Kind::tasklet;
    ElementId element; ///< tasklet, the SDFG, or the map of a kernel that is written by hand
    std::string where; ///< "tasklet 't' in state 's'", "global code (frame) of SDFG 'p'"
    std::string text;
    std::string file;       ///< of global code: DaCe's "frame", "cuda", "null" = all
    bool ofTasklet = false; ///< else of an SDFG
};

/// All of it, in the order of the file, nested SDFGs included; without what GT4Py itself adds.
std::vector<RawCode> rawCode(const ir::Sdfg& program);

/// Whether GT4Py added the tasklet around a program, to wait for the device or to read the clock
/// for its metrics: every statement is one of the known ones, whatever comments and white space
/// stand around it.
bool isAddedByGt4py(const ir::Tasklet& tasklet);
/// The same of the init code of an SDFG, where GT4Py makes all streams the default stream.
bool isAddedByGt4py(const ir::CodeBlock& initCode);

/// "untrusted-code": the sentence names the first place and how many there are, the notes show
/// every place with its first lines; the location has the elements.
Diagnostic untrustedCode(const std::vector<RawCode>& code);

} // namespace mw::analysis
