#pragma once

#include "core/codegen/library/runtime/arithmetic.h"
#include "core/codegen/library/runtime/grid.h"
#include "core/codegen/library/runtime/markers.h"

#include <dlfcn.h>
#include <utility>

// The device of libraries for CUDA and HIP: its driver is loaded when a program begins, so that the
// library needs no toolkit, neither where it is made nor where it runs.

namespace mw::library {

/// Names of the functions, as in core/exec/gpu/names.cpp.
struct Cuda {
    static constexpr int kKind = 1;
    static constexpr const char* kName = "CUDA";
    static constexpr const char* kLibraries[] = {"libcuda.so.1"};
    static constexpr const char* kInit = "cuInit";
    static constexpr const char* kAllocate = "cuMemAlloc_v2";
    static constexpr const char* kRelease = "cuMemFree_v2";
    static constexpr const char* kToDevice = "cuMemcpyHtoDAsync_v2";
    static constexpr const char* kToHost = "cuMemcpyDtoHAsync_v2";
    static constexpr const char* kOnDevice = "cuMemcpyDtoDAsync_v2";
    static constexpr const char* kFill = "cuMemsetD8Async";
    static constexpr const char* kSynchronize = "cuStreamSynchronize";
    static constexpr const char* kSynchronizeAll = "cuCtxSynchronize";
    static constexpr const char* kLoad = "cuModuleLoadData";
    static constexpr const char* kUnload = "cuModuleUnload";
    static constexpr const char* kFunction = "cuModuleGetFunction";
    static constexpr const char* kLaunch = "cuLaunchKernel";
    static constexpr bool kRecords = true;
    using Ranges = Nvtx;
};
struct Hip {
    static constexpr int kKind = 2;
    static constexpr const char* kName = "HIP";
    static constexpr const char* kLibraries[] = {"libamdhip64.so", "/opt/rocm/lib/libamdhip64.so",
                                                 "libamdhip64.so.7", "libamdhip64.so.6",
                                                 "libamdhip64.so.5"};
    static constexpr const char* kInit = "hipInit";
    static constexpr const char* kAllocate = "hipMalloc";
    static constexpr const char* kRelease = "hipFree";
    static constexpr const char* kToDevice = "hipMemcpyHtoDAsync";
    static constexpr const char* kToHost = "hipMemcpyDtoHAsync";
    static constexpr const char* kOnDevice = "hipMemcpyDtoDAsync";
    static constexpr const char* kFill = "hipMemsetD8Async";
    static constexpr const char* kSynchronize = "hipStreamSynchronize";
    static constexpr const char* kSynchronizeAll = "hipDeviceSynchronize";
    static constexpr const char* kLoad = "hipModuleLoadData";
    static constexpr const char* kUnload = "hipModuleUnload";
    static constexpr const char* kFunction = "hipModuleGetFunction";
    static constexpr const char* kLaunch = "hipModuleLaunchKernel";
    static constexpr bool kRecords = false; // nobody has run it
    using Ranges = RocTx;
};

/// A function of the driver, by the name that its platform has for it.
class Driver {
public:
    template <class Platform>
    void open(Status& status) {
        for (const char* name : Platform::kLibraries)
            if ((handle_ = dlopen(name, RTLD_NOW | RTLD_LOCAL)))
                return;
        refuse(status, 100, "the driver of %s (%s) is not on this machine", Platform::kName,
               Platform::kLibraries[0]);
    }
    template <class Function>
    void bind(Status& status, Function*& function, const char* name) {
        function = handle_ ? reinterpret_cast<Function*>(dlsym(handle_, name)) : nullptr;
        if (!function)
            refuse(status, 100, "the driver lacks the function %s; it is too old", name);
    }

private:
    void* handle_ = nullptr; // stays: other programs of the process use it too
};

/// The context of CUDA that a program lives in: the caller's, or that of the first device.
class CudaContext {
public:
    void bind(Driver& driver, Status& status) {
        driver.bind(status, current_, "cuCtxGetCurrent");
        driver.bind(status, push_, "cuCtxPushCurrent_v2");
        driver.bind(status, pop_, "cuCtxPopCurrent_v2");
        driver.bind(status, retain_, "cuDevicePrimaryCtxRetain");
        driver.bind(status, release_, "cuDevicePrimaryCtxRelease_v2");
        driver.bind(status, set_, "cuCtxSetCurrent");
        driver.bind(status, errorName_, "cuGetErrorName");
    }
    int begin() {
        if (const int result = current_(&context_); result != 0 || context_)
            return result;
        if (const int result = retain_(&context_, 0); result != 0)
            return result;
        retained_ = true;
        return set_(context_);
    }
    void end() {
        if (retained_)
            release_(0);
    }
    /// Makes it current for the calling thread; leave() brings back what was.
    int enter() {
        void* now = nullptr;
        if (const int result = current_(&now); result != 0)
            return result;
        pushed_ = now != context_;
        return pushed_ ? push_(context_) : 0;
    }
    void leave() {
        void* mine = nullptr;
        if (pushed_)
            pop_(&mine);
        pushed_ = false;
    }
    const void* id() const { return context_; }
    const char* text(int result) const {
        const char* name = nullptr;
        return errorName_ && errorName_(result, &name) == 0 && name ? name : "unknown error";
    }

private:
    int (*current_)(void**) = nullptr;
    int (*push_)(void*) = nullptr;
    int (*pop_)(void**) = nullptr;
    int (*retain_)(void**, int) = nullptr;
    int (*release_)(int) = nullptr;
    int (*set_)(void*) = nullptr;
    int (*errorName_)(int, const char**) = nullptr;
    void* context_ = nullptr;
    bool retained_ = false, pushed_ = false;
};

/// Graphs of CUDA; a driver that lacks them launches step by step.
class CudaGraphs {
public:
    void bind(Driver& driver) {
        Status lacks;
        driver.bind(lacks, makeStream_, "cuStreamCreate");
        driver.bind(lacks, dropStream_, "cuStreamDestroy_v2");
        driver.bind(lacks, isCapturing_, "cuStreamIsCapturing");
        driver.bind(lacks, begin_, "cuStreamBeginCapture_v2");
        driver.bind(lacks, end_, "cuStreamEndCapture");
        driver.bind(lacks, instantiate_, "cuGraphInstantiateWithFlags");
        driver.bind(lacks, drop_, "cuGraphDestroy");
        driver.bind(lacks, start_, "cuGraphLaunch");
        driver.bind(lacks, dropExecutable_, "cuGraphExecDestroy");
        bound_ = lacks.code == kFine;
    }
    /// Not where the caller records the stream.
    bool records(void* stream) const {
        int status = 0; // CU_STREAM_CAPTURE_STATUS_NONE
        return bound_ && isCapturing_(stream, &status) == 0 && status == 0;
    }
    /// A stream whose steps are recorded and not run; null: it cannot be.
    void* begin() {
        constexpr unsigned nonBlocking = 1;
        constexpr int threadLocal = 1; // CU_STREAM_CAPTURE_MODE_THREAD_LOCAL
        if (!stream_ && makeStream_(&stream_, nonBlocking) != 0)
            stream_ = nullptr;
        return stream_ && begin_(stream_, threadLocal) == 0 ? stream_ : nullptr;
    }
    /// Null: nothing came of it, or it is not wanted.
    void* end(bool wanted) {
        void* graph = nullptr;
        void* executable = nullptr;
        if (end_(stream_, &graph) != 0 || !graph)
            return nullptr;
        if (wanted && instantiate_(&executable, graph, 0) != 0)
            executable = nullptr;
        drop_(graph);
        return executable;
    }
    int start(void* executable, void* stream) { return start_(executable, stream); }
    void drop(void* executable) { dropExecutable_(executable); }
    void endAll() {
        if (stream_)
            dropStream_(stream_);
        stream_ = nullptr;
    }

private:
    int (*makeStream_)(void**, unsigned) = nullptr;
    int (*dropStream_)(void*) = nullptr;
    int (*isCapturing_)(void*, int*) = nullptr;
    int (*begin_)(void*, int) = nullptr;
    int (*end_)(void*, void**) = nullptr;
    int (*instantiate_)(void**, void*, unsigned long long) = nullptr;
    int (*drop_)(void*) = nullptr;
    int (*start_)(void*, void*) = nullptr;
    int (*dropExecutable_)(void*) = nullptr;
    void* stream_ = nullptr;
    bool bound_ = false;
};

/// HIP has a current device in place of a context.
class HipContext {
public:
    void bind(Driver& driver, Status& status) {
        driver.bind(status, current_, "hipGetDevice");
        driver.bind(status, set_, "hipSetDevice");
        driver.bind(status, errorName_, "hipGetErrorString");
    }
    int begin() { return current_(&device_); }
    void end() {}
    int enter() {
        if (const int result = current_(&before_); result != 0)
            return result;
        return before_ != device_ ? set_(device_) : 0;
    }
    void leave() {
        if (before_ != device_)
            set_(before_);
        before_ = device_;
    }
    const void* id() const { return reinterpret_cast<const void*>(static_cast<long>(device_) + 1); }
    const char* text(int result) const { return errorName_ ? errorName_(result) : "unknown error"; }

private:
    int (*current_)(int*) = nullptr;
    int (*set_)(int) = nullptr;
    const char* (*errorName_)(int) = nullptr;
    int device_ = 0, before_ = 0;
};

template <class Platform, class Context>
class GpuDevice {
public:
    using Kernel = void*;
    struct Place {
        const void* context;
        void* stream;
        bool operator==(const Place& other) const {
            return context == other.context && stream == other.stream;
        }
    };
    static constexpr int kKind = Platform::kKind;
    /// Steps that were given out are in order on their stream.
    static constexpr bool kOrdered = true;

    void begin(Status& status) {
        Driver driver;
        driver.open<Platform>(status);
        driver.bind(status, init_, Platform::kInit);
        driver.bind(status, allocate_, Platform::kAllocate);
        driver.bind(status, release_, Platform::kRelease);
        driver.bind(status, toDevice_, Platform::kToDevice);
        driver.bind(status, toHost_, Platform::kToHost);
        driver.bind(status, onDevice_, Platform::kOnDevice);
        driver.bind(status, fill_, Platform::kFill);
        driver.bind(status, synchronize_, Platform::kSynchronize);
        driver.bind(status, synchronizeAll_, Platform::kSynchronizeAll);
        driver.bind(status, load_, Platform::kLoad);
        driver.bind(status, unload_, Platform::kUnload);
        driver.bind(status, function_, Platform::kFunction);
        driver.bind(status, launch_, Platform::kLaunch);
        context_.bind(driver, status);
        if (status.code != kFine)
            return;
        if (Platform::kRecords)
            graphs_.bind(driver);
        check(status, init_(0), "starting the driver");
        if (status.code == kFine)
            check(status, context_.begin(), "making the device current");
        begun_ = status.code == kFine;
        markers_.begin();
    }
    /// Loads images and finds the i-th kernel in images[imageOf[i]].
    void load(Status& status, const void* const* images, void** modules, int imageCount,
              const char* const* names, const int* imageOf, Kernel* kernels, int kernelCount) {
        for (int i = 0; i < imageCount && status.code == kFine; ++i)
            check(status, load_(&modules[i], images[i]), "loading the kernels");
        for (int k = 0; k < kernelCount && status.code == kFine; ++k)
            if (const int result = function_(&kernels[k], modules[imageOf[k]], names[k]))
                refuse(status, result, "the compiled code lacks the kernel '%s': %s", names[k],
                       context_.text(result));
    }
    void unload(void** modules, int imageCount) {
        for (int i = 0; i < imageCount; ++i)
            if (modules[i])
                unload_(modules[i]);
    }
    void end() {
        if (begun_)
            context_.end();
        begun_ = false;
    }

    bool begun() const { return begun_; }
    void enter(Status& status) { check(status, context_.enter(), "making the device current"); }
    void leave() { context_.leave(); }
    Place place() const { return {context_.id(), stream_}; }
    void setStream(void* stream) { stream_ = stream; }

    void* allocate(std::size_t bytes, Status& status) {
        void* memory = nullptr;
        const int result = allocate_(&memory, bytes);
        if (result == kNoMemory)
            refuse(status, kNoMemory, "%zu MB of device memory are not available", bytes >> 20U);
        else
            check(status, result, "allocating memory");
        return memory;
    }
    void release(void* memory) { release_(memory); }

    /// From here to unmark() a profiler shows this name.
    void mark(const char* name) { markers_.push(name); }
    void unmark() { markers_.pop(); }

    void launch(Status& status, Kernel kernel, const char* name, const Grid& g, void** arguments) {
        const int result = launch_(kernel, g.grid[0], g.grid[1], g.grid[2], g.block[0], g.block[1],
                                   g.block[2], 0, stream_, arguments, nullptr);
        if (result != 0)
            refuse(status, result, "launching the kernel '%s' failed: %s", name,
                   context_.text(result));
    }
    void copy(Status& status, void* dst, const void* src, std::size_t bytes) {
        check(status, onDevice_(dst, src, bytes, stream_), "copying between arrays");
    }
    void fill(Status& status, void* dst, unsigned char value, std::size_t bytes) {
        if (bytes > 0)
            check(status, fill_(dst, value, bytes, stream_), "filling an array");
    }
    /// `src` may be changed at once: so little is taken along.
    void upload(Status& status, void* dst, const void* src, std::size_t bytes) {
        check(status, toDevice_(dst, src, bytes, stream_), "sending a value");
    }
    void download(Status& status, void* dst, const void* src, std::size_t bytes) {
        check(status, toHost_(dst, src, bytes, stream_), "fetching a value");
        wait(status);
    }
    void wait(Status& status) { check(status, synchronize_(stream_), "waiting for the device"); }
    /// On all streams; at the end of the process the driver may have ended before.
    void waitForAll(Status& status) {
        constexpr int deinitialized = 4; // CUDA_ERROR_DEINITIALIZED, hipErrorDeinitialized
        const int result = synchronizeAll_();
        if (result != deinitialized)
            check(status, result, "waiting for the device");
    }

    // Steps as graphs of the device (recording.h).
    /// A graph has no ranges inside.
    bool records() const { return !markers_.on() && graphs_.records(stream_); }
    /// From here to endGraph() steps are recorded and not run.
    bool beginGraph() {
        void* const recorder = graphs_.begin();
        if (recorder)
            callers_ = std::exchange(stream_, recorder);
        return recorder != nullptr;
    }
    void* endGraph(bool wanted) {
        stream_ = callers_;
        return graphs_.end(wanted);
    }
    void startGraph(Status& status, void* graph) {
        check(status, graphs_.start(graph, stream_), "starting the steps");
    }
    void dropGraph(void* graph) { graphs_.drop(graph); }
    void endRecording() { graphs_.endAll(); }

private:
    void check(Status& status, int result, const char* doing) {
        if (result != 0)
            refuse(status, result, "%s failed on the %s device: %s", doing, Platform::kName,
                   context_.text(result));
    }

    int (*init_)(unsigned) = nullptr;
    int (*allocate_)(void**, std::size_t) = nullptr;
    int (*release_)(void*) = nullptr;
    int (*toDevice_)(void*, const void*, std::size_t, void*) = nullptr;
    int (*toHost_)(void*, const void*, std::size_t, void*) = nullptr;
    int (*onDevice_)(void*, const void*, std::size_t, void*) = nullptr;
    int (*fill_)(void*, unsigned char, std::size_t, void*) = nullptr;
    int (*synchronize_)(void*) = nullptr;
    int (*synchronizeAll_)() = nullptr;
    int (*load_)(void**, const void*) = nullptr;
    int (*unload_)(void*) = nullptr;
    int (*function_)(void**, void*, const char*) = nullptr;
    int (*launch_)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                   void*, void**, void**) = nullptr;
    Context context_;
    CudaGraphs graphs_;
    Markers<typename Platform::Ranges> markers_;
    void* stream_ = nullptr;  ///< the default stream
    void* callers_ = nullptr; ///< while a graph is recorded
    bool begun_ = false;
};

using CudaDevice = GpuDevice<Cuda, CudaContext>;
using HipDevice = GpuDevice<Hip, HipContext>;

} // namespace mw::library
