// Temporaries: who uses them, how much of them is moved, and what of them nobody reads.
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
using Uses = std::map<const ir::DataDescriptor*, TemporaryUse>;

/// Inclusive, per dimension.
struct Box {
    std::vector<std::int64_t> low, high;

    void add(const Box& other) {
        if (low.empty())
            *this = other;
        for (std::size_t d = 0; d < low.size() && d < other.low.size(); ++d) {
            low[d] = std::min(low[d], other.low[d]);
            high[d] = std::max(high[d], other.high[d]);
        }
    }
    std::int64_t elements() const {
        std::int64_t all = low.empty() ? 0 : 1;
        for (std::size_t d = 0; d < low.size(); ++d)
            all *= std::max<std::int64_t>(0, high[d] - low[d] + 1);
        return all;
    }
};

std::optional<Box> boxOf(const symbolic::Subset& region, const symbolic::Bindings& values) {
    Box box;
    for (const auto& range : region.dims) {
        const auto begin = symbolic::evaluateInteger(range.begin, values);
        const auto end = symbolic::evaluateInteger(range.end, values);
        if (!begin || !end)
            return std::nullopt;
        box.low.push_back(std::min(*begin, *end));
        box.high.push_back(*begin <= *end ? *end : *begin - 1); // empty
    }
    return box;
}

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

class Collector {
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
        return "the control flow";
    const auto name = analysis::nameOf(view.index(), *place->node);
    return name == temporary ? "one kernel" : fmt::format("'{}'", name);
}

} // namespace

Uses temporaryUses(const ir::Document& document, const symbolic::Bindings& values) {
    Collector collector;
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

} // namespace mw::workbench
