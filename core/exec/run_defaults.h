#pragma once

#include "core/exec/protocol.h"

#include <string>
#include <vector>

namespace mw::exec {

/// The device to run on when nobody says: the first that can, CUDA before HIP before the CPU.
/// nullptr where none can.
const DeviceInfo* preferredDevice(const std::vector<DeviceInfo>& devices);
/// The grid to measure on when nobody says: large enough to leave the caches of a GPU, small enough
/// for a laptop's CPU.
std::string defaultGrid(codegen::Target target);
/// The grid of a single quick run.
std::string quickGrid();

} // namespace mw::exec
