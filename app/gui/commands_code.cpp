// What a user can do with the generated code: View.
#include "app/gui/command_list.h"
#include "app/gui/commands.h"
#include "app/gui/docks.h"
#include "app/gui/tr.h"
#include "app/gui/window_parts.h"
#include "app/gui/workspace.h"
#include "viewers/panels/code_panel.h"
#include "viewers/panels/code_sides.h"
#include "viewers/panels/element_text.h"

namespace mw::app {

namespace {

viewers::CodePanel& codeOf(const WindowParts& parts) {
    return parts.docks.panel<viewers::CodePanel>();
}

void compare(const WindowParts& parts, history::VariantId other) {
    parts.docks.show(QStringLiteral("code"));
    codeOf(parts).compareWith(other);
}

} // namespace

void addCodeCommands(CommandList& list, WindowParts& parts) {
    auto& workspace = parts.workspace;
    list.menu(tr("&View"), tr("Code"));
    const auto isOriginal = [&workspace] {
        return workspace.isOpen() && workspace.current().parent.value == 0;
    };
    list.addOpen("code-compare-before", tr("Beside the variant &before"),
                 QKeySequence(tr("Ctrl+Alt+D")),
                 tr("What the last step changed in the code, kernel by kernel"),
                 [&parts] { compare(parts, parts.workspace.current().parent); })
        .enabled = [&workspace, isOriginal] { return workspace.isOpen() && !isOriginal(); };
    list.addOpen("code-compare-original", tr("Beside the &original"), {},
                 tr("What all steps together changed in the code, kernel by kernel"),
                 [&parts] { compare(parts, parts.workspace.history()->root().id); })
        .enabled = [&workspace, isOriginal] { return workspace.isOpen() && !isOriginal(); };
    list.addOpen("code-alone", tr("This variant &alone"), {}, tr("Its code by itself"),
                 [&parts] { compare(parts, {}); })
        .enabled = [&parts] { return codeOf(parts).comparedWith().value != 0; };
    for (const auto kind :
         {exec::Instructions::ptx, exec::Instructions::sass, exec::Instructions::amdgcn})
        list.addOpen(QStringLiteral("code-") + viewers::qs(exec::name(kind)),
                     tr("The kernels as %1").arg(viewers::qs(exec::title(kind))), {},
                     tr("What the device's compiler makes of them, with registers and spills"),
                     [&parts, kind] {
                         parts.docks.show(QStringLiteral("code"));
                         codeOf(parts).showInstructions(kind);
                     });
    list.addOpen("code-edit-kernel", tr("&Write the kernel by hand"), {},
                 tr("The marked kernel as text to change, which becomes a variant of its own"),
                 [&parts] {
                     parts.docks.show(QStringLiteral("code"));
                     codeOf(parts).editKernel();
                 })
        .enabled = [&parts] { return codeOf(parts).canEdit(); };
    list.addOpen("code-keep-kernel", tr("&Keep the kernel written by hand"), {},
                 tr("Compiles it, and makes the variant in which it runs"),
                 [&parts] { codeOf(parts).editing().keep(); })
        .enabled = [&parts] { return codeOf(parts).editing().isOpen(); };
    list.addOpen("code-close-kernel", tr("&Close the kernel written by hand"), {},
                 tr("What was written is there again when the kernel is edited again"),
                 [&parts] { codeOf(parts).editing().close(); })
        .enabled = [&parts] { return codeOf(parts).editing().isOpen(); };
    const auto differs = [&parts] { return codeOf(parts).sides().showsTwo(); };
    list.addOpen("code-next-difference", tr("&Next difference of the code"), QKeySequence(tr("F8")),
                 tr("Between this variant's code and the other's"),
                 [&parts] { codeOf(parts).goToChange(1); })
        .enabled = differs;
    list.addOpen("code-previous-difference", tr("&Previous difference of the code"),
                 QKeySequence(tr("Shift+F8")), tr("Between this variant's code and the other's"),
                 [&parts] { codeOf(parts).goToChange(-1); })
        .enabled = differs;
}

} // namespace mw::app
