#pragma once

#include "core/ir/index.h"
#include "core/ir/sdfg.h"

#include <string>

namespace mw::ir {

// One-line parts of the text form.

std::string dumpCode(const CodeBlock& code);
std::string dumpData(const std::string& name, const DataDescriptor& data);
/// `access a`, `map m [i = 0:N] ... -> n3`, ... with the connectors that its edges do not show.
/// A nested SDFG: up to the `=` before its body.
std::string dumpNode(const Node& node, const StateIndex& state);
/// `n0 -> n1.IN_a : a[0:N]`
std::string dumpEdge(const Edge& edge, const StateIndex& state);

/// True when the memlet alone does not say which end `subset` describes: both ends are access
/// nodes of its container.
bool isSelfCopy(const Edge& edge, const Node* src, const Node* dst);

} // namespace mw::ir
