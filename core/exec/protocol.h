#pragma once

#include "core/codegen/codegen.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The values that runner and client exchange.

namespace mw::exec {

/// A compiler of kernels.
struct CompilerInfo {
    std::string version;                    ///< "NVRTC 13.0"
    std::string package;                    ///< "libamdhip64-5 5.2.3-8"; empty: not known
    std::vector<std::string> architectures; ///< that it takes; empty: not known
};

/// Whether one target can be compiled for and run on this machine.
struct DeviceInfo {
    codegen::Target target = codegen::Target::cpu;
    bool canCompile = false;
    bool canRun = false;
    std::string name;          ///< "NVIDIA H200", "CPU, 2 threads"
    std::string architecture;  ///< "sm_90", "x86-64"
    std::string versions;      ///< "NVRTC 13.0, driver 580.159"
    std::string missing;       ///< one sentence with the remedy; empty when all is there
    double peakGigaflops = 0;  ///< in double precision, as the architecture has it; 0: not known
    double lastCacheBytes = 0; ///< of the cache before the memory; 0: not known
    std::string bus = {};      ///< which one of its machine, "0000:3b:00.0"; empty: not known
    /// Of a GPU, those that are there, where they were asked for.
    std::vector<CompilerInfo> compilers = {};
};

struct CompileResult {
    std::string log;
    double seconds = 0;
    bool cached = false;
    /// Per kernel of the plan, where the back end knows them (else -1).
    struct Resources {
        int registers = -1, spillBytes = -1, sharedBytes = -1;
        int localBytes = -1; ///< private memory per thread: spills and private arrays
        double occupancy = -1;
        int scalarRegisters = -1; ///< AMD: of a wavefront, beside the vector registers of a thread
    };
    std::vector<Resources> kernels;
};

/// Languages of devices that kernels are compiled to.
enum class Instructions : std::uint8_t {
    ptx,   ///< of CUDA's virtual machine, as NVRTC makes it
    sass,  ///< of an NVIDIA GPU, disassembled
    amdgcn ///< of an AMD GPU, as clang writes it, or disassembled
};
std::string_view name(Instructions kind);  ///< "ptx", "sass", "amdgcn"
std::string_view title(Instructions kind); ///< "PTX", "SASS", "AMDGCN"
std::optional<Instructions> instructionsFromName(std::string_view text);
codegen::Target targetOf(Instructions kind);

/// A kernel as a device gets it.
struct KernelInstructions {
    std::vector<std::string> lines;
    /// Of each line: the line of codegen::print's text that it comes from, from 1; 0: not known.
    std::vector<int> sourceLines;
};
struct DeviceCode {
    CompileResult compiled;
    std::string architecture;                ///< that it is for: "sm_90"
    std::string writtenBy;                   ///< "NVRTC 13.0", "nvdisasm"
    std::vector<std::string> head;           ///< lines for all kernels
    std::vector<KernelInstructions> kernels; ///< as the plan's
};

/// Where temporaries live.
enum class Allocation : std::uint8_t {
    arena, ///< in one block, sized by which of them live at the same time
    each,  ///< one allocation per temporary, made once
    call   ///< one allocation per temporary, made and freed on every call
};
std::string_view name(Allocation allocation); ///< "arena", "each", "call"
std::optional<Allocation> allocationFromName(std::string_view text);

/// Whether compilers may round a * b + c once.
enum class Contraction : std::uint8_t {
    usual, ///< as the compiler of a device has it; never on the CPU
    never,
    always, ///< on the CPU too, where it has the instruction
};
std::string_view name(Contraction contraction); ///< "usual", "never", "always"
std::optional<Contraction> contractionFromName(std::string_view text);

struct MeasureOptions {
    Allocation allocation = Allocation::arena;
    int warmup = 3;
    int repeats = 20;
    bool coldCache = false;
    /// Not empty: times these kernels alone, by events, and nothing else: the quick look after an
    /// edit.
    std::vector<std::string> onlyKernels;
    /// The times on the device alone, of programs and kernels: no calls on the host's clock, no
    /// series, no allocations.
    bool deviceOnly = false;
    bool profiler = true; ///< GPU: kernel times from the device's own records where there are any
};

/// Where the times of kernels and of the program on the device come from.
enum class Clock : std::uint8_t {
    records, ///< the device's own records of each kernel (CUPTI)
    events,  ///< device events around repeated launches inside a graph
    host     ///< CPU: a steady clock around each kernel
};
std::string_view name(Clock clock); ///< "CUPTI", "events", "host clock"

/// Samples of one program, in microseconds, taken interleaved with the other programs' (A B A B).
/// docs/measuring.md defines each.
struct Samples {
    std::vector<double> call;   ///< one synchronised call on the host
    std::vector<double> device; ///< first start to last end on the device (CPU: as call)
    std::vector<std::vector<double>>
        kernels;                   ///< [kernel of the plan][repeat]: sum over its launches
    std::vector<int> launches;     ///< per kernel and call
    std::vector<double> sustained; ///< per call of many calls back to back, one per series
    std::vector<double> copies;    ///< copies, fills and copy kernels of one call; empty: not known
    int copyCount = 0;
    double allocation = 0; ///< to allocate and free the temporaries once; 0: there are none
    std::int64_t temporaryBytes = 0;
    Clock clock = Clock::host;
    std::string clockNote; ///< why it is not the device's own records
};

} // namespace mw::exec
