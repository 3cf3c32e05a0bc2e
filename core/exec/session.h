#pragma once

#include "core/codegen/codegen.h"
#include "core/exec/machine_load.h"
#include "core/exec/place.h"
#include "core/exec/protocol.h"
#include "core/exec/runner_options.h"
#include "core/inputs/scenario.h"
#include "core/support/expected.h"
#include "core/support/statistics.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mw::exec {

struct Progress {
    std::string what; ///< "compiling", "loading inputs", "timing"
    int done = 0, total = 0;
};
using ProgressSink = std::function<void(const Progress&)>;

/// Of copies, in GB/s: bytes read plus bytes written, median.
struct Bandwidth {
    double memory = 0; ///< large arrays
    double cache = 0;  ///< an array that stays in the last cache; 0: not known
};

/// A program ready to run in the runner, by number.
using ProgramHandle = int;

struct Sequence;        // sequence.h
struct SequenceSamples; // sequence.h

/// Client side of mw-runner: starts the process, sends requests, survives its death (every call
/// then returns an error with the runner's log, and the next call starts a new one). Not
/// thread-safe: one session per thread; `cancel` may be called from any thread.
class Session {
public:
    explicit Session(RunnerOptions options = {});
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// `withCompilers`: with DeviceInfo::compilers, which takes half a second.
    Expected<std::vector<DeviceInfo>> devices(bool withCompilers = false);
    /// The device of one target. The libraries and compilers of the others are not looked for,
    /// which takes some tenths of a second.
    Expected<DeviceInfo> device(codegen::Target target);
    /// Compiles without a device. `architecture` empty: the device's own, else "sm_90" / "gfx90a".
    Expected<CompileResult> compile(const codegen::Plan& plan, codegen::Target target,
                                    const std::string& architecture = {},
                                    Contraction contraction = Contraction::usual);
    /// Compiles for the target of `kind`, and lists what became of the kernels. "no-tool" where the
    /// runner finds no disassembler; what the compiler says is in its notes.
    Expected<DeviceCode> instructions(const codegen::Plan& plan, Instructions kind,
                                      const std::string& architecture = {},
                                      Contraction contraction = Contraction::usual);
    /// Compiles (cached) and loads plan and kernels on the device.
    Expected<ProgramHandle> load(const codegen::Plan& plan, codegen::Target target,
                                 CompileResult* result = nullptr,
                                 Contraction contraction = Contraction::usual);
    /// Runs the graph's init code for these symbols, where it has any; allocates arguments and
    /// temporaries, fills the arguments.
    Expected<void> setInputs(ProgramHandle program, const symbolic::Bindings& symbols,
                             const inputs::HostArrays& arrays,
                             Allocation allocation = Allocation::arena);
    /// One call from fresh inputs; returns the named arrays.
    Expected<inputs::HostArrays> run(ProgramHandle program,
                                     const std::vector<std::string>& outputs);
    /// Times the programs interleaved. `load`: what the machine did besides.
    Expected<std::vector<Samples>> measure(const std::vector<ProgramHandle>& programs,
                                           const MeasureOptions& options,
                                           MachineLoad* load = nullptr);
    /// One pass over a sequence from fresh inputs; each program's arrays of these names. Error:
    /// "wrong-array" where two arguments cannot be one array.
    Expected<std::map<ProgramHandle, inputs::HostArrays>>
    run(const Sequence& sequence, const std::map<ProgramHandle, std::vector<std::string>>& outputs);
    /// Times a sequence as one, interleaved with its programs by themselves.
    Expected<SequenceSamples> measure(const Sequence& sequence, const MeasureOptions& options,
                                      MachineLoad* load = nullptr);
    /// How fast the device copies in its memory and in its last cache.
    Expected<Bandwidth> bandwidth(codegen::Target target);
    /// Runs the graph's exit code, where it has any, and forgets the program; the error says how
    /// the exit code failed. Programs that are still loaded in the end are unloaded then.
    Expected<void> unload(ProgramHandle program);
    std::vector<ProgramHandle> programs() const; ///< that are loaded

    void setProgressSink(ProgressSink sink);
    /// Every call from now on ends as "cancelled" once `stop` is asked for: the running one (its
    /// runner is ended) and those after it (the runner stays). An empty token: none does.
    void setStop(std::stop_token stop);
    /// Where the runner runs; empty before the first answer.
    const RunnerPlace& place() const;
    /// Ends the runner; the running call returns an error with code "cancelled". Without a running
    /// call it does nothing.
    void cancel();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace mw::exec
