// Bookmarks and notes: on elements and variants, walked by keys, kept in sessions and projects.
#include "app/gui/bookmarks.h"
#include "app/gui/pane_area.h"
#include "app/gui/pane_frame.h"
#include "tests/app/window_fixture.h"
#include "tests/viewers/model_text.h"
#include "viewers/panels/bookmarks_panel.h"
#include "viewers/panels/history_panel.h"
#include "viewers/program/program_view.h"

#include <QAction>
#include <QFile>
#include <QLineEdit>
#include <QTreeView>
#include <QTreeWidget>

#include <set>

namespace bookmarks_test {

using namespace mw;
using test::WindowFixture;

namespace {

struct BookmarksFixture : WindowFixture {
    BookmarksFixture() {
        window.show();
        open(sample("nabla4"));
    }
    const auto& bookmarks() { return work().history()->bookmarks(); }
    viewers::BookmarksPanel& panel() { return docks().panel<viewers::BookmarksPanel>(); }
    QString shown() { return test::modelText(*panel().list().model()); }
    std::vector<ElementId> maps() { return nodes<ir::MapEntry>(); }
    std::vector<ElementId> memlets() {
        std::vector<ElementId> found;
        for (const auto state : work().index()->states())
            for (const auto& edge : work().index()->find(state)->block->as<ir::State>()->edges)
                found.push_back(edge->id);
        return found;
    }
    template <class Kind>
    std::vector<ElementId> nodes() {
        std::vector<ElementId> found;
        for (const auto state : work().index()->states())
            for (const auto& node : work().index()->find(state)->block->as<ir::State>()->nodes)
                if (node->as<Kind>())
                    found.push_back(node->id);
        return found;
    }
    void mark(ElementId id) {
        work().selection().set({id});
        act("bookmark");
    }
    /// As a user does: types it into the open editor.
    void type(QWidget& in, const QString& text) {
        auto* editor = in.findChild<QLineEdit*>();
        REQUIRE(editor);
        editor->setText(text);
        QTest::keyClick(editor, Qt::Key_Return);
        for (int i = 0; i < 5; ++i) // the editor closes, the list asks, the history answers
            QCoreApplication::processEvents();
        settle();
    }
    ElementId selected() {
        const auto& ids = work().selection().ids();
        return ids.size() == 1 ? ids.front() : ElementId{};
    }
};

} // namespace

TEST_CASE_METHOD(BookmarksFixture, "an element is bookmarked and unmarked by one action") {
    CHECK_FALSE(window.parts().actions.action("bookmark")->isEnabled());
    mark(maps()[1]);
    REQUIRE(bookmarks().size() == 1);
    CHECK(window.parts().actions.action("bookmark")->isChecked());
    CHECK(shown().contains("original"));
    CHECK(shown().startsWith("map "));
    CHECK(app::bookmarkTexts(work().activePane()).at(maps()[1]) == QStringLiteral("★"));
    act("bookmark");
    CHECK(bookmarks().empty());
    CHECK(shown().isEmpty());
}

TEST_CASE_METHOD(BookmarksFixture, "a note is typed in the list and stands on the graph") {
    work().selection().set({maps()[0]});
    act("bookmark-note"); // marks it, too
    REQUIRE(bookmarks().size() == 1);
    type(panel(), "reads the halo twice");
    CHECK(bookmarks()[0].note == "reads the halo twice");
    CHECK(shown().contains("| reads the halo twice"));
    CHECK(app::bookmarkTexts(work().activePane()).at(maps()[0]) ==
          QStringLiteral("★ reads the halo twice"));
    if (const auto kept = qEnvironmentVariable("MAPWRIGHT_PICTURES"); !kept.isEmpty())
        window.grab().save(kept + "/bookmarks.png");
}

TEST_CASE_METHOD(BookmarksFixture, "bookmarks are walked by keys, both ways and around") {
    const auto all = maps();
    for (const auto at : {0U, 3U, 5U})
        mark(all[at]);
    work().selection().set({});
    act("bookmark-next");
    CHECK(selected() == all[0]);
    act("bookmark-next");
    CHECK(selected() == all[3]);
    act("bookmark-previous");
    act("bookmark-previous");
    CHECK(selected() == all[5]);
    act("bookmark-next");
    CHECK(selected() == all[0]);
}

TEST_CASE_METHOD(BookmarksFixture,
                 "a bookmark follows its element, is passed over where that is gone, and leads "
                 "back to where it is") {
    const auto all = memlets();
    for (const auto id : all)
        mark(id);
    act("apply-all-map-fusion-vertical");
    std::size_t left = 0; // of them; others are new
    for (const auto id : all)
        left += work().index()->find(id) ? 1 : 0;
    REQUIRE(left < all.size());
    CHECK(shown().contains("(not in this variant)"));
    std::set<ElementId> visited;
    work().selection().set({});
    for (std::size_t i = 0; i < all.size(); ++i) {
        act("bookmark-next");
        CHECK(work().index()->find(selected()));
        visited.insert(selected());
    }
    CHECK_FALSE(visited.empty());
    CHECK(visited.size() < all.size());
    // One that is gone: its variant comes with it.
    const auto& history = *work().history();
    for (std::size_t i = 0; i < bookmarks().size(); ++i)
        if (!history.forward(bookmarks()[i].element, bookmarks()[i].variant)) {
            const auto element = bookmarks()[i].element;
            window.parts().bookmarks.goTo(static_cast<int>(i));
            settle();
            CHECK(work().current().id == work().history()->root().id);
            CHECK(selected() == element);
            break;
        }
}

TEST_CASE_METHOD(BookmarksFixture, "the list goes to an element with Return and forgets with Del") {
    mark(maps()[2]);
    work().selection().set({});
    docks().show("bookmarks");
    auto* list = panel().findChild<QTreeWidget*>();
    list->setCurrentItem(list->topLevelItem(0));
    QTest::keyClick(list, Qt::Key_Return);
    CHECK(selected() == maps()[2]);
    QTest::keyClick(list, Qt::Key_Delete);
    CHECK(bookmarks().empty());
}

TEST_CASE_METHOD(BookmarksFixture, "a variant has a note in the history") {
    act("variant-note");
    type(docks().panel<viewers::HistoryPanel>(), "as it was before the halo");
    CHECK(work().current().note == "as it was before the halo");
    CHECK(docks().panel<viewers::HistoryPanel>().model().rows()[0].note ==
          "as it was before the halo");
    CHECK(work().program()->hasWork());
}

TEST_CASE_METHOD(BookmarksFixture, "bookmarks and notes come back with the session") {
    act("apply-first-map-fusion-vertical");
    const auto id = maps()[3];
    mark(id);
    work().program()->history->setBookmarkNote(0, "look here");
    work().program()->history->setNote(work().current().id, "fused once");
    work().program()->changed();
    window.close();
    app::MainWindow again(settings);
    again.parts().files.open({sample("nabla4")});
    REQUIRE(QTest::qWaitFor([&] { return again.isIdle(); }, 60'000));
    const auto& history = *again.parts().workspace.history();
    REQUIRE(history.bookmarks().size() == 1);
    CHECK(history.bookmarks()[0].element == id);
    CHECK(history.bookmarks()[0].note == "look here");
    CHECK(history.current().note == "fused once");
}

TEST_CASE_METHOD(BookmarksFixture, "bookmarks are stars at rows and lanes of the program view") {
    act("view-program");
    auto& view = window.parts().panes.programView();
    REQUIRE(view.sheet()->rows.size() == 11);
    QTest::keyClick(&view, Qt::Key_Home);
    QTest::keyClick(&view, Qt::Key_Down);
    settle();
    act("bookmark");
    REQUIRE(bookmarks().size() == 1);
    CHECK(bookmarks()[0].element == view.sheet()->rows[1].row.element);
    CHECK(view.rowStars() == std::map<std::size_t, QString>{{1, QStringLiteral("★")}});

    // A click on the name of an array selects it.
    auto& area = *view.viewport();
    for (int x = area.width() - 2; x > 0 && !view.currentLane(); x -= 3)
        QTest::mouseClick(&area, Qt::LeftButton, {}, {x, 60});
    REQUIRE(view.currentLane());
    settle();
    const auto* node = work().index()->find(selected())->node->as<ir::AccessNode>();
    REQUIRE(node);
    CHECK(node->data == view.sheet()->lanes[*view.currentLane()].lane.name);
    act("bookmark");
    CHECK(view.laneStars().size() == 1);
    CHECK(view.laneStars().contains(*view.currentLane()));
    CHECK(view.rowStars().size() == 1);

    // The same marks after another variant, and on the canvas.
    act("apply-first-map-fusion-vertical");
    CHECK(view.laneStars().size() + view.rowStars().size() >= 1);
    act("edit-undo");
    CHECK(view.rowStars().size() == 1);
    CHECK(app::bookmarkTexts(work().activePane()).size() == 2);
    act("bookmark-next");
    act("bookmark");
    CHECK(view.laneStars().size() + view.rowStars().size() == 1);
}

} // namespace bookmarks_test
