#include "app/cli/device_option.h"

#include "app/workbench/run_setup.h"
#include "core/exec/session.h"

#include <fmt/format.h>

namespace mw::cli {

namespace {

/// None where no runner starts: predictions go without.
std::vector<exec::DeviceInfo> devicesHere() {
    exec::Session session(workbench::runnerOptions({}));
    auto devices = session.devices();
    return devices ? std::move(*devices) : std::vector<exec::DeviceInfo>();
}

} // namespace

void addDevice(CLI::App& command, DeviceOption& option, const std::string& what) {
    command.add_option("--device", option.device,
                       fmt::format("{} for this device: {} (docs/devices.md)", what,
                                   workbench::deviceModelNames()));
}

void addDeviceAndTarget(CLI::App& command, DeviceOption& option) {
    addDevice(command, option, "Predict times and choose launches");
    command.add_option("--target", option.target,
                       "Predict for the device of this target that is at hand, else its usual one: "
                       "cpu, cuda, hip (default: what the graph was made for, else the GPU at "
                       "hand, else an H200)");
}

Expected<workbench::ChosenModel> modelFor(const DeviceOption& option, const OpenProgram& open) {
    workbench::ModelChoice asked{option.device, {}};
    if (!option.target.empty()) {
        MW_TRY(asked.target, workbench::targetNamed(option.target));
    }
    const auto made = option.asked() ? workbench::MadeFor::unknown
                                     : workbench::madeFor(*open.document(), open.program->path);
    const bool counts = option.device.empty() && made != workbench::MadeFor::cpu &&
                        asked.target != codegen::Target::cpu;
    return workbench::chooseModel(asked, made,
                                  counts ? devicesHere() : std::vector<exec::DeviceInfo>());
}

bool isAboutDevice(const Diagnostic& error) {
    return error.code == "no-device-model" || error.code == "bad-target" ||
           error.code == "other-target";
}

std::string withArticle(const workbench::DeviceModel& model) {
    const std::string name = model.name;
    return fmt::format("{} {}", workbench::articleOf(name), name == "cpu" ? "CPU" : name);
}

} // namespace mw::cli
