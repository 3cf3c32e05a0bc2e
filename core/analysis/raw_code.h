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
    enum class Kind : std::uint8_t { tasklet, global, init, exit, stateField };
    Kind kind = Kind::tasklet;
    ElementId element; ///< tasklet, or the SDFG
    std::string where; ///< "tasklet 't' in state 's'", "global code (frame) of SDFG 'p'"
    std::string text;
    std::string file;       ///< of global code: DaCe's "frame", "cuda", "null" = all
    bool ofTasklet = false; ///< else of an SDFG
};

/// All of it, in the order of the file, nested SDFGs included; without what GT4Py itself adds.
std::vector<RawCode> rawCode(const ir::Sdfg& program);

/// What GT4Py adds around a program: waiting for the device and reading the clock for its metrics.
/// Every statement must be one of the known ones.
bool isAddedByGt4py(const ir::Tasklet& tasklet);
/// As above, for the init code of an SDFG: all streams become the default stream.
bool isAddedByGt4py(const ir::CodeBlock& initCode);

/// "untrusted-code": the sentence names the first place and how many there are, the notes show
/// every place with its first lines; the location has the elements.
Diagnostic untrustedCode(const std::vector<RawCode>& code);

} // namespace mw::analysis
