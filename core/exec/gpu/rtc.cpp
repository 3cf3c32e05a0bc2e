#include "core/exec/gpu/rtc.h"

#include <fmt/format.h>

#include <chrono>
#include <sstream>

namespace mw::exec {

namespace {

std::vector<std::string> lines(const std::string& text, std::size_t limit) {
    std::istringstream in(text);
    std::vector<std::string> list;
    for (std::string line; list.size() < limit && std::getline(in, line);)
        list.push_back(line);
    return list;
}

std::string logOf(const RtcApi& rtc, void* program) {
    std::size_t size = 0;
    if (rtc.logSize(program, &size) != 0 || size <= 1)
        return {};
    std::string log(size, '\0');
    if (rtc.log(program, log.data()) != 0)
        return {};
    log.resize(log.find('\0') == std::string::npos ? log.size() : log.find('\0'));
    return log;
}

/// Destroys the compiler's program at the end of a scope.
struct ProgramGuard {
    const RtcApi& rtc;
    void* program = nullptr;
    explicit ProgramGuard(const RtcApi& api) : rtc(api) {}
    ~ProgramGuard() {
        if (program)
            rtc.destroy(&program);
    }
    ProgramGuard(const ProgramGuard&) = delete;
    ProgramGuard& operator=(const ProgramGuard&) = delete;
};

} // namespace

Expected<const RtcApi*> RuntimeCompiler::api() {
    if (!api_)
        api_ = platform_.loadCompiler();
    if (!*api_)
        return fail(api_->error());
    return &**api_;
}

Expected<std::string> RuntimeCompiler::version() {
    MW_TRY(const RtcApi* const rtc, api());
    int major = 0;
    int minor = 0;
    rtc->version(&major, &minor);
    return fmt::format("{} {}.{}", platform_.compilerName, major, minor);
}

Expected<Binary> RuntimeCompiler::compile(const std::string& source,
                                          const std::string& architecture) {
    MW_TRY(const RtcApi* const rtc, api());
    MW_CHECK(platform_.checkArchitecture(architecture));
    MW_TRY(const std::string compiler, version());
    const auto options = platform_.options(architecture);
    std::string joined;
    for (const std::string& option : options)
        joined += option + ' ';
    const std::string key = BinaryCache::key({source, joined, compiler, architecture});
    Binary binary;
    if (auto image = cache_.read(key, ".bin")) {
        binary.image = std::move(*image);
        binary.log = cache_.read(key, ".log").value_or("");
        binary.cached = true;
    } else {
        MW_TRY(binary, compileNew(*rtc, source, options));
        cache_.write(key, ".cu", source);
        cache_.write(key, ".log", binary.log);
        cache_.write(key, ".bin", binary.image); // last: what is found is complete
    }
    binary.resources = platform_.readLog(binary.log);
    return binary;
}

Expected<Binary> RuntimeCompiler::compileNew(const RtcApi& rtc, const std::string& source,
                                             const std::vector<std::string>& options) {
    std::vector<const char*> arguments;
    for (const std::string& option : options)
        arguments.push_back(option.c_str());
    const auto start = std::chrono::steady_clock::now();
    ProgramGuard guard(rtc);
    int result = rtc.create(&guard.program, source.c_str(), "kernels.cu", 0, nullptr, nullptr);
    if (result == 0)
        result = rtc.compile(guard.program, static_cast<int>(arguments.size()), arguments.data());
    Binary binary;
    binary.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    binary.log = guard.program ? logOf(rtc, guard.program) : "";
    std::size_t size = 0;
    if (result == 0)
        result = rtc.codeSize(guard.program, &size);
    binary.image.resize(size);
    if (result == 0)
        result = rtc.code(guard.program, binary.image.data());
    if (result == 0)
        return binary;
    Diagnostic diagnostic;
    diagnostic.code = "compile-failed";
    diagnostic.sentence = fmt::format("{} does not accept the kernels ({})", platform_.compilerName,
                                      rtc.errorText(result));
    diagnostic.notes = lines(binary.log, 40);
    return Unexpected(std::move(diagnostic));
}

} // namespace mw::exec
