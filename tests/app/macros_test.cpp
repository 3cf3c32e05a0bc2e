// Macros: recorded, named, kept, replayed from the palette.
#include "app/gui/command_palette.h"
#include "app/gui/macros.h"
#include "app/gui/script.h"
#include "tests/app/window_fixture.h"

#include <QAction>
#include <QInputDialog>
#include <QStatusBar>

namespace macros_test {

using namespace mw;
using test::WindowFixture;

namespace {

struct MacrosFixture : WindowFixture {
    MacrosFixture() { open(sample("nabla4")); }
    app::Macros& macros() { return window.parts().macros; }
    void record(const std::vector<const char*>& actions, const QString& name) {
        act("macro-record");
        CHECK(macros().isRecording());
        for (const auto* action : actions)
            act(action);
        act("macro-record");
        auto* dialog = window.findChild<QInputDialog*>("macro-name");
        REQUIRE(dialog);
        dialog->setTextValue(name);
        dialog->accept();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    QString idOf(const QString& text) { return window.parts().palette.matching(text).value(0); }
    void play(const QString& text) {
        const auto id = idOf(text);
        REQUIRE(id.startsWith("macro-run-"));
        window.parts().actions.trigger(id);
        REQUIRE(QTest::qWaitFor(
            [this] {
                return window.isIdle() && !window.statusBar()->currentMessage().isEmpty() &&
                       window.statusBar()->currentMessage().contains(": done");
            },
            60'000));
        settle();
    }
};

} // namespace

TEST_CASE_METHOD(MacrosFixture, "macros of earlier versions have today's names of actions") {
    settings.setMacros({{"old", {"program-fuse", "try-shown", "pin-current"}}});
    REQUIRE(settings.macros().size() == 1);
    CHECK(settings.macros()[0].actions == QStringList{"apply-step", "try-step", "pin-current"});
}

TEST_CASE_METHOD(MacrosFixture, "a macro does again what was recorded, from the palette") {
    record({"apply-first-map-fusion-vertical", "pin-current"}, "fuse and pin");
    const auto variants = work().history()->variants().size();
    REQUIRE(macros().all().size() == 1);
    CHECK(macros().all()[0].actions ==
          QStringList{"apply-first-map-fusion-vertical", "pin-current"});
    play("fuse and pin");
    CHECK(work().history()->variants().size() == variants + 1);
    CHECK(work().current().pinned);
}

TEST_CASE_METHOD(MacrosFixture, "macros outlast the window, and are forgotten when one says so") {
    record({"theme-dark"}, "night & day");
    {
        app::MainWindow again(settings);
        CHECK(again.parts().palette.matching("night & day").value(0) == "macro-run-1");
    }
    act("theme-light");
    const auto forget = idOf("Forget the macro night");
    REQUIRE(forget.startsWith("macro-forget-"));
    window.parts().actions.trigger(forget);
    CHECK(macros().all().empty());
    CHECK(settings.macros().empty());
    for (const auto& spec : window.parts().actions.specs())
        CHECK_FALSE(spec.id.startsWith("macro-run-"));
}

TEST_CASE_METHOD(MacrosFixture, "the same name keeps the newer one; nothing recorded keeps none") {
    record({"view-fit"}, "mine");
    record({"view-zoom-in", "view-zoom-in"}, "mine");
    REQUIRE(macros().all().size() == 1);
    CHECK(macros().all()[0].actions.size() == 2);
    act("macro-record");
    act("macro-record");
    CHECK_FALSE(window.findChild<QInputDialog*>("macro-name"));
    CHECK(macros().all().size() == 1);
}

TEST_CASE_METHOD(MacrosFixture, "a macro that can't go on says at which action") {
    act("apply-first-map-fusion-vertical");
    record({"edit-undo", "view-fit"}, "back");
    window.parts().actions.trigger(idOf("Macro: back")); // there is nothing to undo any more
    REQUIRE(QTest::qWaitFor(
        [this] { return window.statusBar()->currentMessage().contains("stopped"); }, 60'000));
    CHECK(window.statusBar()->currentMessage().contains("edit-undo"));
}

TEST_CASE_METHOD(WindowFixture, "a script goes on when the numbers of the run are there") {
    window.show();
    app::Script script(window, {"open-sample-nabla4", "show-code", "code-edit-kernel"}, {});
    QSignalSpy finished(&script, &app::Script::finished);
    script.start();
    REQUIRE(QTest::qWaitFor([&] { return !finished.isEmpty(); }, 60'000));
    CHECK(finished.first().first().toString().toStdString() == "");
}

} // namespace macros_test
