#pragma once

#include "core/analysis/names.h"
#include "core/analysis/part_cache.h"
#include "core/ir/sdfg.h"

#include <unordered_map>

namespace mw::analysis {

/// usedSymbols() of many SDFGs: those of a nested one are found once, however deep it is nested.
/// The SDFGs must outlive it.
class SymbolUses {
public:
    SymbolUses() = default;
    /// What is found is kept there too, for later documents.
    explicit SymbolUses(PartCache& kept) : kept_(&kept) {}

    const NameSet& of(const ir::Sdfg& sdfg);
    const NameSet& of(const ir::SdfgPtr& sdfg);
    /// Symbols that one state of the SDFG reads, whether they come from outside or not.
    NameSet readBy(const ir::Sdfg& sdfg, const ir::State& state);
    /// Symbols that the SDFG's control flow assigns.
    const NameSet& assignedIn(const ir::Sdfg& sdfg);

private:
    PartCache* kept_ = nullptr;
    std::unordered_map<const ir::Sdfg*, NameSet> known_, assigned_;
};

} // namespace mw::analysis
