#pragma once

#include "core/exec/protocol.h"

#include <string>
#include <vector>

namespace mw::exec {

/// The device to run on when none is given: the first that can, CUDA before HIP before the CPU.
/// nullptr where none can.
const DeviceInfo* preferredDevice(const std::vector<DeviceInfo>& devices);
/// The grid to measure on when none is given: a few arrays of it leave a GPU's last cache, or that
/// of a desktop's CPU; small enough for a laptop.
std::string defaultGrid(codegen::Target target);
/// The grid of a single quick run.
std::string quickGrid();

} // namespace mw::exec
