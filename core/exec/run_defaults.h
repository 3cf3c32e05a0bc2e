#pragma once

#include "core/exec/protocol.h"

#include <string>
#include <vector>

namespace mw::exec {

/// The device to run on when none is given: the first that can, CUDA before HIP before the CPU.
/// nullptr where none can.
const DeviceInfo* preferredDevice(const std::vector<DeviceInfo>& devices);
/// The grid of a single quick run.
std::string quickGrid();

} // namespace mw::exec
