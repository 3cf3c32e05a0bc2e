#pragma once

#include "core/analysis/names.h"

#include <unordered_map>

namespace mw::analysis {

/// usedSymbols() of many SDFGs: those of a nested one are found once, however deep it is nested.
/// The SDFGs must outlive it.
class SymbolUses {
public:
    const NameSet& of(const ir::Sdfg& sdfg);
    /// Symbols that one state of the SDFG reads, whether they come from outside or not.
    NameSet readBy(const ir::Sdfg& sdfg, const ir::State& state);
    /// Symbols that the SDFG's control flow assigns.
    const NameSet& assignedIn(const ir::Sdfg& sdfg);

private:
    std::unordered_map<const ir::Sdfg*, NameSet> known_, assigned_;
};

} // namespace mw::analysis
