#pragma once

#include "core/exec/gpu/gpu_api.h"
#include "core/exec/runner/cache.h"

namespace mw::exec {

/// Run-time compilation with the disk cache. The compiler's library is loaded on first use.
class RuntimeCompiler {
public:
    explicit RuntimeCompiler(const GpuPlatform& platform) : platform_(platform) {}

    Expected<std::string> version(); ///< "NVRTC 13.0", or what is missing
    Expected<Binary> compile(const std::string& source, const std::string& architecture);

private:
    Expected<const RtcApi*> api();
    Expected<Binary> compileNew(const RtcApi& rtc, const std::string& source,
                                const std::vector<std::string>& options);

    const GpuPlatform& platform_;
    std::optional<Expected<RtcApi>> api_;
    BinaryCache cache_;
};

} // namespace mw::exec
