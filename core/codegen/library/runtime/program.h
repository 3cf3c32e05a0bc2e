#pragma once

#include "core/codegen/library/runtime/arena_layout.h"
#include "core/codegen/library/runtime/box.h"
#include "core/codegen/library/runtime/grid.h"
#include "core/codegen/library/runtime/recording.h"
#include "core/codegen/library/runtime/workspace.h"

#include <cstdint>
#include <cstring>
#include <ctime>
#include <new>

// A program of an exported library: what lives from its init to its exit, and the steps that its
// calls are made of.

namespace mw::library {

/// Memory that a program has by itself until it ends.
struct Block {
    Block* next;
    void* memory;
};

/// The handle of the ABI. `Temporaries`, `Late`: how many arrays of the program are placed in the
/// workspace, and how many get a size only while it runs.
template <class DeviceType, int Temporaries, int Late, int Kernels>
struct Program {
    using Device = DeviceType;
    static constexpr int kTemporaries = Temporaries;

    Device device;
    Status first; ///< since init
    Status last;  ///< of the last call
    char printed[sizeof(Status::sentence)] = "";
    void* state = nullptr; ///< of the graph's own C++
    Recordings<DeviceType> recordings;

    typename Device::Kernel kernels[Kernels + 1] = {};
    void** modules = nullptr; ///< of a device

    char* external = nullptr; ///< the caller's memory for temporaries
    std::size_t externalBytes = 0;
    std::size_t bytes[Temporaries + 1] = {}, offsets[Temporaries + 1] = {};
    std::size_t arena = 0; ///< bytes of all temporaries, as they lie
    bool placed = false;

    void* late[Late + 1] = {};
    std::size_t lateBytes[Late + 1] = {};
    Block* blocks = nullptr;
};

/// To be seen by those who do not ask: the caller's ABI has no result. Once for a row of the same
/// sentence, as a program may be called a million times.
template <class P>
int report(P& program, const char* name, const Status& status) {
    program.last = status;
    if (status.code == kFine)
        return kFine;
    if (program.first.code == kFine)
        program.first = status;
    if (std::strcmp(program.printed, status.sentence) != 0)
        std::fprintf(stderr, "%s: %s\n", name, status.sentence);
    std::memcpy(program.printed, status.sentence, sizeof program.printed);
    return status.code;
}

/// Bytes of the memory for temporaries of these sizes, and where each lies.
template <class P>
std::size_t layOutTemporaries(P& program, const std::size_t* bytes, const Life* lives) {
    if (program.placed && std::memcmp(bytes, program.bytes, sizeof program.bytes) == 0)
        return program.arena;
    int order[P::kTemporaries + 1];
    int placed[P::kTemporaries + 1];
    std::memcpy(program.bytes, bytes, sizeof program.bytes);
    program.arena = layOut(bytes, lives, P::kTemporaries, program.offsets, order, placed);
    program.placed = true;
    return program.arena;
}

/// Gives each temporary its memory, in the caller's block or in the slot that is taken for it.
template <class P>
Slot<typename P::Device>* placeTemporaries(P& program, const std::size_t* bytes, const Life* lives,
                                           void** data, Status& status) {
    const std::size_t needed = layOutTemporaries(program, bytes, lives);
    if (needed == 0 || status.code != kFine)
        return nullptr;
    Slot<typename P::Device>* slot = nullptr;
    char* base = nullptr;
    if (program.external) {
        const auto address = reinterpret_cast<std::uintptr_t>(program.external);
        const std::size_t skipped = (kAlignment - address % kAlignment) % kAlignment;
        base = program.external + skipped;
        if (needed + skipped > program.externalBytes)
            refuse(status, kNoMemory,
                   "the caller's memory has %zu bytes, and this call needs %zu: ask for the size "
                   "with this call's symbols",
                   program.externalBytes, needed + skipped);
    } else {
        slot = takeSlot<typename P::Device>(program.device.place());
        if (!slot)
            refuse(status, kNoMemory, "no memory is left");
        else
            base = memoryOf(program.device, *slot, needed, status);
    }
    for (int i = 0; base && i < P::kTemporaries; ++i)
        data[i] = base + program.offsets[i];
    return slot;
}

/// Memory of an array whose size is known only now. What steps before may still use stays.
template <class P>
void* lateMemory(P& program, int which, Int elements, std::size_t elementBytes, Status& status) {
    std::size_t bytes = static_cast<std::size_t>(elements) * elementBytes;
    bytes = bytes < 256 ? 256 : bytes;
    if (program.late[which] && bytes <= program.lateBytes[which])
        return program.late[which];
    auto* block = static_cast<Block*>(std::malloc(sizeof(Block)));
    void* const memory = block ? program.device.allocate(bytes, status) : nullptr;
    if (!memory) {
        refuse(status, kNoMemory, "no memory is left");
        std::free(block);
        return nullptr;
    }
    program.device.fill(status, memory, 0xff, bytes); // as the runner has it: NaN
    *block = {program.blocks, memory};
    program.blocks = block;
    program.late[which] = memory;
    program.lateBytes[which] = bytes;
    return memory;
}
template <class P>
void freeLate(P& program) {
    while (Block* const block = program.blocks) {
        program.blocks = block->next;
        program.device.release(block->memory);
        std::free(block);
    }
}

/// Elements of an array: what it says, or as far as shape and strides reach.
inline Int elementsOf(Status& status, const char* name, Int elements, int rank, const Int* shape,
                      const Int* strides) {
    constexpr Int limit = Int{1} << 40;
    Int last = 0;
    Int count = 1;
    bool empty = false;
    for (int d = 0; d < rank; ++d)
        empty = empty || shape[d] == 0;
    for (int d = 0; d < rank && !empty; ++d) {
        Int span = 0;
        const Int stride = shape[d] > 1 ? strides[d] : 0;
        if (shape[d] < 0 || stride < 0 || __builtin_mul_overflow(count, shape[d], &count) ||
            __builtin_mul_overflow(shape[d] - 1, stride, &span) ||
            __builtin_add_overflow(last, span, &last) || count > limit || last >= limit) {
            refuse(status, kBadValue, "the array '%s' has impossible sizes", name);
            return 0;
        }
    }
    if (elements < 0 || elements > limit) {
        refuse(status, kBadValue, "the array '%s' would have %lld elements", name, elements);
        return 0;
    }
    const Int reach = empty ? 0 : last + 1;
    return elements < reach ? reach : elements;
}

/// What a caller passes for an array of the program.
inline void checkPointer(Status& status, const char* name, const void* data, std::size_t bytes) {
    if (!data)
        refuse(status, kBadValue, "the argument '%s' is missing: its pointer is null", name);
    else if (reinterpret_cast<std::uintptr_t>(data) % bytes != 0)
        refuse(status, kBadValue,
               "the argument '%s' is not aligned: %p is no multiple of the %zu bytes of its "
               "elements",
               name, data, bytes);
}

/// An array as a copy sees it.
struct Side {
    const char* name;
    void* data;
    Int elements;
    Int offset;
};

inline void checkSide(Status& status, const Side& side, Reach reach) {
    if (reach.low < 0 || reach.high >= side.elements)
        refuse(status, kBadValue,
               "a copy touches elements %lld to %lld of the array '%s', which has %lld", reach.low,
               reach.high, side.name, side.elements);
}

/// A box between two arrays. `helper`: the copy kernel for elements of this size, for boxes with
/// gaps.
template <class P>
void copyBox(P& program, Status& status, const Side& src, const Side& dst, BoxDim* dims, int rank,
             Int elementBytes, int helper) {
    if (status.code != kFine || isEmpty(dims, rank))
        return;
    checkSide(status, src, reachOf(src.offset, dims, rank, &BoxDim::srcStride));
    checkSide(status, dst, reachOf(dst.offset, dims, rank, &BoxDim::dstStride));
    if (status.code != kFine)
        return;
    rank = simplify(dims, rank);
    if (rank > 4)
        refuse(status, kBadValue, "a copy has more than four dimensions that do not join");
    if (status.code != kFine)
        return;
    void* to = static_cast<char*>(dst.data) + dst.offset * elementBytes;
    void* from = static_cast<char*>(src.data) + src.offset * elementBytes;
    if (rank == 0 || (rank == 1 && dims[0].srcStride == 1 && dims[0].dstStride == 1)) {
        const Int count = rank == 0 ? 1 : dims[0].count;
        program.device.copy(status, to, from, static_cast<std::size_t>(count * elementBytes));
        return;
    }
    BoxDim four[4] = {{1, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}};
    for (int d = 0; d < rank; ++d)
        four[4 - rank + d] = dims[d];
    Int values[12];
    void* arguments[14] = {&to, &from};
    for (int d = 0; d < 4; ++d) {
        values[d] = four[d].count;
        values[4 + d] = four[d].dstStride;
        values[8 + d] = four[d].srcStride;
    }
    for (int i = 0; i < 12; ++i)
        arguments[2 + i] = &values[i];
    const auto clamped = [](Int n) { return static_cast<unsigned>(n < 65535 ? n : 65535); };
    Grid shape{};
    shape.block[0] = 128;
    shape.block[1] = shape.block[2] = 1;
    shape.grid[0] = static_cast<unsigned>((four[3].count + 127) / 128);
    shape.grid[1] = clamped(four[2].count);
    shape.grid[2] = clamped(four[0].count * four[1].count);
    program.device.mark("copy");
    program.device.launch(status, program.kernels[helper], "copy", shape, arguments);
    program.device.unmark();
}

/// Value of one element of an array, when all steps before are done.
template <class T, class P>
T element(P& program, Status& status, const char* name, const void* data, const Int& elements,
          Int at) {
    T value{};
    if (at < 0 || at >= elements)
        refuse(status, kBadValue,
               "a condition reads element %lld of the array '%s', which has %lld", at, name,
               elements);
    if (status.code == kFine)
        program.device.download(status, &value, static_cast<const T*>(data) + at, sizeof value);
    return value;
}

inline double secondsNow() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Host loops beyond this many turns, all together, do not end.
constexpr Int kMaxTurns = 100000000;
inline bool turn(Status& status, Int& turns) {
    if (++turns > kMaxTurns)
        refuse(status, kBadValue, "a loop of the program does not end");
    return status.code == kFine;
}

} // namespace mw::library
