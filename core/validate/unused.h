#pragma once

#include "core/analysis/symbol_use.h"

#include <string>
#include <vector>

namespace mw::validate {

/// What one SDFG declares and nothing in it mentions: neither code nor sizes nor memlets nor the
/// symbol mappings of nested SDFGs. Empty where something is not understood and may use any name.
struct Unused {
    std::vector<std::string> symbols;
    std::vector<std::string> containers; ///< temporaries only
};
Unused unusedIn(const ir::Sdfg& sdfg, analysis::SymbolUses& symbols);

} // namespace mw::validate
