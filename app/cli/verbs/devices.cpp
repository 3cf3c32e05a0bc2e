// mw devices: what can compile and run here, or where a runner is started.

#include "app/cli/console.h"
#include "app/cli/slurm_option.h"
#include "app/cli/verb.h"
#include "core/exec/session.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace mw::cli::devices_verb {

namespace {

/// Nothing of one whose name says it all.
std::string described(const exec::CompilerInfo& compiler) {
    if (compiler.package.empty() && compiler.architectures.empty())
        return {};
    std::string text = "      " + compiler.version;
    if (!compiler.package.empty())
        text += fmt::format(" (package {})", compiler.package);
    if (!compiler.architectures.empty())
        text += fmt::format(" takes {}", fmt::join(compiler.architectures, ", "));
    return text + "\n";
}

Exit devices(bool json, const RunOptions& options) {
    exec::Session session(
        workbench::runnerOptions(withProject(options, workbench::Project()).settings));
    const auto found = session.devices(true);
    if (!found)
        return failed(found.error(), Exit::missing);
    auto list = nlohmann::ordered_json::array();
    std::string text;
    for (const auto& device : *found) {
        auto compilers = nlohmann::ordered_json::array();
        for (const auto& compiler : device.compilers)
            compilers.push_back({{"version", compiler.version},
                                 {"package", compiler.package},
                                 {"architectures", compiler.architectures}});
        list.push_back({{"target", codegen::name(device.target)},
                        {"name", device.name},
                        {"architecture", device.architecture},
                        {"versions", device.versions},
                        {"compiles", device.canCompile},
                        {"runs", device.canRun},
                        {"compilers", compilers},
                        {"missing", device.missing}});
        text += fmt::format("{:5} compiles: {:3}  runs: {:3}  {} {}\n",
                            codegen::name(device.target), device.canCompile ? "yes" : "no",
                            device.canRun ? "yes" : "no", device.name, device.versions);
        if (!device.missing.empty())
            text += "      " + device.missing + "\n";
        for (const auto& compiler : device.compilers)
            text += described(compiler);
    }
    print(json ? list.dump(2) + "\n" : text);
    return Exit::done;
}

void setUp(CLI::App& command, Action& action) {
    auto json = std::make_shared<bool>(false);
    auto options = std::make_shared<RunOptions>();
    command.add_flag("--json", *json, "As JSON");
    auto* runner = addSetting(command, *options, "--runner", &workbench::RunSettings::runner,
                              "Ask a runner elsewhere, e.g. 'ssh host mw-runner'");
    runner->check(runnerCommand());
    addSlurm(command, *options, runner, RunnerCount::one);
    command.callback([=, &action] { action = [=] { return devices(*json, *options); }; });
}

} // namespace

Verb verb() {
    return {"devices", "What can compile and run here, with versions", setUp};
}

} // namespace mw::cli::devices_verb
