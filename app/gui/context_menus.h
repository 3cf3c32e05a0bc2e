#pragma once

#include "app/gui/action_table.h"

#include <QObject>
#include <QPoint>

#include <vector>

class QAbstractItemView;
class QMenu;
class QWidget;

namespace mw::app {

struct WindowParts;

/// The menus of the right button, made from the table of actions: what concerns the thing that was
/// pointed at. It is selected by then, so that menu, shortcuts and palette mean the same.
class ContextMenus : public QObject {
    Q_OBJECT

public:
    ContextMenus(WindowParts& parts, QObject* parent);

    /// Actions of the table with these concerns that can be used now, in its order.
    QMenu* make(const std::vector<Concern>& concerns);
    void popUp(const std::vector<Concern>& concerns, const QPoint& global);

private:
    void addTo(QWidget& panel, const std::vector<Concern>& concerns);
    void open(QAbstractItemView& view, const std::vector<Concern>& concerns, const QPoint& at);
    void addTransformations(QMenu& menu);
    void fillTransformations(QMenu& menu);

    WindowParts& parts_;
};

} // namespace mw::app
