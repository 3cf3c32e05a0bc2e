// Overlays that tell kinds of elements apart.
#include "app/gui/overlays.h"
#include "app/gui/tr.h"
#include "app/workbench/observe.h"
#include "core/conventions/conventions.h"
#include "core/validate/validate.h"
#include "transforms/framework/view.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

#include <algorithm>

namespace mw::app {

using viewers::bytesText;
using viewers::Colouring;
using viewers::counted;
using viewers::qs;

namespace {

/// A colouring in the making: kinds in the order in which they matter, the first one most.
class Kinds {
public:
    Kinds(const ir::DocumentIndex& index, const QString& title, const QStringList& names)
        : index_(index), counts_(static_cast<std::size_t>(names.size())),
          bytes_(static_cast<std::size_t>(names.size())) {
        made_.title = title;
        for (const auto& name : names)
            made_.kinds.push_back({name, {}});
    }

    /// The kind that matters more stays.
    void set(ElementId id, std::size_t kind, const QString& text = {}) {
        const auto [at, isNew] = made_.values.emplace(id, kind);
        if (isNew || static_cast<double>(kind) < at->second) {
            at->second = static_cast<double>(kind);
            made_.texts[id] = text.isEmpty() ? made_.kinds[kind].name : text;
        }
    }
    void count(std::size_t kind, double bytes = 0) {
        ++counts_[kind];
        bytes_[kind] += bytes;
    }
    /// Nested SDFGs are what matters most inside of them; `one` and `many` name what was counted.
    Colouring take(const QString& one, const QString& many) {
        for (const auto& [id, value] : std::map(made_.values))
            for (const ElementId around : index_.path(id)) {
                const auto* place = index_.find(around);
                if (around != id && place->node && place->node->as<ir::NestedSdfg>())
                    set(around, static_cast<std::size_t>(value));
            }
        for (std::size_t kind = 0; kind < counts_.size(); ++kind) {
            auto& figure = made_.kinds[kind].figure;
            figure = counted(counts_[kind], one, many);
            if (bytes_[kind] > 0)
                figure += QStringLiteral(", ") + bytesText(bytes_[kind]);
        }
        return std::move(made_);
    }
    void note(const QString& text) { made_.note = text; }

private:
    const ir::DocumentIndex& index_;
    Colouring made_;
    std::vector<qsizetype> counts_;
    std::vector<double> bytes_;
};

Colouring nothing(const QString& title, const QString& note) {
    Colouring made;
    made.title = title;
    made.note = note;
    return made;
}

QString storageOf(const analysis::ArrayLane& lane) {
    if (conventions::holdsTable(lane.name))
        return tr("neighbour table");
    QString text = lane.argument ? tr("argument") : tr("temporary");
    if (lane.data->storage != ir::Storage::Default)
        text += QStringLiteral(", ") + qs(ir::name(lane.data->storage));
    if (!lane.argument && lane.data->lifetime != ir::Lifetime::Scope)
        text += QStringLiteral(", ") + qs(ir::name(lane.data->lifetime));
    return text;
}

} // namespace

Colouring rangesOverlay(const OverlayInput& input) {
    const QString title = tr("ranges of maps");
    if (input.values.empty())
        return nothing(title, input.note);
    enum : std::size_t { tooLarge, overlapping, split, rest };
    Kinds kinds(*input.index, title,
                {tr("computes what nobody reads"), tr("overwritten before it is read"),
                 tr("split for nothing"), tr("all that is written is read")});
    const auto& document = input.index->document();
    for (const auto& [data, use] : workbench::temporaryUses(*document, input.values)) {
        if (use.readers.empty())
            continue;
        const bool large = use.read < use.written;
        const auto excess = static_cast<double>(use.written - use.read);
        const QString text =
            large ? tr("%1 of %2 that are written of %3 are read by nobody")
                        .arg(bytesText(excess), bytesText(static_cast<double>(use.written)),
                             qs(use.name))
                  : QString();
        kinds.count(large ? tooLarge : rest, large ? excess : 0);
        for (const auto* ids : {&use.writers, &use.accesses})
            for (const NodeId id : *ids)
                kinds.set(id, large ? tooLarge : rest, text);
    }
    const transforms::DocumentView view(document);
    for (const auto& one : workbench::observeOverwritten(view, input.values)) {
        kinds.count(overlapping, static_cast<double>(one.bytes));
        for (const ElementId id : one.about)
            kinds.set(id, overlapping, qs(one.sentence));
    }
    for (const auto& one : workbench::observeMaps(view, input.values))
        if (one.topic == workbench::Topic::splitNeedlessly) {
            kinds.count(split);
            for (const ElementId id : one.about)
                kinds.set(id, split, qs(one.sentence));
        }
    return kinds.take(tr("case"), tr("cases"));
}

Colouring blockingOverlay(const OverlayInput& input) {
    const QString title = tr("blocking over levels");
    if (input.values.empty())
        return nothing(title, input.note);
    enum : std::size_t { could, blocked, rest };
    Kinds kinds(*input.index, title,
                {tr("could be blocked"), tr("blocked"), tr("nothing to gain")});
    std::set<ElementId> spokenOf;
    const auto& document = input.index->document();
    for (const auto& one :
         workbench::observeMaps(transforms::DocumentView(document), input.values)) {
        const bool is = one.topic == workbench::Topic::blocked;
        if (!is && one.topic != workbench::Topic::notBlocked)
            continue;
        kinds.count(is ? blocked : could, static_cast<double>(one.bytes));
        for (const ElementId id : one.about) {
            kinds.set(id, is ? blocked : could, qs(one.sentence));
            spokenOf.insert(id);
        }
    }
    for (const auto& row : analysis::programRows(*document).rows)
        if (!row.ranges.empty() && !spokenOf.contains(row.element)) {
            kinds.count(rest);
            kinds.set(row.element, rest);
        }
    return kinds.take(tr("map"), tr("maps"));
}

Colouring storageOverlay(const OverlayInput& input) {
    const auto lanes = analysis::programRows(*input.index->document()).lanes;
    QStringList names;
    for (const auto& lane : lanes)
        if (const auto name = storageOf(lane); !names.contains(name))
            names << name;
    Kinds kinds(*input.index, tr("storage of arrays"), names);
    const auto kindOf = [&](const analysis::ArrayLane& lane) {
        return static_cast<std::size_t>(names.indexOf(storageOf(lane)));
    };
    for (const auto& lane : lanes) {
        const auto bytes = symbolic::evaluate(lane.bytes, input.values);
        kinds.count(kindOf(lane), bytes ? bytes->asReal() : 0);
    }
    Colouring made = kinds.take(tr("array"), tr("arrays"));
    for (const auto& [id, lane] : lanesOfNodes(*input.index, lanes)) {
        made.values[id] = static_cast<double>(kindOf(lanes[lane]));
        made.texts[id] = storageOf(lanes[lane]);
    }
    return made;
}

Colouring findingsOverlay(const OverlayInput& input) {
    Kinds kinds(*input.index, tr("findings"), {tr("error"), tr("warning"), tr("hint")});
    const auto found =
        validate::validate(*input.index, {.stop = [&] { return input.stop.stop_requested(); }});
    for (const auto& finding : found) {
        const auto kind = static_cast<std::size_t>(finding.severity);
        kinds.count(kind);
        for (const ElementId id : finding.location.elements)
            kinds.set(id, kind, qs(finding.sentence));
    }
    if (found.empty())
        kinds.note(tr("nothing is wrong"));
    return kinds.take(tr("finding"), tr("findings"));
}

Colouring differenceOverlay(const OverlayInput& input) {
    const QString title = tr("difference to the other pane");
    if (!input.own || !input.other)
        return nothing(title, tr("there is no other pane with another variant"));
    enum : std::size_t { onlyHere, changed, same };
    Kinds kinds(*input.index, title, {tr("only here"), tr("changed"), tr("as there")});
    const auto difference = workbench::programDifference(*input.own, *input.other);
    for (const auto& group : difference.groups) {
        if (group.first.empty())
            continue;
        const auto bytes = [&](const std::optional<std::int64_t>& sum) {
            return sum && !difference.sizes.empty() ? bytesText(static_cast<double>(*sum))
                                                    : tr("open sizes");
        };
        const auto kernels = [](std::size_t count) {
            return counted(static_cast<qsizetype>(count), tr("kernel"), tr("kernels"));
        };
        const std::size_t kind = group.unchanged ? same : group.second.empty() ? onlyHere : changed;
        const QString text = kind != changed
                                 ? QString()
                                 : tr("%1, %2; there %3, %4")
                                       .arg(kernels(group.first.size()), bytes(group.firstBytes),
                                            kernels(group.second.size()), bytes(group.secondBytes));
        for (const std::size_t row : group.first) {
            kinds.count(kind);
            kinds.set(difference.first.rows[row].element, kind, text);
        }
    }
    const auto& lanes = difference.first.lanes;
    for (const auto& [id, lane] : lanesOfNodes(*input.index, lanes)) {
        const auto isIt = [&, name = lanes[lane].name](const auto& one) {
            return one.name == name;
        };
        if (std::ranges::any_of(difference.gone, isIt))
            kinds.set(id, onlyHere, tr("a temporary that the other pane does not have"));
    }
    return kinds.take(tr("kernel"), tr("kernels"));
}

} // namespace mw::app
