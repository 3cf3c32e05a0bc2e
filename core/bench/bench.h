#pragma once

#include "core/exec/session.h"
#include "core/exec/trust.h"
#include "core/inputs/scenario.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace mw::bench {

/// One variant to verify and time.
struct BenchInput {
    std::string name;
    ir::DocumentPtr document;
    std::string recipe = {}; ///< JSON of the steps that led to it; empty: none are known
    /// Per node the nodes that it came from in the graph that all variants began with
    /// (history::Provenance); empty: not known, as between files.
    std::map<NodeId, std::vector<NodeId>> origins = {};
    codegen::Choices choices = {}; ///< of its kernels
    bool fitChoices = false;       ///< those that do not fit are left out; else they are an error
};

struct BenchResult;

struct BenchOptions {
    codegen::Target target = codegen::Target::cpu;
    exec::MeasureOptions measure;
    bool specialise = true; ///< bake symbol values into the kernels
    exec::RunnerOptions runner;
    /// A session to use instead of a new one: the runner, its device and the inputs stay for the
    /// next bench. One bench at a time.
    std::shared_ptr<exec::Session> session;
    /// Kernels lowered for earlier benches, see LowerOptions::memo; null: one for this bench.
    std::shared_ptr<codegen::KernelMemo> memo;
    double tolerance = 1e-12;
    exec::Contraction contraction = exec::Contraction::usual;
    /// Computes codegen::sumMagnitudes in the place of the program: for runOnce() alone.
    bool magnitudes = false;
    std::set<std::string, std::less<>> without{}; ///< passes to leave out, see LowerOptions
    bool rawCode = false;       ///< the user agreed to compile the graphs' own C++, whatever it is
    exec::AskConsent consent{}; ///< else asked with what would be compiled; none: refused
    /// Told of the times of a few rounds, before those that count are taken: for who watches. None:
    /// no such rounds. What it is told is no measurement: nothing of it is in the result.
    std::function<void(const BenchResult&)> early{};
};

/// An array that a kernel reads or writes. Names of arguments mean the same in all variants.
struct KernelArray {
    std::string name;
    bool argument = false;
    auto operator<=>(const KernelArray&) const = default;
};
/// What a cost model counts of one launch of a kernel, as it predicts the time from it.
struct CountedWork {
    double bytes = 0, cacheBytes = 0, instructions = 0, waits = 0;
};
struct KernelRow {
    std::string name, label, structure; ///< as the kernel of the plan has them
    std::string title;                  ///< likewise: what people call it
    NodeId map;
    std::vector<NodeId> origins;            ///< see BenchInput; empty: not known
    std::vector<KernelArray> reads, writes; ///< sorted
    std::string work; ///< hash text of range and arithmetic: equal where the same is computed
    int launches = 0;
    Summary time; ///< us
    std::vector<double> samples;
    double bytes = 0;         ///< compulsory traffic of all its launches of one call
    double operations = 0;    ///< floating-point, of all its launches of one call
    double modelledBytes = 0; ///< what its accesses ask of the L2 cache (codegen/traffic.h)
    double gigabytesPerSecond = 0;
    double share = 0; ///< of the copy bandwidth
    exec::CompileResult::Resources resources;
    codegen::LaunchShape shape;
    codegen::LaunchChoice launch;
    double predicted = 0; ///< us of all its launches of one call; 0: nobody predicted it
    CountedWork counted;  ///< that it was predicted from
    bool byHand = false;  ///< somebody wrote it (codegen::HandText)
};
struct VariantResult {
    std::string name;
    bool verified = false;    ///< against the first variant (the first itself: true)
    std::string verification; ///< "z_nabla4_e2: 0 of 806400 elements differ" or the difference
    std::vector<KernelRow> kernels;
    Summary call, device, sustainedSeries, copies; ///< us
    std::vector<double> callSamples, deviceSamples, sustainedSamples;
    double sustained = 0; ///< us, median of the series
    int copyCount = 0;
    double allocation = 0; ///< us
    double temporaryBytes = 0;
    double workingBytes = 0; ///< arguments and temporaries that live at one time; 0: not known
    exec::Clock clock = exec::Clock::host; ///< where the times of kernels and device come from
    std::string clockNote;
    double bytes = 0, modelledBytes = 0;
    double predicted = 0; ///< us of one call; 0: nobody predicted it
    Interval ratio;       ///< device time against the first variant
    exec::CompileResult compile;
    std::string source; ///< the generated text
    std::string recipe; ///< as the input's
    codegen::Choices choices;
};
struct BenchResult {
    std::string program, device, versions, date;
    codegen::Target target = codegen::Target::cpu;
    inputs::Scenario scenario;
    exec::MeasureOptions measure;
    bool specialised = true;          ///< symbol values were compiled in
    std::vector<std::string> without; ///< passes that were left out
    exec::Contraction contraction = exec::Contraction::usual;
    double copyBandwidth = 0;         ///< GB/s, measured in the same run
    double cacheBandwidth = 0;        ///< likewise, of what stays in the last cache; 0: not known
    double peakGigaflops = 0;         ///< of the device, see DeviceInfo; 0: not known
    double lastCacheBytes = 0;        ///< likewise
    std::vector<Diagnostic> warnings; ///< of checkInputs, and kernels written by hand; each once
    exec::MachineLoad load;           ///< of the machine that measured, meanwhile
    std::string model;      ///< that predicted the times, with its constants; empty: none did
    std::int64_t calls = 0; ///< of the program in the pipeline that it is from; 0: nobody counted
    std::vector<VariantResult> variants;
};

/// Whether what runs with these options may fuse multiply-adds.
bool contracts(const BenchOptions& options);

/// Lowers, compiles, loads, verifies against the first variant (whole arrays), times interleaved.
/// For window and `mw bench`. Progress goes to the sink; a requested stop ends with "cancelled".
Expected<BenchResult> measure(const std::vector<BenchInput>& variants,
                              const inputs::Scenario& scenario, const BenchOptions& options,
                              const exec::ProgressSink& progress = {}, std::stop_token stop = {});

/// A sentence about what is not as usual; empty: it is.
std::string noteOf(exec::Contraction contraction);
/// Sentences about the inputs: the choices that the scenario made, and the warnings.
std::vector<std::string> notesOf(const BenchResult& result);
std::string toText(const BenchResult& result); ///< table for terminals
std::string toJson(const BenchResult& result);
std::string toCsv(const BenchResult& result);
std::string toMarkdown(const BenchResult& result);
std::string toHtml(const BenchResult& result); ///< self-contained, bars as SVG

/// One program run once: `mw run`.
struct RunResult {
    inputs::HostArrays
        outputs; ///< every argument that the program writes, and what the scenario lists
    inputs::HostArrays inputs;        ///< what it was given
    std::vector<Diagnostic> warnings; ///< of checkInputs
    std::string device;
};
Expected<RunResult> runOnce(const ir::DocumentPtr& document, const inputs::Scenario& scenario,
                            const BenchOptions& options, const codegen::Choices& choices = {});

} // namespace mw::bench
