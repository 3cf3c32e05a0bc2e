#pragma once

#include "core/analysis/names.h"
#include "core/ir/edit.h"
#include "core/ir/index.h"
#include "core/symbolic/expr.h"

#include <map>
#include <string>
#include <string_view>

namespace mw::transforms {

struct StateView;

using Renaming = std::map<std::string, std::string, std::less<>>;

/// Replaces whole identifiers of Python or C++ text, all at once; members (`a.i`) stay.
std::string renameIdentifiers(std::string_view code, const Renaming& names);

/// The renaming as a substitution of symbols by symbols.
symbolic::Substitution substitutionOf(const Renaming& names);

/// Renames symbols in everything inside a map scope: memlets, code of tasklets, ranges of inner
/// maps, symbol mappings of nested SDFGs. The entry's own parameters are not touched.
void renameInScope(ir::Editor& editor, BlockId state, NodeId entry, const Renaming& names);
/// Replaces symbols in there by expressions; in code by the text that `inCode` has for them.
void replaceInScope(ir::Editor& editor, BlockId state, NodeId entry,
                    const symbolic::Substitution& values, const Renaming& inCode);

/// The names that mean something inside a map scope, at any depth: a symbol that is to be renamed
/// must not be bound again in there, and its new name must not occur.
struct NamesInside {
    analysis::NameSet used;  ///< symbols that expressions and code refer to
    analysis::NameSet bound; ///< names that something inside gives a meaning of its own: inner
                             ///< parameters, connectors, locals of tasklets, containers, raw code

    bool contains(const std::string& name) const {
        return used.contains(name) || bound.contains(name);
    }
};
NamesInside namesInside(const ir::StateIndex& index, NodeId entry);
/// The same, found once and kept while nothing inside is another.
const NamesInside& namesInside(const StateView& at, NodeId entry);
/// Those of one node and of the memlets that lead to it; of an entry, what is inside counts too.
NamesInside namesAt(const ir::StateIndex& index, NodeId node);

/// `wish`, or `wish_0`, `wish_1`, ...: the first that means nothing anywhere in the SDFG, neither
/// as a container or symbol nor as a parameter, connector, loop variable or word of code.
std::string freshName(ir::Editor& editor, SdfgId sdfg, const std::string& wish);

} // namespace mw::transforms
