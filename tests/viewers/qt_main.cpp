// Catch2's main with a Qt application around it. Tests run on the offscreen platform.

#define CATCH_CONFIG_RUNNER
#include "tests/support/catch.h"

#include <QApplication>
#include <QStandardPaths>

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    QApplication app(argc, argv);
    return Catch::Session().run(argc, argv);
}
