#pragma once

#include "core/io/detail/codec.h"
#include "core/ir/index.h"

#include <memory>
#include <unordered_map>

namespace mw::io {

/// Types of the symbols that an SDFG declares.
SymbolTypes declaredTypes(const ir::Sdfg& sdfg);

/// Types of the symbols that are visible in each map scope of one state: what is visible around the
/// state, and the parameters of the enclosing maps.
class SymbolScopes {
public:
    SymbolScopes(const ir::State& state, std::shared_ptr<const SymbolTypes> outside);

    /// `entry` 0: the top level of the state.
    std::shared_ptr<const SymbolTypes> inside(NodeId entry);
    /// Of the values of a node itself: the scope that the node stands in.
    std::shared_ptr<const SymbolTypes> at(const ir::Node& node);
    /// Of the memlet of an edge: the innermost scope that the edge runs in.
    std::shared_ptr<const SymbolTypes> at(const ir::Edge& edge);

private:
    ir::StateIndex index_;
    std::shared_ptr<const SymbolTypes> outside_;
    std::unordered_map<std::uint32_t, std::shared_ptr<const SymbolTypes>> known_;
};

} // namespace mw::io
