// Asks a runner for a shared library.
#include "core/exec/library_builder.h"

#include "core/exec/compile_error.h"
#include "core/exec/detail/runner_requests.h"
#include "core/exec/greeting.h"
#include "core/exec/process.h"
#include "core/exec/session_messages.h"

namespace mw::exec {

namespace {

using Json = nlohmann::json;

Process::Deadline deadlineOf(const RunnerOptions& runner) {
    return std::chrono::steady_clock::now() +
           std::chrono::milliseconds(static_cast<std::int64_t>(runner.timeoutSeconds * 1000));
}

/// The reply to one request.
Expected<Message> answer(Process& process, const Json& request, std::vector<SharedBytes> frames,
                         Process::Deadline deadline) {
    MW_CHECK(process.send({request.dump(), std::move(frames)}, deadline));
    return process.receive(deadline);
}

Expected<LibraryFile> libraryOf(const Message& message) {
    try {
        const Json reply = Json::parse(message.header);
        if (reply.at("reply") != "ok")
            return errorOf(reply);
        return LibraryFile{*message.frames.at(0), reply.at("seconds"), reply.at("kernelSeconds"),
                           reply.at("cached")};
    } catch (const Json::exception&) {
        return fail("bad-message", "the runner's answer is not understood; is it of this version?");
    } catch (const std::out_of_range&) {
        return fail("bad-message", "the runner's answer lacks the library");
    }
}

} // namespace

Expected<LibraryFile> buildLibrary(const RunnerOptions& runner, const codegen::Plan& plan,
                                   const codegen::LibrarySource& source, codegen::Target target,
                                   const std::string& architecture, Contraction contraction) {
    MW_TRY(CompileRequest request, CompileRequest::of("library", plan, target, architecture));
    request.header["contraction"] = name(contraction);
    request.header["kernels"] = source.kernels.size();
    request.header["host"] = request.frames.size();
    request.frames.push_back(bytesOf(source.host));
    MW_TRY(const auto process, Process::start(runnerCommand(runner)));
    MW_CHECK(greet(*process, runner));
    MW_TRY(const Message message,
           answer(*process, request.header, std::move(request.frames), deadlineOf(runner)));
    auto library = libraryOf(message);
    if (!library && library.error().code == "compile-failed")
        return fail(
            explainCompileError(std::move(library).error(), plan, request.source, request.state));
    return library;
}

} // namespace mw::exec
