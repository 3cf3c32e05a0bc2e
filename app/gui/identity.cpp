// Who the window is to the desktop.
#include "app/gui/identity.h"

#include <QGuiApplication>
#include <QIcon>

namespace mw::app {

void identifyApplication() {
    QCoreApplication::setApplicationName(QStringLiteral("mapwright"));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.mapwright.Mapwright"));
    QGuiApplication::setWindowIcon(QIcon(QStringLiteral(":/org.mapwright.Mapwright.svg")));
}

} // namespace mw::app
