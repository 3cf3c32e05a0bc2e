#pragma once

#include "app/gui/program.h"
#include "viewers/panels/panel.h"

#include <QObject>
#include <QTimer>

#include <cassert>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

class QDockWidget;
class QMainWindow;

namespace mw::viewers {
class JobQueue;
} // namespace mw::viewers

namespace mw::app {

class RunNumbers;
class VariantNumbers;
class Workspace;

/// Every panel of viewers::panelList() in a dock around the panes: each shows what the workspace
/// says, and what a panel asks for is done here. Another variant is shown by the panes first, then
/// panel by panel, those in sight before the others, with events handled in between.
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

    static constexpr int kTableShare = 38;   ///< the picture keeps more than the half
    static constexpr int kPictureShare = 55; ///< of a panel with a picture of its own
    void show(const QString& id);            ///< brings the panel to the front
    /// Where its area is low, as it is in a fresh layout, it grows so that a table has rows; an
    /// area that is higher stays as it is. `share`: of the window, in per cent.
    void giveRoom(const QString& id, int share = kTableShare);
    void takeBackRoom(const QString& id); ///< as high as it was before giveRoom() made it higher
    void setTheme(viewers::ThemeKind kind);
    void resetLayout();
    /// Panels are about to be told something, or to get numbers that no job makes yet.
    bool isWaiting() const;
    /// What the active pane shows of its variant.
    void setSight(std::vector<ElementId> sight);

signals:
    void aboutToShow(QDockWidget* dock); ///< because somebody asked for it
    void actionRequested(const QString& id);
    void frameRequested(const std::vector<mw::ElementId>& ids);
    void fed(); ///< every panel has been told

private:
    void add(viewers::PanelInfo info, viewers::JobQueue& jobs);
    viewers::PanelContext context() const;
    std::optional<viewers::PaneBeside> beside() const;
    viewers::OtherSizesByVariant otherTimes() const;
    bool areTimesFitting() const; ///< measured for the sizes that are shown
    /// A variant of a program, as the active pane has it.
    using Shown =
        std::tuple<ProgramPtr, history::VariantId, std::shared_ptr<const ir::DocumentIndex>>;
    Shown shown() const;
    void feedVariant();
    /// Tells a panel what there is to show.
    using Tell = void (viewers::Panel::*)(const viewers::PanelContext&);
    void feed(Tell tell);
    void feedInTurn(Tell tell);
    void feedInTurn(std::size_t entry, Tell tell);
    void feedNext();
    void feedDue(std::size_t entry);
    void connectRequests(viewers::Panel& panel);
    void connectWorkspace();
    void hideEmptyTabBars();

    QMainWindow* window_;
    Workspace& workspace_;
    RunNumbers* numbers_;
    VariantNumbers* variants_;
    std::vector<Entry> entries_;
    std::vector<ElementId> sight_;
    Shown fed_; ///< what panels show, or will when they have been told what is due
    std::vector<std::vector<Tell>> due_; ///< what panels are still to be told
    QTimer next_;
    std::map<QString, int> heightBefore_; ///< of docks that giveRoom() made higher
};

} // namespace mw::app
