#pragma once

#include "app/gui/tour/tour.h"

#include <QObject>

namespace mw::app {

class Docks;
class FileKeeper;
class Notices;
class PaneArea;
class Settings;
class Workspace;

/// Leads through the tour in the window: opens its sample, points at elements, holds what the user
/// does against the open step, and keeps how far that is. Shows nothing itself.
class TourGuide : public QObject {
    Q_OBJECT

public:
    TourGuide(Workspace& workspace, FileKeeper& files, PaneArea& panes, Docks& docks,
              Settings& settings, Notices& notices, QObject* parent);

    bool isRunning() const { return running_; }
    const Tour& tour() const { return tour_; }
    /// The sample is what the active pane shows.
    bool isSampleShown() const { return sampleShown_; }
    TourScene scene() const;

    void start(); ///< begins, or goes on where it was left; shows the sample
    void restart();
    void close();
    void next(); ///< at the last step: ends the tour
    void back();
    void skip();
    /// The open step once more: what it began from is put back.
    void again();
    void goTo(std::size_t step);

signals:
    void changed(); ///< whether it runs, the step, what became of it

private:
    void connectWindow();
    void lookAtProgram();
    void look();
    void begin();
    void enter();
    void showStep();
    void point();
    void offerBracket();
    void pointAt(ElementId element);
    void rewind(TourRewind what);
    void goToVariant(history::VariantId id);
    void tell();

    Workspace& workspace_;
    FileKeeper& files_;
    PaneArea& panes_;
    Docks& docks_;
    Settings& settings_;
    Notices& notices_;
    Tour tour_;
    bool running_ = false;
    bool sampleShown_ = false;
    bool opened_ = false;                 ///< another program, whose variant is not told yet
    bool startsAnew_ = false;             ///< from the original, once the sample is there
    bool pointing_ = false;               ///< at elements whose place is not known yet
    std::size_t exports_ = 0;             ///< of the sample's variants
    history::VariantId shown_, cameFrom_; ///< variants of the sample
};

} // namespace mw::app
