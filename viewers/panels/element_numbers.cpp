// Numbers of elements, for the sizes that the program is run with.
#include "viewers/panels/element_numbers.h"

#include "core/analysis/program_rows.h"

#include <algorithm>
#include <utility>

namespace mw::viewers {

namespace {

std::optional<double> evaluated(const symbolic::Expr& e, const symbolic::Bindings& values) {
    const auto value = symbolic::evaluate(e, values);
    return value ? std::optional(value->asReal()) : std::nullopt;
}

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

} // namespace

ElementNumbers elementNumbers(const ir::DocumentIndex& index, const symbolic::Bindings& values) {
    ElementNumbers numbers;
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
