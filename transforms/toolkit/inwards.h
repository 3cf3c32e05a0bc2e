#pragma once

#include "core/ir/edit.h"
#include "transforms/framework/view.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

// Expressions and containers of a state are made known to a place further inside: through the
// scopes and the nested SDFGs that it stands in.

namespace mw::transforms {

/// A container of the surroundings as a nested SDFG gets it.
ir::DataDescriptor asArgument(const ir::DataDescriptor& data);

/// One SDFG on the way to a place.
struct InnerLevel {
    StateView at;
    NodeId nested; ///< the node of this SDFG in the level before; 0: none
};
/// Outermost first; the place is in the last.
using InnerLevels = std::vector<InnerLevel>;

/// Where a value can be taken from: the end of edges to come.
struct ValueSource {
    NodeId node;
    std::string connector;
};

/// Adds an edge from there.
void connect(ir::Editor& editor, BlockId state, const ValueSource& from, NodeId to,
             const std::string& connector, ir::Memlet memlet);

/// Leads the container of an access node, all of it, into a scope of the same state: `scope`, or
/// the node's own where they are one.
ValueSource leadIntoScope(ir::Editor& editor, const StateView& at, const ir::Node& access,
                          NodeId scope);

/// Takes back a way to a place in the last level that nothing is read by any more: from its end the
/// connectors that nothing leaves by and the edges to them, and so on outwards; access nodes and
/// containers that are left without a use are removed, but not `kept` and what leads to it. Adds
/// the nodes to `removed`.
void removeWay(ir::Editor& editor, const InnerLevels& levels, const ValueSource& end, NodeId kept,
               std::set<NodeId>& removed);

/// Remembers what is known where: of all places in one edit, each gets what it needs once. The
/// SDFGs of the levels are as they were before the edit.
class Inwards {
public:
    /// `top`: where a container can be taken from in the outermost state.
    Inwards(ir::Editor& editor, std::function<ValueSource(const std::string&)> top)
        : editor_(editor), top_(std::move(top)) {}

    /// An expression of the level before, at this one. Symbols that mean something else there come
    /// in under new names.
    symbolic::Expr expression(const InnerLevels& levels, std::size_t level,
                              const symbolic::Expr& before);
    /// The same from the outermost level to the last.
    symbolic::Expr toLast(const InnerLevels& levels, symbolic::Expr outermost);
    /// Adds the container of the outermost level as an argument of this one, all of it; nothing is
    /// led there yet. The same name when asked again.
    std::string declare(const InnerLevels& levels, std::size_t level, const std::string& data);
    /// What a container of the outermost level is called at this one: an argument with its value.
    std::string name(const InnerLevels& levels, std::size_t level, const std::string& data);
    /// The container inside a scope (0: top level) of a level.
    ValueSource lead(const InnerLevels& levels, std::size_t level, NodeId scope,
                     const std::string& data);
    const ir::DataDescriptor& dataAt(const InnerLevels& levels, std::size_t level,
                                     const std::string& name);

private:
    std::string symbol(const InnerLevels& levels, std::size_t level, const std::string& symbol);

    ir::Editor& editor_;
    std::function<ValueSource(const std::string&)> top_;
    std::map<std::pair<SdfgId, std::string>, std::string> symbols_, names_; ///< inner by outer
    std::set<std::pair<SdfgId, std::string>> given_; ///< containers by outer name
    std::map<std::tuple<BlockId, NodeId, std::string>, ValueSource> sources_;
};

} // namespace mw::transforms
