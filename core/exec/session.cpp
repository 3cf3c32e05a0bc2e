// The client of the runner.
#include "core/exec/compile_error.h"
#include "core/exec/detail/runner_requests.h"
#include "core/exec/detail/session_impl.h"
#include "core/exec/greeting.h"
#include "core/exec/idle_runners.h"
#include "core/exec/session_messages.h"
#include "core/support/hash.h"
#include "core/support/memory.h"

#include <fmt/format.h>

#include <unistd.h>

namespace mw::exec {

namespace {

Json toJson(const symbolic::Bindings& symbols) {
    Json json = Json::object();
    for (const auto& [name, value] : symbols)
        json[name] = value.isReal ? Json(value.d) : Json(value.i);
    return json;
}

CompileResult compileResult(const Json& reply) {
    CompileResult result;
    result.log = reply.value("log", "");
    result.seconds = reply.value("seconds", 0.0);
    result.cached = reply.value("cached", false);
    for (const Json& kernel : reply.value("kernels", Json::array()))
        result.kernels.push_back({kernel.value("registers", -1), kernel.value("spillBytes", -1),
                                  kernel.value("sharedBytes", -1), kernel.value("localBytes", -1),
                                  kernel.value("occupancy", -1.0),
                                  kernel.value("scalarRegisters", -1)});
    return result;
}

Unexpected cancelledRequest() {
    return fail("cancelled", "the request was cancelled");
}

} // namespace

Expected<void> Session::Impl::ensureRunner() {
    if (process)
        return {};
    const auto command = runnerCommand(options);
    auto known = options.idle ? options.idle->take(command) : std::nullopt;
    if (!known) {
        MW_TRY(auto started, Process::start(command, options.name));
        known = IdleRunner{std::move(started), {}};
        greeted = false;
    } else {
        place = std::move(known->place);
        greeted = true;
    }
    const std::lock_guard lock(mutex);
    process = std::move(known->process);
    ++generation;
    sentArrays.clear();
    return {};
}

void Session::Impl::dropRunner() {
    std::unique_ptr<Process> old;
    {
        const std::lock_guard lock(mutex);
        old = std::move(process);
    }
}

/// Leaves the runner to the next session, without what this one loaded.
void Session::Impl::leaveRunner() {
    if (!options.idle || !process || !greeted)
        return;
    std::unique_ptr<Process> kept;
    {
        const std::lock_guard lock(mutex);
        kept = std::move(process);
    }
    options.idle->give(runnerCommand(options), {std::move(kept), place});
}

void Session::Impl::cancel() {
    const std::lock_guard lock(mutex);
    if (!busy)
        return;
    cancelled = true;
    process->endSoon();
}

Expected<Json> Session::Impl::exchange(const Json& request, std::vector<SharedBytes> frames,
                                       std::vector<SharedBytes>* received, double timeoutSeconds) {
    const auto deadline =
        std::chrono::steady_clock::now() +
        std::chrono::milliseconds(static_cast<std::int64_t>(timeoutSeconds * 1000));
    MW_CHECK(process->send({request.dump(), std::move(frames)}, deadline));
    while (true) {
        MW_TRY(Message message, process->receive(deadline));
        const Json reply = Json::parse(message.header, nullptr, false);
        if (!reply.is_object())
            return fail("bad-message", "a message of the runner's protocol is damaged");
        const std::string kind = reply.value("reply", "");
        if (kind == "progress") {
            if (progress)
                progress(
                    {reply.value("what", ""), reply.value("done", 0), reply.value("total", 0)});
            continue;
        }
        if (received)
            *received = std::move(message.frames);
        return reply;
    }
}

Expected<Json> Session::Impl::request(const Json& request, std::vector<SharedBytes> frames,
                                      std::vector<SharedBytes>* received) {
    return this->request(request, std::move(frames), received, options.timeoutSeconds);
}

Expected<Json> Session::Impl::request(const Json& request, std::vector<SharedBytes> frames,
                                      std::vector<SharedBytes>* received, double timeoutSeconds) {
    MW_CHECK(ensureRunner());
    {
        const std::lock_guard lock(mutex);
        busy = true;
    }
    // From here on cancel() ends the request; a stop that was asked for before is seen here.
    const bool asked = !stop.stop_requested();
    auto reply = reading<Json>([&]() -> Expected<Json> {
        if (!asked)
            return cancelledRequest();
        if (!greeted) {
            MW_TRY(place, greet(*process, options));
            greeted = true;
        }
        return exchange(request, std::move(frames), received, timeoutSeconds);
    });
    bool wasCancelled = false;
    {
        const std::lock_guard lock(mutex);
        busy = false;
        wasCancelled = std::exchange(cancelled, false);
    }
    if (wasCancelled) {
        dropRunner();
        return cancelledRequest();
    }
    if (!reply) {
        if (asked)
            dropRunner();
        return reply;
    }
    if (reply->value("reply", "") == "ok")
        return reply;
    if (reply->value("fatal", false))
        dropRunner();
    return errorOf(*reply);
}

Expected<int> Session::Impl::programOf(ProgramHandle handle) const {
    if (handle < 0 || static_cast<std::size_t>(handle) >= loaded.size() ||
        loaded[static_cast<std::size_t>(handle)].generation != generation || !process)
        return fail("not-loaded", "the program is no longer loaded: the runner was restarted");
    return loaded[static_cast<std::size_t>(handle)].program;
}

Expected<void> Session::Impl::begin(ProgramHandle program, const symbolic::Bindings& symbols) {
    const Loaded& one = loaded[static_cast<std::size_t>(program)];
    if (!one.state)
        return {};
    auto reply =
        request({{"request", "begin"}, {"program", one.program}, {"symbols", toJson(symbols)}});
    return reply ? Expected<void>{} : whileRunning(one.state->init, "init", reply.error());
}

/// Runs the program's exit code, which has a shorter time limit than the program.
Expected<void> Session::Impl::end(ProgramHandle program) {
    constexpr double kSeconds = 30;
    Loaded& one = loaded[static_cast<std::size_t>(program)];
    if (!one.state)
        return {};
    auto reply = request({{"request", "end"}, {"program", one.program}}, {}, nullptr,
                         std::min(kSeconds, options.timeoutSeconds));
    if (!reply)
        return whileRunning(one.state->exit, "exit", reply.error());
    one.state.reset(); // once, even if what follows is not asked
    return {};
}

Expected<Json> Session::Impl::compileRequest(const char* kind, const codegen::Plan& plan,
                                             codegen::Target target,
                                             const std::string& architecture, const Json& more) {
    MW_TRY(CompileRequest compile, CompileRequest::of(kind, plan, target, architecture));
    compile.header.update(more);
    auto reply = request(compile.header, std::move(compile.frames));
    if (!reply && reply.error().code == "compile-failed")
        return fail(
            explainCompileError(std::move(reply).error(), plan, compile.source, compile.state));
    return reply;
}

Expected<inputs::HostArray> arrayOf(const Json& entry, const std::vector<SharedBytes>& frames) {
    const auto type = ir::scalarTypeFromName(entry.at("type").get<std::string>());
    const auto frame = entry.at("frame").get<std::size_t>();
    if (!type || frame >= frames.size())
        return fail("bad-message", "a message of the runner's protocol is damaged");
    return inputs::HostArray{*type, entry.at("shape").get<std::vector<std::int64_t>>(),
                             *frames[frame]};
}

Session::Session(RunnerOptions options) : impl_(std::make_unique<Impl>()) {
    impl_->options = std::move(options);
}

/// Exit code of the graphs still runs; only unloading them before reports its errors.
Session::~Session() {
    setStop({}); // the programs' own code for their end runs
    for (const ProgramHandle program : programs())
        if (impl_->options.idle || impl_->loaded[static_cast<std::size_t>(program)].state)
            [[maybe_unused]]
            const auto ended = unload(program);
    impl_->leaveRunner();
}

namespace {

DeviceInfo deviceInfo(const Json& entry) {
    DeviceInfo info;
    info.target = codegen::targetFromName(entry.at("target").get<std::string>())
                      .value_or(codegen::Target::cpu);
    info.canCompile = entry.at("canCompile");
    info.canRun = entry.at("canRun");
    info.name = entry.at("name");
    info.bus = entry.value("bus", "");
    info.architecture = entry.at("architecture");
    info.versions = entry.at("versions");
    info.missing = entry.at("missing");
    for (const Json& compiler : entry.value("compilers", Json::array()))
        info.compilers.push_back({compiler.at("version"), compiler.at("package"),
                                  compiler.at("architectures").get<std::vector<std::string>>()});
    info.peakGigaflops = entry.value("peakGigaflops", 0.0);
    info.lastCacheBytes = entry.value("lastCacheBytes", 0.0);
    return info;
}

} // namespace

Expected<std::vector<DeviceInfo>> Session::devices(bool withCompilers) {
    MW_TRY(const Json reply,
           impl_->request({{"request", "devices"}, {"compilers", withCompilers}}));
    return reading<std::vector<DeviceInfo>>([&] {
        std::vector<DeviceInfo> devices;
        for (const Json& entry : reply.at("devices"))
            devices.push_back(deviceInfo(entry));
        return devices;
    });
}

Expected<DeviceInfo> Session::device(codegen::Target target) {
    MW_TRY(const Json reply,
           impl_->request({{"request", "devices"}, {"target", codegen::name(target)}}));
    return reading<DeviceInfo>([&]() -> Expected<DeviceInfo> {
        for (const Json& entry : reply.at("devices"))
            if (auto info = deviceInfo(entry); info.target == target)
                return info;
        return fail("bad-message", "the runner's answer lacks the device that was asked for");
    });
}

Expected<CompileResult> Session::compile(const codegen::Plan& plan, codegen::Target target,
                                         const std::string& architecture, Contraction contraction) {
    MW_TRY(const Json reply, impl_->compileRequest("compile", plan, target, architecture,
                                                   {{"contraction", name(contraction)}}));
    return reading<CompileResult>([&] { return compileResult(reply); });
}

Expected<DeviceCode> Session::instructions(const codegen::Plan& plan, Instructions kind,
                                           const std::string& architecture,
                                           Contraction contraction) {
    MW_TRY(const Json reply,
           impl_->compileRequest("instructions", plan, targetOf(kind), architecture,
                                 {{"kind", name(kind)}, {"contraction", name(contraction)}}));
    return reading<DeviceCode>([&]() -> Expected<DeviceCode> {
        DeviceCode code;
        code.compiled = compileResult(reply);
        code.architecture = reply.at("architecture");
        code.writtenBy = reply.at("writtenBy");
        code.head = reply.at("head").get<std::vector<std::string>>();
        for (const Json& kernel : reply.at("listings"))
            code.kernels.push_back({kernel.at("lines").get<std::vector<std::string>>(),
                                    kernel.at("sourceLines").get<std::vector<int>>()});
        if (code.kernels.size() != plan.kernels.size())
            return fail("bad-message", "a message of the runner's protocol is damaged");
        return code;
    });
}

Expected<ProgramHandle> Session::load(const codegen::Plan& plan, codegen::Target target,
                                      CompileResult* result, Contraction contraction) {
    MW_TRY(const Json reply,
           impl_->compileRequest("load", plan, target, {}, {{"contraction", name(contraction)}}));
    return reading<ProgramHandle>([&]() -> ProgramHandle {
        if (result)
            *result = compileResult(reply);
        impl_->loaded.push_back({impl_->generation, reply.at("program").get<int>(),
                                 plan.state.used ? std::optional(plan.state) : std::nullopt});
        return static_cast<ProgramHandle>(impl_->loaded.size()) - 1;
    });
}

Expected<void> Session::setInputs(ProgramHandle program, const symbolic::Bindings& symbols,
                                  const inputs::HostArrays& arrays, Allocation allocation) {
    MW_TRY(const int number, impl_->programOf(program));
    MW_CHECK(impl_->begin(program, symbols));
    Json entries = Json::array();
    std::vector<SharedBytes> frames;
    std::vector<std::string> sent;
    std::optional<std::uint64_t> bytes = 0;
    for (const auto& [arrayName, array] : arrays)
        bytes = checkedSum(bytes, array.bytes.size());
    MW_CHECK(requireMemory(bytes, "the inputs on their way to the runner"));
    for (const auto& [arrayName, array] : arrays) {
        const std::string key = toHex(contentKey(array));
        Json entry = {{"name", arrayName},
                      {"type", ir::name(array.type)},
                      {"shape", array.shape},
                      {"key", key}};
        if (!impl_->sentArrays.contains(key)) {
            entry["frame"] = frames.size();
            frames.push_back(std::make_shared<const std::vector<std::byte>>(array.bytes));
            sent.push_back(key);
        }
        entries.push_back(std::move(entry));
    }
    MW_TRY(const Json reply, impl_->request({{"request", "inputs"},
                                             {"program", number},
                                             {"symbols", toJson(symbols)},
                                             {"allocation", name(allocation)},
                                             {"arrays", std::move(entries)}},
                                            std::move(frames)));
    impl_->sentArrays.insert(sent.begin(), sent.end());
    return {};
}

Expected<inputs::HostArrays> Session::run(ProgramHandle program,
                                          const std::vector<std::string>& outputs) {
    MW_TRY(const int number, impl_->programOf(program));
    std::vector<SharedBytes> frames;
    MW_TRY(const Json reply,
           impl_->request({{"request", "run"}, {"program", number}, {"outputs", outputs}}, {},
                          &frames));
    return reading<inputs::HostArrays>([&]() -> Expected<inputs::HostArrays> {
        inputs::HostArrays arrays;
        for (const Json& entry : reply.at("arrays")) {
            MW_TRY(arrays[entry.at("name").get<std::string>()], arrayOf(entry, frames));
        }
        return arrays;
    });
}

Expected<void> Session::unload(ProgramHandle program) {
    const auto number = impl_->programOf(program);
    if (!number)
        return {};
    const auto ended = impl_->end(program);
    if (!impl_->programOf(program)) // it died
        return ended;
    const auto reply = impl_->request({{"request", "unload"}, {"program", *number}});
    if (!reply) // the runner is gone, or was not asked: then the program is still loaded
        return ended ? fail(reply.error()) : ended;
    impl_->loaded[static_cast<std::size_t>(program)].generation = -1;
    for (const Json& key : reply->value("forgotten", Json::array()))
        impl_->sentArrays.erase(key.get<std::string>());
    return ended;
}

std::vector<ProgramHandle> Session::programs() const {
    std::vector<ProgramHandle> handles;
    for (std::size_t i = 0; i < impl_->loaded.size(); ++i)
        if (impl_->programOf(static_cast<ProgramHandle>(i)))
            handles.push_back(static_cast<ProgramHandle>(i));
    return handles;
}

void Session::setProgressSink(ProgressSink sink) {
    impl_->progress = std::move(sink);
}

void Session::setStop(std::stop_token stop) {
    impl_->onStop.reset();
    impl_->stop = std::move(stop);
    impl_->onStop.emplace(impl_->stop, [impl = impl_.get()] { impl->cancel(); });
}

void Session::cancel() {
    impl_->cancel();
}

const RunnerPlace& Session::place() const {
    return impl_->place;
}

} // namespace mw::exec
