#pragma once

#include "core/ir/sdfg.h"

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace mw::analysis {

using NameSet = std::set<std::string, std::less<>>;

/// Every identifier in a piece of Python or C++ text, keywords and called functions included: more
/// than the free names, never less. Of `a.b` only `a` counts.
void collectIdentifiers(std::string_view code, NameSet& into);

/// Calls `visit` with every text of the control flow of one SDFG (not of nested ones): conditions,
/// right sides of assignments, loop statements.
void forEachControlText(const ir::Sdfg& sdfg, const std::function<void(const std::string&)>& visit);
/// Calls `visit` for every interstate edge, those of inner regions included.
void forEachInterstateEdge(const ir::Region& region,
                           const std::function<void(const ir::InterstateEdge&)>& visit);

/// The container that a memlet or access node names, without the member: `s` of `s.member`.
std::string_view containerOf(std::string_view data);
/// What a memlet or access node names: a container or a member of one; null: neither is there.
const ir::DataDescriptor* dataNamed(const ir::Sdfg& sdfg, std::string_view data);
/// containerOf() in an SDFG that may have the member as a container of its own
/// (flatten_structures.h).
std::string_view containerOf(const ir::Sdfg& sdfg, std::string_view data);

} // namespace mw::analysis
