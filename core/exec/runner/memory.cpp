// Device memory of one program: arguments and temporaries.
#include "core/exec/runner/memory.h"

#include "core/codegen/temporaries.h"
#include "core/exec/runner/arena.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace mw::exec {

Expected<DeviceMemory> DeviceMemory::allocate(Backend& backend, std::size_t bytes) {
    DeviceMemory memory;
    // Never nothing: an array of no elements still is a pointer argument.
    MW_TRY(memory.memory_, backend.allocate(std::max<std::size_t>(bytes, 256)));
    memory.backend_ = &backend;
    memory.bytes_ = bytes;
    return memory;
}

DeviceMemory::~DeviceMemory() {
    if (backend_)
        backend_->release(memory_);
}

DeviceMemory::DeviceMemory(DeviceMemory&& other) noexcept
    : backend_(std::exchange(other.backend_, nullptr)), memory_(other.memory_),
      bytes_(other.bytes_) {}

DeviceMemory& DeviceMemory::operator=(DeviceMemory&& other) noexcept {
    std::swap(backend_, other.backend_);
    std::swap(memory_, other.memory_);
    std::swap(bytes_, other.bytes_);
    return *this;
}

namespace {

void collectAssigned(const codegen::Steps& steps, std::set<std::string, std::less<>>& into) {
    for (const codegen::Step& step : steps) {
        if (const auto* assign = std::get_if<codegen::AssignSymbol>(&step.kind))
            into.insert(assign->name);
        if (const auto* branch = std::get_if<codegen::HostIf>(&step.kind))
            for (const auto* inner : {&branch->then, &branch->otherwise})
                collectAssigned(*inner, into);
        if (const auto* loop = std::get_if<codegen::HostLoop>(&step.kind))
            for (const auto* inner : {&loop->init, &loop->body, &loop->update})
                collectAssigned(*inner, into);
        if (const auto* scope = std::get_if<codegen::HostScope>(&step.kind))
            collectAssigned(scope->body, into);
    }
}

std::set<std::string, std::less<>> assignedSymbols(const codegen::Steps& steps) {
    std::set<std::string, std::less<>> names;
    collectAssigned(steps, names);
    return names;
}

bool mentionsAny(const symbolic::Expr& e, const std::set<std::string, std::less<>>& names) {
    const auto used = symbolic::freeSymbols(e);
    return std::any_of(used.begin(), used.end(),
                       [&](const std::string& name) { return names.contains(name); });
}

} // namespace

Expected<ProgramMemory> ProgramMemory::allocate(Backend& backend, const codegen::Plan& plan,
                                                const symbolic::Bindings& symbols, bool arena) {
    ProgramMemory memory;
    memory.backend_ = &backend;
    const auto assigned = assignedSymbols(plan.steps);
    for (const codegen::PlanArray& array : plan.arrays) {
        Array entry{.plan = &array, .layout = {}};
        auto layout = layoutOf(array, symbols);
        entry.late = !layout && !array.argument && mentionsAny(array.elements, assigned);
        if (!layout && !entry.late)
            return fail("unknown-size", fmt::format("the size of the array '{}' is not known: {}",
                                                    array.name, layout.error().sentence));
        if (layout)
            entry.layout = std::move(*layout);
        if (array.argument) {
            MW_TRY(DeviceMemory data, DeviceMemory::allocate(backend, entry.layout.bytes()));
            entry.data = data.get();
            memory.arguments_.emplace(array.name,
                                      std::make_shared<const DeviceMemory>(std::move(data)));
        }
        memory.arrays_.emplace(array.name, std::move(entry));
    }
    MW_CHECK(arena ? memory.placeInArena(backend, plan) : memory.placeEach(backend));
    return memory;
}

Expected<ProgramMemory> ProgramMemory::withOwnTemporaries(Backend& backend) const {
    ProgramMemory memory;
    memory.backend_ = &backend;
    memory.arrays_ = arrays_;
    MW_CHECK(memory.placeEach(backend));
    return memory;
}

std::size_t ProgramMemory::temporaryBytes() const {
    std::size_t bytes = 0;
    for (const DeviceMemory& block : temporaries_)
        bytes += block.bytes();
    return bytes;
}

Expected<void> ProgramMemory::placeEach(Backend& backend) {
    for (auto& [name, array] : arrays_) {
        if (array.plan->argument || array.late)
            continue;
        MW_TRY(DeviceMemory data, DeviceMemory::allocate(backend, array.layout.bytes()));
        array.data = data.get();
        temporaries_.push_back(std::move(data));
    }
    return {};
}

Expected<void> ProgramMemory::placeInArena(Backend& backend, const codegen::Plan& plan) {
    const auto lives = codegen::livesOfTemporaries(plan);
    std::vector<ArenaRequest> requests;
    std::vector<Array*> temporaries;
    for (auto& [name, array] : arrays_) {
        if (array.plan->argument || array.late)
            continue;
        const codegen::Lifespan life = lives.find(name)->second;
        const ArenaRequest request{array.layout.bytes(), life.first, life.last};
        requests.push_back(request);
        temporaries.push_back(&array);
    }
    const ArenaLayout layout = layOutArena(requests);
    if (temporaries.empty())
        return {};
    MW_TRY(DeviceMemory arena, DeviceMemory::allocate(backend, layout.bytes));
    for (std::size_t i = 0; i < temporaries.size(); ++i)
        temporaries[i]->data = static_cast<std::byte*>(arena.get()) + layout.offsets[i];
    temporaries_.push_back(std::move(arena));
    return {};
}

Expected<const ProgramMemory::Array*> ProgramMemory::at(std::string_view name,
                                                        const symbolic::Bindings& symbols) {
    const auto found = arrays_.find(name);
    if (found == arrays_.end())
        return nullptr;
    Array& array = found->second;
    if (!array.late)
        return &array;
    MW_TRY(array.layout, layoutOf(*array.plan, symbols));
    std::size_t& held = lateBytes_[array.plan->name];
    if (array.data && array.layout.bytes() <= held)
        return &array;
    // steps that were prepared before may still name the smaller block: it stays
    held = std::max<std::size_t>(array.layout.bytes(), 1);
    MW_TRY(DeviceMemory data, DeviceMemory::allocate(*backend_, held));
    array.data = data.get();
    late_.push_back(std::move(data));
    MW_CHECK(backend_->enqueue(PreparedFill{array.data, kPoison, held}));
    return &array;
}

void ProgramMemory::share(std::string_view name, const ProgramMemory& owner,
                          std::string_view ownerName) {
    const auto& memory = owner.arguments_.find(ownerName)->second;
    Array& array = arrays_.find(name)->second;
    array.data = memory->get();
    array.shared = true;
    arguments_.find(name)->second = memory;
}

const ProgramMemory::Array* ProgramMemory::find(std::string_view name) const {
    const auto found = arrays_.find(name);
    return found == arrays_.end() ? nullptr : &found->second;
}

} // namespace mw::exec
