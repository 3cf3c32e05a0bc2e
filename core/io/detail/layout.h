#pragma once

#include "core/ir/sdfg.h"

#include <cstdint>

namespace mw::io {

/// Fingerprints of which children stand in which order and how edges join them, by ids: equal as
/// long as nothing was added, removed, moved or rewired. Never 0.
std::uint64_t layoutOf(const ir::State& state);
std::uint64_t layoutOf(const ir::Region& region);
/// Of what stands directly inside the block: its nodes, its blocks or its branches.
std::uint64_t layoutOf(const ir::Block& block);
/// Of the names and order of the containers and of the body.
std::uint64_t layoutOf(const ir::Sdfg& sdfg);
/// Of everything that the depth-first numbering of regions (cfg_list_id) depends on.
std::uint64_t regionTreeOf(const ir::Sdfg& root);

} // namespace mw::io
