#pragma once

#include "core/exec/gpu/rtc.h"

#include <memory>
#include <string>
#include <vector>

namespace mw::exec {

/// The compilers of a platform, of which each architecture has the first that takes it.
class Compilers {
public:
    explicit Compilers(const GpuPlatform& platform);

    /// "bad-architecture", with what each of them says; what is missing where none is there.
    Expected<RuntimeCompiler*> of(const std::string& architecture);
    /// "hiprtc 5.2.21153, clang 19.1.7", or what is missing.
    Expected<std::string> versions();
    /// Those that are there.
    std::vector<CompilerInfo> infos();

private:
    std::vector<std::unique_ptr<RuntimeCompiler>> all_;
};

} // namespace mw::exec
