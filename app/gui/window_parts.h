#pragma once

namespace mw::viewers {
class JobQueue;
} // namespace mw::viewers

namespace mw::app {

class ActionTable;
class Bookmarks;
class CommandPalette;
class ContextMenus;
class DeviceListings;
class DifferenceBar;
class Docks;
class FileKeeper;
class Filling;
class JobLog;
class Macros;
class MainWindow;
class MessageBar;
class Notices;
class PaneArea;
class RewriteWatch;
class RunController;
class Settings;
class SpecialiseOffer;
class StartPage;
class ThemeSwitch;
class TourDock;
class TourGuide;
class Trial;
class Workspace;

/// What the window is made of: made here in the order in which one needs the other, owned by the
/// window. Actions, scripts and tests bind to these parts; the window only puts them together.
struct WindowParts {
    WindowParts(MainWindow& window, Settings& settings);

    MainWindow& window;
    Settings& settings;
    viewers::JobQueue& jobs;
    Workspace& workspace;
    FileKeeper& files;
    ThemeSwitch& theme;
    Docks& docks;
    MessageBar& messageBar;
    Notices& notices;
    JobLog& jobLog;
    RewriteWatch& watch;
    RunController& run;
    DeviceListings& listings;
    Trial& trial;
    SpecialiseOffer& specialiseOffer;
    StartPage& start;
    PaneArea& panes;
    Filling& filling;
    DifferenceBar& difference; ///< between the panes
    ActionTable& actions;
    CommandPalette& palette;
    ContextMenus& menus; ///< of the right button
    Bookmarks& bookmarks;
    Macros& macros;
    TourGuide& tour;
    TourDock& tourDock;
};

} // namespace mw::app
