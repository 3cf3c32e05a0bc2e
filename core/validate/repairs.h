#pragma once

#include "core/analysis/analysis.h"
#include "core/analysis/names.h"
#include "core/validate/repair.h"

namespace mw::validate {

/// A finding and the element that it is about.
struct Case {
    const ir::DocumentIndex& index;
    const Diagnostic& finding;
    const ir::DocumentIndex::Place& at; ///< of the first element

    const std::string& place() const { return finding.location.path; }
    /// The part of the place after `prefix`; empty when it begins otherwise.
    std::string after(std::string_view prefix) const;
    BlockId state() const { return BlockId{at.parent.value}; } ///< of a node or edge
    /// The nested SDFG node around the SDFG of the element; null for the root.
    const ir::DocumentIndex::Place* holder() const;
};

/// An edit of one descriptor.
std::function<void(ir::Editor&)> changeContainer(SdfgId sdfg, const std::string& name,
                                                 std::function<void(ir::DataDescriptor&)> change);

using MakeRepair = std::optional<Repair> (*)(const Case&);

std::optional<Repair> removeConnector(const Case& c);
std::optional<Repair> addConnector(const Case& c);
std::optional<Repair> pairConnector(const Case& c);
std::optional<Repair> removeIsolatedNode(const Case& c);
std::optional<Repair> addMapping(const Case& c);
std::optional<Repair> removeMapping(const Case& c);
std::optional<Repair> makeArgument(const Case& c);
std::optional<Repair> markView(const Case& c);

std::optional<Repair> removeDeadSymbols(const Case& c);
std::optional<Repair> removeUnusedContainers(const Case& c);
std::optional<Repair> declareSymbol(const Case& c);
std::optional<Repair> makeScopeLifetime(const Case& c);
std::optional<Repair> keepInRegister(const Case& c);
std::optional<Repair> removeBlock(const Case& c);
std::optional<Repair> renameBlock(const Case& c);

std::optional<Repair> recomputeVolume(const Case& c);
std::optional<Repair> propagateOutwards(const Case& c);
std::optional<Repair> zeroFirst(const Case& c);

} // namespace mw::validate
