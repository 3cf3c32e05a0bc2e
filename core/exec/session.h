#pragma once

#include "core/codegen/codegen.h"
#include "core/exec/machine_load.h"
#include "core/exec/scenario.h"
#include "core/exec/statistics.h"
#include "core/support/expected.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mw::exec {

/// What one target can do here.
struct DeviceInfo {
    codegen::Target target = codegen::Target::cpu;
    bool canCompile = false;
    bool canRun = false;
    std::string name;         ///< "NVIDIA H200", "CPU, 2 threads"
    std::string architecture; ///< "sm_90", "x86-64"
    std::string versions;     ///< "NVRTC 13.0, driver 580.159"
    std::string missing;      ///< one sentence with the remedy; empty when all is there
};

struct Progress {
    std::string what; ///< "compiling", "loading inputs", "timing"
    int done = 0, total = 0;
};
using ProgressSink = std::function<void(const Progress&)>;

/// How the runner is started. Empty command: the mw-runner beside this program (or
/// MAPWRIGHT_RUNNER).
struct RunnerOptions {
    std::vector<std::string> command; ///< e.g. {"ssh", "host", "mw-runner"}
    double timeoutSeconds = 600;      ///< per request; then the runner is killed
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
    };
    std::vector<Resources> kernels;
};

/// A program ready to run in the runner, by number.
using ProgramHandle = int;

/// Where temporaries live.
enum class Allocation : std::uint8_t {
    arena, ///< in one block, sized by which of them live at the same time
    each,  ///< one allocation per temporary, made once
    call   ///< one allocation per temporary, made and freed on every call
};
std::string_view name(Allocation allocation); ///< "arena", "each", "call"
std::optional<Allocation> allocationFromName(std::string_view text);

struct MeasureOptions {
    Allocation allocation = Allocation::arena;
    int warmup = 3;
    int repeats = 20;
    bool coldCache = false;
    /// Not empty: times these kernels alone, by events, and nothing else: the quick look after an
    /// edit.
    std::vector<std::string> onlyKernels;
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
/// docs/measurements.md defines each.
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

/// Client side of mw-runner: starts the process, sends requests, survives its death (every call
/// then returns an error with the runner's log, and the next call starts a new one). Not
/// thread-safe: one session per thread; `cancel` may be called from any thread.
class Session {
public:
    explicit Session(RunnerOptions options = {});
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    Expected<std::vector<DeviceInfo>> devices();
    /// Compiles without a device. `architecture` empty: the device's own, else "sm_90" / "gfx90a".
    Expected<CompileResult> compile(const codegen::Plan& plan, codegen::Target target,
                                    const std::string& architecture = {});
    /// Compiles (cached) and loads plan and kernels on the device.
    Expected<ProgramHandle> load(const codegen::Plan& plan, codegen::Target target,
                                 CompileResult* result = nullptr);
    /// Runs the graph's init code for these symbols, where it has any; allocates arguments and
    /// temporaries, fills the arguments.
    Expected<void> setInputs(ProgramHandle program, const symbolic::Bindings& symbols,
                             const HostArrays& arrays, Allocation allocation = Allocation::arena);
    /// The arrays that another loaded program has as inputs: nothing is sent.
    Expected<void> setInputsLike(ProgramHandle program, ProgramHandle other,
                                 const symbolic::Bindings& symbols);
    /// One call from fresh inputs; returns the named arrays.
    Expected<HostArrays> run(ProgramHandle program, const std::vector<std::string>& outputs);
    /// Times the programs interleaved. `load`: what the machine did besides.
    Expected<std::vector<Samples>> measure(const std::vector<ProgramHandle>& programs,
                                           const MeasureOptions& options,
                                           MachineLoad* load = nullptr);
    /// Copy bandwidth of the device in GB/s (bytes read plus written), large arrays, median.
    Expected<double> copyBandwidth(codegen::Target target);
    /// Runs the graph's exit code, where it has any, and forgets the program; the error says how
    /// the exit code failed. Programs that are still loaded in the end are unloaded then.
    Expected<void> unload(ProgramHandle program);
    std::vector<ProgramHandle> programs() const; ///< that are loaded

    void setProgressSink(ProgressSink sink);
    /// Every call from now on ends as "cancelled" once `stop` is asked for: the running one (its
    /// runner is killed) and those after it (the runner stays). An empty token: none does.
    void setStop(std::stop_token stop);
    /// Kills the runner; the running call returns an error with code "cancelled". Without a running
    /// call it does nothing.
    void cancel();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace mw::exec
