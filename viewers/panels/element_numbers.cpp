// Numbers of elements, for the sizes that the program is run with.
#include "viewers/panels/element_numbers.h"

#include "core/analysis/analysis.h"
#include "core/analysis/footprint.h"
#include "core/analysis/inner_values.h"
#include "core/analysis/program_rows.h"
#include "core/analysis/traffic.h"

#include <algorithm>
#include <utility>

namespace mw::viewers {

namespace {

std::optional<double> evaluated(const symbolic::Expr& e, const symbolic::Bindings& values) {
    const auto value = symbolic::evaluate(e, values);
    return value ? std::optional(value->asReal()) : std::nullopt;
}

constexpr double kMostNeighbours = 16; // of a point, in a table

/// Calls `add` for every element around this one: blocks, nested SDFGs, the program.
template <class Add>
void forEachAround(const ir::DocumentIndex& index, ElementId element, const Add& add) {
    for (const ElementId id : index.path(element))
        if (id != element)
            add(id);
}

/// What is missing in one of the parts is missing in the sum.
class Sums {
public:
    void add(ElementId element, std::optional<double> value) {
        auto& sum = sums_.emplace(element, 0.0).first->second;
        sum = sum && value ? std::optional(*sum + *value) : std::nullopt;
    }
    const std::map<ElementId, std::optional<double>>& all() const { return sums_; }

private:
    std::map<ElementId, std::optional<double>> sums_;
};

/// Containers of more than one element that the program touches, by descriptor.
void addContainers(const ir::DocumentIndex& index, const analysis::ProgramRows& rows,
                   const symbolic::Bindings& values, ElementNumbers& numbers) {
    std::map<const ir::DataDescriptor*, std::optional<double>> sizes;
    for (const auto& lane : rows.lanes)
        sizes.emplace(lane.data.get(), evaluated(lane.bytes, values));
    for (const BlockId state : index.states()) {
        const auto& place = *index.find(state);
        for (const auto& node : place.block->as<ir::State>()->nodes) {
            const auto* access = node->as<ir::AccessNode>();
            const auto size = sizes.find(access ? place.sdfg->data(access->data) : nullptr);
            if (access && size != sizes.end())
                numbers.of[node->id].bytes = size->second;
        }
    }
}

/// Numbers of edges, SDFG by SDFG with the values that each is given.
class EdgeCounter {
public:
    /// `inMap`: each iteration of a map runs it.
    void add(const ir::Sdfg& sdfg, const symbolic::Bindings& values, double runs, bool inMap) {
        addRegion(sdfg, sdfg.body, values, runs, inMap);
    }
    std::map<ElementId, EdgeNumbers> found;

private:
    void addRegion(const ir::Sdfg& sdfg, const ir::Region& region, const symbolic::Bindings& values,
                   double runs, bool inMap) {
        for (const auto& block : region.blocks) {
            if (const auto* state = block->as<ir::State>())
                addState(sdfg, *state, values, runs, inMap);
            if (const auto* conditional = block->as<ir::ConditionalBlock>())
                for (const auto& branch : conditional->branches)
                    if (branch.body && branch.body->region())
                        addRegion(sdfg, *branch.body->region(), values, runs, inMap);
            if (const auto* inner = block->region())
                addRegion(sdfg, *inner, values, runs * passes(*block, values), inMap);
        }
    }

    static double passes(const ir::Block& block, const symbolic::Bindings& values) {
        const auto* loop = block.as<ir::LoopRegion>();
        const auto range = loop ? analysis::loopRange(*loop) : std::nullopt;
        return range ? evaluated(symbolic::Subset{{*range}}.volume(), values).value_or(1) : 1;
    }

    void addState(const ir::Sdfg& sdfg, const ir::State& state, const symbolic::Bindings& values,
                  double runs, bool inMap) {
        const ir::StateIndex index(state);
        std::map<NodeId, std::optional<double>> iterations; // of a scope's inside
        const auto inside = [&](const auto& self, NodeId entry) -> std::optional<double> {
            if (!entry)
                return runs;
            if (const auto known = iterations.find(entry); known != iterations.end())
                return known->second;
            const auto around = self(self, index.scope(entry));
            const auto* map = index.node(entry)->as<ir::MapEntry>();
            const auto own = map ? evaluated(map->map.range.volume(), values) : std::nullopt;
            const auto all = around && own ? std::optional(*around * *own) : std::nullopt;
            iterations.emplace(entry, all);
            return all;
        };
        for (const auto& edge : state.edges) {
            const NodeId scope = scopeOf(index, *edge);
            if (const auto times = inside(inside, scope))
                addEdge(sdfg, *edge, values, *times,
                        {scope || inMap, leadsToWholeField(sdfg, index, *edge, values)});
        }
        for (const auto& node : state.nodes)
            if (const auto* nested = node->as<ir::NestedSdfg>(); nested && nested->sdfg)
                if (const auto times = inside(inside, index.scope(node->id)))
                    addNested(*nested, values, *times, inMap || index.scope(node->id));
    }

    static NodeId scopeOf(const ir::StateIndex& index, const ir::Edge& edge) {
        const auto* source = index.node(edge.src);
        if (source && source->isEntry())
            return source->id;
        return index.scope(source && source->isExit() ? ir::entryOf(*source) : edge.src);
    }

    void addNested(const ir::NestedSdfg& nested, const symbolic::Bindings& values, double times,
                   bool inMap) {
        add(*nested.sdfg, analysis::valuesInside(nested, values), times, inMap);
    }

    /// All of a field along its points or levels: an iteration that is given it chooses by an index
    /// what it touches. Dimensions of neighbours are short.
    static bool isWholeField(const ir::Sdfg& sdfg, const ir::Memlet& memlet,
                             const symbolic::Bindings& values) {
        const auto* data = sdfg.data(memlet.data);
        if (!data || !memlet.subset)
            return false;
        const auto whole = analysis::wholeContainer(*data).dims;
        const auto& given = memlet.subset->dims;
        for (std::size_t i = 0; i < std::min(whole.size(), given.size()); ++i) {
            const auto extent = evaluated(whole[i].size(), values);
            if (extent && *extent > kMostNeighbours &&
                evaluated(given[i].size(), values).value_or(0) >= *extent)
                return true;
        }
        return false;
    }

    /// An iteration of the map that the edge leads into is given the whole of a field.
    static bool leadsToWholeField(const ir::Sdfg& sdfg, const ir::StateIndex& index,
                                  const ir::Edge& edge, const symbolic::Bindings& values) {
        return std::ranges::any_of(
            analysis::branchesBelow(index, edge), [&](const ir::Edge* branch) {
                return branch != &edge && isWholeField(sdfg, branch->memlet, values);
            });
    }

    struct Place {
        bool inMap = false;
        bool leadsToWholeField = false; ///< what moves is at least its region, once
    };

    void addEdge(const ir::Sdfg& sdfg, const ir::Edge& edge, const symbolic::Bindings& values,
                 double times, Place place) {
        if (edge.memlet.empty() || edge.memlet.dynamic ||
            (place.inMap && isWholeField(sdfg, edge.memlet, values)))
            return;
        auto once = evaluated(edge.memlet.volume, values);
        auto bytes = evaluated(analysis::memletBytes(sdfg, edge.memlet), values);
        if (!once || !bytes)
            return;
        const auto region =
            edge.memlet.subset ? evaluated(edge.memlet.subset->volume(), values) : std::nullopt;
        if (place.leadsToWholeField && region && *region < *once) {
            bytes = *bytes * *region / *once;
            once = region;
        }
        EdgeNumbers numbers{*once * times, *bytes * times, 1};
        if (region && *region > 0)
            numbers.perElement = *once / *region;
        found.emplace(edge.id, numbers);
    }
};

} // namespace

ElementNumbers elementNumbers(const ir::DocumentIndex& index, const symbolic::Bindings& values) {
    ElementNumbers numbers;
    numbers.values = values;
    Sums bytes, operations;
    const auto rows = analysis::programRows(*index.document());
    for (const auto& row : rows.rows) {
        if (row.kind == analysis::RowKind::heading)
            continue;
        const auto moved = evaluated(row.traffic.bytesRead + row.traffic.bytesWritten, values);
        const auto work = evaluated(row.operations, values);
        bytes.add(row.element, moved);
        operations.add(row.element, work);
        forEachAround(index, row.element, [&](ElementId around) {
            bytes.add(around, moved);
            operations.add(around, work);
        });
    }
    for (const auto& [element, sum] : bytes.all())
        numbers.of[element].bytes = sum;
    for (const auto& [element, sum] : operations.all())
        numbers.of[element].operations = sum;
    addContainers(index, rows, values, numbers);
    return numbers;
}

std::map<ElementId, EdgeNumbers> edgeNumbers(const ir::DocumentIndex& index,
                                             const symbolic::Bindings& values) {
    EdgeCounter counter;
    const auto& root = *index.document()->root;
    counter.add(root, analysis::valuesInside(index, root.id, values), 1, false);
    return std::move(counter.found);
}

std::map<ElementId, double> measuredTimes(const bench::BenchResult& results,
                                          const std::string& variant) {
    std::map<ElementId, double> times;
    const auto found = std::ranges::find(results.variants, variant, &bench::VariantResult::name);
    if (found != results.variants.end())
        for (const auto& kernel : found->kernels)
            times[kernel.map] += kernel.time.median;
    return times;
}

std::map<ElementId, double> timesWithSums(const ir::DocumentIndex& index,
                                          const std::map<ElementId, double>& kernels) {
    auto times = kernels;
    for (const auto& [map, time] : kernels)
        if (index.find(map))
            forEachAround(index, map, [&, us = time](ElementId id) { times[id] += us; });
    return times;
}

} // namespace mw::viewers
