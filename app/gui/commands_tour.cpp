// What a user can do with the tour: Help.
#include "app/gui/command_list.h"
#include "app/gui/commands.h"
#include "app/gui/tour/dock.h"
#include "app/gui/tour/guide.h"
#include "app/gui/tr.h"
#include "app/gui/window_parts.h"

namespace mw::app {

void addTourCommands(CommandList& list, WindowParts& parts) {
    auto& guide = parts.tour;
    const auto title = tr("&Help");
    list.menu(title);
    list.add("tour", tr("&Tour"), QKeySequence(tr("F1")),
             tr("From the first look at a graph to a faster one: begins, or goes on where you left "
                "it"),
             [&parts] {
                 parts.tour.start();
                 if (parts.tour.isRunning())
                     parts.tourDock.bringUp();
             })
        .separator = true;
    list.menu(title, tr("Steps of the tour"));
    const auto running = [&guide] { return guide.isRunning(); };
    list.add("tour-next", tr("&Next step"), {}, tr("When this one is read, or its task is done"),
             [&guide] { guide.next(); })
        .enabled = [&guide] { return guide.isRunning() && guide.tour().mayGoOn(); };
    list.add("tour-back", tr("&Back"), {}, tr("To the step before"), [&guide] { guide.back(); })
        .enabled = [&guide] { return guide.isRunning() && guide.tour().at() > 0; };
    list.add("tour-skip", tr("&Skip this step"), {},
             tr("It can be done later, from the list of steps"), [&guide] { guide.skip(); })
        .enabled = [&guide] { return guide.isRunning() && !guide.tour().isLast(); };
    list.add("tour-again", tr("Do it &again"), {},
             tr("Puts back what the step began from; nothing that was made is lost"),
             [&guide] { guide.again(); })
        .enabled = running;
    list.add("tour-restart", tr("Begin ane&w"), {},
             tr("From the first step and the original graph; variants and times stay"),
             [&parts] {
                 parts.tour.restart();
                 if (parts.tour.isRunning())
                     parts.tourDock.bringUp();
             })
        .separator = true;
    list.add("tour-close", tr("&Leave the tour"), {}, tr("It goes on from here the next time"),
             [&guide] { guide.close(); })
        .enabled = running;
}

} // namespace mw::app
