// The window's name and icon.
#include "app/gui/identity.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <QGuiApplication>
#include <QIcon>
#include <QImage>

#include <fstream>
#include <string>

namespace identity_test {

using namespace mw;

TEST_CASE("windows have the icon, at every size that desktops ask for") {
    app::identifyApplication();
    for (const int size : {16, 24, 32, 48, 64, 128, 256}) {
        INFO(size);
        const auto picture = QGuiApplication::windowIcon().pixmap(size).toImage();
        REQUIRE(picture.width() == size);
        // The element of the map's body in the middle, the entry above, the exit below it.
        const auto at = [&](double height) {
            return picture.pixelColor(size / 2, static_cast<int>(height * size));
        };
        CHECK(at(0.5).name() == "#e69f00");
        CHECK(at(0.28).name() == "#ffffff");
        CHECK(at(0.72).name() == "#56b4e9");
        CHECK(picture.pixelColor(0, 0).alpha() < 128); // round corners
    }
}

TEST_CASE("the desktop file has the name that windows give") {
    app::identifyApplication();
    const auto name = QGuiApplication::desktopFileName().toStdString();
    std::ifstream file(test::sourceFile("packaging/" + name + ".desktop"));
    REQUIRE(file);
    std::string line;
    bool icon = false, wmClass = false;
    while (std::getline(file, line)) {
        icon = icon || line == "Icon=" + name;
        wmClass = wmClass ||
                  line == "StartupWMClass=" + QCoreApplication::applicationName().toStdString();
    }
    CHECK(icon);
    CHECK(wmClass);
}

} // namespace identity_test
