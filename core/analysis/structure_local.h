#pragma once

#include "core/ir/sdfg.h"

#include <cstdint>
#include <string>

namespace mw::analysis {

// Hashes of one element's own content, without names that are generated and without neighbours. All
// expressions are over the outermost symbols: `symbols` maps inner ones to them.

std::uint64_t localHash(const ir::Node& node, const ir::Sdfg& sdfg,
                        const symbolic::Substitution& symbols);
std::uint64_t memletHash(const ir::Memlet& memlet, const symbolic::Substitution& symbols);
std::uint64_t descriptorHash(const ir::DataDescriptor& data, const symbolic::Substitution& symbols);
/// Conditions, loops and assignments of an SDFG's control flow, in order.
std::uint64_t controlHash(const ir::Sdfg& sdfg);
/// The content as a person would say it, for sentences about differences.
std::string localText(const ir::Node& node, const ir::Sdfg& sdfg);

} // namespace mw::analysis
