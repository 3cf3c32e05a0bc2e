// Where and how a map runs.
//
//  1. The schedule is one of those that there are.
//  2. Inside of a kernel a map is sequential or runs over the threads of a block, outside it is not
//     the latter; a map that becomes a kernel has no map of the host inside.
//  3. Iterations that ran one after the other may run in any order.
//  4. What the map of a kernel uses is in memory that a GPU reaches.

#include "core/ir/edit.h"
#include "core/ir/predicates.h"
#include "transforms/properties/places.h"
#include "transforms/properties/property_list.h"
#include "transforms/toolkit/independent_iterations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mw::transforms {

namespace {

using ir::Schedule;

constexpr std::array kChoices = {Schedule::Default, Schedule::Sequential, Schedule::CPU_Multicore,
                                 Schedule::GPU_Device, Schedule::GPU_ThreadBlock};

std::vector<PropertyField> scheduleFields(const ir::DocumentIndex& index, ElementId subject) {
    const Schedule now = nodeAs<ir::MapEntry>(index, subject)->map.schedule;
    PropertyField field{"", std::string(ir::name(now)), {}};
    for (const Schedule one : kChoices)
        field.choices.emplace_back(ir::name(one));
    if (std::ranges::find(field.choices, field.value) == field.choices.end())
        field.choices.push_back(field.value);
    return {std::move(field)};
}

bool isHost(Schedule schedule) {
    return schedule == Schedule::CPU_Multicore || schedule == Schedule::CPU_Persistent ||
           schedule == Schedule::MPI;
}

/// A map inside of the state's scope, or of a nested SDFG in it, that runs on the host.
const ir::Map* hostMapInside(const ir::StateIndex& index, NodeId scope);

const ir::Map* hostMapIn(const ir::Sdfg& sdfg) {
    const ir::Map* found = nullptr;
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (const auto* state = found ? nullptr : block.as<ir::State>())
            found = hostMapInside(ir::StateIndex(*state), {});
    });
    return found;
}

const ir::Map* hostMapInside(const ir::StateIndex& index, NodeId scope) {
    for (const NodeId id : index.children(scope)) {
        const ir::Node& node = *index.node(id);
        const auto* entry = node.as<ir::MapEntry>();
        if (entry && isHost(entry->map.schedule))
            return &entry->map;
        const auto* nested = node.as<ir::NestedSdfg>();
        const ir::Map* found = entry                    ? hostMapInside(index, id)
                               : nested && nested->sdfg ? hostMapIn(*nested->sdfg)
                                                        : nullptr;
        if (found)
            return found;
    }
    return nullptr;
}

/// Condition 2.
Expected<void> checkNesting(const DocumentView& view, const OneMap& found, Schedule wanted) {
    const ir::Map* kernel = kernelAmong(mapsAround(view, found.entry->id));
    const auto name = quoted(found.map());
    if (wanted == Schedule::GPU_ThreadBlock && !kernel)
        return fail("no-kernel-around",
                    fmt::format("{} is in no kernel: only a map inside of one with the schedule "
                                "GPU_Device runs over the threads of a block.",
                                name));
    if (kernel && (isHost(wanted) || wanted == Schedule::GPU_Device))
        return fail("inside-kernel",
                    fmt::format("{} is inside of {}, which is a kernel: there a map is Sequential "
                                "or GPU_ThreadBlock.",
                                name, quoted(*kernel)));
    const ir::Map* inner =
        wanted == Schedule::GPU_Device ? hostMapInside(found.index(), found.entry->id) : nullptr;
    if (inner)
        return fail("host-map-inside",
                    fmt::format("{} cannot become a kernel: {} inside of it has the schedule {}, "
                                "of the host. Make that one Sequential first.",
                                name, quoted(*inner), ir::name(inner->schedule)));
    return {};
}

/// Condition 3.
Expected<void> checkOrder(const OneMap& found, Schedule wanted) {
    if (found.map().schedule != Schedule::Sequential || wanted == Schedule::Sequential)
        return {};
    if (const auto refusal = checkIndependentIterations(3, found.at, *found.entry)) {
        Location location;
        location.elements = refusal->elements;
        return fail(refusal->code,
                    fmt::format("{} runs one iteration after the other, and they are not shown to "
                                "be independent: {}",
                                quoted(found.map()), refusal->sentence),
                    std::move(location));
    }
    return {};
}

/// Condition 4: an array in memory of the host.
Expected<void> checkMemory(const OneMap& found, Schedule wanted) {
    if (wanted != Schedule::GPU_Device)
        return {};
    const auto check = [&](std::span<const ir::Edge* const> edges) -> Expected<void> {
        for (const ir::Edge* edge : edges) {
            const auto* data = found.sdfg().data(edge->memlet.data);
            if (!data || data->isScalar() || ir::isDeviceStorage(data->storage) ||
                data->storage == ir::Storage::CPU_Pinned)
                continue;
            return fail(
                "host-memory",
                fmt::format("{} cannot become a kernel: '{}' has the storage {}, which a GPU "
                            "does not reach. 'To the GPU' moves the whole program.",
                            quoted(found.map()), edge->memlet.data, ir::name(data->storage)));
        }
        return {};
    };
    MW_CHECK(check(found.index().inEdges(found.entry->id)));
    return check(found.index().outEdges(found.exit->id));
}

Expected<PropertyChange> changeSchedule(const DocumentView& view, ElementId subject,
                                        const std::string& /*part*/, const std::string& value) {
    MW_TRY(const OneMap found, mapAt(view, subject));
    const Schedule wanted = ir::scheduleFromName(value);
    if (wanted == Schedule::other)
        return fail("no-schedule", fmt::format("There is no schedule '{}'.", value));
    MW_CHECK(checkNesting(view, found, wanted));
    MW_CHECK(checkOrder(found, wanted));
    MW_CHECK(checkMemory(found, wanted));
    ir::Editor editor(view.document());
    editor.node(found.at.id, found.entry->id).as<ir::MapEntry>()->map.schedule = wanted;
    return editor.commit();
}

} // namespace

const Property& scheduleProperty() {
    static const Property property{.name = "schedule",
                                   .help = "Where the iterations of the map run.",
                                   .keepsResults = true,
                                   .subject = mapEntryOf,
                                   .fields = scheduleFields,
                                   .change = changeSchedule};
    return property;
}

} // namespace mw::transforms
