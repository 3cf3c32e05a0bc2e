#pragma once

#include "core/analysis/names.h"
#include "core/ir/sdfg.h"

#include <string_view>

namespace mw::analysis {

/// Containers of this SDFG whose value something reads by their name, without a memlet: generated
/// code knows each as a variable. Ranges, regions, code, and the values of nested SDFGs' symbols
/// can name what has a single element; the control flow any container. Perhaps more than are read
/// (a local name may hide one), never fewer.
NameSet readByName(const ir::Sdfg& sdfg);
/// In one of its states alone.
NameSet readByName(const ir::Sdfg& sdfg, const ir::State& state);
/// One of readByName(), or of singleUseData(), for little more than a look at every node: for
/// whoever asks for few.
bool isReadByName(const ir::Sdfg& sdfg, std::string_view name);
bool isSingleUse(const ir::Sdfg& sdfg, std::string_view name);

} // namespace mw::analysis
