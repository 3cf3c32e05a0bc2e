#pragma once

#include "core/exec/gpu/gpu_api.h"
#include "core/exec/runner/cache.h"

namespace mw::exec {

/// Run-time compilation with the disk cache. The compiler's library is loaded on first use. Each
/// kernel is cached by itself; what is missing is compiled in a few texts at once, because every
/// call of a compiler costs tens of milliseconds before the first kernel.
class RuntimeCompiler {
public:
    explicit RuntimeCompiler(const GpuCompiler& compiler) : compiler_(compiler) {}

    Expected<std::string> version(); ///< "NVRTC 13.0", or what is missing
    /// The error says what the compiler does not take, or what is missing.
    Expected<void> check(const std::string& architecture);
    const GpuCompiler& compiler() const { return compiler_; }
    /// `architecture` has been checked.
    Expected<Binary> compile(const KernelSource& source, const std::string& architecture);

private:
    /// Units that are compiled as one text.
    struct Job {
        std::vector<std::size_t> units;
        std::string key;
        Expected<ImagePtr> image;
    };

    Expected<const RtcApi*> api();
    std::vector<std::string> options(const std::string& architecture, const KernelSource& source,
                                     std::size_t unit) const;
    Expected<std::vector<std::string>> keysOf(const KernelSource& source,
                                              const std::string& architecture);
    /// From programs that are loaded, or from the disk; null where there is none.
    Expected<std::vector<ImagePtr>> known(const KernelSource& source,
                                          const std::vector<std::string>& keys);
    ImagePtr stored(const std::string& key, bool withAssembly) const;
    Expected<void> compileMissing(const KernelSource& source, const std::string& architecture,
                                  const std::vector<std::string>& keys,
                                  std::vector<ImagePtr>& images);
    Expected<ImagePtr> compileNew(const RtcApi& rtc, const std::string& source,
                                  const std::vector<std::string>& options, const std::string& key,
                                  bool listed) const;
    void addResources(const KernelSource& source, Binary& binary) const;
    void store(const KernelSource& source, const Job& job, const std::vector<std::string>& keys);

    const GpuCompiler& compiler_;
    std::optional<Expected<RtcApi>> api_;
    BinaryCache cache_;
    std::map<std::string, std::weak_ptr<const Image>> inUse_; ///< by key of the unit
};

} // namespace mw::exec
