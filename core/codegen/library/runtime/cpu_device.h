#pragma once

#include "core/codegen/library/runtime/arithmetic.h"
#include "core/codegen/library/runtime/grid.h"

#include <cstdlib>
#include <cstring>

// The device of libraries for the CPU: kernels are functions of the library.

namespace mw::library {

class CpuDevice {
public:
    using Kernel = void (*)(void**);
    struct Place {
        bool operator==(const Place&) const { return true; }
    };
    static constexpr int kKind = 0;
    /// Two programs in one slot are in order by themselves.
    static constexpr bool kOrdered = false;

    void begin(Status&) {}
    bool begun() const { return true; }
    void end() {}
    void enter(Status&) {}
    void leave() {}
    Place place() const { return {}; }

    void* allocate(std::size_t bytes, Status& status) {
        constexpr std::size_t alignment = 512;
        void* const memory =
            std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
        if (!memory)
            refuse(status, kNoMemory, "%zu MB of memory are not available", bytes >> 20U);
        return memory;
    }
    void release(void* memory) { std::free(memory); }

    /// Profilers of devices do not look here.
    void mark(const char*) {}
    void unmark() {}

    void launch(Status&, Kernel kernel, const char*, const Grid&, void** arguments) {
        kernel(arguments);
    }
    void copy(Status&, void* dst, const void* src, std::size_t bytes) {
        std::memmove(dst, src, bytes);
    }
    void fill(Status&, void* dst, unsigned char value, std::size_t bytes) {
        if (bytes > 0)
            std::memset(dst, value, bytes);
    }
    void upload(Status&, void* dst, const void* src, std::size_t bytes) {
        std::memcpy(dst, src, bytes);
    }
    void download(Status&, void* dst, const void* src, std::size_t bytes) {
        std::memcpy(dst, src, bytes);
    }
    void wait(Status&) {}
    void waitForAll(Status&) {}
};

} // namespace mw::library
