// The back end of CUDA and HIP: memory, streams, graphs, events.
#include "core/codegen/library/images.h"
#include "core/exec/gpu/compilers.h"
#include "core/exec/gpu/device_code.h"
#include "core/exec/gpu/gpu_api.h"
#include "core/exec/host/host_library.h"
#include "core/exec/host/shared_library.h"

#include <fmt/format.h>

#include <dlfcn.h>

namespace mw::exec {

namespace {

constexpr int kNonBlockingStream = 1;
constexpr int kRelaxedCapture = 2;
constexpr int kIllegalAddress = 700; // CUDA_ERROR_ILLEGAL_ADDRESS, hipErrorIllegalAddress
/// Function attributes; the same numbers in both APIs.
constexpr int kSharedBytes = 1;
constexpr int kLocalBytes = 3;
constexpr int kRegisters = 4;

/// One image in the device's memory, for all programs that have it.
class LoadedImage {
public:
    static Expected<std::shared_ptr<const LoadedImage>>
    load(const GpuApi& api, const ImagePtr& image,
         const std::function<Expected<void>(int)>& check) {
        std::shared_ptr<LoadedImage> loaded(new LoadedImage(api, image));
        MW_CHECK(check(api.moduleLoadData(&loaded->module_, image->code.data())));
        return loaded;
    }
    ~LoadedImage() {
        if (module_)
            api_.moduleUnload(module_);
    }
    LoadedImage(const LoadedImage&) = delete;
    LoadedImage& operator=(const LoadedImage&) = delete;

    void* module() const { return module_; }

private:
    LoadedImage(const GpuApi& api, ImagePtr image) : api_(api), image_(std::move(image)) {}

    const GpuApi& api_;
    ImagePtr image_; ///< so that the compiler still knows it
    void* module_ = nullptr;
};
using LoadedImagePtr = std::shared_ptr<const LoadedImage>;

class GpuModule : public Module {
public:
    /// `images`: as in the binary.
    GpuModule(const GpuApi& api, std::vector<LoadedImagePtr> images)
        : api_(api), images_(std::move(images)) {}
    ~GpuModule() override {
        if (state_)
            dlclose(state_);
    }
    GpuModule(const GpuModule&) = delete;
    GpuModule& operator=(const GpuModule&) = delete;

    void addState(void* library) { state_ = library; }

    Expected<void> resolve(const Binary& binary, std::span<const std::string> names) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            const std::string& name = names[i];
            const auto image = &binary.imageOfFunction(i) - binary.images.data();
            void* function = nullptr;
            if (api_.moduleFunction(&function, images_[static_cast<std::size_t>(image)]->module(),
                                    name.c_str()) != 0)
                return fail("missing-kernel",
                            fmt::format("the compiled code lacks the kernel '{}'", name));
            functions_.push_back(function);
        }
        return {};
    }
    void* function(std::size_t index) const override { return functions_[index]; }
    void* hostFunction(const char* name) const override {
        return state_ ? dlsym(state_, name) : nullptr;
    }

    CompileResult::Resources resources(std::size_t index, unsigned blockThreads) const override {
        CompileResult::Resources r;
        void* function = functions_[index];
        api_.functionAttribute(&r.registers, kRegisters, function);
        api_.functionAttribute(&r.localBytes, kLocalBytes, function);
        api_.functionAttribute(&r.sharedBytes, kSharedBytes, function);
        int blocks = 0;
        const int threads = api_.threadsPerMultiprocessor();
        if (threads > 0 &&
            api_.occupancy(&blocks, function, static_cast<int>(blockThreads), 0) == 0)
            r.occupancy = static_cast<double>(blocks) * blockThreads / threads;
        return r;
    }

private:
    const GpuApi& api_;
    std::vector<LoadedImagePtr> images_;
    std::vector<void*> functions_;
    void* state_ = nullptr; ///< library of the program's state
};

class GpuReplay : public Replay {
public:
    GpuReplay(std::function<Expected<void>(void*)> launch, const GpuApi& api, void* exec)
        : launch_(std::move(launch)), api_(api), exec_(exec) {}
    ~GpuReplay() override { api_.graphExecDestroy(exec_); }
    GpuReplay(const GpuReplay&) = delete;
    GpuReplay& operator=(const GpuReplay&) = delete;
    Expected<void> enqueue() override { return launch_(exec_); }

private:
    std::function<Expected<void>(void*)> launch_;
    const GpuApi& api_;
    void* exec_;
};

class GpuBackend : public Backend {
public:
    explicit GpuBackend(GpuPlatform platform)
        : platform_(std::move(platform)), compilers_(platform_) {}
    ~GpuBackend() override {
        for (void* event : {start_, end_})
            if (event)
                api_.eventDestroy(event);
        if (flush_)
            api_.memFree(flush_);
        if (stream_)
            api_.streamDestroy(stream_);
    }
    GpuBackend(const GpuBackend&) = delete;
    GpuBackend& operator=(const GpuBackend&) = delete;

    DeviceInfo info() override {
        DeviceInfo info;
        info.target = platform_.target;
        const auto compiler = compilers_.versions();
        const auto opened = open();
        info.canCompile = compiler.has_value();
        info.canRun = opened.has_value() && compiler.has_value();
        info.architecture = opened ? api_.architecture() : platform_.defaultArchitecture;
        if (opened) {
            info.name = deviceName();
            info.bus = busId();
            int driver = 0;
            api_.driverVersion(&driver);
            info.versions = api_.versionText(driver);
            info.peakGigaflops = api_.peakGigaflops ? api_.peakGigaflops() : 0;
            info.lastCacheBytes = api_.lastCacheBytes ? api_.lastCacheBytes() : 0;
        }
        if (compiler)
            info.versions = info.versions.empty() ? *compiler : *compiler + ", " + info.versions;
        info.missing = whatIsMissing(compiler, opened);
        return info;
    }

    std::vector<CompilerInfo> compilers() override { return compilers_.infos(); }

    Expected<Binary> compile(const KernelSource& source, const std::string& architecture) override {
        const std::string chosen = chosenArchitecture(architecture);
        MW_TRY(RuntimeCompiler* const compiler, compilers_.of(chosen));
        MW_TRY(Binary binary, compiler->compile(source, chosen));
        if (!source.state.empty()) {
            MW_TRY(const auto state, compileState(source.state));
            binary.stateLibrary = state.file;
            binary.cached = binary.cached && state.cached;
            binary.seconds += state.seconds;
        }
        return binary;
    }

    Expected<DeviceCode> instructions(KernelSource source, std::span<const std::string> kernels,
                                      Instructions kind, const std::string& architecture) override {
        const std::string chosen = chosenArchitecture(architecture);
        std::erase_if(source.units, [](const auto& unit) { return unit.kernels.empty(); });
        source.listed = true;
        MW_TRY(RuntimeCompiler* const compiler, compilers_.of(chosen));
        const auto binary = compiler->compile(source, chosen);
        if (!binary) { // as for a run: its lines are those of the whole
            source.listed = false;
            const auto again = compiler->compile(source, chosen);
            return fail(again ? binary.error() : again.error());
        }
        MW_TRY(const OwnAssembly own, ownAssembly(*compiler));
        return listed(source, *binary, kernels, {kind, chosen, own}, cache_);
    }

    Expected<BuiltLibrary> buildLibrary(const KernelSource& source, const std::string& hostProgram,
                                        std::size_t kernels,
                                        const std::string& architecture) override {
        const std::string chosen = chosenArchitecture(architecture);
        MW_TRY(RuntimeCompiler* const compiler, compilers_.of(chosen));
        MW_TRY(const Binary binary, compiler->compile(source, chosen));
        MW_CHECK(loadable(*compiler, binary));
        std::vector<ScratchFile> files;
        std::vector<std::string> paths;
        for (const ImagePtr& image : binary.images) {
            MW_TRY(ScratchFile file, ScratchFile::of(cache_, ".bin", image->code));
            paths.push_back(file.path());
            files.push_back(std::move(file));
        }
        std::vector<std::size_t> imageOf;
        for (std::size_t k = 0; k < kernels; ++k)
            imageOf.push_back(binary.imageOf.empty()
                                  ? 0
                                  : binary.imageOf[std::min(k, binary.imageOf.size() - 1)]);
        BuiltLibrary library;
        MW_TRY(library.bytes,
               buildSharedLibrary(
                   cache_,
                   {{codegen::printImages(paths, imageOf), {"images.cpp", "the kernels"}, {}},
                    {hostProgram, {"program.cpp", "the host's program"}, hostProgramOptions()}}));
        library.log = binary.log;
        library.kernelSeconds = binary.seconds;
        library.cached = binary.cached;
        return library;
    }

    Expected<void> open() override {
        if (!opened_)
            opened_ = openDevice();
        return *opened_;
    }

    Expected<std::unique_ptr<Module>> load(const Binary& binary,
                                           std::span<const std::string> kernels) override {
        std::erase_if(loaded_, [](const auto& one) { return one.second.expired(); });
        MW_TRY(RuntimeCompiler* const compiler, compilers_.of(chosenArchitecture({})));
        MW_CHECK(loadable(*compiler, binary));
        std::vector<LoadedImagePtr> images;
        for (const ImagePtr& image : binary.images) {
            auto& slot = loaded_[image];
            LoadedImagePtr loaded = slot.lock();
            if (!loaded) {
                MW_TRY(loaded, LoadedImage::load(api_, image, [this](int result) {
                           return check(result, "loading the kernels");
                       }));
                slot = loaded;
            }
            images.push_back(std::move(loaded));
        }
        auto module = std::make_unique<GpuModule>(api_, std::move(images));
        MW_CHECK(module->resolve(binary, kernels));
        if (!binary.stateLibrary.empty()) {
            MW_TRY(void* const state, states_.load(binary.stateLibrary));
            module->addState(state);
        }
        return module;
    }

    Expected<void*> allocate(std::size_t bytes) override {
        void* memory = nullptr;
        constexpr int outOfMemory = 2; // CUDA_ERROR_OUT_OF_MEMORY, hipErrorOutOfMemory
        const int result = api_.memAlloc(&memory, bytes);
        if (result == outOfMemory)
            return fail("out-of-memory",
                        fmt::format("{} MB of device memory are not available", bytes >> 20U));
        MW_CHECK(check(result, "allocating memory"));
        return memory;
    }
    void release(void* memory) override { api_.memFree(memory); }
    Expected<void> upload(void* dst, std::span<const std::byte> src) override {
        if (src.empty())
            return {};
        MW_CHECK(check(api_.copyToDevice(dst, src.data(), src.size(), stream_), "sending inputs"));
        return synchronise();
    }
    Expected<void> download(std::span<std::byte> dst, const void* src) override {
        if (dst.empty())
            return {};
        MW_CHECK(check(api_.copyToHost(dst.data(), src, dst.size(), stream_), "fetching results"));
        return synchronise();
    }

    Expected<void> enqueue(const PreparedStep& step) override {
        if (const auto* launch = std::get_if<PreparedLaunch>(&step)) {
            const auto& grid = launch->shape.grid;
            const auto& block = launch->shape.block;
            return check(api_.launch(launch->function, grid[0], grid[1], grid[2], block[0],
                                     block[1], block[2], 0, stream_,
                                     const_cast<void**>(launch->arguments.data()), nullptr),
                         "launching a kernel");
        }
        if (const auto* copy = std::get_if<PreparedCopy>(&step))
            return check(api_.copyOnDevice(copy->dst, copy->src, copy->bytes, stream_),
                         "copying between arrays");
        const auto& fill = std::get<PreparedFill>(step);
        if (fill.bytes == 0)
            return {};
        return check(api_.fill(fill.dst, fill.value, fill.bytes, stream_), "filling an array");
    }
    Expected<void> synchronise() override {
        return check(api_.streamSynchronize(stream_), "running the kernels");
    }

    Expected<std::unique_ptr<Replay>> record(const PreparedSteps& steps, int times) override {
        MW_CHECK(check(api_.beginCapture(stream_, kRelaxedCapture), "recording the launches"));
        Expected<void> enqueued;
        for (int i = 0; enqueued && i < times; ++i)
            for (std::size_t s = 0; enqueued && s < steps.size(); ++s)
                enqueued = enqueue(*steps[s]);
        void* graph = nullptr;
        const int ended = api_.endCapture(stream_, &graph);
        MW_CHECK(std::move(enqueued));
        MW_CHECK(check(ended, "recording the launches"));
        void* exec = nullptr;
        const int made = api_.graphInstantiate(&exec, graph, 0);
        api_.graphDestroy(graph);
        MW_CHECK(check(made, "preparing the recorded launches"));
        return std::make_unique<GpuReplay>(
            [this](void* handle) {
                return check(api_.graphLaunch(handle, stream_), "starting the recorded launches");
            },
            api_, exec);
    }

    bool runsInline() const override { return false; }

    Expected<double> timed(const std::function<Expected<void>()>& work) override {
        MW_CHECK(check(api_.eventRecord(start_, stream_), "timing"));
        MW_CHECK(work());
        MW_CHECK(check(api_.eventRecord(end_, stream_), "timing"));
        MW_CHECK(check(api_.eventSynchronize(end_), "running the kernels"));
        float milliseconds = 0;
        MW_CHECK(check(api_.eventElapsed(&milliseconds, start_, end_), "timing"));
        return static_cast<double>(milliseconds) * 1000.0;
    }

    Expected<void> startProfiler() override {
        if (!profiler_)
            profiler_ = platform_.makeProfiler ? platform_.makeProfiler() : noProfiler();
        MW_CHECK(open());
        return *profiler_ ? (**profiler_)->start() : fail(profiler_->error());
    }
    void stopProfiler() override {
        if (profiler_ && *profiler_)
            (**profiler_)->stop();
    }
    Expected<std::vector<DeviceActivity>>
    profiled(const std::function<Expected<void>()>& work) override {
        if (!profiler_ || !*profiler_)
            return noProfiler();
        Profiler& profiler = ***profiler_;
        MW_CHECK(synchronise());
        MW_TRY(const auto before, profiler.take());
        MW_CHECK(work());
        MW_CHECK(synchronise());
        return profiler.take();
    }

    Expected<void> flushCaches() override {
        constexpr std::size_t bytes = std::size_t{256} << 20U; // beyond the L2 of any device
        if (!flush_) {
            MW_TRY(flush_, allocate(bytes));
        }
        MW_CHECK(enqueue(PreparedFill{flush_, ++flushValue_, bytes}));
        return synchronise();
    }
    std::size_t bandwidthBytes() const override { return std::size_t{512} << 20U; }
    /// Both together a quarter of it: where L2 has two parts, what all multiprocessors read stands
    /// in both.
    std::size_t cacheCopyBytes() const override {
        return api_.lastCacheBytes ? static_cast<std::size_t>(api_.lastCacheBytes()) / 8 : 0;
    }

private:
    static Expected<OwnAssembly> ownAssembly(RuntimeCompiler& compiler) {
        MW_TRY(const std::string version, compiler.version());
        return OwnAssembly{compiler.compiler().assembly, version};
    }
    static Expected<void> loadable(const RuntimeCompiler& compiler, const Binary& binary) {
        if (compiler.compiler().loadable)
            for (const ImagePtr& image : binary.images)
                MW_CHECK(compiler.compiler().loadable(*image));
        return {};
    }

    std::string chosenArchitecture(const std::string& asked) {
        return !asked.empty() ? asked
               : open()       ? api_.architecture()
                              : platform_.defaultArchitecture;
    }

    Expected<HostLibraries::Compiled> compileState(const std::string& text) {
        return states_.compile(text, {"state.cpp", "the init and exit code of the graph"},
                               platform_.hostOptions ? platform_.hostOptions()
                                                     : std::vector<std::string>{});
    }

    Expected<void> openDevice() {
        const auto none = [&](const std::string& why) {
            return fail("no-device",
                        fmt::format("No {} device answers ({})", platform_.deviceKind, why));
        };
        auto api = platform_.loadApi();
        if (!api)
            return none(api.error().sentence);
        api_ = std::move(*api);
        int count = 0;
        if (const int started = api_.init(0); started != 0)
            return none(api_.errorText(started));
        if (api_.deviceCount(&count) != 0 || count == 0)
            return none("the driver finds none");
        MW_CHECK(check(api_.useDevice(), "opening the device"));
        MW_CHECK(check(api_.streamCreate(&stream_, kNonBlockingStream), "opening the device"));
        MW_CHECK(check(api_.eventCreate(&start_, 0), "opening the device"));
        return check(api_.eventCreate(&end_, 0), "opening the device");
    }

    std::string deviceName() const {
        std::array<char, 256> name{};
        if (api_.deviceName(name.data(), static_cast<int>(name.size()) - 1, 0) != 0)
            return platform_.deviceKind + " device";
        return name.data();
    }

    std::string busId() const {
        std::array<char, 32> id{}; // "0000:3b:00.0"
        if (!api_.busId || api_.busId(id.data(), static_cast<int>(id.size()) - 1, 0) != 0)
            return {};
        return id.data();
    }

    std::string whatIsMissing(const Expected<std::string>& compiler,
                              const Expected<void>& opened) const {
        if (compiler && opened)
            return {};
        if (compiler)
            return fmt::format("{}; kernels still compile with {}.", opened.error().sentence,
                               *compiler);
        if (opened)
            return fmt::format("The {} device answers, but {}.", platform_.deviceKind,
                               compiler.error().sentence);
        return fmt::format("{}, and {}.", opened.error().sentence, compiler.error().sentence);
    }

    Expected<void> check(int result, std::string_view doing) const {
        if (result == 0)
            return {};
        Diagnostic diagnostic;
        diagnostic.code = api_.isLost(result) ? "device-lost" : "device-error";
        diagnostic.sentence = fmt::format("{} failed on the {} device: {}", doing,
                                          platform_.deviceKind, api_.errorText(result));
        if (result == kIllegalAddress)
            diagnostic.notes.emplace_back("a kernel read or wrote outside of its arrays: on a "
                                          "small grid the target 'interp' names the access");
        return Unexpected(std::move(diagnostic));
    }

    GpuPlatform platform_;
    Compilers compilers_;
    HostLibraries states_;
    BinaryCache cache_; ///< for files of exported libraries
    std::optional<Expected<void>> opened_;
    GpuApi api_;
    std::optional<Expected<std::unique_ptr<Profiler>>> profiler_; ///< loaded when first asked for
    void* stream_ = nullptr;
    void* start_ = nullptr;
    void* end_ = nullptr;
    void* flush_ = nullptr;
    unsigned char flushValue_ = 0;
    /// By image, while a program uses it; looked up, never walked in order.
    std::map<std::weak_ptr<const Image>, std::weak_ptr<const LoadedImage>, std::owner_less<>>
        loaded_;
};

} // namespace

std::unique_ptr<Backend> makeGpuBackend(GpuPlatform platform) {
    return std::make_unique<GpuBackend>(std::move(platform));
}

} // namespace mw::exec
