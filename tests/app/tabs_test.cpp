// Each pane has tabs: programs that it has open, as they are seen there.
#include "app/gui/pane_area.h"
#include "app/gui/pane_frame.h"
#include "tests/app/window_fixture.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/program/program_view.h"

#include <QMenu>
#include <QTabBar>
#include <QToolButton>

namespace tabs_test {

using namespace mw;
using test::WindowFixture;

namespace {

constexpr auto kFuseFirst = "apply-first-map-fusion-vertical";

struct TabsFixture : WindowFixture {
    QTabBar& bar(std::size_t pane = 0) { return *frame(pane).findChild<QTabBar*>("pane-tabs"); }
    app::PaneFrame& frame(std::size_t pane) { return *window.parts().panes.frames().at(pane); }
    void close(int tab, std::size_t pane = 0) {
        dynamic_cast<QToolButton&>(*bar(pane).tabButton(tab, QTabBar::RightSide)).click();
        settle();
    }
    QStringList texts(std::size_t pane = 0) {
        QStringList texts;
        for (int i = 0; i < bar(pane).count(); ++i)
            texts << bar(pane).tabText(i) + (i == bar(pane).currentIndex() ? "*" : "");
        return texts;
    }
    void click(int tab, Qt::MouseButton button = Qt::LeftButton, std::size_t pane = 0) {
        QTest::mouseClick(&bar(pane), button, {}, bar(pane).tabRect(tab).center());
        settle();
    }
    /// A copy of the sample in a folder of this name.
    QString copy(const char* name, const QString& below) {
        REQUIRE(QDir(folder.path()).mkpath(below));
        const auto path = folder.filePath(below + "/" + name + ".sdfg");
        REQUIRE(QFile::copy(sample(name), path));
        return path;
    }
};

} // namespace

TEST_CASE_METHOD(TabsFixture, "a program that joins another is a tab beside it") {
    window.show();
    open(sample("nabla4"));
    CHECK(bar().parentWidget()->isHidden()); // nothing has to be told apart
    act(kFuseFirst);
    const auto fused = QString::fromStdString(work().current().name);
    act("select-first-map");
    const auto selected = work().selection().ids();
    open(sample("laplacian"));
    CHECK(bar().isVisible());
    CHECK(texts() == QStringList{"nabla4 · " + fused, "laplacian · original*"});
    CHECK(bar().tabToolTip(0) == "nabla4 · " + fused + "\n" + sample("nabla4"));
    CHECK(bar().accessibleTabName(1) == "laplacian · original");
    CHECK_FALSE(bar().accessibleName().isEmpty());
    SECTION("by the mouse") {
        click(0);
    }
    SECTION("by the next key") {
        act("file-next");
    }
    SECTION("by the key before") {
        act("file-previous");
    }
    SECTION("by the keyboard, in the bar") {
        bar().setFocus();
        QTest::keyClick(&bar(), Qt::Key_Left);
        settle();
    }
    CHECK(texts() == QStringList{"nabla4 · " + fused + "*", "laplacian · original"});
    CHECK(work().programName() == "nabla4");
    CHECK(QString::fromStdString(work().current().name) == fused);
    CHECK(work().selection().ids() == selected);
}

TEST_CASE_METHOD(TabsFixture, "a tab comes back in the view that it was left in") {
    open(sample("nabla4"));
    act("view-program");
    open(sample("laplacian"));
    auto& panes = window.parts().panes;
    CHECK(panes.view() == app::PaneView::program); // a new one as the pane shows others
    act("view-canvas");
    act("file-next");
    REQUIRE(work().path() == sample("nabla4"));
    CHECK(panes.view() == app::PaneView::program);
    CHECK(panes.programView().sheet()->figures.kernels == 11);
    act("file-next");
    CHECK(panes.view() == app::PaneView::canvas);
    CHECK(panes.canvas().document() == work().current().document);
}

TEST_CASE_METHOD(TabsFixture, "a tab that is closed is a program less") {
    window.show();
    open(sample("nabla4"));
    open(sample("laplacian"));
    open(sample("diffusion_step"));
    click(1);
    SECTION("by the middle button, another one than that which is shown") {
        click(0, Qt::MiddleButton);
        CHECK(texts() == QStringList{"laplacian · original*", "diffusion_step · original"});
    }
    SECTION("by its own button, the one that is shown") {
        close(1);
        CHECK(texts() == QStringList{"nabla4 · original", "diffusion_step · original*"});
    }
    SECTION("by a key in the bar") {
        bar().setFocus();
        QTest::keyClick(&bar(), Qt::Key_Delete);
        settle();
        CHECK(texts() == QStringList{"nabla4 · original", "diffusion_step · original*"});
    }
    SECTION("by the action") {
        act("file-close");
        CHECK(texts() == QStringList{"nabla4 · original", "diffusion_step · original*"});
    }
    CHECK(work().programs().size() == 2);
}

TEST_CASE_METHOD(TabsFixture, "a program in both panes outlives its tab in one of them") {
    window.show();
    open(sample("nabla4"));
    act("pane-split");
    act(kFuseFirst);
    open(sample("laplacian"));
    REQUIRE(bar(1).count() == 2);
    const auto fused = bar(1).tabText(0);
    // The tab comes back to its own variant, not to that of the other pane.
    act("pane-next");
    CHECK(work().current().id == work().history()->root().id);
    click(0, Qt::LeftButton, 1);
    CHECK(texts(1).front() == fused + "*");
    CHECK(work().history()->variants().size() == 2);
    CHECK(work().current().id != work().history()->root().id);
    CHECK(texts(0) == QStringList{"nabla4 · original*"});

    click(0, Qt::MiddleButton, 1);
    CHECK(work().programs().size() == 2);
    CHECK(texts(1) == QStringList{"laplacian · original*"});
    // What is in the other pane alone can be had here.
    auto* programs = frame(1).findChild<QToolButton*>("pane-programs");
    REQUIRE(programs->isVisible());
    programs->click();
    auto* menu = frame(1).findChild<QMenu*>("pane-programs-menu");
    REQUIRE(menu->actions().size() == 1);
    menu->actions().front()->trigger();
    menu->close();
    settle();
    CHECK(bar(1).count() == 2);
    CHECK_FALSE(programs->isVisible());
    // And a pane that goes leaves its programs to the other one.
    act("pane-close");
    CHECK(texts(0) == QStringList{"nabla4 · original*", "laplacian · original"});
}

TEST_CASE_METHOD(TabsFixture, "a pane whose only tab is closed goes, while its program stays") {
    open(sample("nabla4"));
    act("pane-split");
    close(0, 1);
    CHECK(window.parts().panes.frames().size() == 1);
    CHECK(work().programs().size() == 1);
    CHECK(work().programName() == "nabla4");
}

TEST_CASE_METHOD(TabsFixture, "a step that ends while another tab is shown is in its own tab") {
    open(sample("nabla4"));
    const auto nabla = work().program();
    open(sample("laplacian"));
    act("file-previous");
    work().applyFirst("map-fusion-vertical");
    work().showNextTab(1);
    settle();
    REQUIRE(nabla->history->variants().size() == 2);
    const auto fused = QString::fromStdString(nabla->history->variants().back().name);
    CHECK(texts() == QStringList{"nabla4 · " + fused, "laplacian · original*"});
    act("file-previous");
    CHECK(work().current().id == nabla->history->variants().back().id);
}

TEST_CASE_METHOD(TabsFixture, "tabs are in the order in which the user puts them") {
    open(sample("nabla4"));
    open(sample("laplacian"));
    bar().moveTab(1, 0);
    CHECK(texts() == QStringList{"laplacian · original*", "nabla4 · original"});
    act("file-next");
    CHECK(work().programName() == "nabla4");
    CHECK(texts() == QStringList{"laplacian · original", "nabla4 · original*"});
}

TEST_CASE_METHOD(TabsFixture,
                 "programs of one name are told apart by what differs in their paths") {
    const auto first = copy("nabla4", "a/one");
    const auto second = copy("nabla4", "b/one");
    open(first);
    CHECK(window.windowTitle() == "nabla4 · original · Mapwright");
    open(second);
    CHECK(texts() == QStringList{"a/…/nabla4.sdfg · original", "b/…/nabla4.sdfg · original*"});
    CHECK(window.windowTitle() == "nabla4 (b/…/nabla4.sdfg) · original · Mapwright");
    // The file of the first one changes, and is opened once more.
    QFile file(first);
    REQUIRE(file.open(QIODevice::Append));
    file.write("\n");
    file.close();
    open(first);
    CHECK(texts() == QStringList{"a/…/nabla4.sdfg, as it was · original",
                                 "b/…/nabla4.sdfg · original", "a/…/nabla4.sdfg · original*"});
}

TEST_CASE_METHOD(TabsFixture, "programs of one source are told apart by what is bound in them") {
    const auto variant = [&](const QString& below, const QByteArray& levels) {
        const auto path = copy("nabla4", below);
        QFile file(path);
        REQUIRE(file.open(QIODevice::ReadWrite));
        auto text = file.readAll();
        text.replace(0, 1,
                     R"({"mapwright": {"bound": {"levels": )" + levels + R"(, "start": 0}},)");
        text.replace(R"("arg_names": [)", R"("arg_names": ["levels", "start", )");
        file.resize(0);
        file.seek(0);
        file.write(text);
        return path;
    };
    open(variant("a", "10"));
    CHECK(texts() == QStringList{"nabla4 · original*"});
    open(variant("b", "12"));
    CHECK(texts() == QStringList{"levels=10 · original", "levels=12 · original*"});
    CHECK(window.windowTitle() == "nabla4 (levels=12) · original · Mapwright");
}

} // namespace tabs_test
