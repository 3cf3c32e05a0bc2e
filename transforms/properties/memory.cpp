// Where a temporary is, and how long it keeps its memory.
//
// Storage:
//  1. It is one of those that there are.
//  2. What uses the temporary reaches it there: memory of the host is out of reach of kernels, that
//     of a kernel's threads and blocks ends with it, and a kernel allocates nothing in global
//     memory.
//  3. Registers have a number of elements that is known now.
// Lifetime:
//  1. It is one of those that there are.
//  2. One that is longer than that of a scope: nothing uses the temporary inside of a map, it does
//     not begin as zeros, and, where it outlives the call, its size is known before the program
//     runs.
//  3. One that ends with the call, for a temporary that outlived it: no access reads what the call
//     before left, neither because it comes first nor by resolving a conflict.

#include "core/ir/edit.h"
#include "core/ir/predicates.h"
#include "transforms/properties/places.h"
#include "transforms/properties/property_list.h"
#include "transforms/toolkit/container_use.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mw::transforms {

namespace {

using ir::Lifetime;
using ir::Storage;

constexpr std::array kStorages = {Storage::Default,    Storage::Register,   Storage::CPU_Heap,
                                  Storage::CPU_Pinned, Storage::GPU_Global, Storage::GPU_Shared};
constexpr std::array kLifetimes = {Lifetime::Scope,  Lifetime::State,      Lifetime::SDFG,
                                   Lifetime::Global, Lifetime::Persistent, Lifetime::External};

/// Calls `visit` for the access nodes of a container, in the order of the file, until it says true.
template <class Visit>
void forEachAccess(const ir::Sdfg& sdfg, const std::string& data, const Visit& visit) {
    bool done = false;
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* state = done ? nullptr : block.as<ir::State>();
        for (std::size_t i = 0; state && !done && i < state->nodes.size(); ++i) {
            const auto* access = state->nodes[i]->as<ir::AccessNode>();
            if (access && access->data == data)
                done = visit(*state, *state->nodes[i]);
        }
    });
}

/// The first access node of the temporary, so that all of them mean the same edit.
ElementId temporaryOf(const ir::DocumentIndex& index, ElementId id) {
    const auto* access = nodeAs<ir::AccessNode>(index, id);
    const ir::Sdfg* sdfg = access ? index.find(id)->sdfg : nullptr;
    const auto* data = sdfg ? sdfg->data(access->data) : nullptr;
    if (!data || !data->transient ||
        (data->kind != ir::DataKind::array && data->kind != ir::DataKind::scalar))
        return {};
    ElementId first;
    forEachAccess(*sdfg, access->data, [&](const ir::State&, const ir::Node& node) {
        first = node.id;
        return true;
    });
    return first;
}

template <class Value, std::size_t n>
PropertyField choiceField(Value now, const std::array<Value, n>& all) {
    PropertyField field{"", std::string(ir::name(now)), {}};
    for (const Value one : all)
        field.choices.emplace_back(ir::name(one));
    if (std::ranges::find(field.choices, field.value) == field.choices.end())
        field.choices.push_back(field.value);
    return field;
}

const ir::DataDescriptor& dataOf(const ir::DocumentIndex& index, ElementId subject) {
    return *index.find(subject)->sdfg->data(nodeAs<ir::AccessNode>(index, subject)->data);
}

/// The temporary and who uses it.
struct Temporary {
    const ir::Sdfg& sdfg;
    const std::string& name;
    const ir::DataDescriptor& data;
    ContainerUse use = {};
    bool insideMap = false;          ///< its whole SDFG
    const ir::Map* kernel = nullptr; ///< around one of its access nodes
    bool onlyInKernels = true;
};

Temporary temporaryAt(const DocumentView& view, ElementId subject) {
    const auto& place = *view.index().find(subject);
    const auto& name = nodeAs<ir::AccessNode>(view.index(), subject)->data;
    Temporary found{*place.sdfg, name, *place.sdfg->data(name)};
    found.insideMap = insideMap(view, place.block->id);
    forEachAccess(found.sdfg, name, [&](const ir::State& state, const ir::Node& node) {
        found.use.add(useAt(ir::StateIndex(state), node));
        const ir::Map* kernel = kernelAmong(mapsAround(view, node.id));
        found.kernel = kernel ? kernel : found.kernel;
        found.onlyInKernels = found.onlyInKernels && kernel;
        return false;
    });
    return found;
}

PropertyChange changed(const DocumentView& view, const Temporary& temporary,
                       void (*set)(ir::DataDescriptor&, const std::string&),
                       const std::string& value) {
    ir::Editor editor(view.document());
    auto data = std::make_shared<ir::DataDescriptor>(temporary.data);
    set(*data, value);
    editor.sdfg(temporary.sdfg.id).arrays.set(temporary.name, std::move(data));
    return editor.commit();
}

// --- Storage --------------------------------------------------------------------------------

std::vector<PropertyField> storageFields(const ir::DocumentIndex& index, ElementId subject) {
    return {choiceField(dataOf(index, subject).storage, kStorages)};
}

bool isHostMemory(Storage storage) {
    return storage == Storage::CPU_Heap || storage == Storage::CPU_Pinned ||
           storage == Storage::CPU_ThreadLocal;
}

/// Condition 2.
Expected<void> checkReach(const Temporary& t, Storage wanted) {
    const bool array = !t.data.isScalar();
    const auto name = ir::name(wanted);
    if (isHostMemory(wanted) && t.kernel)
        return fail("host-memory", fmt::format("'{}' is used inside of the kernel {}, which cannot "
                                               "reach {}.",
                                               t.name, quoted(*t.kernel), name));
    const bool far = wanted == Storage::CPU_Heap || wanted == Storage::CPU_ThreadLocal ||
                     (wanted == Storage::Register && array);
    if (far && t.use.byKernel && !t.onlyInKernels)
        return fail("host-memory", fmt::format("'{}' is read or written by a kernel, which cannot "
                                               "reach {} of the host.",
                                               t.name, name));
    if (wanted == Storage::GPU_Shared && !t.onlyInKernels)
        return fail("outside-kernel", fmt::format("'{}' is used outside of kernels, where there is "
                                                  "no memory that the threads of a block share.",
                                                  t.name));
    if (wanted == Storage::GPU_Global && t.kernel)
        return fail("inside-kernel", fmt::format("'{}' lives inside of the kernel {}, which cannot "
                                                 "allocate global memory.",
                                                 t.name, quoted(*t.kernel)));
    return {};
}

/// Condition 3.
Expected<void> checkSize(const Temporary& t, Storage wanted) {
    if (wanted != Storage::Register || t.data.isScalar() || t.data.totalSize.asInteger())
        return {};
    return fail("size-not-fixed",
                fmt::format("'{}' has {} elements: registers need a number that is known now.",
                            t.name, symbolic::print(t.data.totalSize)));
}

Expected<PropertyChange> changeStorage(const DocumentView& view, ElementId subject,
                                       const std::string& /*part*/, const std::string& value) {
    const Storage wanted = ir::storageFromName(value);
    if (wanted == Storage::other)
        return fail("no-storage", fmt::format("There is no storage '{}'.", value));
    const auto temporary = temporaryAt(view, subject);
    MW_CHECK(checkReach(temporary, wanted));
    MW_CHECK(checkSize(temporary, wanted));
    return changed(
        view, temporary,
        [](ir::DataDescriptor& data, const std::string& name) {
            data.storage = ir::storageFromName(name);
        },
        value);
}

// --- Lifetime -------------------------------------------------------------------------------

std::vector<PropertyField> lifetimeFields(const ir::DocumentIndex& index, ElementId subject) {
    return {choiceField(dataOf(index, subject).lifetime, kLifetimes)};
}

/// Condition 2.
Expected<void> checkLonger(const DocumentView& view, const Temporary& t, Lifetime wanted) {
    if (wanted == Lifetime::Scope)
        return {};
    const bool outlives = !ir::endsWithCall(wanted);
    const auto name = ir::name(wanted);
    if (t.use.insideMaps || (outlives && t.insideMap))
        return fail("inside-map", fmt::format("'{}' is used inside of a map: with the lifetime {} "
                                              "its iterations would share it.",
                                              t.name, name));
    if (outlives && t.use.zeroed)
        return fail("begins-as-zeros", fmt::format("'{}' begins as zeros in every call: with the "
                                                   "lifetime {} it would keep its values.",
                                                   t.name, name));
    if (outlives && !isSizeKnown(*view.document()->root, t.sdfg, t.data))
        return fail("size-unknown",
                    fmt::format("'{}' has {} elements, which is not known before the program runs.",
                                t.name, symbolic::print(t.data.totalSize)));
    return {};
}

/// Whether something is led to the node that does not read what was there.
bool isOverwritten(const ir::StateIndex& index, const ir::Node& access) {
    const auto in = index.inEdges(access.id);
    const auto moves = [](const ir::Edge* edge) { return !edge->memlet.empty(); };
    return std::ranges::any_of(in, moves) && std::ranges::none_of(in, [&](const ir::Edge* edge) {
               return moves(edge) && !edge->memlet.wcr.empty();
           });
}

/// Condition 3.
Expected<void> checkShorter(const Temporary& t, Lifetime wanted) {
    if (ir::endsWithCall(t.data.lifetime) || !ir::endsWithCall(wanted))
        return {};
    bool overwritten = true;
    forEachAccess(t.sdfg, t.name, [&](const ir::State& state, const ir::Node& node) {
        overwritten = isOverwritten(ir::StateIndex(state), node);
        return true; // the first decides
    });
    if (overwritten)
        return {};
    return fail("keeps-values",
                fmt::format("'{}' has the lifetime {} and is read before a call writes it: with "
                            "the lifetime {} the values of the call before would be lost.",
                            t.name, ir::name(t.data.lifetime), ir::name(wanted)));
}

Expected<PropertyChange> changeLifetime(const DocumentView& view, ElementId subject,
                                        const std::string& /*part*/, const std::string& value) {
    const Lifetime wanted = ir::lifetimeFromName(value);
    if (wanted == Lifetime::other)
        return fail("no-lifetime", fmt::format("There is no lifetime '{}'.", value));
    const auto temporary = temporaryAt(view, subject);
    MW_CHECK(checkLonger(view, temporary, wanted));
    MW_CHECK(checkShorter(temporary, wanted));
    return changed(
        view, temporary,
        [](ir::DataDescriptor& data, const std::string& name) {
            data.lifetime = ir::lifetimeFromName(name);
        },
        value);
}

} // namespace

const Property& storageProperty() {
    static const Property property{.name = "storage",
                                   .help = "The memory that the temporary is in.",
                                   .keepsResults = true,
                                   .subject = temporaryOf,
                                   .fields = storageFields,
                                   .change = changeStorage};
    return property;
}

const Property& lifetimeProperty() {
    static const Property property{.name = "lifetime",
                                   .help = "How long the temporary keeps its memory.",
                                   .keepsResults = true,
                                   .subject = temporaryOf,
                                   .fields = lifetimeFields,
                                   .change = changeLifetime};
    return property;
}

} // namespace mw::transforms
