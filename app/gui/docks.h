#pragma once

#include "viewers/panels/panel.h"

#include <QObject>

#include <cassert>
#include <vector>

class QDockWidget;
class QMainWindow;

namespace mw::viewers {
class JobQueue;
} // namespace mw::viewers

namespace mw::app {

class RunNumbers;
class Workspace;

/// Every panel of viewers::panelList() in a dock around the panes: each shows what the workspace
/// says, and what a panel asks for is done here.
class Docks : public QObject {
    Q_OBJECT

public:
    Docks(QMainWindow* window, Workspace& workspace, viewers::JobQueue& jobs);

    struct Entry {
        viewers::PanelInfo info;
        viewers::Panel* panel;
        QDockWidget* dock;
    };
    /// In the order of the list.
    const std::vector<Entry>& all() const { return entries_; }
    /// The panel of this class.
    template <class P>
    P& panel() const {
        P* found = nullptr;
        for (const auto& entry : entries_)
            if (auto* here = dynamic_cast<P*>(entry.panel))
                found = here;
        assert(found);
        return *found;
    }

    void show(const QString& id); ///< brings the panel to the front
    void setTheme(viewers::ThemeKind kind);
    void resetLayout();

signals:
    void actionRequested(const QString& id);
    void frameRequested(const std::vector<mw::ElementId>& ids);

private:
    void add(viewers::PanelInfo info, viewers::JobQueue& jobs);
    viewers::PanelContext context() const;
    void feed(void (viewers::Panel::*tell)(const viewers::PanelContext&));
    void connectRequests(viewers::Panel& panel);
    void connectWorkspace();

    QMainWindow* window_;
    Workspace& workspace_;
    RunNumbers* numbers_;
    std::vector<Entry> entries_;
};

} // namespace mw::app
