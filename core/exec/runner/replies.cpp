// Values of the protocol as JSON.
#include "core/exec/detail/replies.h"

namespace mw::exec {

using Json = nlohmann::json;

namespace {

Json compilerJson(const CompilerInfo& compiler) {
    return {{"version", compiler.version},
            {"package", compiler.package},
            {"architectures", compiler.architectures}};
}

} // namespace

Json toJson(const DeviceInfo& info) {
    Json compilers = Json::array();
    for (const CompilerInfo& compiler : info.compilers)
        compilers.push_back(compilerJson(compiler));
    return {{"target", codegen::name(info.target)},
            {"canCompile", info.canCompile},
            {"canRun", info.canRun},
            {"name", info.name},
            {"bus", info.bus},
            {"architecture", info.architecture},
            {"versions", info.versions},
            {"missing", info.missing},
            {"compilers", std::move(compilers)},
            {"peakGigaflops", info.peakGigaflops},
            {"lastCacheBytes", info.lastCacheBytes}};
}

Json toJson(const RunnerPlace& place) {
    return {{"node", place.node}, {"job", place.job}, {"processors", place.processors}};
}

Json toJson(const MachineLoad& load) {
    return {{"processors", load.processors}, {"cores", load.cores},
            {"threads", load.threads},       {"othersBusy", load.othersBusy},
            {"throttled", load.throttled},   {"loadAverage", load.loadAverage},
            {"runnable", load.runnable},     {"passiveWaiting", load.passiveWaiting}};
}

Json toJson(const CompileResult::Resources& r) {
    return {{"registers", r.registers},     {"spillBytes", r.spillBytes},
            {"sharedBytes", r.sharedBytes}, {"localBytes", r.localBytes},
            {"occupancy", r.occupancy},     {"scalarRegisters", r.scalarRegisters}};
}

Json toJson(const Diagnostic& diagnostic) {
    return {{"reply", "error"},
            {"code", diagnostic.code},
            {"sentence", diagnostic.sentence},
            {"notes", diagnostic.notes},
            {"fatal", diagnostic.code == "device-lost"}};
}

symbolic::Bindings readSymbols(const Json& json) {
    symbolic::Bindings symbols;
    for (const auto& [name, value] : json.items())
        symbols[name] = value.is_number_integer()
                            ? symbolic::Value::integer(value.get<std::int64_t>())
                            : symbolic::Value::real(value.get<double>());
    return symbols;
}

Json toJson(const DeviceCode& code) {
    Json reply = {{"log", code.compiled.log},       {"seconds", code.compiled.seconds},
                  {"cached", code.compiled.cached}, {"architecture", code.architecture},
                  {"writtenBy", code.writtenBy},    {"head", code.head},
                  {"kernels", Json::array()},       {"listings", Json::array()}};
    for (const auto& resources : code.compiled.kernels)
        reply["kernels"].push_back(toJson(resources));
    for (const auto& kernel : code.kernels)
        reply["listings"].push_back({{"lines", kernel.lines}, {"sourceLines", kernel.sourceLines}});
    return reply;
}

} // namespace mw::exec
