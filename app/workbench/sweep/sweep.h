#pragma once

#include "app/workbench/sweep/space.h"
#include "app/workbench/tune/rigs.h"
#include "app/workbench/tune/runner_report.h"
#include "transforms/framework/pipeline.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

// A program measured with all combinations of some choices, kernel by kernel.

namespace mw::workbench {

/// A kernel, or the program, with one combination.
struct SweepCell {
    enum class State : std::uint8_t {
        left, ///< the budget ended before
        measured,
        same,       ///< what is launched is what the default launches
        impossible, ///< the kernel has no such form
        differs,    ///< its results are other ones
        failed      ///< it could not be compiled or run
    };
    State state = State::left;
    std::string why{};        ///< where it is impossible, differs, or failed
    double time = 0;          ///< us, median
    double ratio = 1;         ///< to the default's in the same rounds
    double low = 0, high = 0; ///< of the ratio, 95 %
    std::string where{};      ///< node and device that measured it

    bool isMeasured() const { return state == State::measured; }
    bool isFaster() const { return isMeasured() && high < 1; }
    bool isUncertain() const { return isMeasured() && low <= 1 && high >= 1; }
};

struct SweepRow {
    std::string name{};
    std::string launch{};           ///< by default, in words; empty: the program
    double time = 0;                ///< us, by default
    double share = 0;               ///< of the program's kernels, by default
    std::vector<SweepCell> cells{}; ///< by point of the space

    /// The fastest of those that are faster than the default for certain.
    std::optional<std::size_t> best() const;
};

/// The program as one graph. Kernels are set against themselves by default in the same graph, the
/// program against the graph as it is by default.
struct SweepGraph {
    bool fused = false;
    std::vector<std::string> steps{}; ///< what was done to it
    SweepCell whole{};                ///< by default
    SweepRow program{};
    std::vector<SweepRow> kernels{};
};

struct SweepResult {
    std::string program, device, date;
    std::string grid; ///< "torus:160,140,80"
    codegen::Target target = codegen::Target::cpu;
    int repeats = 0;
    SweepSpace space;
    std::vector<SweepGraph> graphs;
    std::vector<std::string> notes;
    std::vector<RunnerReport> runners{}; ///< what each of them measured
};

/// What is swept over, apart from how it is measured.
struct SweepSetup {
    TuneForm start;
    SweepSpace space;
    transforms::Pipeline fusions; ///< what `fuse=on` does, everywhere
    symbolic::Bindings values{};  ///< sizes, for stages of it by cost
    std::function<Expected<codegen::Plan>(const TuneForm&)> lower;
};

/// Every form is verified before it is timed; a round times some of them in turn with the default.
/// What kernels cannot do, and what comes to the default's launch, is not measured. `options`: its
/// repeats, budget and forms of a round. The error: the default cannot be lowered or measured.
Expected<SweepResult> sweep(const SweepSetup& setup, const std::vector<TuneMeasure>& measurers,
                            const TuneOptions& options);

/// In the runners of the rigs; fills in what the result says of program and device.
Expected<SweepResult> sweep(const RigSetup& rigs, const SweepSpace& space,
                            const transforms::Pipeline& fusions, TuneOptions options);

/// Tables for terminals: a line per combination, a column per kernel; what is best of each.
std::string toText(const SweepResult& result);
std::string toJson(const SweepResult& result);
/// A heat map: a row per kernel, a column per combination. Self-contained.
std::string toSvg(const SweepResult& result);
/// A page with the heat map and what else is known.
std::string toHtml(const SweepResult& result);

} // namespace mw::workbench
