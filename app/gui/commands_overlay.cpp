// What colours can say: View, Overlay.
#include "app/gui/command_list.h"
#include "app/gui/commands.h"
#include "app/gui/pane_area.h"
#include "app/gui/pane_overlays.h"
#include "app/gui/tr.h"
#include "app/gui/window_parts.h"

namespace mw::app {

void addOverlayCommands(CommandList& list, WindowParts& parts) {
    for (const auto& overlay : overlays()) {
        const bool nodes = overlay.on == OverlayOn::nodes;
        list.menu(tr("&View"), nodes ? tr("Overlay on nodes") : tr("Overlay on edges"));
        const QString text = nodes ? tr("Overlay on nodes: %1") : tr("Overlay on edges: %1");
        auto& spec = list.addOpen(overlay.id, text.arg(overlay.title), {}, overlay.tip,
                                  [&parts, id = overlay.id] { parts.panes.overlays().choose(id); });
        spec.checked = [&parts, id = overlay.id, on = overlay.on] {
            return parts.panes.overlays().chosen(on).id == id;
        };
    }
    list.menu(tr("&View"));
}

} // namespace mw::app
