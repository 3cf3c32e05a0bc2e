#pragma once

#include "core/ir/index.h"

#include <string>

// How a container is used, as far as that decides which memory it can have.

namespace mw::transforms {

struct ContainerUse {
    bool insideMaps = false, zeroed = false, byKernel = false;

    void add(const ContainerUse& other) {
        insideMaps = insideMaps || other.insideMaps;
        zeroed = zeroed || other.zeroed;
        byKernel = byKernel || other.byKernel;
    }
};

/// At one of its access nodes. `byKernel`: a map or library node beside it runs on a GPU.
ContainerUse useAt(const ir::StateIndex& index, const ir::Node& access);

/// Whether the size of a container of this SDFG is known before the program runs.
bool isSizeKnown(const ir::Sdfg& program, const ir::Sdfg& sdfg, const ir::DataDescriptor& data);

} // namespace mw::transforms
