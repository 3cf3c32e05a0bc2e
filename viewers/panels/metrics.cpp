// What an element costs: bytes, operations, time, registers, and whether its levels are blocked.
#include "viewers/panels/metrics.h"

#include "core/analysis/inner_values.h"
#include "core/codegen/traffic.h"
#include "viewers/panels/element_numbers.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

#include <QStringList>

#include <algorithm>

namespace mw::viewers {

namespace {

QString names(const std::set<std::string>& all) {
    QStringList parts;
    for (const auto& name : all)
        parts << qs(name);
    return parts.join(QStringLiteral(", "));
}

/// "32 per thread, 16 B spilled, 50.0 % occupancy"; empty where the device says nothing.
QString resourcesText(const exec::CompileResult::Resources& resources) {
    QStringList parts;
    if (resources.registers >= 0)
        parts << Panel::tr("%1 per thread").arg(resources.registers);
    if (resources.spillBytes > 0)
        parts << Panel::tr("%1 spilled").arg(bytesText(resources.spillBytes));
    if (resources.occupancy >= 0)
        parts << Panel::tr("%1 occupancy").arg(percentText(resources.occupancy));
    return parts.join(QStringLiteral(", "));
}

class Lines {
public:
    explicit Lines(const ElementMetrics& metrics) : metrics_(metrics) {}

    PropertyGroup take() {
        group_.title = Panel::tr("Metrics");
        add(Panel::tr("numbers"), metrics_.note);
        bytes();
        work();
        time();
        if (metrics_.model)
            blocking();
        return std::move(group_);
    }

private:
    void add(const QString& name, const QString& value) {
        if (!value.isEmpty())
            group_.lines.push_back({name, value, false, {}});
    }

    void bytes() {
        if (!metrics_.bytes)
            return;
        if (metrics_.isData)
            return add(Panel::tr("size"), bytesText(*metrics_.bytes));
        add(Panel::tr("moves at least"), bytesText(*metrics_.bytes));
        const auto asked = metrics_.model ? metrics_.model->cacheBytes : std::nullopt;
        if (asked && *asked > 0)
            add(Panel::tr("asks the cache for"),
                *metrics_.bytes > 0
                    ? Panel::tr("%1, %2 the minimum")
                          .arg(bytesText(*asked), ratioText(*asked / *metrics_.bytes))
                    : bytesText(*asked));
    }

    void work() {
        if (!metrics_.operations)
            return;
        add(Panel::tr("operations"), flopText(*metrics_.operations));
        if (metrics_.bytes && *metrics_.bytes > 0)
            add(Panel::tr("intensity"),
                Panel::tr("%1 FLOP/B").arg(fixedNumber(*metrics_.operations / *metrics_.bytes, 2)));
    }

    void time() {
        if (!metrics_.time)
            return;
        add(Panel::tr("time"), microseconds(*metrics_.time));
        if (metrics_.share)
            add(Panel::tr("copy bandwidth"),
                Panel::tr("%1 of it").arg(percentText(*metrics_.share)));
        QStringList resources;
        for (const auto& kernel : metrics_.resources)
            if (const auto text = resourcesText(kernel); !text.isEmpty())
                resources << text;
        resources.removeDuplicates();
        add(Panel::tr("registers"), resources.join(QStringLiteral("; ")));
    }

    void blocking() {
        const auto name = Panel::tr("k-blocking");
        const auto& levels = metrics_.model->levels;
        if (!levels)
            return add(name, Panel::tr("no: it does not run over levels"));
        const auto dimension = dimensionName(levels->parameter);
        if (levels->blocked)
            return add(name, Panel::tr("yes: it runs over blocks of levels (%1)").arg(dimension));
        if (levels->same.empty())
            add(name, Panel::tr("no, and it would save nothing"));
        else
            // Of what is read again, not of nodes that could be done once: that is for the
            // transformation to say.
            add(name, Panel::tr("no; %1 levels to a thread, which a launch can have too, would "
                                "read %2 less: %3 loads and %4 sectors per point")
                          .arg(levels->block)
                          .arg(bytesText(static_cast<double>(levels->bytes)))
                          .arg(fixedNumber(levels->loads, 1))
                          .arg(fixedNumber(levels->sectors, 2)));
        add(Panel::tr("without %1").arg(dimension),
            levels->same.empty() ? Panel::tr("nothing that it reads") : names(levels->same));
        add(Panel::tr("with %1").arg(dimension), names(levels->others));
    }

    const ElementMetrics& metrics_;
    PropertyGroup group_;
};

} // namespace

KernelModel modelOf(const ir::DocumentPtr& document, const codegen::Plan* plan, NodeId map,
                    const symbolic::Bindings& values) {
    KernelModel model;
    double asked = 0;
    if (plan)
        for (const auto& kernel : plan->kernels)
            if (kernel.map == map)
                asked += codegen::modelledTraffic(kernel, values);
    if (asked > 0)
        model.cacheBytes = asked;
    const transforms::DocumentView view(document);
    const auto* place = view.index().find(map);
    const auto at = view.state(place->block->id);
    model.levels = transforms::levelBlocking(
        *at, *place->node, analysis::valuesInside(view.index(), place->sdfg->id, values));
    return model;
}

namespace {

/// Of a variant's kernels that are of this map.
void addMeasured(const bench::VariantResult& variant, ElementId map, ElementMetrics& metrics) {
    double share = 0;
    for (const auto& kernel : variant.kernels) {
        if (ElementId(kernel.map) != map)
            continue;
        share += kernel.share * kernel.time.median / *metrics.time;
        metrics.resources.push_back(kernel.resources);
    }
    if (share > 0)
        metrics.share = share;
}

} // namespace

bool ElementMetrics::empty() const {
    return !bytes && !operations && !time && !model && note.isEmpty();
}

ElementMetrics metricsOf(const PanelContext& context, ElementId element) {
    ElementMetrics metrics;
    const auto* place = context.index->find(element);
    const auto* node = place ? place->node : nullptr;
    const bool hasNumbers = node || (place && !place->edge && !place->interstateEdge);
    if (node && node->isExit()) // what is known of a scope stands at its entry
        element = ir::entryOf(*node);
    metrics.isData = node && node->as<ir::AccessNode>();
    if (context.numbers) {
        const auto found = context.numbers->of.find(element);
        if (found != context.numbers->of.end()) {
            metrics.bytes = found->second.bytes;
            metrics.operations = found->second.operations;
            const auto* entry = context.index->find(element);
            metrics.isKernel = entry->node && entry->node->as<ir::MapEntry>();
        }
        if (hasNumbers)
            metrics.note = context.numbers->note;
    }
    if (!context.results || !context.history || context.otherSizes)
        return metrics;
    const auto& name = context.history->current().name;
    const auto times = timesWithSums(*context.index, measuredTimes(*context.results, name));
    if (const auto found = times.find(element); found != times.end())
        metrics.time = found->second;
    const auto variant =
        std::ranges::find(context.results->variants, name, &bench::VariantResult::name);
    if (metrics.time && variant != context.results->variants.end())
        addMeasured(*variant, element, metrics);
    return metrics;
}

PropertyGroup describe(const ElementMetrics& metrics) {
    return Lines(metrics).take();
}

} // namespace mw::viewers
