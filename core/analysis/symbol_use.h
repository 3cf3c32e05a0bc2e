#pragma once

#include "core/analysis/names.h"

#include <unordered_map>

namespace mw::analysis {

/// usedSymbols() of many SDFGs: those of a nested one are found once, however deep it is nested.
/// The SDFGs must outlive it.
class SymbolUses {
public:
    const NameSet& of(const ir::Sdfg& sdfg);

private:
    std::unordered_map<const ir::Sdfg*, NameSet> known_;
};

} // namespace mw::analysis
