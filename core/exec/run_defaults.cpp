// Device and grid of a quick run where none is given, the same for the window and the terminal.

#include "core/exec/run_defaults.h"

namespace mw::exec {

const DeviceInfo* preferredDevice(const std::vector<DeviceInfo>& devices) {
    for (const auto target : {codegen::Target::cuda, codegen::Target::hip, codegen::Target::cpu})
        for (const auto& device : devices)
            if (device.target == target && device.canRun)
                return &device;
    return nullptr;
}

std::string quickGrid() {
    return "torus:8,6,10";
}

} // namespace mw::exec
