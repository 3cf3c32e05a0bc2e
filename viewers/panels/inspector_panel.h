#pragma once

#include "viewers/panels/panel.h"
#include "viewers/panels/properties.h"

class QTreeWidget;

namespace mw::viewers {

/// Properties of what is selected; of the whole program when nothing is.
class InspectorPanel : public Panel {
    Q_OBJECT

public:
    explicit InspectorPanel(QWidget* parent = nullptr);

    void showVariant(const PanelContext& context) override { showSelection(context); }
    void showSelection(const PanelContext& context) override;
    void setTheme(ThemeKind kind) override;
    /// What is shown, one line each: for tests and for copying.
    QString text() const;

private:
    void rebuild();

    QTreeWidget* tree_;
    ThemeKind theme_ = ThemeKind::light;
    std::vector<PropertyGroup> groups_;
};

} // namespace mw::viewers
