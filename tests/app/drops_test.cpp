// Files are dropped on everything that the window shows, and text where it can be typed.
#include "app/gui/file_drops.h"
#include "tests/app/window_fixture.h"

#include <QDockWidget>
#include <QPlainTextEdit>
#include <QStatusBar>

#include <cstdlib>

namespace drops_test {

using namespace mw;
using test::WindowFixture;

namespace {

struct DropsFixture : WindowFixture {
    DropsFixture() {
        window.resize(1600, 1000);
        window.show();
        settle();
    }

    /// As a file manager offers one: its address, and the same as text.
    static void offer(QMimeData& data, const QString& path) {
        const auto url = QUrl::fromLocalFile(path);
        data.setUrls({url});
        data.setText(url.toString());
    }
    /// At the middle of a widget, in the way of a pointer: whether somebody took it.
    static bool dropOn(QWidget& below, const QMimeData& data) {
        QWidget* target = &below;
        while (target && !target->acceptDrops())
            target = target->isWindow() ? nullptr : target->parentWidget();
        if (!target)
            return false;
        const QPoint at = below.mapTo(target, below.rect().center());
        QDragEnterEvent enter(at, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton,
                              Qt::NoModifier);
        QCoreApplication::sendEvent(target, &enter);
        if (!enter.isAccepted())
            return false;
        QDropEvent event(at, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton,
                         Qt::NoModifier);
        event.setDropAction(Qt::MoveAction); // what some file managers propose
        QCoreApplication::sendEvent(target, &event);
        CHECK((!event.isAccepted() || event.dropAction() == Qt::CopyAction));
        return event.isAccepted();
    }
    /// On every widget that is on the screen, none of which opens it now: how many widgets.
    int dropOnEach(const QString& where) {
        auto* drops = window.findChild<app::FileDrops*>();
        REQUIRE(drops);
        QObject::disconnect(drops, nullptr, &window.parts().files, nullptr);
        const QSignalSpy dropped(drops, &app::FileDrops::dropped);
        int count = 0;
        for (auto* widget : window.findChildren<QWidget*>()) {
            if (!widget->isVisible() || widget->isWindow() || widget->window() != &window)
                continue;
            CAPTURE(where.toStdString(), widget->metaObject()->className(),
                    widget->objectName().toStdString());
            QMimeData data;
            offer(data, sample("nabla4"));
            CHECK(dropOn(*widget, data));
            ++count;
            CHECK(dropped.count() == count);
        }
        return count;
    }
    /// On the screen.
    QDockWidget& dock(const QString& id) {
        docks().show(id);
        settle();
        for (const auto& entry : docks().all())
            if (entry.info.id == id)
                return *entry.dock;
        FAIL("no panel " + id.toStdString());
        std::abort();
    }
    QLineEdit& filterLine() {
        for (auto* line : dock("outline").findChildren<QLineEdit*>())
            if (line->isVisible())
                return *line;
        FAIL("the outline has no filter");
        std::abort();
    }
    void checkOpens(QWidget& below) {
        const auto before = work().programs().size();
        QMimeData data;
        offer(data, sample("laplacian"));
        REQUIRE(dropOn(below, data));
        settle();
        CHECK(work().programs().size() == before + 1);
    }
};

} // namespace

TEST_CASE_METHOD(DropsFixture, "a file opens where it is dropped, on the start page") {
    SECTION("on whatever is there") {
        CHECK(dropOnEach("start page") > 5);
    }
    SECTION("on a word of it") {
        auto* label = window.findChild<QWidget*>("start-about");
        REQUIRE(label);
        checkOpens(*label);
    }
}

TEST_CASE_METHOD(DropsFixture, "a file opens where it is dropped, beside a program") {
    open(sample("nabla4"));
    SECTION("on whatever is there, in every panel") {
        for (const auto& entry : docks().all()) {
            docks().show(entry.info.id);
            settle();
            CHECK(dropOnEach(entry.info.id) > 20);
        }
    }
    SECTION("on a line for text") {
        auto& line = filterLine();
        checkOpens(line);
        CHECK(line.text().isEmpty());
    }
    SECTION("on a text of several lines") {
        QPlainTextEdit editor(window.centralWidget());
        editor.show();
        checkOpens(*editor.viewport());
        CHECK(editor.toPlainText().isEmpty());
    }
    SECTION("on code") {
        QWidget* code = nullptr;
        for (auto* widget : dock("code").findChildren<QWidget*>())
            if (widget->inherits("QsciScintilla") && widget->isVisible())
                code = widget;
        REQUIRE(code);
        checkOpens(*code);
    }
    SECTION("on a panel that floats") {
        auto& outline = dock("outline");
        outline.setFloating(true);
        settle();
        REQUIRE(outline.isWindow());
        checkOpens(outline);
    }
}

TEST_CASE_METHOD(DropsFixture, "text that is dropped on a line stays text") {
    open(sample("nabla4"));
    auto& line = filterLine();
    QMimeData data;
    data.setText("kind:map");
    CHECK(dropOn(line, data));
    settle();
    CHECK(line.text() == "kind:map");
    CHECK(work().programs().size() == 1);
    // And nobody takes it where nothing can be typed.
    CHECK_FALSE(dropOn(*window.statusBar(), data));
}

} // namespace drops_test
