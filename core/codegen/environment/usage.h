#pragma once

#include "core/ir/sdfg.h"

#include <map>
#include <string>

namespace mw::codegen {

/// How the transients of one SDFG are used: decides where each lives.
struct Usage {
    BlockId state;              ///< the only state with access nodes; 0: several or carried over
    NodeId scope;               ///< innermost scope that contains all access nodes; 0: top level
    bool constant = false;      ///< one write, by a tasklet or a copy, in the scope of all uses
    bool singleWrite = false;   ///< one edge into an access node in the whole SDFG
    bool readByControl = false; ///< in conditions or assignments
    bool used = false;          ///< there is an access node
    bool written = false;       ///< one of them has an incoming edge
    bool setZero = false;       ///< zeros whenever `scope`, `state` or else the SDFG begins

    bool operator==(const Usage&) const = default;
};
using UsageTable = std::map<std::string, Usage, std::less<>>;
UsageTable analyseUsage(const ir::Sdfg& sdfg);

} // namespace mw::codegen
