#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mw::codegen {

/// Most threads of a block on NVIDIA and AMD.
constexpr int kMaxBlockThreads = 1024, kMaxBlockThreadsZ = 64;
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
    bool straight = false; ///< arithmetic and branches over two dimensions or more
    /// Share of a level's loads and stores that are the same for all levels.
    double sharedAccesses = 0;
    /// Share of the different elements that a level loads which the next level loads as well.
    double overlappingLoads = 0;
    /// Some loads of a level wait for another one of that level, which says where they load from.
    bool dependentLoads = false;
    /// Registers of 32 bits for what is loaded: for one level, and for all levels at once.
    int levelWords = 0, sharedWords = 0;
    /// Some of them wait for a branch that loaded data decide.
    bool loadsInBranches = false;
    std::optional<double> extentX, extentY; ///< where they are constants
    bool levelsAtCall = false; ///< the host may choose the levels per thread, where they are not
    LaunchRequest asked;

    // What the rules may make use of: each is allowed by a pass of its own.
    bool shapesBlock = false;   ///< chooses the block by extents and by what threads share
    bool boundsBlocks = false;  ///< chooses launch bounds by the registers that loads need
    bool maySchedule = false;   ///< several levels per thread (schedule_levels.h)
    bool hoistsShared = false;  ///< computes what all levels of a thread share before them
    bool groupsLoads = false;   ///< loads for several levels of a thread together
    int prefetchableLoads = 0;  ///< loads ahead of a loop: of one turn (prefetch_loops.h)
    bool gathersWait = false;   ///< gathers wait for a branch on loaded data (gathers_ahead.h)
    bool sharesGathers = false; ///< neighbouring points gather the same (tile_gathers.h)
};

/// Which buffers a kernel streams through, past the caches, of those of which every iteration
/// touches one element of its own.
enum class Streaming : std::uint8_t {
    none,
    own, ///< those that no other kernel of the program touches
    all
};
/// "none", "own", "all": as files and options spell it.
std::string_view name(Streaming streaming);
std::optional<Streaming> streamingFromName(std::string_view name);

/// How a kernel is launched on a device; schedule_levels.h makes its text out of the plan's kernel.
struct LaunchChoice {
    std::array<int, 3> block{128, 1, 1}; ///< x is the innermost dimension
    /// Neighbouring values of the second-innermost dimension that one thread works through: the
    /// grid is that much lower.
    int levelsPerThread = 1;
    /// Blocks that are to be there if the extents allow it: the host chooses the levels per thread
    /// at the call (levelsAtCall), and `levelsPerThread` is what large extents give. 0: it does
    /// not.
    int places = 0;
    int sharedTime =
        0; ///< then: hundredths of a level's time for what all levels of a thread share
    int levelsPerGroup = 1;    ///< of them those whose loads stand together, before all else
    bool hoistsShared = true;  ///< what is the same for all of them stands before them
    int prefetch = 0;          ///< turns of a loop whose loads are in flight ahead; 0: none
    bool gathersAhead = false; ///< none waits for a branch (gathers_ahead.h)
    bool tiles = false;        ///< a block's points gather together (tiled_levels.h)
    int boundThreads = 128;    ///< first argument of __launch_bounds__; -1: no bounds
    int minBlocksPerSm = 0;    ///< its second argument; 0: none
    int maxRegisters = 0;      ///< per thread; 0: as the compiler likes
    int unroll = 0; ///< factor for loops that nothing else unrolls; 0: as the compiler likes
    Streaming streaming = Streaming::own;
    int sharedLoops = 0; ///< CPU: in the place of Kernel::collapse; 0: as that says
    bool vectors = true; ///< CPU: where Kernel::simd allows them

    bool operator==(const LaunchChoice&) const = default;
};

/// By library::levelsOfRun: levels per thread of a launch over so many iterations along x and
/// levels, as the choice has them.
std::int64_t levelsAtCall(const LaunchChoice& launch, std::int64_t x, std::int64_t levels);

} // namespace mw::codegen
