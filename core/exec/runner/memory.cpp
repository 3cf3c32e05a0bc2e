#include "core/exec/runner/memory.h"

#include "core/exec/runner/arena.h"

#include <fmt/format.h>

#include <algorithm>
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

/// Steps in program order, depth first, as PlanArray::firstUse and lastUse count them; a loop gives
/// its whole stretch, since what lives inside may have to live from one turn to the next.
struct Stretch {
    int first = 0, last = 0;
};

void numberSteps(const codegen::Steps& steps, int& next, std::vector<Stretch>& loops) {
    for (const codegen::Step& step : steps) {
        const int first = next++;
        if (const auto* branch = std::get_if<codegen::HostIf>(&step.kind)) {
            numberSteps(branch->then, next, loops);
            numberSteps(branch->otherwise, next, loops);
        } else if (const auto* loop = std::get_if<codegen::HostLoop>(&step.kind)) {
            numberSteps(loop->init, next, loops);
            numberSteps(loop->body, next, loops);
            numberSteps(loop->update, next, loops);
            loops.push_back({first, next - 1});
        }
    }
}

void widenOverLoops(const std::vector<Stretch>& loops, ArenaRequest& request) {
    for (const Stretch& loop : loops) { // inner loops come first
        if (request.firstUse <= loop.last && loop.first <= request.lastUse) {
            request.firstUse = std::min(request.firstUse, loop.first);
            request.lastUse = std::max(request.lastUse, loop.last);
        }
    }
}

} // namespace

Expected<ProgramMemory> ProgramMemory::allocate(Backend& backend, const codegen::Plan& plan,
                                                const symbolic::Bindings& symbols) {
    ProgramMemory memory;
    for (const codegen::PlanArray& array : plan.arrays) {
        Array entry{&array, {}, nullptr};
        auto layout = layoutOf(array, symbols);
        if (!layout)
            return fail("unknown-size", fmt::format("the size of the array '{}' is not known: {}",
                                                    array.name, layout.error().sentence));
        entry.layout = std::move(*layout);
        if (array.argument) {
            MW_TRY(DeviceMemory data, DeviceMemory::allocate(backend, entry.layout.bytes()));
            entry.data = data.get();
            memory.arguments_.push_back(std::move(data));
        }
        memory.arrays_.emplace(array.name, std::move(entry));
    }
    MW_CHECK(memory.placeTemporaries(backend, plan));
    return memory;
}

Expected<void> ProgramMemory::placeTemporaries(Backend& backend, const codegen::Plan& plan) {
    std::vector<Stretch> loops;
    int steps = 0;
    numberSteps(plan.steps, steps, loops);
    std::vector<ArenaRequest> requests;
    std::vector<Array*> temporaries;
    for (auto& [name, array] : arrays_) {
        if (array.plan->argument)
            continue;
        ArenaRequest request{array.layout.bytes(), array.plan->firstUse, array.plan->lastUse};
        widenOverLoops(loops, request);
        requests.push_back(request);
        temporaries.push_back(&array);
    }
    const ArenaLayout layout = layOutArena(requests);
    MW_TRY(arena_, DeviceMemory::allocate(backend, layout.bytes));
    for (std::size_t i = 0; i < temporaries.size(); ++i)
        temporaries[i]->data = static_cast<std::byte*>(arena_.get()) + layout.offsets[i];
    return {};
}

const ProgramMemory::Array* ProgramMemory::find(std::string_view name) const {
    const auto found = arrays_.find(name);
    return found == arrays_.end() ? nullptr : &found->second;
}

} // namespace mw::exec
