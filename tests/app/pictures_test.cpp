// Every view in three themes, as pictures to be looked at: in $MAPWRIGHT_PICTURES, else in a folder
// that goes away.
#include "app/gui/pane_area.h"
#include "tests/app/window_fixture.h"

#include <QDir>
#include <QDockWidget>
#include <QImage>
#include <QSet>

namespace pictures_test {

using namespace mw;
using test::WindowFixture;

namespace {

struct PicturesFixture : WindowFixture {
    PicturesFixture() {
        withAdvice = true;
        withRewriteChecks = true;
        const auto kept = qEnvironmentVariable("MAPWRIGHT_PICTURES");
        out = QDir(kept.isEmpty() ? folder.filePath("pictures") : kept);
        REQUIRE(out.mkpath("."));
        window.resize(1600, 1000);
        window.show();
        settle();
    }

    /// The picture is there at the scale of the screen, and something is on it.
    void take(const QString& theme, const QString& view) {
        settle();
        const auto picture = window.grab().toImage();
        const auto file = out.filePath(theme + "-" + view + ".png");
        INFO(file.toStdString());
        CHECK(picture.size() == window.size() * window.devicePixelRatio());
        QSet<QRgb> colours;
        for (int y = 0; y < picture.height(); y += 3)
            for (int x = 0; x < picture.width(); x += 3)
                colours.insert(picture.pixel(x, y));
        CHECK(colours.size() > 10);
        REQUIRE(picture.save(file));
        const bool dark = qGray(picture.pixel(2, picture.height() / 2)) < 128;
        if (theme != QStringLiteral("high-contrast"))
            CHECK(dark == (theme == QStringLiteral("dark")));
    }
    QStringList docks() {
        QStringList found;
        for (const auto& spec : window.parts().actions.specs())
            if (spec.id.startsWith("show-") && spec.id != "show-first-refusal" &&
                spec.id != "show-statistics")
                found << spec.id;
        return found;
    }
    QDir out;
};

} // namespace

TEST_CASE_METHOD(PicturesFixture, "pictures of every view") {
    // Twice as large everything is drawn by the same code in each theme: all with MAPWRIGHT_LONG.
    const bool all = window.devicePixelRatio() < 2 || qEnvironmentVariableIsSet("MAPWRIGHT_LONG");
    const auto themes = all ? QStringList{"light", "dark", "high-contrast"} : QStringList{"dark"};
    for (const auto& theme : themes) {
        act(("theme-" + theme).toUtf8().constData());
        take(theme, "start");
    }
    open(sample("nabla4"));
    runOn("torus:40,35,40");
    act("pin-current");
    act("optimise-default");
    act("pin-current");
    act("run-bench");
    REQUIRE(docks().size() >= 8);
    // Each dock in one theme, in turn, in each with MAPWRIGHT_LONG or where pictures are kept.
    const bool everyDock = qEnvironmentVariableIsSet("MAPWRIGHT_LONG") ||
                           qEnvironmentVariableIsSet("MAPWRIGHT_PICTURES");
    for (const auto& theme : themes) {
        act(("theme-" + theme).toUtf8().constData());
        for (const char* view : {"view-canvas", "view-program"}) {
            act(view);
            act("select-first-map");
            take(theme, view);
        }
        for (qsizetype turn = 0; const auto& dock : docks()) {
            if (turn++ % themes.size() != themes.indexOf(theme) && !everyDock)
                continue;
            act(dock.toUtf8().constData());
            take(theme, dock);
        }
    }
    act("goto-original");
    act("pane-split");
    act("edit-redo");
    for (const auto& theme : themes)
        for (const char* view : {"view-canvas", "view-program"}) {
            act(("theme-" + theme).toUtf8().constData());
            act(view);
            act("pane-next");
            act(view);
            take(theme, QStringLiteral("panes-") + view);
        }
}

} // namespace pictures_test
