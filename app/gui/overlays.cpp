// Overlays that are scales of numbers, and the table of all.
#include "app/gui/overlays.h"

#include "app/gui/tr.h"
#include "app/workbench/run_values.h"
#include "core/analysis/figures.h"
#include "viewers/panels/element_numbers.h"
#include "viewers/panels/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

namespace mw::app {

using viewers::bytesText;
using viewers::Colouring;
using viewers::counted;

namespace {

using Values = std::map<ElementId, double>;
using Text = std::function<QString(double)>;

/// Kernels and copies; not what holds them.
bool isOneOfMany(const ir::DocumentIndex& index, ElementId id) {
    const auto* place = index.find(id);
    return place && (place->edge || (place->node && !place->node->as<ir::NestedSdfg>()));
}

/// From 0 to the largest of the kernels; a sum over several may lie beyond.
Colouring linear(const OverlayInput& input, const QString& title, const Values& values,
                 const Text& text) {
    Colouring made;
    made.title = title;
    double most = 0;
    for (const auto& [id, value] : values)
        if (isOneOfMany(*input.index, id))
            most = std::max(most, value);
    if (most <= 0) {
        made.note = input.note.isEmpty() ? tr("nothing to show") : input.note;
        return made;
    }
    for (const auto& [id, value] : values) {
        made.values[id] = std::min(1.0, value / most);
        made.texts[id] = text(value);
    }
    made.low = text(0);
    made.middle = text(most / 2);
    made.high = text(most);
    return made;
}

/// For numbers that differ by powers of ten.
Colouring logarithmic(const OverlayInput& input, const QString& title, const Values& values,
                      const Text& text) {
    Colouring made;
    made.title = title;
    double least = std::numeric_limits<double>::max();
    double most = 0;
    for (const auto& [id, value] : values)
        if (value > 0) {
            least = std::min(least, value);
            most = std::max(most, value);
        }
    if (most <= 0) {
        made.note = input.note.isEmpty() ? tr("nothing to show") : input.note;
        return made;
    }
    const double span = std::log(most / least);
    for (const auto& [id, value] : values) {
        made.values[id] = value > 0 && span > 0 ? std::log(value / least) / span : value > 0;
        made.texts[id] = text(value);
    }
    made.low = text(least);
    made.middle = text(std::sqrt(least * most));
    made.high = text(most);
    return made;
}

/// Numbers of kernels and of what holds them.
Values numbersOf(const OverlayInput& input,
                 const std::function<std::optional<double>(const viewers::Numbers&)>& which) {
    Values values;
    const auto numbers = viewers::elementNumbers(*input.index, input.values);
    for (const auto& [id, number] : numbers.of) {
        const auto* place = input.index->find(id);
        const bool container = place && place->node && place->node->as<ir::AccessNode>();
        if (const auto value = container ? std::nullopt : which(number))
            values[id] = *value;
    }
    return values;
}

std::optional<double> evaluated(const symbolic::Expr& e, const symbolic::Bindings& values) {
    const auto value = symbolic::evaluate(e, values);
    return value ? std::optional(value->asReal()) : std::nullopt;
}

/// "512", "12.3 k", "4.56 M".
QString amountText(double count) {
    static constexpr std::array kUnits = {"", " k", " M", " G"};
    std::size_t unit = 0;
    for (; count >= 10000 && unit + 1 < kUnits.size(); ++unit)
        count /= 1000;
    return viewers::significantNumber(count, unit == 0 ? 5 : 3) + QLatin1String(kUnits[unit]);
}

Colouring bytesOverlay(const OverlayInput& input) {
    const auto values = numbersOf(input, [](const viewers::Numbers& n) { return n.bytes; });
    auto made = linear(input, tr("bytes that a kernel moves at least"), values, bytesText);
    const auto arguments = analysis::programRows(*input.index->document()).arguments;
    const auto least = evaluated(arguments.bytesRead + arguments.bytesWritten, input.values);
    const auto sum = values.find(input.index->document()->root->id);
    if (sum != values.end() && least && *least > 0)
        made.note = tr("all %1, the arguments alone %2 (%3)")
                        .arg(bytesText(sum->second), bytesText(*least),
                             viewers::ratioText(sum->second / *least));
    return made;
}

Colouring operationsOverlay(const OverlayInput& input) {
    return linear(input, tr("operations of a kernel"),
                  numbersOf(input, [](const viewers::Numbers& n) { return n.operations; }),
                  viewers::flopText);
}

Colouring intensityOverlay(const OverlayInput& input) {
    const auto intensity = [](const viewers::Numbers& n) -> std::optional<double> {
        return n.operations && n.bytes && *n.bytes > 0 ? std::optional(*n.operations / *n.bytes)
                                                       : std::nullopt;
    };
    return linear(input, tr("operations per byte that a kernel moves at least"),
                  numbersOf(input, intensity),
                  [](double value) { return tr("%1 FLOP/B").arg(viewers::fixedNumber(value, 2)); });
}

Colouring iterationsOverlay(const OverlayInput& input) {
    Values values;
    for (const auto& row : analysis::programRows(*input.index->document()).rows) {
        symbolic::Subset range{row.ranges};
        if (const auto count =
                range.dims.empty() ? std::nullopt : evaluated(range.volume(), input.values))
            values[row.element] = *count;
    }
    return logarithmic(input, tr("iterations of a map"), values, amountText);
}

/// The same number on all access nodes of an array.
Values ofArrays(const OverlayInput& input, const analysis::ProgramRows& rows,
                const std::function<std::optional<double>(const analysis::ArrayLane&)>& number) {
    Values values;
    for (const auto& [id, lane] : lanesOfNodes(*input.index, rows.lanes))
        if (const auto value = number(rows.lanes[lane]))
            values[id] = *value;
    return values;
}

Colouring sizesOverlay(const OverlayInput& input) {
    const auto rows = analysis::programRows(*input.index->document());
    return logarithmic(input, tr("size of an array"),
                       ofArrays(input, rows,
                                [&](const analysis::ArrayLane& lane) {
                                    return evaluated(lane.bytes, input.values);
                                }),
                       bytesText);
}

QString kernelsText(double count) {
    return counted(static_cast<qsizetype>(std::lround(count)), tr("kernel"), tr("kernels"));
}

Colouring lifetimeOverlay(const OverlayInput& input) {
    const auto rows = analysis::programRows(*input.index->document());
    const auto kernels = [&](const analysis::ArrayLane& lane) -> std::optional<double> {
        if (lane.argument || lane.first < 0)
            return std::nullopt;
        return static_cast<double>(
            std::count_if(rows.rows.begin() + lane.first, rows.rows.begin() + lane.last + 1,
                          [](const auto& row) { return row.kind != analysis::RowKind::heading; }));
    };
    auto made = linear(input, tr("kernels that a temporary lives for"),
                       ofArrays(input, rows, kernels), kernelsText);
    const auto all = analysis::figures(rows, input.values);
    if (all.peakBytes && all.temporaryBytes && *all.temporaryBytes > 0)
        made.note = tr("at most %1 of %2 at once")
                        .arg(bytesText(static_cast<double>(*all.peakBytes)),
                             bytesText(static_cast<double>(*all.temporaryBytes)));
    return made;
}

Values ofEdges(const OverlayInput& input, double viewers::EdgeNumbers::*number) {
    Values values;
    for (const auto& [id, numbers] : viewers::edgeNumbers(*input.index, input.values))
        values[id] = numbers.*number;
    return values;
}

Colouring edgeElementsOverlay(const OverlayInput& input) {
    return logarithmic(input, tr("elements that move along an edge in a run"),
                       ofEdges(input, &viewers::EdgeNumbers::elements), amountText);
}

Colouring edgeRepeatsOverlay(const OverlayInput& input) {
    return logarithmic(input, tr("how often an edge moves each element of its region"),
                       ofEdges(input, &viewers::EdgeNumbers::perElement), viewers::ratioText);
}

} // namespace

Colouring timeOverlay(const OverlayInput& input) {
    if (input.times.empty())
        return {};
    auto made = linear(
        input, tr("median time of a kernel"), viewers::timesWithSums(*input.index, input.times),
        [](double us) { return us > 0 ? viewers::microseconds(us) : QString::number(0); });
    if (!workbench::haveSameSizes(input.measuredSizes, input.values))
        made.note = tr("measured on %1, not for the sizes shown").arg(input.measuredOn);
    return made;
}

Colouring edgeBytesOverlay(const OverlayInput& input) {
    return logarithmic(input, tr("bytes that move along an edge in a run"),
                       ofEdges(input, &viewers::EdgeNumbers::bytes), bytesText);
}

std::map<ElementId, std::size_t> lanesOfNodes(const ir::DocumentIndex& index,
                                              const std::vector<analysis::ArrayLane>& lanes) {
    using Data = const ir::DataDescriptor*;
    std::map<Data, Data> outside; // of what a nested SDFG is given
    for (const BlockId state : index.states()) {
        const auto& place = *index.find(state);
        const auto give = [&](NodeId node, const std::string& name, const std::string& data) {
            const auto* target = index.find(node);
            const auto* nested =
                target && target->node ? target->node->as<ir::NestedSdfg>() : nullptr;
            const Data inner = nested && nested->sdfg ? nested->sdfg->data(name) : nullptr;
            if (const Data outer = place.sdfg->data(data); inner && outer && inner != outer)
                outside.emplace(inner, outer);
        };
        for (const auto& edge : place.block->as<ir::State>()->edges) {
            give(edge->dst, edge->dstConnector, edge->memlet.data);
            give(edge->src, edge->srcConnector, edge->memlet.data);
        }
    }
    std::map<Data, std::size_t> laneOf;
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
        laneOf.emplace(lanes[lane].data.get(), lane);
    std::map<ElementId, std::size_t> found;
    for (const BlockId state : index.states()) {
        const auto& place = *index.find(state);
        for (const auto& node : place.block->as<ir::State>()->nodes) {
            const auto* access = node->as<ir::AccessNode>();
            Data data = access ? place.sdfg->data(access->data) : nullptr;
            for (std::size_t steps = 0; data && steps <= outside.size(); ++steps) {
                if (const auto lane = laneOf.find(data); lane != laneOf.end()) {
                    found[node->id] = lane->second;
                    break;
                }
                const auto outer = outside.find(data);
                data = outer == outside.end() ? nullptr : outer->second;
            }
        }
    }
    return found;
}

std::vector<Overlay> overlays() {
    std::vector<Overlay> all;
    const auto add = [&](OverlayOn on, const char* id, const QString& title, const QString& tip,
                         Colouring (*make)(const OverlayInput&)) {
        const auto prefix =
            on == OverlayOn::nodes ? QStringLiteral("overlay-") : QStringLiteral("edge-overlay-");
        all.push_back({prefix + QLatin1String(id), on, title, tip, make});
    };
    using enum OverlayOn;
    add(nodes, "none", tr("Nothing"), tr("Kinds of nodes in their own colours"), nullptr);
    add(nodes, "time", tr("Measured time"), tr("Of kernels, as they were measured last"),
        timeOverlay);
    add(nodes, "bytes", tr("Bytes moved"),
        tr("What a kernel has to move at least, and the arguments of the program alone"),
        bytesOverlay);
    add(nodes, "operations", tr("Operations"), tr("Of floating point, for the sizes of the run"),
        operationsOverlay);
    add(nodes, "intensity", tr("Operations per byte"), tr("What a roofline has along"),
        intensityOverlay);
    add(nodes, "iterations", tr("Iterations"), tr("How large the ranges of maps are"),
        iterationsOverlay);
    add(nodes, "ranges", tr("Ranges: too large, overlapping, split"),
        tr("Kernels that compute what nobody reads or what another one overwrites, and maps that "
           "were cut for nothing"),
        rangesOverlay);
    add(nodes, "blocking", tr("Blocking over levels"),
        tr("Maps that are blocked, and those that read the same on every level"), blockingOverlay);
    add(nodes, "sizes", tr("Size of arrays"), tr("In bytes, for the sizes of the run"),
        sizesOverlay);
    add(nodes, "storage", tr("Storage"), tr("Arguments, tables, and temporaries by their storage"),
        storageOverlay);
    add(nodes, "lifetime", tr("Lifetime of temporaries"),
        tr("How many kernels lie between the first use and the last one"), lifetimeOverlay);
    add(nodes, "findings", tr("Findings"), tr("Errors, warnings and hints of the validation"),
        findingsOverlay);
    add(nodes, "difference", tr("Difference to the other pane"),
        tr("Kernels and temporaries that the other pane does not have so"), differenceOverlay);
    add(edges, "none", tr("Nothing"), tr("Kinds of edges in their own colours"), nullptr);
    add(edges, "bytes", tr("Bytes moved"), tr("In one run, all iterations together"),
        edgeBytesOverlay);
    add(edges, "elements", tr("Elements moved"), tr("In one run, all iterations together"),
        edgeElementsOverlay);
    add(edges, "repeats", tr("Moves per element"),
        tr("More than once where iterations read the same"), edgeRepeatsOverlay);
    add(edges, "findings", tr("Findings"), tr("Errors, warnings and hints of the validation"),
        findingsOverlay);
    return all;
}

} // namespace mw::app
