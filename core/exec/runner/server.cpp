// Answers the requests of the client, one after another.
#include "core/exec/runner/server.h"

#include "core/exec/detail/replies.h"
#include "core/exec/runner/bandwidth.h"
#include "core/exec/runner/channel.h"
#include "core/exec/runner/load_meter.h"
#include "core/exec/runner/measure.h"
#include "core/exec/runner/measure_sequence.h"
#include "core/exec/runner/place_here.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdlib>

namespace mw::exec {

namespace {

using Json = nlohmann::json;

struct Reply {
    Json header = Json::object();
    std::vector<SharedBytes> frames;
};

class Server {
public:
    Server(Channel& channel, const BackendFactory& makeBackend)
        : channel_(channel), makeBackend_(makeBackend) {}

    /// False when the runner must end after this reply.
    bool handle(const Message& message) {
        Expected<Reply> reply = dispatch(message);
        Json header = reply ? std::move(reply->header) : toJson(reply.error());
        if (reply)
            header["reply"] = "ok";
        const bool heard =
            channel_.send({header.dump(-1, ' ', false, Json::error_handler_t::replace),
                           reply ? std::move(reply->frames) : std::vector<SharedBytes>{}});
        return heard && !header.value("fatal", false) && !quit_;
    }

private:
    Expected<Reply> dispatch(const Message& message) {
        try {
            const Json request = Json::parse(message.header);
            const std::string kind = request.at("request");
            if (kind == "hello")
                return Reply{{{"protocol", kProtocolVersion}, {"place", toJson(placeHere())}}, {}};
            if (kind == "devices")
                return devices(request);
            if (kind == "compile")
                return compile(request, message.frames);
            if (kind == "instructions")
                return instructions(request, message.frames);
            if (kind == "library")
                return library(request, message.frames);
            if (kind == "load")
                return load(request, message.frames);
            if (kind == "begin")
                return begin(request);
            if (kind == "end")
                return end(request);
            if (kind == "inputs")
                return inputs(request, message.frames);
            if (kind == "run")
                return run(request);
            if (kind == "measure")
                return measurePrograms(request);
            if (kind == "run-sequence")
                return runSequence(request);
            if (kind == "measure-sequence")
                return measureSequence(request);
            if (kind == "bandwidth")
                return bandwidth(request);
            if (kind == "unload")
                return unload(request);
            quit_ = kind == "quit";
            return quit_ ? Expected<Reply>(Reply{})
                         : fail("bad-message", fmt::format("the request '{}' is unknown", kind));
        } catch (const Json::exception& error) {
            return fail("bad-message", fmt::format("the request is damaged: {}", error.what()));
        } catch (const std::out_of_range&) {
            return fail("bad-message", "the request is damaged: data are missing");
        } catch (const std::bad_alloc&) {
            return fail("out-of-memory", "the machine's memory does not suffice for this program");
        }
    }

    Expected<codegen::Target> targetOf(const Json& request) const {
        const auto name = request.at("target").get<std::string>();
        const auto target = codegen::targetFromName(name);
        if (!target)
            return fail("bad-message", fmt::format("the target '{}' is unknown", name));
        return *target;
    }

    Backend& backend(codegen::Target target) {
        auto& slot = backends_.at(static_cast<std::size_t>(target));
        if (!slot)
            slot = makeBackend_(target);
        return *slot;
    }

    InputStore& store(codegen::Target target) {
        auto& slot = stores_.at(static_cast<std::size_t>(target));
        if (!slot)
            slot = std::make_unique<InputStore>(backend(target));
        return *slot;
    }

    static DeviceInfo infoOf(Backend& backend, bool withCompilers) {
        DeviceInfo info = backend.info();
        if (withCompilers)
            info.compilers = backend.compilers();
        return info;
    }
    /// Of one target, or of each. The compilers take their time: package managers are asked.
    Expected<Reply> devices(const Json& request) {
        const bool withCompilers = request.value("compilers", false);
        Json list = Json::array();
        if (request.contains("target")) {
            MW_TRY(const auto target, targetOf(request));
            list.push_back(toJson(infoOf(backend(target), withCompilers)));
        } else {
            for (const auto target :
                 {codegen::Target::cpu, codegen::Target::cuda, codegen::Target::hip})
                list.push_back(toJson(infoOf(backend(target), withCompilers)));
        }
        return Reply{{{"devices", std::move(list)}}, {}};
    }

    struct Compiled {
        codegen::Plan plan;
        codegen::Target target;
        Binary binary;
    };
    static std::string_view textOf(const std::vector<std::byte>& bytes) {
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
    static codegen::Source printedSource(const Json& request, const std::vector<std::byte>& text) {
        codegen::Source source;
        source.text = textOf(text);
        source.helpersFirst = request.at("helperLines").at(0);
        source.helpersLast = request.at("helperLines").at(1);
        for (const Json& lines : request.at("kernelLines"))
            source.kernels.push_back({lines.at(0), lines.at(1), lines.at(2)});
        return source;
    }
    static KernelSource sourceOf(const Json& request, const std::vector<SharedBytes>& frames,
                                 const codegen::Plan& plan, codegen::Target target) {
        std::string helpers = hasCopies(plan.steps) ? copyKernels(target) : "";
        if (target != codegen::Target::cpu && hasTiles(plan))
            helpers += tileKernel();
        KernelSource source = splitSource(printedSource(request, *frames.at(0)), plan,
                                          std::move(helpers), request.at("sharesState"));
        source.contraction =
            contractionFromName(request.value("contraction", "usual")).value_or(Contraction::usual);
        return source;
    }
    Expected<Compiled> compiled(const Json& request, const std::vector<SharedBytes>& frames) {
        Compiled result;
        MW_TRY(result.target, targetOf(request));
        MW_TRY(result.plan, codegen::planFromJson(textOf(*frames.at(1))));
        KernelSource source = sourceOf(request, frames, result.plan, result.target);
        if (frames.size() > 2)
            source.state = textOf(*frames[2]);
        MW_TRY(
            result.binary,
            backend(result.target).compile(source, request.at("architecture").get<std::string>()));
        return result;
    }

    Expected<Reply> library(const Json& request, const std::vector<SharedBytes>& frames) {
        MW_TRY(const codegen::Target target, targetOf(request));
        MW_TRY(const codegen::Plan plan, codegen::planFromJson(textOf(*frames.at(1))));
        const auto start = std::chrono::steady_clock::now();
        MW_TRY(const BuiltLibrary built,
               backend(target).buildLibrary(
                   sourceOf(request, frames, plan, target),
                   std::string(textOf(*frames.at(request.at("host").get<std::size_t>()))),
                   request.at("kernels").get<std::size_t>(),
                   request.at("architecture").get<std::string>()));
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        const auto* bytes = reinterpret_cast<const std::byte*>(built.bytes.data());
        return Reply{
            {{"log", built.log},
             {"seconds", seconds},
             {"kernelSeconds", built.kernelSeconds},
             {"cached", built.cached}},
            {std::make_shared<const std::vector<std::byte>>(bytes, bytes + built.bytes.size())}};
    }

    static Reply compileReply(const Binary& binary) {
        return {{{"log", binary.log}, {"seconds", binary.seconds}, {"cached", binary.cached}}, {}};
    }

    Expected<Reply> compile(const Json& request, const std::vector<SharedBytes>& frames) {
        MW_TRY(const Compiled result, compiled(request, frames));
        Reply reply = compileReply(result.binary);
        reply.header["kernels"] = Json::array();
        for (const auto& kernel : result.plan.kernels)
            reply.header["kernels"].push_back(
                toJson(compiledResources(result.binary, kernel.name)));
        return reply;
    }

    Expected<Reply> instructions(const Json& request, const std::vector<SharedBytes>& frames) {
        const auto kind = instructionsFromName(request.at("kind").get<std::string>());
        MW_TRY(const codegen::Target target, targetOf(request));
        if (!kind || exec::targetOf(*kind) != target)
            return fail("bad-message", "the request asks for unknown instructions");
        MW_TRY(const codegen::Plan plan, codegen::planFromJson(textOf(*frames.at(1))));
        std::vector<std::string> kernels;
        for (const auto& kernel : plan.kernels)
            kernels.push_back(kernel.name);
        MW_TRY(const DeviceCode code,
               backend(target).instructions(sourceOf(request, frames, plan, target), kernels, *kind,
                                            request.at("architecture").get<std::string>()));
        return Reply{toJson(code), {}};
    }

    static CompileResult::Resources compiledResources(const Binary& binary,
                                                      const std::string& kernel) {
        const auto found = binary.resources.find(kernel);
        return found == binary.resources.end() ? CompileResult::Resources{} : found->second;
    }

    Expected<Reply> load(const Json& request, const std::vector<SharedBytes>& frames) {
        MW_TRY(Compiled result, compiled(request, frames));
        MW_TRY(auto program, Program::create(backend(result.target), std::move(result.plan),
                                             result.binary, &store(result.target)));
        Reply reply = compileReply(result.binary);
        reply.header["kernels"] = Json::array();
        const auto resources = program->resources();
        for (std::size_t k = 0; k < resources.size(); ++k) {
            CompileResult::Resources merged = resources[k];
            // The driver knows the memory per thread; that some of it are spills only the log.
            merged.spillBytes =
                compiledResources(result.binary, program->plan().kernels[k].name).spillBytes;
            reply.header["kernels"].push_back(toJson(merged));
        }
        reply.header["program"] = programs_.size();
        programs_.push_back(std::move(program));
        return reply;
    }

    Expected<Program*> programOf(const Json& number) const {
        const auto index = number.get<std::size_t>();
        if (index >= programs_.size() || !programs_[index])
            return fail("not-loaded", "the program is not loaded");
        return programs_[index].get();
    }

    // Init and exit code: requests of their own, so that a crash of theirs is told from others.
    Expected<Reply> begin(const Json& request) {
        MW_TRY(Program* const program, programOf(request.at("program")));
        MW_CHECK(program->begin(readSymbols(request.at("symbols"))));
        return Reply{};
    }
    Expected<Reply> end(const Json& request) {
        MW_TRY(Program* const program, programOf(request.at("program")));
        MW_CHECK(program->end());
        return Reply{};
    }

    Expected<Reply> inputs(const Json& request, const std::vector<SharedBytes>& frames) {
        MW_TRY(Program* const program, programOf(request.at("program")));
        InputArrays arrays;
        for (const Json& entry : request.at("arrays")) {
            const auto key = entry.at("key").get<std::string>();
            if (const auto frame = entry.find("frame"); frame != entry.end())
                store_[key] = frames.at(frame->get<std::size_t>());
            const auto stored = store_.find(key);
            const auto type = ir::scalarTypeFromName(entry.at("type").get<std::string>());
            if (stored == store_.end() || !type)
                return fail("bad-message", "an input array is missing");
            InputArray array{*type, entry.at("shape").get<std::vector<std::int64_t>>(),
                             stored->second};
            arrays.emplace(entry.at("name").get<std::string>(), std::move(array));
        }
        const auto allocation = allocationFromName(request.value("allocation", "arena"));
        if (!allocation)
            return fail("bad-message", "the request names an unknown way to allocate");
        MW_CHECK(
            program->setInputs(readSymbols(request.at("symbols")), std::move(arrays), *allocation));
        return Reply{};
    }

    Expected<Reply> run(const Json& request) {
        MW_TRY(Program* const program, programOf(request.at("program")));
        if (!program->hasInputs())
            return fail("no-inputs", "the program cannot run before its inputs are set");
        MW_CHECK(program->restoreInputs());
        const auto start = std::chrono::steady_clock::now();
        MW_CHECK(program->execute());
        MW_CHECK(program->backend().synchronise());
        MW_CHECK(program->setComputeTime(
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()));
        MW_TRY(const InputArrays outputs,
               program->fetch(request.at("outputs").get<std::vector<std::string>>()));
        Reply reply;
        reply.header["arrays"] = listed(outputs, reply.frames);
        return reply;
    }
    /// Their bytes become frames.
    static Json listed(const InputArrays& arrays, std::vector<SharedBytes>& frames) {
        Json list = Json::array();
        for (const auto& [name, array] : arrays) {
            list.push_back({{"name", name},
                            {"type", ir::name(array.type)},
                            {"shape", array.shape},
                            {"frame", frames.size()}});
            frames.push_back(array.bytes);
        }
        return list;
    }

    Expected<ProgramSequence> sequenceOf(const Json& request) const {
        std::vector<ProgramSequence::Call> calls;
        for (const Json& call : request.at("calls")) {
            MW_TRY(Program* const program, programOf(call.at(0)));
            calls.push_back({program, call.at(1).get<int>()});
        }
        std::vector<ProgramSequence::Share> shares;
        for (const Json& share : request.at("shares")) {
            MW_TRY(Program* const program, programOf(share.at(0)));
            MW_TRY(Program* const owner, programOf(share.at(2)));
            shares.push_back({{program, share.at(1).get<std::string>()},
                              {owner, share.at(3).get<std::string>()}});
        }
        return ProgramSequence::create(std::move(calls), shares);
    }

    Expected<Reply> runSequence(const Json& request) {
        MW_TRY(ProgramSequence sequence, sequenceOf(request));
        MW_CHECK(sequence.restoreInputs());
        MW_CHECK(sequence.execute());
        MW_CHECK(sequence.backend().synchronise());
        Reply reply;
        reply.header["outputs"] = Json::array();
        for (const Json& wanted : request.at("outputs")) {
            MW_TRY(Program* const program, programOf(wanted.at(0)));
            MW_TRY(const InputArrays outputs,
                   program->fetch(wanted.at(1).get<std::vector<std::string>>()));
            reply.header["outputs"].push_back(listed(outputs, reply.frames));
        }
        return reply;
    }

    Expected<Reply> measureSequence(const Json& request) {
        MW_TRY(ProgramSequence sequence, sequenceOf(request));
        const MeasureOptions options = optionsOf(request);
        const LoadMeter meter;
        MW_TRY(const SequenceSamples samples,
               exec::measureSequence(sequence, options,
                                     [this](const std::string& what, int done, int total) {
                                         report(what, done, total);
                                     }));
        return Reply{{{"load", toJson(meter.read())},
                      {"call", samples.call},
                      {"device", samples.device},
                      {"sustained", samples.sustained},
                      {"calls", samples.calls},
                      {"singles", samples.singles},
                      {"oneGraph", samples.oneGraph},
                      {"clock", static_cast<int>(samples.clock)},
                      {"clockNote", samples.clockNote}},
                     {}};
    }

    static MeasureOptions optionsOf(const Json& request) {
        MeasureOptions options;
        options.warmup = request.at("warmup");
        options.repeats = request.at("repeats");
        options.coldCache = request.at("coldCache");
        options.profiler = request.at("profiler");
        options.deviceOnly = request.at("deviceOnly");
        options.onlyKernels = request.at("onlyKernels").get<std::vector<std::string>>();
        return options;
    }

    Expected<Reply> measurePrograms(const Json& request) {
        std::vector<Program*> programs;
        for (const Json& number : request.at("programs")) {
            MW_TRY(Program* const program, programOf(number));
            programs.push_back(program);
        }
        const MeasureOptions options = optionsOf(request);
        const LoadMeter meter;
        MW_TRY(const auto samples,
               measure(programs, options, [this](const std::string& what, int done, int total) {
                   report(what, done, total);
               }));
        Reply reply;
        reply.header["load"] = toJson(meter.read());
        reply.header["samples"] = Json::array();
        for (const Samples& s : samples)
            reply.header["samples"].push_back({{"call", s.call},
                                               {"device", s.device},
                                               {"kernels", s.kernels},
                                               {"launches", s.launches},
                                               {"sustained", s.sustained},
                                               {"copies", s.copies},
                                               {"copyCount", s.copyCount},
                                               {"allocation", s.allocation},
                                               {"temporaryBytes", s.temporaryBytes},
                                               {"clock", static_cast<int>(s.clock)},
                                               {"clockNote", s.clockNote}});
        return reply;
    }

    void report(const std::string& what, int done, int total) const {
        const Json progress = {
            {"reply", "progress"}, {"what", what}, {"done", done}, {"total", total}};
        channel_.send({progress.dump(), {}});
    }

    Expected<Reply> bandwidth(const Json& request) {
        MW_TRY(const codegen::Target target, targetOf(request));
        MW_TRY(const double memory, measureBandwidth(backend(target)));
        const auto cache = measureCacheBandwidth(backend(target), target);
        if (!cache && cache.error().code == "device-lost")
            return fail(cache.error());
        return Reply{{{"memory", memory}, {"cache", cache.value_or(0)}}, {}};
    }

    Expected<Reply> unload(const Json& request) {
        const auto index = request.at("program").get<std::size_t>();
        if (index < programs_.size())
            programs_[index].reset();
        // Inputs that no program uses any more: the client is told to send them again.
        Json forgotten = Json::array();
        std::erase_if(store_, [&](const auto& entry) {
            const bool unused = entry.second.use_count() == 1;
            if (unused)
                forgotten.push_back(entry.first);
            return unused;
        });
        return Reply{{{"forgotten", std::move(forgotten)}}, {}};
    }

    Channel& channel_;
    const BackendFactory& makeBackend_;
    std::array<std::unique_ptr<Backend>, 3> backends_;
    std::array<std::unique_ptr<InputStore>, 3> stores_;
    std::vector<std::unique_ptr<Program>> programs_; ///< after the back ends: destroyed before
    std::map<std::string, SharedBytes> store_;       ///< input arrays by content
    bool quit_ = false;
};

} // namespace

std::unique_ptr<Backend> makeBackend(codegen::Target target) {
    return target == codegen::Target::cpu    ? makeHostBackend()
           : target == codegen::Target::cuda ? makeCudaBackend()
                                             : makeHipBackend();
}

int serve(int in, int out, const BackendFactory& factory, std::chrono::milliseconds silence) {
    Channel channel(in, out, silence);
    Server server(channel, factory);
    while (server.handle(channel.next())) {
    }
    // Not through exit: libraries of a broken device can hang in their destructors, and the reading
    // thread still uses the channel.
    std::quick_exit(0);
}

} // namespace mw::exec
