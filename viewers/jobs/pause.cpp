// Pauses before work that follows the user.
#include "viewers/jobs/pause.h"

#include <QCoreApplication>
#include <QVariant>

namespace mw::viewers {

int pauseOf(int milliseconds) {
    const auto* application = QCoreApplication::instance();
    return application && application->property("withoutPauses").toBool() ? 0 : milliseconds;
}

} // namespace mw::viewers
