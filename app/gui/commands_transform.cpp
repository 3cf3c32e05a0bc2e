// What a user can do to the graph: Transform, with every transformation of the registry.
#include "app/gui/command_list.h"
#include "app/gui/commands.h"
#include "app/gui/docks.h"
#include "app/gui/tr.h"
#include "app/gui/window_parts.h"
#include "app/gui/workspace.h"
#include "transforms/framework/pipeline.h"
#include "transforms/framework/transformation.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/problems_panel.h"
#include "viewers/panels/transformation_panel.h"

#include <map>

namespace mw::app {

using transforms::Transformation;
using viewers::ProblemsPanel;
using viewers::qs;
using viewers::TransformationPanel;

namespace {

/// With the parameters as they stand in the form of the panel.
void applyFirst(WindowParts& parts, const std::string& name) {
    const auto& panel = parts.docks.panel<TransformationPanel>();
    parts.workspace.applyFirst(qs(name), panel.params(name));
}

void applyEverywhere(WindowParts& parts, const std::string& name) {
    const auto& panel = parts.docks.panel<TransformationPanel>();
    parts.workspace.applyAll(qs(name), panel.params(name));
}

/// The transformation that the panel shows.
void addShownCommands(CommandList& list, WindowParts& parts) {
    const auto shown = [&parts] { return parts.docks.panel<TransformationPanel>().shown(); };
    auto& first = list.addOpen("apply-shown-first", tr("&Apply at the first place"),
                               QKeySequence(tr("Ctrl+Shift+M")),
                               tr("The transformation that the Transformations panel shows"),
                               [&parts, shown] { applyFirst(parts, shown()); });
    first.toolText = tr("Apply first");
    first.separator = true;
    list.addOpen("apply-shown-everywhere", tr("Apply &everywhere"), {},
                 tr("The transformation that the Transformations panel shows, again and again "
                    "until no place is left"),
                 [&parts, shown] { applyEverywhere(parts, shown()); });
}

void addTransformation(CommandList& list, WindowParts& parts, const Transformation& each) {
    list.addOpen(QStringLiteral("apply-first-") + qs(each.name),
                 tr("%1: first place").arg(qs(each.title)), {}, qs(each.summary),
                 [&parts, name = each.name] { applyFirst(parts, name); })
        .separator = true;
    list.addOpen(QStringLiteral("apply-all-") + qs(each.name),
                 tr("%1: everywhere").arg(qs(each.title)), {}, qs(each.summary),
                 [&parts, name = each.name] { applyEverywhere(parts, name); });
}

} // namespace

void addTransformCommands(CommandList& list, WindowParts& parts) {
    const auto title = tr("&Transform");
    list.menu(title);
    addShownCommands(list, parts);
    list.addOpen("specialise-to-run", tr("&Specialise to the inputs of the run"), {},
                 tr("Sizes and bounds that the Run panel stands for become constants; what they "
                    "decide is folded"),
                 [&parts] { parts.workspace.specialise(); });
    for (const auto& pipeline : transforms::pipelines())
        list.addOpen(QStringLiteral("optimise-") + qs(pipeline.name),
                     tr("Optimise: pipeline %1").arg(qs(pipeline.name)), {},
                     qs(pipeline.summary) +
                         tr(" Predicted for the inputs of the run; each step is a variant."),
                     [&parts, name = pipeline.name] { parts.workspace.optimise(qs(name)); });
    list.addOpen("repair-all", tr("&Repair all findings"), {},
                 tr("What the Problems tab shows with an obvious repair, one step each"), [&parts] {
                     parts.workspace.repair(parts.docks.panel<ProblemsPanel>().repairable());
                 });
    list.addOpen("show-first-refusal", tr("Show the first re&fusal"), {},
                 tr("Why a transformation does not apply, with what blocks it"), [&parts] {
                     parts.docks.show(QStringLiteral("transformations"));
                     parts.docks.panel<TransformationPanel>().showFirstRefusal();
                 });
    std::map<transforms::Category, std::vector<const Transformation*>> categories;
    for (const auto* each : transforms::registry())
        categories[each->category].push_back(each);
    for (const auto& [category, transformations] : categories) {
        list.menu(title, qs(transforms::title(category)));
        for (const auto* each : transformations)
            addTransformation(list, parts, *each);
    }
}

} // namespace mw::app
