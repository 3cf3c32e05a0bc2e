// The list of overlays at a pane.
#include "app/gui/overlay_box.h"

namespace mw::app {

OverlayBox::OverlayBox(OverlayOn on, QWidget* parent) : QComboBox(parent) {
    const bool nodes = on == OverlayOn::nodes;
    setObjectName(nodes ? QStringLiteral("overlay-nodes") : QStringLiteral("overlay-edges"));
    setAccessibleName(nodes ? tr("Colours of nodes") : tr("Colours of edges"));
    setToolTip(nodes ? tr("What the colours of nodes and kernels say")
                     : tr("What the colours of edges say"));
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(18);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    const QString prefix = nodes ? tr("Nodes: %1") : tr("Edges: %1");
    for (const auto& overlay : overlays()) {
        if (overlay.on != on)
            continue;
        addItem(prefix.arg(overlay.title), overlay.id);
        setItemData(count() - 1, overlay.tip, Qt::ToolTipRole);
    }
    connect(this, &QComboBox::activated, this,
            [this](int row) { emit chosen(itemData(row).toString()); });
}

QSize OverlayBox::minimumSizeHint() const {
    constexpr int kLeast = 40; // pixels
    return {kLeast, QComboBox::minimumSizeHint().height()};
}

void OverlayBox::setChosen(const QString& id) {
    setCurrentIndex(findData(id));
}

} // namespace mw::app
