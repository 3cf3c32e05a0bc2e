#pragma once

#include <cstdlib>
#include <dlfcn.h>
#include <strings.h>

// Ranges by which profilers show a program and its kernels under names that people know. They are
// asked for as GT4Py asks for them, by GT4PY_ADD_GPU_TRACE_MARKERS in the environment, when a
// program begins; the library that takes them (NVTX, rocTX) is loaded then, and nothing is said
// where there is none.

namespace mw::library {

struct Nvtx {
    static constexpr const char* kPush = "nvtxRangePushA";
    static constexpr const char* kPop = "nvtxRangePop";
    static constexpr const char* kLibraries[] = {"libnvToolsExt.so.1", "libnvToolsExt.so",
                                                 "libnvtx3interop.so.1", "libnvtx3interop.so"};
};
struct RocTx {
    static constexpr const char* kPush = "roctxRangePushA";
    static constexpr const char* kPop = "roctxRangePop";
    static constexpr const char* kLibraries[] = {"librocprofiler-sdk-roctx.so",
                                                 "librocprofiler-sdk-roctx.so.1",
                                                 "libroctx64.so",
                                                 "libroctx64.so.4",
                                                 "/opt/rocm/lib/librocprofiler-sdk-roctx.so",
                                                 "/opt/rocm/lib/libroctx64.so"};
};

/// "1", "true" and "on", as GT4Py has it.
inline bool wantsMarkers() {
    const char* const asked = std::getenv("GT4PY_ADD_GPU_TRACE_MARKERS");
    if (!asked)
        return false;
    return strcasecmp(asked, "1") == 0 || strcasecmp(asked, "true") == 0 ||
           strcasecmp(asked, "on") == 0;
}

template <class Api>
class Markers {
public:
    void begin() {
        if (!wantsMarkers() || on() || find(RTLD_DEFAULT)) // one that the process has already
            return;
        for (const char* name : Api::kLibraries)
            if (void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL))
                if (find(library)) // stays loaded, as the profiler may have more to do in it
                    return;
    }
    bool on() const { return push_ && pop_; }
    void push(const char* name) {
        if (on())
            push_(name);
    }
    void pop() {
        if (on())
            pop_();
    }

private:
    bool find(void* library) {
        push_ = reinterpret_cast<int (*)(const char*)>(dlsym(library, Api::kPush));
        pop_ = reinterpret_cast<int (*)()>(dlsym(library, Api::kPop));
        return on();
    }

    int (*push_)(const char*) = nullptr;
    int (*pop_)() = nullptr;
};

} // namespace mw::library
