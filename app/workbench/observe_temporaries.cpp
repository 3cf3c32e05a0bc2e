// Temporaries: who uses them, how much of them is moved, and what of them nobody reads.
#include "app/workbench/detail/index_box.h"
#include "app/workbench/observe.h"
#include "core/analysis/inner_values.h"
#include "core/analysis/kernel_names.h"
#include "core/analysis/nested_footprints.h"
#include "transforms/toolkit/refusal.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::workbench {

namespace {

using analysis::Access;
using detail::Box;
using detail::boxOf;
using Uses = std::map<const ir::DataDescriptor*, TemporaryUse>;

void addOnce(NodeId node, std::vector<NodeId>& into) {
    if (std::ranges::find(into, node) == into.end())
        into.push_back(node);
}

/// nullopt where a region cannot be evaluated.
std::optional<TemporaryUse> useOf(const std::string& name, const std::vector<Access>& accesses,
                                  std::int64_t elementBytes, const symbolic::Bindings& values) {
    TemporaryUse use;
    use.name = name;
    Box written, read;
    std::map<std::pair<NodeId, bool>, Box> perKernel;
    for (const Access& access : accesses) {
        const auto box = boxOf(access.region, values);
        if (!box)
            return std::nullopt;
        (access.write ? written : read).add(*box);
        perKernel[{access.user, access.write}].add(*box);
        addOnce(access.user, access.write ? use.writers : use.readers);
        addOnce(access.accessNode, use.accesses);
    }
    for (const auto& [kernel, box] : perKernel)
        use.moved += box.elements() * elementBytes;
    use.written = written.elements() * elementBytes;
    use.read = read.elements() * elementBytes;
    return use;
}

class TemporariesCollector {
public:
    void sdfg(const ir::Sdfg& sdfg, const analysis::NestedFootprints& footprints,
              const symbolic::Bindings& values) {
        for (const auto& [name, accesses] : footprints.own) {
            const auto* data = sdfg.data(name);
            if (!data || !data->transient || data->kind != ir::DataKind::array ||
                data->isSingleElement())
                continue;
            if (auto use = useOf(name, accesses, ir::sizeOf(data->dtype.scalar), values))
                uses.emplace(data, std::move(*use));
        }
        ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
            if (const auto* state = block.as<ir::State>())
                for (const auto& node : state->nodes)
                    if (const auto* nested = node->as<ir::NestedSdfg>(); nested && nested->sdfg)
                        inside(node->id, *nested, footprints, values);
        });
    }

    Uses uses;

private:
    void inside(NodeId node, const ir::NestedSdfg& nested, const analysis::NestedFootprints& around,
                const symbolic::Bindings& values) {
        sdfg(*nested.sdfg, *analysis::footprintsOf(around, node, *nested.sdfg),
             analysis::valuesInside(nested, values));
    }
};

/// A kernel that is called as what it writes says nothing more by its name.
std::string kernelName(const transforms::DocumentView& view, NodeId kernel,
                       const std::string& temporary) {
    const auto* place = view.index().find(kernel);
    if (!place || !place->node)
        return "a copy";
    const auto name = analysis::nameOf(view.index(), *place->node);
    return name == temporary ? "one kernel" : fmt::format("'{}'", name);
}

/// What writes or reads a temporary, and in which state.
struct User {
    const ir::Node* node = nullptr;
    const ir::Block* state = nullptr;
};

void addUser(const ir::StateIndex& index, NodeId node, const ir::Block* state,
             std::vector<User>& into) {
    const ir::Node* user = index.node(node);
    if (user && user->isExit())
        user = index.node(ir::entryOf(*user));
    if (user && std::ranges::find(into, user, &User::node) == into.end())
        into.push_back({user, state});
}

/// "a nested SDFG"; empty: a map, which fusions take.
std::string_view kindWithoutFusions(const ir::Node& node) {
    if (node.as<ir::NestedSdfg>())
        return "a nested SDFG";
    if (node.as<ir::Tasklet>())
        return "a tasklet of its own";
    if (node.as<ir::LibraryNode>())
        return "a library node";
    return node.as<ir::MapEntry>() ? "" : "no map";
}

} // namespace

Uses temporaryUses(const ir::Document& document, const symbolic::Bindings& values) {
    TemporariesCollector collector;
    collector.sdfg(*document.root, analysis::nestedFootprints(*document.root), values);
    return std::move(collector.uses);
}

std::vector<Observation> observeTemporaries(const Uses& uses,
                                            const transforms::DocumentView& view) {
    std::vector<Observation> found;
    for (const auto& [data, use] : uses) {
        const std::vector<ElementId> about(use.accesses.begin(), use.accesses.end());
        if (use.writers.size() == 1 && use.readers.size() == 1)
            found.push_back({Topic::usedOnce,
                             fmt::format("'{}' is written by {} and read by {} alone", use.name,
                                         kernelName(view, use.writers.front(), use.name),
                                         kernelName(view, use.readers.front(), use.name)),
                             use.moved,
                             about,
                             std::nullopt,
                             {}});
        if (!use.readers.empty() && use.read < use.written)
            found.push_back({Topic::tooLarge,
                             fmt::format("{} of {} bytes that {} writes of '{}' are read by nobody",
                                         use.written - use.read, use.written,
                                         kernelName(view, use.writers.front(), use.name), use.name),
                             use.written - use.read, about, std::nullopt,
                             "no transformation makes a range smaller"});
    }
    // The order of the map is one of addresses.
    std::ranges::sort(found, {}, [](const Observation& one) {
        return std::tuple(one.about.empty() ? ElementId{} : one.about.front(), one.topic);
    });
    return found;
}

std::string whyNoFusion(const std::vector<ElementId>& accesses,
                        const transforms::DocumentView& view) {
    std::vector<User> writers, readers;
    for (const ElementId id : accesses) {
        const auto* place = view.index().find(id);
        if (!place || !place->node)
            continue;
        const auto state = view.state(place->block->id);
        for (const ir::Edge* edge : state->index->inEdges(place->node->id))
            addUser(*state->index, edge->src, place->block, writers);
        for (const ir::Edge* edge : state->index->outEdges(place->node->id))
            addUser(*state->index, edge->dst, place->block, readers);
    }
    const auto name = [&](const User& user) {
        return fmt::format("'{}'", analysis::nameOf(view.index(), *user.node));
    };
    if (writers.empty() || readers.empty())
        return "the control flow uses it, and fusions look into states";
    for (const User& reader : readers)
        if (std::ranges::find(writers, reader.state, &User::state) == writers.end())
            return fmt::format("{} writes it in the state '{}' and {} reads it in '{}', and "
                               "fusions look into one state",
                               name(writers.front()), writers.front().state->label, name(reader),
                               reader.state->label);
    for (const auto* users : {&writers, &readers})
        for (const User& user : *users) {
            const bool writes = users == &writers;
            if (user.node->as<ir::AccessNode>())
                return fmt::format("it is copied {} {}, and fusions take maps",
                                   writes ? "from" : "to", name(user));
            if (const auto kind = kindWithoutFusions(*user.node); !kind.empty())
                return fmt::format("{}, which {} it, is {}, and fusions take maps", name(user),
                                   writes ? "writes" : "reads", kind);
        }
    if (writers.size() > 1)
        return fmt::format("{} kernels write it, {} and {} among them, and a fusion takes what one "
                           "writes",
                           writers.size(), name(writers[0]), name(writers[1]));
    return "no fusion matches there";
}

} // namespace mw::workbench
