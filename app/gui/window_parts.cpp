// Makes the parts of the window.
#include "app/gui/window_parts.h"

#include "app/gui/action_table.h"
#include "app/gui/bookmarks.h"
#include "app/gui/command_palette.h"
#include "app/gui/context_menus.h"
#include "app/gui/device_listings.h"
#include "app/gui/difference_bar.h"
#include "app/gui/docks.h"
#include "app/gui/file_keeper.h"
#include "app/gui/filling.h"
#include "app/gui/job_log.h"
#include "app/gui/macros.h"
#include "app/gui/main_window.h"
#include "app/gui/message_bar.h"
#include "app/gui/notices.h"
#include "app/gui/pane_area.h"
#include "app/gui/rewrite_watch.h"
#include "app/gui/run_controller.h"
#include "app/gui/settings.h"
#include "app/gui/specialise_offer.h"
#include "app/gui/start_page.h"
#include "app/gui/theme_switch.h"
#include "app/gui/tour/dock.h"
#include "app/gui/tour/guide.h"
#include "app/gui/tr.h"
#include "app/gui/trial.h"
#include "app/gui/workspace.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/code_panel.h"

namespace mw::app {

namespace {

SessionStore sessionStore(const Settings& settings) {
    return {toPath(settings.sessionFolder()), toPath(settings.sessionFile())};
}

} // namespace

WindowParts::WindowParts(MainWindow& parent, Settings& remembered)
    : window(parent), settings(remembered), jobs(*new viewers::JobQueue(&parent)),
      workspace(*new Workspace(jobs, sessionStore(settings), &parent)),
      files(*new FileKeeper(workspace, jobs, sessionStore(settings), &parent)),
      theme(*new ThemeSwitch(settings, &parent)), docks(*new Docks(&parent, workspace, jobs)),
      messageBar(*new MessageBar(&parent)),
      notices(*new Notices(messageBar, docks, workspace, &parent)),
      jobLog(*new JobLog(jobs, docks, &parent)),
      watch(*new RewriteWatch(workspace, jobs, notices, &parent)),
      run(*new RunController(workspace, jobs, docks, notices, settings, &parent)),
      listings(*new DeviceListings(workspace, docks, settings, &parent)),
      trial(*new Trial(workspace, run, notices, &parent)),
      specialiseOffer(*new SpecialiseOffer(workspace, messageBar, notices, &parent)),
      start(*new StartPage(&parent)), panes(*new PaneArea(workspace, jobs, &parent)),
      filling(*new Filling(&parent, workspace, docks, panes)),
      difference(*new DifferenceBar(&parent)), actions(*new ActionTable(&parent)),
      palette(*new CommandPalette(actions, &parent)), menus(*new ContextMenus(*this, &parent)),
      bookmarks(*new Bookmarks(workspace, docks, panes, notices, &parent)),
      macros(*new Macros(parent, actions, settings, notices)),
      tour(*new TourGuide(workspace, files, panes, docks, settings, notices, &parent)),
      tourDock(*new TourDock(tour, actions, &parent)) {
    QObject::connect(&listings, &DeviceListings::failed, &notices, &Notices::fail);
    files.setOtherLosses([&docks = docks]() -> QStringList {
        const auto kernels = docks.panel<viewers::CodePanel>().editing().unkept();
        if (kernels.isEmpty())
            return {};
        return {app::tr("Written by hand, and kept as no variant: %1.")
                    .arg(kernels.join(QStringLiteral(", ")))};
    });
}

} // namespace mw::app
