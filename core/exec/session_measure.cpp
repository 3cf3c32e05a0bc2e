// The client of the runner: what it asks of measurements, and how their answers are read.
#include "core/exec/detail/session_impl.h"
#include "core/exec/sequence.h"

#include <algorithm>

namespace mw::exec {

namespace {

MachineLoad machineLoad(const Json& json) {
    MachineLoad load;
    load.processors = json.value("processors", 0);
    load.cores = json.value("cores", 0);
    load.threads = json.value("threads", 0);
    load.othersBusy = json.value("othersBusy", -1.0);
    load.throttled = json.value("throttled", 0.0);
    load.loadAverage = json.value("loadAverage", -1.0);
    load.runnable = json.value("runnable", -1);
    load.passiveWaiting = json.value("passiveWaiting", false);
    return load;
}

Samples samplesOf(const Json& entry) {
    Samples samples;
    samples.call = entry.at("call").get<std::vector<double>>();
    samples.device = entry.at("device").get<std::vector<double>>();
    samples.kernels = entry.at("kernels").get<std::vector<std::vector<double>>>();
    samples.launches = entry.at("launches").get<std::vector<int>>();
    samples.sustained = entry.at("sustained").get<std::vector<double>>();
    samples.copies = entry.at("copies").get<std::vector<double>>();
    samples.copyCount = entry.at("copyCount");
    samples.allocation = entry.at("allocation");
    samples.temporaryBytes = entry.at("temporaryBytes");
    samples.clock = static_cast<Clock>(entry.at("clock").get<int>());
    samples.clockNote = entry.at("clockNote");
    return samples;
}

/// What every request about a sequence says; its programs by their numbers in the runner.
Expected<Json> sequenceRequest(const char* kind, const Sequence& sequence,
                               const std::function<Expected<int>(ProgramHandle)>& number) {
    Json calls = Json::array(), shares = Json::array();
    for (const Sequence::Call& call : sequence.calls) {
        MW_TRY(const int program, number(call.program));
        calls.push_back({program, call.count});
    }
    for (const Sequence::Share& share : sequence.shares) {
        MW_TRY(const int program, number(share.argument.program));
        MW_TRY(const int owner, number(share.owner.program));
        shares.push_back({program, share.argument.name, owner, share.owner.name});
    }
    return Json{{"request", kind}, {"calls", std::move(calls)}, {"shares", std::move(shares)}};
}

std::vector<ProgramHandle> programsOf(const Sequence& sequence) {
    std::vector<ProgramHandle> programs;
    for (const Sequence::Call& call : sequence.calls)
        if (std::ranges::find(programs, call.program) == programs.end())
            programs.push_back(call.program);
    return programs;
}

Json optionsOf(const MeasureOptions& options) {
    return {{"warmup", options.warmup},         {"repeats", options.repeats},
            {"coldCache", options.coldCache},   {"profiler", options.profiler},
            {"deviceOnly", options.deviceOnly}, {"onlyKernels", options.onlyKernels}};
}

} // namespace

Expected<std::vector<Samples>> Session::measure(const std::vector<ProgramHandle>& programs,
                                                const MeasureOptions& options, MachineLoad* load) {
    Json numbers = Json::array();
    for (const ProgramHandle program : programs) {
        MW_TRY(const int number, impl_->programOf(program));
        numbers.push_back(number);
    }
    Json request = optionsOf(options);
    request["request"] = "measure";
    request["programs"] = std::move(numbers);
    MW_TRY(const Json reply, impl_->request(request));
    return reading<std::vector<Samples>>([&] {
        if (load)
            *load = machineLoad(reply.value("load", Json::object()));
        std::vector<Samples> all;
        for (const Json& entry : reply.at("samples"))
            all.push_back(samplesOf(entry));
        return all;
    });
}

Expected<std::map<ProgramHandle, inputs::HostArrays>>
Session::run(const Sequence& sequence,
             const std::map<ProgramHandle, std::vector<std::string>>& outputs) {
    const auto number = [this](ProgramHandle handle) { return impl_->programOf(handle); };
    MW_TRY(Json request, sequenceRequest("run-sequence", sequence, number));
    request["outputs"] = Json::array();
    std::vector<ProgramHandle> wanted;
    for (const auto& [handle, names] : outputs) {
        MW_TRY(const int program, number(handle));
        request["outputs"].push_back({program, names});
        wanted.push_back(handle);
    }
    std::vector<SharedBytes> frames;
    MW_TRY(const Json reply, impl_->request(request, {}, &frames));
    using Arrays = std::map<ProgramHandle, inputs::HostArrays>;
    return reading<Arrays>([&]() -> Expected<Arrays> {
        Arrays all;
        for (std::size_t i = 0; i < wanted.size(); ++i)
            for (const Json& entry : reply.at("outputs").at(i)) {
                MW_TRY(all[wanted[i]][entry.at("name").get<std::string>()], arrayOf(entry, frames));
            }
        return all;
    });
}

Expected<SequenceSamples> Session::measure(const Sequence& sequence, const MeasureOptions& options,
                                           MachineLoad* load) {
    const auto number = [this](ProgramHandle handle) { return impl_->programOf(handle); };
    MW_TRY(Json request, sequenceRequest("measure-sequence", sequence, number));
    request.update(optionsOf(options));
    MW_TRY(const Json reply, impl_->request(request));
    return reading<SequenceSamples>([&] {
        if (load)
            *load = machineLoad(reply.value("load", Json::object()));
        SequenceSamples samples;
        samples.programs = programsOf(sequence);
        samples.call = reply.at("call").get<std::vector<double>>();
        samples.device = reply.at("device").get<std::vector<double>>();
        samples.sustained = reply.at("sustained").get<std::vector<double>>();
        samples.calls = reply.at("calls").get<std::vector<std::vector<double>>>();
        samples.singles = reply.at("singles").get<std::vector<std::vector<double>>>();
        samples.oneGraph = reply.at("oneGraph");
        samples.clock = static_cast<Clock>(reply.at("clock").get<int>());
        samples.clockNote = reply.at("clockNote");
        return samples;
    });
}

Expected<Bandwidth> Session::bandwidth(codegen::Target target) {
    MW_TRY(const Json reply,
           impl_->request({{"request", "bandwidth"}, {"target", codegen::name(target)}}));
    return reading<Bandwidth>([&] {
        return Bandwidth{reply.at("memory").get<double>(), reply.at("cache").get<double>()};
    });
}

} // namespace mw::exec
