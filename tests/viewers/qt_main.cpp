// The tests with a Qt application around them. Tests run on the offscreen platform.
#include "tests/support/catch_runner.h"

#include <QApplication>
#include <QStandardPaths>

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    QApplication app(argc, argv);
    app.setProperty("withoutPauses", true);
    return mw::test::runTests(argc, argv);
}
