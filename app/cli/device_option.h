#pragma once

#include "app/cli/project_option.h"
#include "app/workbench/device_models.h"

#include <CLI/CLI.hpp>

#include <string>

namespace mw::cli {

/// Which device times are predicted for.
struct DeviceOption {
    std::string device, target;
    bool asked() const { return !device.empty() || !target.empty(); }
};
/// `--device`.
void addDevice(CLI::App& command, DeviceOption& option, const std::string& what);
/// `--device` and `--target`.
void addDeviceAndTarget(CLI::App& command, DeviceOption& option);

/// What was asked for, else by the graph and what is at hand, which a runner of this machine is
/// asked for where it can count. "no-device-model", "bad-target" and "other-target" are of the
/// command line.
Expected<workbench::ChosenModel> modelFor(const DeviceOption& option, const OpenProgram& open);
/// Whether an error is of the command line.
bool isAboutDevice(const Diagnostic& error);
/// "an H200", "a GH200", "a CPU".
std::string withArticle(const workbench::DeviceModel& model);

} // namespace mw::cli
