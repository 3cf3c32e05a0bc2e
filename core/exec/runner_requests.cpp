// What the client and the builder of libraries ask the runner for.
#include "core/exec/detail/runner_requests.h"

#include "core/exec/session_messages.h"
#include "core/support/environment.h"

#include <filesystem>

namespace mw::exec {

using Json = nlohmann::json;

std::vector<std::string> runnerCommand(const RunnerOptions& options) {
    if (!options.command.empty())
        return options.command;
    if (std::string chosen = environmentVariable("MAPWRIGHT_RUNNER"); !chosen.empty())
        return {std::move(chosen)};
    std::error_code error;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
    if (!error) {
        const auto beside = self.parent_path() / "mw-runner";
        if (std::filesystem::exists(beside, error))
            return {beside.string()};
    }
    return {"mw-runner"};
}

Unexpected errorOf(const Json& reply) {
    Diagnostic diagnostic;
    diagnostic.code = reply.value("code", "runner-error");
    diagnostic.sentence = reply.value("sentence", "the runner reports an error");
    diagnostic.notes = reply.value("notes", std::vector<std::string>{});
    return Unexpected(std::move(diagnostic));
}

Expected<CompileRequest> CompileRequest::of(const char* kind, const codegen::Plan& plan,
                                            codegen::Target target,
                                            const std::string& architecture) {
    MW_CHECK(codegen::fitsTarget(plan, target));
    CompileRequest request;
    request.source = codegen::print(plan, target);
    request.frames = {bytesOf(request.source.text), bytesOf(codegen::toJson(plan))};
    if (plan.state.used && target != codegen::Target::cpu) {
        request.state = codegen::printState(plan, target);
        request.frames.push_back(bytesOf(request.state.text));
    }
    Json lines = Json::array();
    for (const codegen::KernelLines& kernel : request.source.kernels)
        lines.push_back({kernel.kernel, kernel.firstLine, kernel.lastLine});
    request.header = {{"request", kind},
                      {"helperLines", {request.source.helpersFirst, request.source.helpersLast}},
                      {"kernelLines", std::move(lines)},
                      {"sharesState", !plan.globals.empty()},
                      {"target", codegen::name(target)},
                      {"architecture", architecture}};
    return request;
}

} // namespace mw::exec
