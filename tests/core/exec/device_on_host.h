#pragma once

#include "core/exec/runner/backend.h"
#include "tests/support/compiled_programs.h"

#include <string>
#include <vector>

namespace mw::test {

/// What the text of a device's kernels needs to be C++ whose blocks run one after the other, and of
/// a block thread after thread, up to barriers at which all have to arrive.
std::string deviceAsHost(const std::string& text, const std::vector<std::string>& kernels);

/// A device whose kernels are such C++: binaries have the path of the shared object.
class DeviceOnHost : public exec::Backend {
public:
    exec::DeviceInfo info() override { return {}; }
    Expected<exec::Binary> compile(const exec::KernelSource&, const std::string&) override;
    Expected<exec::BuiltLibrary> buildLibrary(const exec::KernelSource&, const std::string&,
                                              std::size_t, const std::string&) override;
    Expected<void> open() override { return {}; }
    Expected<std::unique_ptr<exec::Module>> load(const exec::Binary& binary,
                                                 std::span<const std::string> kernels) override;
    Expected<void*> allocate(std::size_t bytes) override;
    void release(void* memory) override;
    Expected<void> upload(void* dst, std::span<const std::byte> src) override;
    Expected<void> download(std::span<std::byte> dst, const void* src) override;
    Expected<void> enqueue(const exec::PreparedStep& step) override;
    Expected<void> synchronise() override { return {}; }
    Expected<std::unique_ptr<exec::Replay>> record(const exec::PreparedSteps&, int) override;
    bool runsInline() const override { return false; }
    Expected<double> timed(const std::function<Expected<void>()>& work) override;
    Expected<void> flushCaches() override { return {}; }
    std::size_t bandwidthBytes() const override { return 1; }

    int listsMade = 0;
    std::vector<int> sizes; ///< of the last lists that were made
    void* table = nullptr;  ///< that they were made of
    int barriers = 0;       ///< of the last launch, by its first thread
    bool strayed = false;   ///< a thread ended where others of its block waited for it
};

} // namespace mw::test
