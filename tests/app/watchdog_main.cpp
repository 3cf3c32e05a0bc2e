// The tests with an application that notes what its events cost.
#include "app/gui/app_style.h"
#include "tests/app/watched_application.h"
#include "tests/support/catch_runner.h"

#include <QStandardPaths>

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    mw::test::WatchedApplication app(argc, argv);
    QApplication::setStyle(new mw::app::AppStyle);
    return mw::test::runTests(argc, argv);
}
