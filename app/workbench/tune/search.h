#pragma once

#include "app/workbench/tune/log.h"
#include "core/codegen/codegen.h"
#include "core/ir/sdfg.h"
#include "transforms/framework/replay.h"

#include <functional>
#include <map>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

// The search for launch choices, apart from how they are measured.

namespace mw::workbench {

/// A program as it is tried: a graph, and choices of its kernels and passes.
struct TuneForm {
    ir::DocumentPtr document;
    codegen::Choices choices{};
    std::set<std::string, std::less<>> without{}; ///< passes that are left out

    bool operator==(const TuneForm&) const = default;
};

/// What one form of a round came to.
struct FormResult {
    Trial::Outcome outcome = Trial::Outcome::measured;
    std::string problem{};        ///< where it was not measured
    std::vector<double> device{}; ///< us, samples in turn with those of the other forms
    std::map<std::string, std::vector<double>> kernels{}; ///< the same, by name
    std::string where{};                                  ///< node and device that measured it
};
/// Forms measured in turn in one run, the first of which the others are set against. Every form's
/// results are compared with those of the program that tuning began with before it is timed; one
/// that differs, or fails, is not timed and spoils no other one. The error: nothing can be
/// measured.
using TuneMeasure = std::function<Expected<std::vector<FormResult>>(
    const std::vector<TuneForm>& forms, int repeats)>;

struct TuneOptions {
    codegen::Target target = codegen::Target::cpu;
    double budget = 60;      ///< seconds
    bool exhaustive = false; ///< every combination of the table, in the place of a search
    /// Of so many of the fastest forms of a kernel the neighbours are tried, once those of the best
    /// are known.
    std::size_t widest = 8;
    std::size_t formsPerRound = 8;
    int repeats = 10, finalRepeats = 40;
    std::string device;  ///< what is known of other programs on it is tried first
    std::string machine; ///< device, compilers and inputs: what measurements hold for
    std::string model;   ///< that `predict` predicts by; empty: nothing is predicted
    std::function<double(const codegen::Kernel&)>
        predict{};                     ///< microseconds, launched by the rules
    std::function<double()> seconds{}; ///< clock; none: the machine's
    std::function<void(const std::string& what, int done, int total)> progress{};
    std::function<void(const TuneLog&)> keep{}; ///< after every round
    /// Each graph that the search goes on from, as steps from the start, and launches that it found
    /// for one. What is faster in the end may be another one.
    std::function<void(const std::vector<transforms::RecordedStep>& steps,
                       const codegen::Choices& choices)>
        found{};
    std::stop_token stop{}; ///< a requested stop ends it as the end of the budget does

    double now() const; ///< by that clock
};

/// One kernel after tuning.
struct TunedKernel {
    std::string name;
    double share = 0;             ///< of the program's time at the start
    codegen::KernelChoice choice; ///< empty: as the rules have it
    double ratio = 1;             ///< of its time to that at the start, when last measured
    std::size_t tried = 0;
};
struct TuneResult {
    codegen::Choices choices; ///< of the start where nothing was faster for certain
    std::vector<TunedKernel> kernels;
    Trial whole;           ///< the program beside its start; without repeats: nothing to compare
    bool complete = false; ///< nothing is left to try
    std::size_t measured = 0, known = 0; ///< forms of kernels, now and before
};

/// Kernels of `start` by choices of their launch: first forms of all of them at once, then
/// neighbours of the best, and of what is nearly as fast, until none is left or the budget is
/// spent, then the best of each kernel once more side by side, then all winners together against
/// the start. Rounds are shared out among the measurers; what becomes of them does not depend on
/// which took which. `log`: is known, and gets what is measured. The error: the start cannot be
/// lowered or measured.
Expected<TuneResult> tuneKernels(const TuneForm& start, const codegen::Plan& plan,
                                 const std::vector<TuneMeasure>& measurers,
                                 const TuneOptions& options, TuneLog& log);

} // namespace mw::workbench
