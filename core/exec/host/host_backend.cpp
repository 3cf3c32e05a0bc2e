// The back end of the CPU: kernels are functions of a shared object.
#include "core/exec/host/host_library.h"
#include "core/exec/host/shared_library.h"
#include "core/exec/processors.h"
#include "core/exec/runner/backend.h"
#include "core/support/environment.h"
#include "core/support/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <iterator>
#include <new>
#include <unistd.h>

namespace mw::exec {

namespace {

using Kernel = void (*)(void**);

/// Arrays that are moved to see how fast memory is, or to empty the caches: $MAPWRIGHT_MEMORY_MB is
/// the most, where nobody asks how fast it is, as in tests. They take longer than small programs.
std::size_t movedBytes(std::size_t usual) {
    static const auto most =
        std::strtoull(environmentVariable("MAPWRIGHT_MEMORY_MB").c_str(), nullptr, 10) << 20U;
    return most > 0 ? std::min<std::size_t>(usual, most) : usual;
}

class HostModule : public Module {
public:
    explicit HostModule(void* handle) : handle_(handle) {}
    ~HostModule() override { dlclose(handle_); }
    HostModule(const HostModule&) = delete;
    HostModule& operator=(const HostModule&) = delete;

    Expected<void> resolve(std::span<const std::string> names) {
        for (const std::string& name : names) {
            functions_.push_back(dlsym(handle_, name.c_str()));
            if (!functions_.back())
                return fail("missing-kernel",
                            fmt::format("the compiled code lacks the kernel '{}'", name));
        }
        return {};
    }
    void* function(std::size_t index) const override { return functions_[index]; }
    void* hostFunction(const char* name) const override { return dlsym(handle_, name); }
    CompileResult::Resources resources(std::size_t, unsigned) const override { return {}; }

private:
    void* handle_;
    std::vector<void*> functions_;
};

class HostReplay : public Replay {
public:
    HostReplay(Backend& backend, PreparedSteps steps, int times)
        : backend_(backend), steps_(std::move(steps)), times_(times) {}
    Expected<void> enqueue() override {
        for (int i = 0; i < times_; ++i)
            for (const auto& step : steps_)
                MW_CHECK(backend_.enqueue(*step));
        return {};
    }

private:
    Backend& backend_;
    PreparedSteps steps_;
    int times_;
};

class HostBackend : public Backend {
public:
    DeviceInfo info() override {
        const HostProcessor& processor = hostProcessor();
        DeviceInfo info;
        info.target = codegen::Target::cpu;
        info.canCompile = info.canRun = hostCompiler().has_value();
        info.name = fmt::format("{}, {} thread{}", processor.name, processor.threads,
                                processor.threads == 1 ? "" : "s");
        info.architecture = hostArchitecture();
        info.lastCacheBytes = lastCacheBytes();
        if (hostCompiler())
            info.versions = hostCompiler()->version;
        else
            info.missing = fmt::format("No C++ compiler answers: {}.", howToGetHostCompiler());
        return info;
    }

    /// The usual is none.
    static std::vector<std::string> contraction(const KernelSource& source) {
        if (source.contraction != Contraction::always)
            return {};
        return {"-ffp-contract=fast"};
    }

    Expected<Binary> compile(const KernelSource& source, const std::string& architecture) override {
        MW_CHECK(checkArchitecture(architecture));
        MW_TRY(auto compiled, libraries_.compile(source.text, {}, contraction(source)));
        Binary binary;
        binary.images = {Binary::image(std::move(compiled.file))};
        binary.log = std::move(compiled.log);
        binary.seconds = compiled.seconds;
        binary.cached = compiled.cached;
        return binary;
    }

    Expected<BuiltLibrary> buildLibrary(const KernelSource& source, const std::string& hostProgram,
                                        std::size_t, const std::string& architecture) override {
        MW_CHECK(checkArchitecture(architecture));
        std::vector<std::string> options = kernelOptions();
        std::ranges::copy(contraction(source), std::back_inserter(options));
        BuiltLibrary library;
        MW_TRY(library.bytes, buildSharedLibrary(cache_, {{source.text, {}, std::move(options)},
                                                          {hostProgram,
                                                           {"program.cpp", "the host's program"},
                                                           hostProgramOptions()}}));
        return library;
    }

    Expected<void> open() override { return {}; }

    Expected<std::unique_ptr<Module>> load(const Binary& binary,
                                           std::span<const std::string> kernels) override {
        MW_TRY(void* const handle, libraries_.load(binary.images.front()->code));
        auto module = std::make_unique<HostModule>(handle);
        MW_CHECK(module->resolve(kernels));
        return module;
    }

    Expected<void*> allocate(std::size_t bytes) override {
        constexpr std::size_t alignment = 512;
        // Asking for more than there is would succeed, and end the process when it is written to.
        MW_CHECK(requireMemory(bytes, "the program's arrays"));
        void* memory =
            std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
        if (!memory)
            return fail("out-of-memory",
                        fmt::format("{} MB of memory are not available", bytes >> 20U));
        return memory;
    }
    void release(void* memory) override { std::free(memory); }
    Expected<void> upload(void* dst, std::span<const std::byte> src) override {
        std::ranges::copy(src, static_cast<std::byte*>(dst)); // may be empty: no memcpy
        return {};
    }
    Expected<void> download(std::span<std::byte> dst, const void* src) override {
        std::copy_n(static_cast<const std::byte*>(src), dst.size(), dst.begin());
        return {};
    }

    Expected<void> enqueue(const PreparedStep& step) override {
        if (const auto* launch = std::get_if<PreparedLaunch>(&step))
            // The kernel takes the addresses; it does not change the array of them.
            reinterpret_cast<Kernel>(launch->function)(
                const_cast<void**>(launch->arguments.data()));
        else if (const auto* copy = std::get_if<PreparedCopy>(&step))
            std::memmove(copy->dst, copy->src, copy->bytes);
        else if (const auto* fill = std::get_if<PreparedFill>(&step))
            std::memset(fill->dst, fill->value, fill->bytes);
        return {};
    }
    Expected<void> synchronise() override { return {}; }
    Expected<std::unique_ptr<Replay>> record(const PreparedSteps& steps, int times) override {
        return std::make_unique<HostReplay>(*this, steps, times);
    }

    bool runsInline() const override { return true; }
    Expected<double> timed(const std::function<Expected<void>()>& work) override {
        const auto start = std::chrono::steady_clock::now();
        MW_CHECK(work());
        return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
            .count();
    }
    Expected<void> flushCaches() override {
        const std::size_t bytes =
            movedBytes(std::size_t{256} << 20U); // beyond any last-level cache
        if (flush_.empty())
            flush_.resize(bytes);
        std::memset(flush_.data(), ++flushValue_, flush_.size());
        return {};
    }
    std::size_t bandwidthBytes() const override { return movedBytes(std::size_t{128} << 20U); }
    /// Both together half of it: larger than the caches of the cores.
    std::size_t cacheCopyBytes() const override {
        return movedBytes(static_cast<std::size_t>(lastCacheBytes()) / 4);
    }

private:
    Expected<void> checkArchitecture(const std::string& architecture) {
        if (!hostCompiler())
            return fail("no-compiler", info().missing);
        if (!architecture.empty() && architecture != hostArchitecture() && architecture != "native")
            return fail("bad-architecture",
                        fmt::format("the host compiler compiles for this machine ({}), not for "
                                    "'{}'",
                                    hostArchitecture(), architecture));
        return {};
    }

    HostLibraries libraries_;
    BinaryCache cache_;
    std::vector<unsigned char> flush_;
    unsigned char flushValue_ = 0;
};

} // namespace

std::unique_ptr<Backend> makeHostBackend() {
    return std::make_unique<HostBackend>();
}

} // namespace mw::exec
