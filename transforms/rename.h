#pragma once

#include "core/ir/edit.h"
#include "core/symbolic/expr.h"

#include <map>
#include <string>
#include <string_view>

namespace mw::transforms {

using Renaming = std::map<std::string, std::string, std::less<>>;

/// Replaces whole identifiers of Python or C++ text, all at once; members (`a.i`) stay.
std::string renameIdentifiers(std::string_view code, const Renaming& names);

/// The renaming as a substitution of symbols by symbols.
symbolic::Substitution substitutionOf(const Renaming& names);

/// Renames symbols in everything inside a map scope: memlets, code of tasklets, ranges of inner
/// maps, symbol mappings of nested SDFGs. The entry's own parameters are not touched.
void renameInScope(ir::Editor& editor, BlockId state, NodeId entry, const Renaming& names);

} // namespace mw::transforms
