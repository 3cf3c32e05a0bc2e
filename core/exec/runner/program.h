#pragma once

#include "core/exec/runner/walker.h"

namespace mw::exec {

/// A plan with its compiled kernels on one device.
class Program {
public:
    static Expected<std::unique_ptr<Program>> create(Backend& backend, codegen::Plan plan,
                                                     const Binary& binary);

    const codegen::Plan& plan() const { return plan_; }
    Backend& backend() { return backend_; }
    std::vector<CompileResult::Resources> resources() const;

    /// Allocates and fills the arguments; prepares the steps where the control flow is constant.
    Expected<void> setInputs(symbolic::Bindings symbols, InputArrays arrays);
    /// Puts the arguments back to what was set, and poison into the temporaries: what a kernel
    /// reads without anybody having written it shows as NaN.
    Expected<void> restoreInputs();
    Expected<void> execute(); ///< one call, not waited for
    /// One call that tells how many microseconds each step took to enqueue (on the host: to run).
    using StepObserver = std::function<void(const PreparedStep&, double microseconds)>;
    Expected<void> executeObserved(const StepObserver& observer);
    Expected<InputArrays> fetch(const std::vector<std::string>& names);

    /// Bytes of all temporaries together (0 without inputs).
    std::size_t temporaryBytes() const { return memory_ ? memory_->arena().bytes() : 0; }
    bool hasInputs() const { return memory_.has_value(); }
    /// The steps of the last prepared (or executed) call.
    const PreparedSteps& lastSteps() const { return steps_; }
    /// No condition depends on what the program computes: each call has the same steps.
    bool isStatic() const { return static_; }

private:
    Program(Backend& backend, codegen::Plan plan) : backend_(backend), plan_(std::move(plan)) {}

    Expected<void> checkSymbols() const;
    Expected<void> uploadArgument(const ProgramMemory::Array& array);
    Expected<void> prepare();
    Expected<void> interpret(const StepObserver& observer);
    Expected<void> enqueue(const PreparedStep& step, const StepObserver& observer);
    Expected<symbolic::Value> readConstant(const ProgramMemory::Array& array, std::int64_t index);
    Expected<symbolic::Value> readNow(const ProgramMemory::Array& array, std::int64_t index);
    std::vector<std::string> functionNames() const;

    Backend& backend_;
    codegen::Plan plan_;
    std::unique_ptr<Module> module_;
    symbolic::Bindings symbols_;
    InputArrays inputs_;
    std::optional<ProgramMemory> memory_;
    PreparedSteps steps_;
    bool static_ = false;
};

} // namespace mw::exec
