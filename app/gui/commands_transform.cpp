// What a user can do to the graph: Transform, with every transformation of the registry.
#include "app/gui/command_list.h"
#include "app/gui/commands.h"
#include "app/gui/docks.h"
#include "app/gui/tr.h"
#include "app/gui/trial.h"
#include "app/gui/window_parts.h"
#include "app/gui/workspace.h"
#include "transforms/framework/pipeline.h"
#include "transforms/framework/transformation.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/problems_panel.h"
#include "viewers/panels/transformation_panel.h"
#include "viewers/panels/transformation_text.h"

#include <map>
#include <tuple>

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

/// The current step, wherever it was chosen.
void addStepCommands(CommandList& list, WindowParts& parts) {
    auto& workspace = parts.workspace;
    const auto add = [&](const QString& id, const QString& text, const QKeySequence& keys,
                         const QString& tip, std::function<void()> run) -> ActionSpec& {
        auto& spec = list.add(id, text, keys, tip, std::move(run));
        spec.whyNot = [&workspace] { return workspace.step().whyNot(); };
        spec.object = [&workspace](int most) { return workspace.step().name(most); };
        spec.concern = Concern::element;
        return spec;
    };
    auto& apply =
        add(viewers::kApplyStep, tr("&Apply"), QKeySequence(tr("Ctrl+Shift+M")),
            tr("The current step: the bracket or the line of advice that was chosen last, else the "
               "best that is advised for the selection"),
            [&workspace] { workspace.applyStep(); });
    apply.toolText = tr("Apply step");
    apply.separator = true;
    add(viewers::kTryStep, tr("Tr&y"), QKeySequence(QStringLiteral("T")),
        tr("Applies the current step, compares the outputs, times it against the variant before, "
           "and pins both"),
        [&parts] { parts.trial.start(); });
    const auto panel = [&parts]() -> TransformationPanel& {
        return parts.docks.panel<TransformationPanel>();
    };
    auto& everywhere =
        list.addOpen("apply-shown-everywhere", tr("Apply &everywhere"), {},
                     tr("The transformation of the current step, again and again until no place is "
                        "left"),
                     [panel] { panel().applyEverywhere(); });
    everywhere.whyNot = [panel] { return panel().whyNotEverywhere(); };
}

/// What the panel lists.
void addListCommands(CommandList& list, WindowParts& parts) {
    const auto panel = [&parts]() -> TransformationPanel& {
        parts.docks.show(QStringLiteral("transformations"));
        return parts.docks.panel<TransformationPanel>();
    };
    list.addOpen("show-advice", tr("Show a&dvice"), {},
                 tr("What can be done, best first; the dearest temporaries; what stands out"),
                 [panel] { panel().turnTo(TransformationPanel::adviceList); })
        .separator = true;
    list.addOpen("show-all-transformations", tr("Show all &transformations"), {},
                 tr("Where each applies, and why not elsewhere"),
                 [panel] { panel().turnTo(TransformationPanel::matchList); });
    using Scope = TransformationPanel::Scope;
    for (const auto& [id, title, scope] :
         {std::tuple{"advice-for-selection", tr("Advice for the selectio&n"), Scope::selection},
          std::tuple{"advice-in-sight", tr("Advice for what is in si&ght"), Scope::sight},
          std::tuple{"advice-whole-graph", tr("Advice for the &whole graph"), Scope::graph}})
        list.addOpen(id, title, {}, tr("Which places advice and transformations are listed for"),
                     [panel, scope = scope] { panel().setScope(scope); });
}

void addTransformation(CommandList& list, WindowParts& parts, const Transformation& each) {
    const auto tip = QStringLiteral("%1: %2").arg(qs(each.name), viewers::summaryOf(each));
    list.addOpen(QStringLiteral("apply-first-") + qs(each.name),
                 tr("%1: first place").arg(viewers::titleOf(each)), {}, tip,
                 [&parts, name = each.name] { applyFirst(parts, name); })
        .separator = true;
    list.addOpen(QStringLiteral("apply-all-") + qs(each.name),
                 tr("%1: everywhere").arg(viewers::titleOf(each)), {}, tip,
                 [&parts, name = each.name] { applyEverywhere(parts, name); });
}

} // namespace

void addTransformCommands(CommandList& list, WindowParts& parts) {
    const auto title = tr("&Transform");
    list.menu(title);
    addStepCommands(list, parts);
    addListCommands(list, parts);
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
        list.menu(title, viewers::titleOf(category));
        for (const auto* each : transformations)
            addTransformation(list, parts, *each);
    }
}

} // namespace mw::app
