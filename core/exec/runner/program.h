#pragma once

#include "core/exec/runner/input_store.h"
#include "core/exec/runner/program_state.h"
#include "core/exec/runner/walker.h"

#include <set>

namespace mw::exec {

/// A plan with its compiled kernels on one device.
class Program {
public:
    /// `store`: keeps inputs on the device for the next program or run; may be null.
    static Expected<std::unique_ptr<Program>>
    create(Backend& backend, codegen::Plan plan, const Binary& binary, InputStore* store = nullptr);

    const codegen::Plan& plan() const { return plan_; }
    Backend& backend() { return backend_; }
    std::vector<CompileResult::Resources> resources() const;

    /// Runs the graph's init code where it has not run for these symbols; setInputs does it too.
    Expected<void> begin(const symbolic::Bindings& symbols) { return state_->begin(symbols); }
    /// Runs the graph's exit code; so does the destructor, which drops its error.
    Expected<void> end() { return state_->end(); }

    /// Allocates and fills the arguments; prepares the steps where the control flow is constant.
    Expected<void> setInputs(symbolic::Bindings symbols, InputArrays arrays,
                             Allocation allocation = Allocation::arena);
    /// From now on the argument is `owner`'s array; its values are the owner's to set. The error
    /// "wrong-array" says how the two differ in type, shape or strides.
    Expected<void> share(const std::string& argument, const Program& owner,
                         const std::string& ownerArgument);
    /// Arguments that other programs write between calls: their elements are no constants here.
    Expected<void> othersWrite(std::set<std::string, std::less<>> arguments);
    /// Puts the arguments back to what was set, and poison into the temporaries: what a kernel
    /// reads without anybody having written it shows as NaN.
    Expected<void> restoreInputs();
    Expected<void> execute(); ///< one call, not waited for
    /// One call that tells how many microseconds each step took to enqueue (on the host: to run).
    using StepObserver = std::function<void(const PreparedStep&, double microseconds)>;
    Expected<void> executeObserved(const StepObserver& observer);
    Expected<InputArrays> fetch(const std::vector<std::string>& names);

    const InputArrays& inputs() const { return inputs_; }
    /// Bytes of all temporaries together (0 without inputs).
    std::size_t temporaryBytes() const { return memory_ ? memory_->temporaryBytes() : 0; }
    /// Allocates temporaries as the program has them, and frees them again.
    Expected<void> allocateOnce();
    /// What GT4Py's metrics would write (`gt_compute_time`, in seconds), where their level asks for
    /// it; its own clock is not run.
    Expected<void> setComputeTime(double seconds);
    bool hasInputs() const { return memory_.has_value(); }
    /// The steps of the last prepared (or executed) call.
    const PreparedSteps& lastSteps() const { return steps_; }
    /// Each call has the same steps: no condition depends on what the program computes, and no
    /// temporary may lie elsewhere the next time.
    bool isStatic() const { return static_ && allocation_ != Allocation::call; }

private:
    Program(Backend& backend, codegen::Plan plan) : backend_(backend), plan_(std::move(plan)) {}

    Expected<void> checkSymbols();
    Expected<void> allocate();
    Expected<void> uploadArgument(const ProgramMemory::Array& array);
    Expected<void> prepare();
    Expected<void> interpret(const StepObserver& observer);
    /// Lists of neighbours are made anew when they are next needed.
    void forgetTiles();
    TileLists* tiles() { return tiles_ ? &*tiles_ : nullptr; }
    Expected<PreparedSteps> stepsOn(ProgramMemory& memory);
    Expected<void> renewTemporaries();
    Expected<void> enqueue(const PreparedStep& step, const StepObserver& observer);
    Expected<symbolic::Value> readConstant(const ProgramMemory::Array& array, std::int64_t index);
    Expected<symbolic::Value> readNow(const ProgramMemory::Array& array, std::int64_t index);
    std::vector<std::string> functionNames() const;

    Backend& backend_;
    InputStore* store_ = nullptr;
    codegen::Plan plan_;
    std::unique_ptr<Module> module_;
    std::optional<TileLists> tiles_;    ///< where a kernel reads them
    std::optional<ProgramState> state_; ///< from `create` on
    symbolic::Bindings symbols_;
    InputArrays inputs_;
    std::optional<ProgramMemory> memory_;
    PreparedSteps steps_;
    bool static_ = false;
    std::set<std::string, std::less<>> changing_; ///< arguments that other programs write
    Allocation allocation_ = Allocation::arena;
    /// Allocation::call: the memory of the last call, and the steps on it. `memory_` and `steps_`
    /// stay as they are, for what is recorded once.
    std::optional<ProgramMemory> callMemory_;
    PreparedSteps callSteps_;
};

} // namespace mw::exec
