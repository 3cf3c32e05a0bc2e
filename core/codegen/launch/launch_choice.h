#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace mw::codegen {

/// Most threads of a block on NVIDIA and AMD.
constexpr int kMaxBlockThreads = 1024;
/// Largest grid in y and z on NVIDIA and AMD; kernels loop over what lies beyond.
constexpr std::int64_t kMaxGridYZ = 65535;

/// What a map says about its launch; zeros where it says nothing.
struct LaunchRequest {
    std::array<int, 3> block{0, 0, 0}; ///< x is the last map parameter
    /// Second argument of __launch_bounds__: CUDA reads it as blocks per multiprocessor, HIP as
    /// warps per execution unit.
    int minBlocksPerSm = 0;
    int maxRegisters = 0; ///< per thread
    int boundThreads = 0; ///< first argument of __launch_bounds__; -1: no bounds
};

/// What the choice of a launch is made from: the kernel's shape and work, the same for every
/// device.
struct LaunchFacts {
    bool oneThread = true; ///< run by one thread, in order
    int rank = 0;          ///< dimensions of the grid
    bool loops = false;    ///< a thread runs a loop
    /// Threads that differ in y alone read the same elements of something that x moves along.
    bool sharesAcrossRows = false;
    std::optional<double> extentX, extentY; ///< where they are constants
    LaunchRequest asked;
};

/// How a kernel is launched on a device. The kernel's body is the same for every choice.
struct LaunchChoice {
    std::array<int, 3> block{128, 1, 1}; ///< x is the innermost dimension
    /// Values of the second-innermost dimension that one thread works through, one grid's height
    /// apart: the grid is that much lower.
    int levelsPerThread = 1;
    int boundThreads = 128; ///< first argument of __launch_bounds__; -1: no bounds
    int minBlocksPerSm = 0; ///< its second argument; 0: none
    int maxRegisters = 0;   ///< per thread; 0: as the compiler likes
    int unroll = 0; ///< factor for loops that nothing else unrolls; 0: as the compiler likes
};

} // namespace mw::codegen
