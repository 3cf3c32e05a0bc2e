// Keys that texts name work wherever the keyboard is, or the status line says why not.
#include "app/gui/pane_area.h"
#include "app/gui/tour/dock.h"
#include "tests/app/window_fixture.h"
#include "viewers/panels/outline_panel.h"
#include "viewers/panels/step.h"
#include "viewers/program/program_view.h"

#include <QAction>
#include <QPushButton>
#include <QStatusBar>
#include <QTreeView>

namespace keys_test {

using namespace mw;
using test::WindowFixture;

namespace {

struct KeysFixture : WindowFixture {
    KeysFixture() {
        window.resize(1200, 800);
        window.show();
        window.activateWindow();
        REQUIRE(QTest::qWaitForWindowActive(&window));
    }
    viewers::ProgramView& view() { return window.parts().panes.programView(); }
    /// As if it were typed: where the keyboard is.
    void press(Qt::Key key) {
        auto* to = window.focusWidget() ? window.focusWidget() : &window;
        QTest::keyClick(to, key);
    }
    QString saidAfter(Qt::Key key) {
        QStringList said;
        const auto listening = QObject::connect(window.statusBar(), &QStatusBar::messageChanged,
                                                [&](const QString& text) { said << text; });
        press(key);
        QObject::disconnect(listening);
        return said.join(QLatin1Char('\n'));
    }
    QTreeView& outline() { return *docks().panel<viewers::OutlinePanel>().findChild<QTreeView*>(); }
};

} // namespace

TEST_CASE_METHOD(KeysFixture, "] and Enter work from anywhere, and say why not where they can't") {
    window.setFocus();
    CHECK(saidAfter(Qt::Key_BracketRight) == "No program is open");
    open(sample("diffusion_step"));
    runOn("torus:8,6,10");
    act("view-canvas");
    outline().setFocus();
    CHECK(saidAfter(Qt::Key_BracketRight).startsWith("Brackets stand in the program view"));
    CHECK(saidAfter(Qt::Key_T).startsWith("No step is chosen"));
    CHECK(saidAfter(Qt::Key_N).startsWith("There is nothing to compare with"));
    CHECK(saidAfter(Qt::Key_A).startsWith("Arguments are lanes of the program view"));
    act("view-program");
    REQUIRE_FALSE(view().brackets().empty());
    outline().setFocus(); // a list, where letters look for lines
    press(Qt::Key_BracketRight);
    settle();
    const auto first = view().currentBracket();
    REQUIRE(first);
    CHECK(window.focusWidget() == &view());
    outline().setFocus();
    press(Qt::Key_BracketRight);
    settle();
    CHECK(view().currentBracket() != first);
    press(Qt::Key_BracketLeft);
    settle();
    CHECK(view().currentBracket() == first);
    // Enter, of whoever does nothing with it.
    window.parts().panes.parentWidget()->setFocus();
    window.setFocus();
    press(Qt::Key_Return);
    settle();
    CHECK(view().isPreviewing());
    CHECK(window.focusWidget() == &view());
    press(Qt::Key_Return);
    settle();
    CHECK(work().history()->variants().size() == 2);
    // Without a bracket Enter says so, and stays in this view.
    press(Qt::Key_Home);
    CHECK(saidAfter(Qt::Key_Return).startsWith("No bracket is chosen"));
    CHECK(window.parts().panes.view() == app::PaneView::program);
}

TEST_CASE_METHOD(KeysFixture, "a key of an action that can't be used now says why not") {
    open(sample("laplacian"));
    auto& actions = window.parts().actions;
    int asked = 0;
    for (const auto& spec : actions.specs()) {
        if (spec.shortcut.isEmpty() || actions.action(spec.id)->isEnabled())
            continue;
        window.statusBar()->clearMessage();
        QStringList said;
        const auto listening = QObject::connect(window.statusBar(), &QStatusBar::messageChanged,
                                                [&](const QString& text) { said << text; });
        QTest::keySequence(&window, spec.shortcut);
        QObject::disconnect(listening);
        INFO(spec.id.toStdString());
        CHECK_FALSE(said.join(QString()).isEmpty());
        ++asked;
    }
    CHECK(asked > 3);
}

TEST_CASE_METHOD(KeysFixture, "brackets away from a step stay while others are looked for") {
    open(sample("nabla4"));
    runOn("torus:8,6,10");
    act("view-program");
    const auto before = view().brackets();
    press(Qt::Key_BracketRight);
    settle();
    std::vector<std::size_t> counts; // of every list of brackets that is shown meanwhile
    const auto counting = QObject::connect(&view(), &viewers::ProgramView::bracketsChanged,
                                           [&] { counts.push_back(view().brackets().size()); });
    act("apply-step");
    QObject::disconnect(counting);
    REQUIRE(counts.size() == 3); // those that stay, with those at the place of the step, all
    CHECK(counts[0] >= before.size() / 2);
    CHECK(counts[0] < counts[1]);
    CHECK(counts[1] == counts[2]); // all others were kept
    // Those that were kept were right: what was found anew has them all.
    const auto after = view().brackets();
    press(Qt::Key_BracketRight);
    settle();
    REQUIRE(view().currentBracket());
    CHECK(work().step().step().document == work().current().document);
    act("edit-undo");
    CHECK(view().brackets().size() == before.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        CHECK(view().brackets()[i].what == before[i].what);
        CHECK(view().brackets()[i].saves == before[i].saves);
    }
}

} // namespace keys_test
