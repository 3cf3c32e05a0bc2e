// A CUDA driver without a device, for libraries that `mw export` made: memory is the host's, and a
// launch calls the kernel of the same name that the host's compiler made (FAKE_CUDA_KERNELS, a
// shared library): it takes the same parameters. What a real driver refuses is refused: unknown
// streams, memory that it did not give, calls without a context.

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <set>
#include <string_view>

namespace {

enum : int { kSuccess = 0, kInvalidValue = 1, kOutOfMemory = 2, kNoContext = 201, kNotFound = 500 };
constexpr std::size_t kTotal = std::size_t{1} << 32;

struct Driver {
    void* kernels = nullptr;
    int context = 0; ///< its address is the context
    std::map<char*, std::size_t> memory;
    std::set<void*> streams;
    std::size_t used = 0;
    int modules = 0;
};
Driver& driver() {
    static Driver one;
    return one;
}
thread_local void* current = nullptr;

bool isStream(void* stream) {
    return !stream || driver().streams.count(stream) > 0;
}
bool isMemory(const void* address, std::size_t bytes) {
    const auto* const wanted = static_cast<const char*>(address);
    for (const auto& [start, size] : driver().memory)
        if (wanted >= start && wanted + bytes <= start + size)
            return true;
    return false;
}
int ready(void* stream) {
    return !current ? kNoContext : isStream(stream) ? kSuccess : kInvalidValue;
}

} // namespace

extern "C" {

int cuInit(unsigned) {
    if (!driver().kernels)
        driver().kernels = dlopen(std::getenv("FAKE_CUDA_KERNELS"), RTLD_NOW | RTLD_LOCAL);
    return driver().kernels ? kSuccess : kNotFound;
}
int cuCtxGetCurrent(void** context) {
    *context = current;
    return kSuccess;
}
int cuCtxSetCurrent(void* context) {
    current = context;
    return kSuccess;
}
int cuCtxPushCurrent_v2(void* context) {
    return cuCtxSetCurrent(context);
}
int cuCtxPopCurrent_v2(void** context) {
    *context = current;
    current = nullptr;
    return kSuccess;
}
int cuDevicePrimaryCtxRetain(void** context, int) {
    *context = &driver().context;
    return kSuccess;
}
int cuDevicePrimaryCtxRelease_v2(int) {
    return kSuccess;
}
int cuGetErrorName(int, const char** name) {
    *name = "CUDA_ERROR_OF_THE_FAKE";
    return kSuccess;
}
int cuMemAlloc_v2(void** memory, std::size_t bytes) {
    if (!current)
        return kNoContext;
    if (driver().used + bytes > kTotal)
        return kOutOfMemory;
    auto* const block = static_cast<char*>(std::aligned_alloc(512, (bytes + 511) / 512 * 512));
    std::memset(block, 0xff, bytes);
    driver().memory[block] = bytes;
    driver().used += bytes;
    *memory = block;
    return kSuccess;
}
int cuMemFree_v2(void* memory) {
    const auto found = driver().memory.find(static_cast<char*>(memory));
    if (found == driver().memory.end())
        return kInvalidValue;
    driver().used -= found->second;
    driver().memory.erase(found);
    std::free(memory);
    return kSuccess;
}
int cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
    *total = kTotal;
    *free = kTotal - driver().used;
    return kSuccess;
}
int cuMemcpyHtoD_v2(void* dst, const void* src, std::size_t bytes) {
    if (!isMemory(dst, bytes))
        return kInvalidValue;
    std::memcpy(dst, src, bytes);
    return kSuccess;
}
int cuMemcpyDtoH_v2(void* dst, const void* src, std::size_t bytes) {
    if (!isMemory(src, bytes))
        return kInvalidValue;
    std::memcpy(dst, src, bytes);
    return kSuccess;
}
int cuMemcpyHtoDAsync_v2(void* dst, const void* src, std::size_t bytes, void* stream) {
    const int result = ready(stream);
    return result != kSuccess ? result : cuMemcpyHtoD_v2(dst, src, bytes);
}
int cuMemcpyDtoHAsync_v2(void* dst, const void* src, std::size_t bytes, void* stream) {
    const int result = ready(stream);
    return result != kSuccess ? result : cuMemcpyDtoH_v2(dst, src, bytes);
}
int cuMemcpyDtoDAsync_v2(void* dst, const void* src, std::size_t bytes, void* stream) {
    if (!isMemory(src, bytes))
        return kInvalidValue;
    return cuMemcpyHtoDAsync_v2(dst, src, bytes, stream);
}
int cuMemsetD8Async(void* dst, unsigned char value, std::size_t bytes, void* stream) {
    if (!isMemory(dst, bytes))
        return kInvalidValue;
    std::memset(dst, value, bytes);
    return ready(stream);
}
int cuStreamCreate(void** stream, unsigned) {
    *stream = std::malloc(1);
    driver().streams.insert(*stream);
    return kSuccess;
}
int cuStreamSynchronize(void* stream) {
    return ready(stream);
}
int cuCtxSynchronize() {
    return ready(nullptr);
}
int cuModuleLoadData(void** module, const void* image) {
    if (std::memcmp(image, "\177ELF", 4) != 0) // what NVRTC makes
        return kInvalidValue;
    *module = &driver().modules;
    ++driver().modules;
    return kSuccess;
}
int cuModuleUnload(void*) {
    --driver().modules;
    return kSuccess;
}
/// Stands for kernels of a program's general form: the fake's text has those of the other one.
void generalKernel(void**) {}

int cuModuleGetFunction(void** function, void* module, const char* name) {
    *function = module ? dlsym(driver().kernels, name) : nullptr;
    if (module && !*function && std::string_view(name).ends_with("_general"))
        *function = reinterpret_cast<void*>(&generalKernel);
    return *function ? kSuccess : kNotFound;
}
int cuLaunchKernel(void* function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
                   unsigned blockY, unsigned blockZ, unsigned, void* stream, void** arguments,
                   void**) {
    if (gridX == 0 || gridY == 0 || gridZ == 0 || blockX * blockY * blockZ == 0 ||
        blockX * blockY * blockZ > 1024)
        return kInvalidValue;
    if (const int result = ready(stream); result != kSuccess)
        return result;
    if (function == reinterpret_cast<void*>(&generalKernel))
        return kNotFound; // no call of the tests has memory that needs it
    reinterpret_cast<void (*)(void**)>(function)(arguments);
    return kSuccess;
}

} // extern "C"
