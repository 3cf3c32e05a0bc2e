#pragma once

#include "viewers/panels/properties.h"
#include "viewers/theme/theme.h"

#include <QWidget>

#include <memory>

class QLabel;
class QTreeWidget;

namespace mw::viewers {

/// Properties of what is selected; of the whole program when nothing is.
class InspectorPanel : public QWidget {
    Q_OBJECT

public:
    explicit InspectorPanel(QWidget* parent = nullptr);

    void setTheme(ThemeKind kind);
    void show(std::shared_ptr<const ir::DocumentIndex> index,
              const std::vector<ElementId>& selection);
    using QWidget::show;
    /// What is shown, one line each: for tests and for copying.
    QString text() const;

signals:
    void selectRequested(const std::vector<mw::ElementId>& ids);

private:
    void rebuild();

    QTreeWidget* tree_;
    ThemeKind theme_ = ThemeKind::light;
    std::vector<PropertyGroup> groups_;
};

} // namespace mw::viewers
