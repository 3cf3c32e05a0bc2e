#pragma once

#include "core/exec/protocol.h"
#include "core/exec/runner/kernel_source.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace mw::exec {

/// Code of one or more kernels: a cubin or code object; host: path of the shared object. Programs
/// that have the same object may share what was loaded from it.
struct Image {
    std::string code;
    std::string log{};      ///< what the compiler said
    std::string key{};      ///< of the cache; empty: not cached by image
    std::string assembly{}; ///< PTX or AMDGCN, where it was asked for and the compiler gives any
};
using ImagePtr = std::shared_ptr<const Image>;

/// The images that one source was compiled to.
struct Binary {
    std::vector<ImagePtr> images;
    std::vector<std::size_t> imageOf; ///< per unit of the source; empty: all in the first image
    std::string log;                  ///< what the compiler said
    /// For a device: the shared library with the program's state; "" where there is none.
    std::string stateLibrary;

    static ImagePtr image(std::string code) {
        return std::make_shared<const Image>(Image{std::move(code)});
    }
    /// Where the i-th function is: one per unit, and the last unit holds all that follow.
    const ImagePtr& imageOfFunction(std::size_t function) const {
        return images[imageOf.empty() ? 0 : imageOf[std::min(function, imageOf.size() - 1)]];
    }
    std::map<std::string, CompileResult::Resources> resources; ///< by kernel, where the log tells
    double seconds = 0;
    bool cached = false;
};

/// A shared library with kernels and the host program that launches them.
struct BuiltLibrary {
    std::string bytes;
    std::string log;
    double kernelSeconds = 0; ///< for the kernels of a device alone; 0: they are parts like others
    bool cached = false;      ///< those kernels were compiled before
};

/// Kernels in device memory; unloads in its destructor.
class Module {
public:
    virtual ~Module() = default;
    /// The back end's handle of the i-th kernel that was asked for.
    virtual void* function(std::size_t index) const = 0;
    /// A function that runs in this process (of the program's state); null when there is none.
    virtual void* hostFunction(const char* name) const = 0;
    virtual CompileResult::Resources resources(std::size_t index, unsigned blockThreads) const = 0;
};

/// One kernel launch with everything evaluated. `arguments[i]` points to the i-th parameter's
/// value, which stands in `values` (one slot of 16 bytes each): pass it on without copying.
struct PreparedLaunch {
    struct alignas(16) Slot {
        std::array<std::byte, 16> bytes{};

        template <class T>
        static Slot of(T value) {
            static_assert(sizeof value <= 16);
            Slot slot;
            std::copy_n(reinterpret_cast<const std::byte*>(&value), sizeof value,
                        slot.bytes.data());
            return slot;
        }
    };
    int kernel = -1; ///< of the plan; -1: a helper
    void* function = nullptr;
    codegen::LaunchShape shape;
    std::vector<Slot> values;
    std::vector<void*> arguments;

    /// Points `arguments` to `values`; after the last change of `values`.
    void bind();
};
struct PreparedCopy { ///< one block of bytes
    void* dst = nullptr;
    const void* src = nullptr;
    std::size_t bytes = 0;
};
struct PreparedFill {
    void* dst = nullptr;
    unsigned char value = 0;
    std::size_t bytes = 0;
};
using PreparedStep = std::variant<PreparedLaunch, PreparedCopy, PreparedFill>;
using PreparedSteps = std::vector<std::shared_ptr<const PreparedStep>>;

/// A fixed sequence of steps that can be started as one (a CUDA or HIP graph; a loop on the host).
class Replay {
public:
    virtual ~Replay() = default;
    virtual Expected<void> enqueue() = 0;
};

/// One thing that a device did, as a profiler recorded it.
struct DeviceActivity {
    enum class Kind : std::uint8_t { kernel, copy, fill };
    Kind kind = Kind::kernel;
    std::string name;          ///< of the kernel
    double start = 0, end = 0; ///< us, by the device's clock
};

/// One kind of device. Steps are asynchronous and in order; everything else waits for them.
/// Errors with the code "device-lost" leave the device unusable for this process.
class Backend {
public:
    virtual ~Backend() = default;

    /// Without DeviceInfo::compilers.
    virtual DeviceInfo info() = 0;
    virtual std::vector<CompilerInfo> compilers() { return {}; }
    /// Compiles without a device. `architecture` empty: the device's own, else a default.
    virtual Expected<Binary> compile(const KernelSource& source,
                                     const std::string& architecture) = 0;
    /// Without a device too: kernels and codegen::LibrarySource::host in one shared library.
    virtual Expected<BuiltLibrary> buildLibrary(const KernelSource& source,
                                                const std::string& hostProgram, std::size_t kernels,
                                                const std::string& architecture) = 0;
    /// Without a device too: what becomes of these kernels.
    virtual Expected<DeviceCode> instructions([[maybe_unused]] KernelSource source,
                                              [[maybe_unused]] std::span<const std::string> kernels,
                                              Instructions kind,
                                              [[maybe_unused]] const std::string& architecture) {
        return fail("not-available", std::string(title(kind)) + " is what kernels of a GPU become");
    }
    /// A sentence when nothing can run here.
    virtual Expected<void> open() = 0;
    virtual Expected<std::unique_ptr<Module>> load(const Binary& binary,
                                                   std::span<const std::string> kernels) = 0;

    virtual Expected<void*> allocate(std::size_t bytes) = 0;
    virtual void release(void* memory) = 0;
    virtual Expected<void> upload(void* dst, std::span<const std::byte> src) = 0;
    virtual Expected<void> download(std::span<std::byte> dst, const void* src) = 0;

    virtual Expected<void> enqueue(const PreparedStep& step) = 0;
    virtual Expected<void> synchronise() = 0;
    /// The steps, `times` times in a row.
    virtual Expected<std::unique_ptr<Replay>> record(const PreparedSteps& steps, int times) = 0;

    /// True: kernels run in the calling thread, so a clock around each times it.
    virtual bool runsInline() const = 0;
    /// Microseconds between device events around what `work` enqueues.
    virtual Expected<double> timed(const std::function<Expected<void>()>& work) = 0;
    /// Turns recording on; an error says why there is none. Off again before anything is timed that
    /// must not be slowed down.
    virtual Expected<void> startProfiler() { return noProfiler(); }
    virtual void stopProfiler() {}
    /// Waits for what is under way, then records what `work` makes the device do.
    virtual Expected<std::vector<DeviceActivity>>
    profiled([[maybe_unused]] const std::function<Expected<void>()>& work) {
        return noProfiler();
    }
    /// Overwrites enough memory that nothing of ours is left in caches, and waits for it.
    virtual Expected<void> flushCaches() = 0;
    /// Bytes of each of the two arrays that the copy bandwidth is measured with.
    virtual std::size_t bandwidthBytes() const = 0;
    /// Bytes of each of the two arrays that the bandwidth of the last cache is measured with: what
    /// stays in there, and in no cache before it. 0: not known.
    virtual std::size_t cacheCopyBytes() const { return 0; }

protected:
    static Unexpected noProfiler() {
        return fail("no-profiler", "there is no profiler for this kind of device");
    }
};

std::unique_ptr<Backend> makeHostBackend();
std::unique_ptr<Backend> makeCudaBackend();
std::unique_ptr<Backend> makeHipBackend();

/// Text with the strided copy kernels `mw_copy_1`, `mw_copy_2`, ... `mw_copy_16` (element bytes) of
/// a target; parameters: dst, src, then counts, dst strides, src strides of four dimensions,
/// outermost first, as 64-bit integers.
std::string copyKernels(codegen::Target target);
/// Name of the copy kernel for elements of this size.
std::string copyKernelName(int elementBytes);

} // namespace mw::exec
