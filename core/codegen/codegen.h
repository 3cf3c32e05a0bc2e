#pragma once

#include "core/codegen/choices.h"
#include "core/codegen/plan.h"
#include "core/ir/sdfg.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mw::codegen {

/// SDFG -> plan. The error names the element that cannot be lowered and why. Storages and schedules
/// of the GPU are hints: the same plan serves every target.
Expected<Plan> lower(const ir::Document& document, const LowerOptions& options = {});

/// Where a kernel's text stands in the source, for linking lines with graph elements.
struct KernelLines {
    int kernel = 0;
    int firstLine = 0, lastLine = 0;            ///< 1-based, inclusive
    std::map<std::string, std::string> names{}; ///< identifiers that the graph spells otherwise
    bool byHand = false;
};
/// Where C++ of the graph itself stands in the source.
struct RawLines {
    ElementId element;
    std::string where; ///< "tasklet 't'"
    int firstLine = 0, lastLine = 0;
};
struct Source {
    std::string text;
    int helpersFirst = 1, helpersLast = 0; ///< lines that every kernel needs
    std::vector<KernelLines> kernels;
    std::vector<RawLines> raw;
    /// What of the graph each line was made of, the first line first; 0: nothing of it.
    std::vector<ElementId> elements;
};

/// These lines are made of the element, but for those that are known to be made of another one.
void markLines(std::vector<ElementId>& elements, int first, int last, ElementId element);

/// Kernels as text. Launch ABI, the same for all targets: entry point `extern "C"` with the
/// kernel's name; parameters are all BufferParams (pointers) then all ScalarParams (by value), in
/// the plan's order. CUDA and HIP: `__global__`, launched with grid and block from `launchShape`;
/// kernels with LaunchChoice::tiles have three pointers to lists of neighbours between the two
/// (launch/tiled_levels.h), those with LaunchChoice::places have the levels per thread and the
/// number of the last run of levels, two ints, behind both.
/// C++: `extern "C" void NAME(void** args)` where args[i] points to the i-th parameter's value;
/// after them the address of the program's state, for kernels that use it.
Source print(const Plan& plan, Target target);

/// An error where kernels of the target cannot do what the plan asks: on a device, a tasklet that
/// uses the program's state.
Expected<void> fitsTarget(const Plan& plan, Target target);

/// The program's state as text: `int mw_state_init(void** args)` makes it and runs the init code,
/// args[0] points to where its address goes, the others to the values of ProgramState::scalars;
/// `int mw_state_exit(void* state)` runs the exit code and frees it. Both return 0 or what the code
/// left in DaCe's `__result` and `__err`. For C++ they are part of `print`; beside the kernels of a
/// device they are a program of their own, for the host's compiler.
constexpr const char* kStateInit = "mw_state_init";
constexpr const char* kStateExit = "mw_state_exit";
Source printState(const Plan& plan, Target target);

/// All that a compiler gets of a plan: what the user agrees to where the graph has C++ of its own.
std::vector<std::string> compiledTexts(const Plan& plan, Target target);

/// The properties of a device that a launch is chosen from.
struct LaunchDevice {
    int warp = 32;             ///< threads that run in step
    int multiprocessors = 132; ///< that run blocks side by side
    Target target = Target::cuda;

    bool operator==(const LaunchDevice&) const = default;
};
/// The usual device of a target: 32 threads in step on NVIDIA, 64 on AMD's larger ones.
LaunchDevice launchDevice(Target target);

/// Chooses the launch of every kernel anew, and who writes it; nothing is lowered again.
/// "bad-choices" where a choice names no kernel of the plan, or something that this kernel cannot
/// do, or a text by hand that is for another one.
Expected<void> chooseLaunches(Plan& plan, const LaunchDevice& device, const Choices& choices = {});

/// Those that kernels of the plan have and can do: choices made for another plan of the program.
/// Of a kernel whose text by hand is for another one, the rest of its choices.
Choices fittingChoices(const Plan& plan, const LaunchDevice& device, const Choices& choices);

/// The launch of one kernel on a device: what is fixed, else what the map asks for, else by rule.
/// "bad-choices" as above.
Expected<LaunchChoice> chosenLaunch(const Kernel& kernel, const LaunchDevice& device,
                                    const KernelChoice& fixed);

/// A kernel's function as it is generated for a target, with the comment before it.
std::string generatedText(const Kernel& kernel, Target target);
/// `text` as what stands for the kernel as it is, its launch included.
HandText handText(const Kernel& kernel, Target target, std::string text);
/// "bad-choices" where the kernel is generated otherwise than when the text was written, or where
/// the text changes its head (from `extern "C"` to the first `{`), which the launch relies on.
Expected<void> checkHandText(const Kernel& kernel, const HandText& hand);
/// The target and the generated text that a text by hand is for, and the text: what consent is to.
std::string textWithPurpose(const HandText& hand);
/// What findings call the text of a kernel that is written by hand.
std::string whereByHand(const Kernel& kernel);

/// The passes over the kernel IR in the order in which each runs first
/// (core/codegen/passes/README.md).
struct PassInfo {
    std::string_view name, summary;
    std::string_view needed; ///< why it cannot be left out; empty: it can
};
std::vector<PassInfo> passList();

/// One kernel of the plan as readable text: parameters, dimensions, statements.
std::string dump(const Kernel& kernel);
/// Every kernel as it was lowered and after each pass, where a pass changed its text; of the
/// source, text and elements.
Expected<Source> dumpPasses(const ir::Document& document, LowerOptions options);

/// Grid for concrete symbol values; an extent <= 0 means: do not launch (grid 0).
struct LaunchShape {
    std::array<unsigned, 3> grid{1, 1, 1};
    std::array<unsigned, 3> block{1, 1, 1};
    int levels = 1; ///< per thread
};
Expected<LaunchShape> launchShape(const Kernel& kernel, const symbolic::Bindings& symbols);

/// Plan <-> JSON text, exact both ways: what the runner receives (kernel bodies are left out).
std::string toJson(const Plan& plan);
Expected<Plan> planFromJson(std::string_view json);

} // namespace mw::codegen
