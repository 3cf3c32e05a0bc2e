// A loaded program: plan, kernels and memory, ready to be called.
#include "core/exec/runner/program.h"

#include "core/conventions/conventions.h"
#include "core/exec/runner/box_copy.h"
#include "core/inputs/elements.h"
#include "core/ir/symbol_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace mw::exec {

namespace {

constexpr std::size_t kMaxPreparedSteps = 1'000'000;
/// Only such an error means "not constant"; others are real.
bool isDynamic(const Diagnostic& diagnostic) {
    return diagnostic.code == "dynamic-control-flow";
}

} // namespace

std::vector<std::string> Program::functionNames() const {
    std::vector<std::string> names;
    for (const codegen::Kernel& kernel : plan_.kernels)
        names.push_back(kernel.name);
    if (hasCopies(plan_.steps))
        for (const int bytes : {1, 2, 4, 8, 16})
            names.push_back(copyKernelName(bytes));
    if (!backend_.runsInline() && hasTiles(plan_))
        names.push_back(tileKernelName());
    return names;
}

Expected<std::unique_ptr<Program>> Program::create(Backend& backend, codegen::Plan plan,
                                                   const Binary& binary, InputStore* store) {
    std::unique_ptr<Program> program(new Program(backend, std::move(plan)));
    program->store_ = store;
    MW_CHECK(backend.open());
    const auto names = program->functionNames();
    MW_TRY(program->module_, backend.load(binary, names));
    if (!names.empty() && names.back() == tileKernelName())
        program->tiles_.emplace(backend, program->module_->function(names.size() - 1));
    program->state_.emplace(program->plan_, *program->module_);
    return program;
}

std::vector<CompileResult::Resources> Program::resources() const {
    std::vector<CompileResult::Resources> all;
    for (std::size_t i = 0; i < plan_.kernels.size(); ++i) {
        const auto& block = plan_.kernels[i].launch.block;
        const int threads = plan_.kernels[i].sequential ? 1 : block[0] * block[1] * block[2];
        all.push_back(module_->resources(i, static_cast<unsigned>(std::max(1, threads))));
    }
    return all;
}

Expected<void> Program::checkSymbols() {
    for (const codegen::PlanSymbol& symbol : plan_.symbols) {
        const auto found = symbols_.find(symbol.name);
        if (found == symbols_.end())
            return fail("missing-symbol",
                        fmt::format("the program needs a value for '{}'", symbol.name));
        MW_TRY(found->second, ir::symbolValue(symbol.name, found->second, symbol.type));
    }
    return {};
}

Expected<void> Program::setInputs(symbolic::Bindings symbols, InputArrays arrays,
                                  Allocation allocation) {
    callMemory_.reset();
    callSteps_.clear();
    memory_.reset();
    steps_.clear();
    forgetTiles();
    changing_.clear();
    allocation_ = allocation;
    symbols_ = std::move(symbols);
    inputs_ = std::move(arrays);
    MW_CHECK(checkSymbols());
    MW_CHECK(begin(symbols_));
    MW_CHECK(allocate());
    MW_CHECK(restoreInputs());
    MW_CHECK(prepare());
    if (!static_ && allocation_ == Allocation::call)
        return fail("not-available", "temporaries can be allocated on every call only where no "
                                     "condition depends on what the program computes");
    return {};
}

Expected<void> Program::allocate() {
    const bool oneArena = allocation_ != Allocation::each;
    auto memory = ProgramMemory::allocate(backend_, plan_, symbols_, oneArena);
    if (!memory && memory.error().code == "out-of-memory" && store_ && store_->size() > 0) {
        store_->clear();
        memory = ProgramMemory::allocate(backend_, plan_, symbols_, oneArena);
    }
    if (!memory)
        return fail(memory.error());
    memory_.emplace(std::move(*memory));
    return {};
}

Expected<void> Program::uploadArgument(const ProgramMemory::Array& array) {
    const std::string& name = array.plan->name;
    const auto found = inputs_.find(name);
    if (found == inputs_.end()) {
        std::vector<std::byte> bytes(std::max<std::size_t>(array.layout.bytes(), 16));
        const auto given = symbols_.find(name);
        if (given == symbols_.end() || array.layout.elements != 1)
            return fail("missing-array",
                        fmt::format("the program needs an array '{}'; the inputs have none", name));
        MW_TRY(const auto value, ir::symbolValue(name, given->second, array.plan->type));
        writeElement(value, array.plan->type, bytes.data());
        return backend_.upload(array.data, std::span(bytes).first(array.layout.bytes()));
    }
    const InputArray& input = found->second;
    if (input.type != array.plan->type || input.shape != array.layout.shape)
        return fail("wrong-array",
                    fmt::format("the array '{}' is {} {} in the inputs; the program needs {} {}",
                                name, ir::name(input.type), inputs::listText(input.shape),
                                ir::name(array.plan->type), inputs::listText(array.layout.shape)));
    if (array.layout.isDense())
        return store_ ? store_->place(input.bytes, array.data)
                      : backend_.upload(array.data, *input.bytes);
    return backend_.upload(array.data, scatter(array.layout, *input.bytes));
}

Expected<void> Program::restoreInputs() {
    for (const auto& [name, array] : memory_->arrays())
        if (array.plan->argument && !array.shared)
            MW_CHECK(uploadArgument(array));
    for (const DeviceMemory& block : memory_->temporaries())
        MW_CHECK(backend_.enqueue(PreparedFill{block.get(), kPoison, block.bytes()}));
    return backend_.synchronise();
}

Expected<void> Program::share(const std::string& argument, const Program& owner,
                              const std::string& ownerArgument) {
    const auto* mine = memory_ ? memory_->find(argument) : nullptr;
    const auto* theirs = owner.memory_ ? owner.memory_->find(ownerArgument) : nullptr;
    if (!mine || !theirs || !mine->plan->argument || !theirs->plan->argument || theirs->shared)
        return fail("wrong-array", fmt::format("'{}' and '{}' are no arguments that can share an "
                                               "array",
                                               argument, ownerArgument));
    const auto lies = [](const ProgramMemory::Array& array) {
        return fmt::format("{} {} with strides {} in {} elements", ir::name(array.plan->type),
                           inputs::listText(array.layout.shape),
                           inputs::listText(array.layout.strides), array.layout.elements);
    };
    if (lies(*mine) != lies(*theirs))
        return fail("wrong-array",
                    fmt::format("'{}' is {}, and '{}' of '{}' is {}", argument, lies(*mine),
                                ownerArgument, owner.plan_.program, lies(*theirs)));
    memory_->share(argument, *owner.memory_, ownerArgument);
    forgetTiles();
    callMemory_.reset();
    callSteps_.clear();
    return prepare();
}

Expected<void> Program::othersWrite(std::set<std::string, std::less<>> arguments) {
    changing_ = std::move(arguments);
    forgetTiles();
    return prepare();
}

void Program::forgetTiles() {
    if (tiles_)
        tiles_->clear();
}

/// Elements of arguments that nothing writes are as constant as symbols.
Expected<symbolic::Value> Program::readConstant(const ProgramMemory::Array& array,
                                                std::int64_t index) {
    if (!array.plan->argument || array.plan->written || changing_.contains(array.plan->name))
        return fail("dynamic-control-flow", "a condition depends on what the program computes");
    return readNow(array, index);
}

Expected<symbolic::Value> Program::readNow(const ProgramMemory::Array& array, std::int64_t index) {
    MW_CHECK(backend_.synchronise());
    std::array<std::byte, 16> bytes{};
    const auto* from = static_cast<const std::byte*>(array.data) +
                       static_cast<std::size_t>(index) * array.layout.elementBytes;
    MW_CHECK(backend_.download(std::span(bytes).first(array.layout.elementBytes), from));
    const auto value = readElement(array.plan->type, bytes.data());
    if (!value)
        return fail("bad-plan", fmt::format("a condition reads the array '{}', whose elements are "
                                            "no plain numbers",
                                            array.plan->name));
    return *value;
}

/// All steps of a call; "dynamic-control-flow" where they are not the same for each.
Expected<PreparedSteps> Program::stepsOn(ProgramMemory& memory) {
    PreparedSteps steps;
    StepWalker walker(plan_, memory, *module_, backend_.runsInline(), tiles(), state_->address());
    const auto keep = [&](std::shared_ptr<const PreparedStep> step) -> Expected<void> {
        if (steps.size() >= kMaxPreparedSteps)
            return fail("dynamic-control-flow", "the program has too many steps to prepare");
        steps.push_back(std::move(step));
        return {};
    };
    MW_CHECK(walker.walk(symbols_, keep, [&](const auto& array, std::int64_t index) {
        return readConstant(array, index);
    }));
    return steps;
}

Expected<void> Program::prepare() {
    auto steps = stepsOn(*memory_);
    static_ = steps.has_value();
    steps_ = steps ? std::move(*steps) : PreparedSteps{};
    return static_ || isDynamic(steps.error()) ? Expected<void>{} : fail(steps.error());
}

/// Frees the temporaries of the last call and allocates those of the next. The steps are prepared
/// anew only when the allocator gave other addresses.
Expected<void> Program::renewTemporaries() {
    std::vector<const void*> before;
    if (callMemory_)
        for (const DeviceMemory& block : callMemory_->temporaries())
            before.push_back(block.get());
    callMemory_.reset();
    MW_TRY(ProgramMemory renewed, memory_->withOwnTemporaries(backend_));
    callMemory_.emplace(std::move(renewed));
    const auto& blocks = callMemory_->temporaries();
    if (!callSteps_.empty() &&
        std::equal(before.begin(), before.end(), blocks.begin(), blocks.end(),
                   [](const void* old, const DeviceMemory& block) { return old == block.get(); }))
        return {};
    MW_TRY(callSteps_, stepsOn(*callMemory_));
    return {};
}

Expected<void> Program::allocateOnce() {
    if (allocation_ != Allocation::arena)
        return memory_->withOwnTemporaries(backend_).map([](const ProgramMemory&) {});
    return DeviceMemory::allocate(backend_, memory_->temporaryBytes()).map([](const auto&) {});
}

Expected<void> Program::setComputeTime(double seconds) {
    const auto* array = memory_->find(std::string(conventions::kComputeTime));
    if (!conventions::wantsComputeTime(symbols_) || !array ||
        array->plan->type != ir::ScalarType::float64 || array->layout.elements < 1)
        return {};
    return backend_.upload(array->data, std::as_bytes(std::span(&seconds, 1)));
}

Expected<void> Program::enqueue(const PreparedStep& step, const StepObserver& observer) {
    if (!observer)
        return backend_.enqueue(step);
    const auto start = std::chrono::steady_clock::now();
    MW_CHECK(backend_.enqueue(step));
    observer(step,
             std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
                 .count());
    return {};
}

Expected<void> Program::interpret(const StepObserver& observer) {
    steps_.clear();
    StepWalker walker(plan_, *memory_, *module_, backend_.runsInline(), tiles(), state_->address());
    const auto run = [&](std::shared_ptr<const PreparedStep> step) -> Expected<void> {
        MW_CHECK(enqueue(*step, observer));
        steps_.push_back(std::move(step));
        return {};
    };
    return walker.walk(symbols_, run, [&](const auto& array, std::int64_t index) {
        return readNow(array, index);
    });
}

Expected<void> Program::execute() {
    return executeObserved({});
}

Expected<void> Program::executeObserved(const StepObserver& observer) {
    if (!static_)
        return interpret(observer);
    if (allocation_ == Allocation::call)
        MW_CHECK(renewTemporaries());
    for (const auto& step : allocation_ == Allocation::call ? callSteps_ : steps_)
        MW_CHECK(enqueue(*step, observer));
    return {};
}

Expected<InputArrays> Program::fetch(const std::vector<std::string>& names) {
    InputArrays arrays;
    for (const std::string& name : names) {
        const auto* array = memory_->find(name);
        if (!array || !array->plan->argument)
            return fail("unknown-output", fmt::format("the program has no argument '{}'", name));
        std::vector<std::byte> bytes(array->layout.bytes());
        MW_CHECK(backend_.download(bytes, array->data));
        if (!array->layout.isDense())
            bytes = gather(array->layout, bytes);
        arrays[name] = {array->plan->type, array->layout.shape,
                        std::make_shared<const std::vector<std::byte>>(std::move(bytes))};
    }
    return arrays;
}

} // namespace mw::exec
