// The graph in the window: scopes and the way to them, overlays with their legends, menus, what an
// edge touches seen from outside.
#include "app/gui/breadcrumb.h"
#include "app/gui/context_menus.h"
#include "app/gui/overlays.h"
#include "app/gui/pane_area.h"
#include "app/gui/pane_frame.h"
#include "app/gui/pane_overlays.h"
#include "app/gui/program_pane.h"
#include "app/gui/window_parts.h"
#include "core/analysis/program_rows.h"
#include "core/ir/dump.h"
#include "core/ir/shared_index.h"
#include "tests/app/window_fixture.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/panels/element_numbers.h"
#include "viewers/panels/number_text.h"
#include "viewers/program/program_view.h"
#include "viewers/scene/scene.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QImage>
#include <QMenu>
#include <QMouseEvent>
#include <QToolButton>

#include <algorithm>

namespace graph_test {

using namespace mw;
using app::Concern;
using app::OverlayOn;
using test::WindowFixture;

namespace {

struct GraphFixture : WindowFixture {
    GraphFixture() {
        open(sample("nabla4"));
        act("view-canvas");
    }

    viewers::GraphCanvas& canvas() { return window.parts().panes.canvas(); }
    app::PaneFrame& frame() { return *window.parts().panes.frames().front(); }
    app::Breadcrumb& crumbs() { return *frame().findChild<app::Breadcrumb*>(); }
    const viewers::Colouring& nodes() { return canvas().nodeColouring(); }
    const viewers::Colouring& edges() { return canvas().edgeColouring(); }
    ElementId firstMap() {
        act("select-first-map");
        return work().selection().ids().front();
    }
    QAction* action(const char* id) {
        return window.parts().actions.action(QString::fromLatin1(id));
    }
    QStringList menu(const std::vector<Concern>& concerns) {
        const std::unique_ptr<QMenu> made(window.parts().menus.make(concerns));
        QStringList ids;
        for (const auto* each : made->actions())
            if (!each->objectName().isEmpty())
                ids << each->objectName();
        return ids;
    }
    symbolic::Bindings values() {
        QString note;
        const auto found = app::valuesFor(*work().current().document->root, work().runChoice(),
                                          work().grid()(), note);
        REQUIRE(note.isEmpty());
        return found;
    }
};

} // namespace

TEST_CASE_METHOD(GraphFixture, "a scope is gone into by action, and out by the breadcrumb") {
    const auto map = firstMap();
    act("scope-in");
    CHECK(canvas().root() == map);
    CHECK_FALSE(action("scope-in")->isEnabled());
    REQUIRE(crumbs().crumbs().size() >= 2);
    CHECK(crumbs().crumbs().front().title == work().programName());
    CHECK(crumbs().crumbs().back().scope == map);
    CHECK(crumbs().buttons().back()->accessibleName() == crumbs().crumbs().back().title);
    crumbs().buttons().back()->setFocus();
    QTest::mouseClick(crumbs().buttons().front(), Qt::LeftButton);
    settle();
    CHECK_FALSE(canvas().root());
    CHECK_FALSE(action("scope-out")->isEnabled());
    CHECK(crumbs().crumbs().size() == 1);
}

TEST_CASE_METHOD(GraphFixture, "the scope around an element is isolated, and left again") {
    const auto map = firstMap();
    const auto& index = *work().index();
    const auto& state = *index.find(map)->block->as<ir::State>();
    const ir::StateIndex inState(state);
    const auto inside = inState.children(NodeId{map.value});
    REQUIRE_FALSE(inside.empty());
    work().selection().set({inside.front()});
    act("scope-isolate");
    CHECK(canvas().root() == map);
    act("scope-out");
    CHECK(canvas().root() != map);
}

TEST_CASE_METHOD(GraphFixture, "a row of the program view opens its kernel alone") {
    act("view-program");
    const auto& sheet = *window.parts().panes.programView().sheet();
    const auto row = std::ranges::find_if(sheet.rows, [](const auto& one) {
        return one.row.kind == analysis::RowKind::kernel && !one.row.ranges.empty();
    });
    REQUIRE(row != sheet.rows.end());
    emit window.parts().panes.programView().rowOpened(row->row.element);
    settle();
    CHECK(window.parts().panes.view() == app::PaneView::canvas);
    CHECK(canvas().root() == row->row.element);
}

TEST_CASE_METHOD(GraphFixture, "every overlay has colours and a legend, or says why not") {
    for (const auto& overlay : app::overlays()) {
        INFO(overlay.id.toStdString());
        act(overlay.id.toLatin1().constData());
        CHECK(action(overlay.id.toLatin1().constData())->isChecked());
        const auto& made = overlay.on == OverlayOn::nodes ? nodes() : edges();
        const bool none = !overlay.make || overlay.make == &app::timeOverlay;
        CHECK(made.isEmpty() == none);
        if (none)
            continue;
        const bool counted = std::ranges::any_of(
            made.kinds, [](const auto& kind) { return !kind.figure.isEmpty(); });
        CHECK((!made.high.isEmpty() || counted || !made.note.isEmpty()));
        for (const auto& [id, value] : made.values) {
            CHECK(value >= 0);
            CHECK(value <= std::max<double>(1, static_cast<double>(made.kinds.size()) - 1));
            CHECK_FALSE(made.textOf(id).isEmpty());
        }
    }
}

TEST_CASE("the overlay of ranges tells maps whose ranges overlap") {
    const auto document = ir::parseDump(R"(sdfg p {
  args x
  symbols N:int32
  array x float64 [N]
  state a {
    x1 = access x
    in1 = map all [i = 0:N] -> out1
    one = tasklet one `o = 0.0`
    out1 = exit in1
    in1 -> one
    one.o -> out1.IN_x : x[i]
    out1.OUT_x -> x1 : x[0:N]
  }
  state b {
    x2 = access x
    in2 = map half [i = 0:N/2] -> out2
    two = tasklet two `o = 1.0`
    out2 = exit in2
    in2 -> two
    two.o -> out2.IN_x : x[i]
    out2.OUT_x -> x2 : x[0:N/2]
  }
  a -> b
}
)");
    REQUIRE(document.has_value());
    app::OverlayInput input;
    input.index = ir::sharedIndex(*document);
    input.values = {{"N", symbolic::Value::integer(100)}};
    const auto made = app::rangesOverlay(input);
    REQUIRE(made.kinds.size() == 4);
    CHECK(made.kinds[1].name == "overwritten before it is read");
    CHECK(made.kinds[1].figure == "1 case, 400 B");
    CHECK(made.values.size() == 2); // both maps
    for (const auto& [id, kind] : made.values) {
        CHECK(kind == 1);
        CHECK(made.texts.at(id) ==
              "'x (half)' overwrites 400 bytes of 'x' that 'x (all)' wrote and nobody read");
    }
}

TEST_CASE_METHOD(GraphFixture, "the overlay of bytes has the numbers of the kernels") {
    auto* box = frame().findChild<QComboBox*>("overlay-nodes");
    REQUIRE(box);
    const int row = box->findData("overlay-bytes");
    REQUIRE(row > 0);
    box->setCurrentIndex(row);
    emit box->activated(row);
    settle();
    const auto numbers = viewers::elementNumbers(*work().index(), values());
    const auto map = firstMap();
    CHECK(nodes().textOf(map) == viewers::bytesText(*numbers.of.at(map).bytes));
    double most = 0;
    for (const auto& kernel : analysis::programRows(*work().current().document).rows)
        if (kernel.kind != analysis::RowKind::heading)
            most = std::max(most, *numbers.of.at(kernel.element).bytes);
    CHECK(nodes().high == viewers::bytesText(most));
    const auto sum = *numbers.of.at(work().current().document->root->id).bytes;
    CHECK(nodes().note.contains(viewers::bytesText(sum)));
    CHECK(canvas().toolTipText(map).contains(nodes().textOf(map)));
}

TEST_CASE_METHOD(GraphFixture, "an overlay colours the rows of the program view") {
    act("overlay-bytes");
    act("view-program");
    auto& view = window.parts().panes.programView();
    const auto pixels = [&view](const QColor& colour) {
        const QImage image = view.grab().toImage();
        int count = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                count += image.pixel(x, y) == colour.rgb();
        return count;
    };
    const QColor most = viewers::heatColour(1); // of the kernel that moves most
    CHECK(pixels(most) > 0);
    act("overlay-none");
    CHECK(pixels(most) == 0);
}

TEST_CASE_METHOD(GraphFixture, "numbers at edges are those of a run") {
    CHECK(canvas().edgeColouring().isEmpty());
    act("edge-overlay-bytes");
    const auto numbers = viewers::edgeNumbers(*work().index(), values());
    REQUIRE_FALSE(numbers.empty());
    CHECK(edges().texts.size() == numbers.size());
    for (const auto& [id, number] : numbers)
        CHECK(edges().textOf(id) == viewers::bytesText(number.bytes));
    // Nobody reads an array a million times because an iteration may choose in all of it.
    for (const auto& [id, number] : numbers)
        CHECK(number.bytes < 1e12);
    // Inside a map all iterations together move what the edge at its border moves, where each
    // element is read once.
    const auto map = firstMap();
    const ir::StateIndex state(*work().index()->find(map)->block->as<ir::State>());
    const NodeId exit = ir::exitOf(*state.node(NodeId{map.value}));
    for (const auto* edge : state.inEdges(exit)) {
        const auto inner = numbers.at(edge->id);
        for (const auto* outer : state.outEdges(exit))
            CHECK(numbers.at(outer->id).bytes == inner.bytes);
    }
}

TEST_CASE_METHOD(GraphFixture, "the difference overlay tells what the other pane does not have") {
    act("overlay-difference");
    CHECK(nodes().values.empty());
    CHECK_FALSE(nodes().note.isEmpty());
    act("pane-split");
    act("apply-first-map-fusion-vertical");
    const auto& made = window.parts().panes.frames()[0]->canvas().nodeColouring();
    REQUIRE(made.kinds.size() == 3);
    const auto count = [&made](double kind) {
        return std::ranges::count_if(made.values,
                                     [kind](const auto& one) { return one.second == kind; });
    };
    CHECK(count(1) >= 2); // the two maps that were fused
    CHECK(count(2) > count(1));
}

TEST_CASE_METHOD(GraphFixture, "the menu of the right button has what concerns the element") {
    const auto map = firstMap();
    const auto element = menu({Concern::element});
    for (const char* id : {"scope-in", "scope-isolate", "scope-toggle", "find-in-other-view",
                           "copy-name", "show-properties", "bookmark"})
        CHECK(element.contains(id));
    CHECK_FALSE(element.contains("pin-current"));
    const auto variant = menu({Concern::variant});
    CHECK(variant.contains("pin-current"));
    CHECK_FALSE(variant.contains("scope-in"));
    const auto times = menu({Concern::times});
    CHECK(times.contains("timings-normalise"));
    CHECK_FALSE(times.contains("timings-samples")); // nothing was measured
    act("copy-name");
    CHECK(QApplication::clipboard()->text() ==
          viewers::elementName(canvas().scene()->document(), map));
}

TEST_CASE_METHOD(GraphFixture, "a right click selects what is there and opens its menu") {
    window.show();
    settle();
    const auto map = firstMap();
    work().selection().set({});
    canvas().frame({map});
    settle();
    const QPoint at =
        canvas().toWidget(canvas().elementRect(map).topLeft() + QPointF(40, 8)).toPoint();
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, canvas().mapToGlobal(at));
    QCoreApplication::sendEvent(&canvas(), &event);
    CHECK(work().selection().ids() == std::vector<ElementId>{map});
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    REQUIRE(menu);
    settle(); // what applies there is listed
    const auto all = menu->actions();
    const auto found = std::ranges::find_if(all, [](QAction* one) { return one->menu(); });
    REQUIRE(found != all.end());
    emit(*found)->menu()->aboutToShow();
    CHECK((*found)->menu()->actions().size() > 1);
    menu->close();
}

TEST_CASE_METHOD(GraphFixture, "an edge in a map says what it touches seen from outside") {
    firstMap();
    act("scope-in");
    const auto& scene = *canvas().scene();
    QStringList tips;
    for (const auto& line : scene.lines()) {
        if (line.curve.size() < 4)
            continue;
        const QPointF middle =
            (line.curve[0] + 3 * line.curve[1] + 3 * line.curve[2] + line.curve[3]) / 8;
        const QPointF at = canvas().toWidget(middle);
        QMouseEvent move(QEvent::MouseMove, at, canvas().mapToGlobal(at), Qt::NoButton, {}, {});
        QCoreApplication::sendEvent(&canvas(), &move);
        if (canvas().hovered() != line.id)
            continue;
        const auto told = [&] { return canvas().toolTipText(line.id).section('\n', 0, 0); };
        const QString plain = told(); // as the memlet says it
        if (QTest::qWaitFor([&] { return told() != plain; }, 2000))
            tips << told();
    }
    REQUIRE_FALSE(tips.isEmpty());
    INFO(tips.join('\n').toStdString());
    CHECK(std::ranges::any_of(tips, [](const QString& tip) { return tip.contains("[E2C2V["); }));
}

} // namespace graph_test
