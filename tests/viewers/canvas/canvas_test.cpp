// Mouse and keys on the canvas: selecting, walking, zooming, dragging.
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "viewers/canvas/export.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/canvas/minimap_place.h"
#include "viewers/canvas/navigation.h"
#include "viewers/canvas/scene_painter.h"
#include "viewers/canvas/viewport.h"

#include <QFile>
#include <QImage>
#include <QMouseEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

namespace canvas_test {

using namespace mw;
using namespace mw::viewers;

namespace {

constexpr const char* kText = R"(sdfg chain {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array c float64 [N]
  state main {
    n0 = access a
    n1 = map first [i = 0:N] -> n3
    n2 = tasklet one `out = x * 2.0`
    n3 = exit n1
    n4 = access b
    n5 = map second [i = 0:N] -> n7
    n6 = tasklet two `out = x + 1.0`
    n7 = exit n5
    n8 = access c
    n0 -> n1.IN_a : a[0:N]
    n1.OUT_a -> n2.x : a[i]
    n2.out -> n3.IN_b : b[i]
    n3.OUT_b -> n4 : b[0:N]
    n4 -> n5.IN_b : b[0:N]
    n5.OUT_b -> n6.x : b[i]
    n6.out -> n7.IN_c : c[i]
    n7.OUT_c -> n8 : c[0:N]
  }
}
)";

ir::DocumentPtr sample() {
    auto document = ir::parseDump(kText);
    if (!document)
        FAIL(toString(document.error()));
    return *document;
}

/// A canvas of 800x600 that shows the sample at 100 %.
struct Shown {
    Shown() {
        canvas.resize(800, 600);
        canvas.setDocumentNow(sample());
        canvas.setView(canvas.sceneRect().center(), 1);
    }

    ElementId node(std::size_t position) const {
        const auto& block = *canvas.document()->root->body.blocks.front();
        return block.as<ir::State>()->nodes[position]->id;
    }
    QPoint middle(ElementId id) const {
        return canvas.toWidget(canvas.elementRect(id).center()).toPoint();
    }
    QPoint header(ElementId id) const {
        return canvas.toWidget(canvas.elementRect(id).topLeft() + QPointF(30, 6)).toPoint();
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(&canvas, key, modifiers);
    }
    ElementId selected() const {
        return canvas.selection().size() == 1 ? canvas.selection().front() : ElementId{};
    }

    GraphCanvas canvas;
};

bool waitForLayout(GraphCanvas& canvas) {
    QSignalSpy finished(&canvas, &GraphCanvas::layoutFinished);
    return !canvas.isLayoutRunning() || finished.wait(20000);
}

} // namespace

TEST_CASE("a click selects what is drawn there, Ctrl adds, the void clears") {
    Shown shown;
    QSignalSpy changes(&shown.canvas, &GraphCanvas::selectionChanged);
    QTest::mouseClick(&shown.canvas, Qt::LeftButton, {}, shown.middle(shown.node(0)));
    CHECK(shown.selected() == shown.node(0));
    QTest::mouseClick(&shown.canvas, Qt::LeftButton, {}, shown.header(shown.node(1)));
    CHECK(shown.selected() == shown.node(1));
    QTest::mouseClick(&shown.canvas, Qt::LeftButton, Qt::ControlModifier,
                      shown.middle(shown.node(4)));
    CHECK(shown.canvas.selection() == std::vector<ElementId>{shown.node(1), shown.node(4)});
    CHECK(changes.count() == 3);
    QTest::mouseClick(&shown.canvas, Qt::LeftButton, {}, QPoint(2, 2));
    CHECK(shown.canvas.selection().empty());
}

TEST_CASE("arrows walk the dataflow, Enter and Backspace go in and out of scopes") {
    Shown shown;
    shown.canvas.setSelection({shown.node(0)});
    shown.key(Qt::Key_Down);
    CHECK(shown.selected() == shown.node(1));
    shown.key(Qt::Key_Return); // alone
    REQUIRE(waitForLayout(shown.canvas));
    shown.key(Qt::Key_Return); // inside
    CHECK(shown.selected() == shown.node(2));
    shown.key(Qt::Key_Backspace);
    CHECK(shown.selected() == shown.node(1));
    shown.key(Qt::Key_Backspace);
    REQUIRE(waitForLayout(shown.canvas));
    CHECK_FALSE(shown.canvas.root());
    shown.key(Qt::Key_Down);
    CHECK(shown.selected() == shown.node(4));
    shown.key(Qt::Key_Up);
    CHECK(shown.selected() == shown.node(1));
}

TEST_CASE("Alt+Left and Alt+Right walk what was visited; a new visit cuts the way forward") {
    Shown shown;
    for (const std::size_t i : {0U, 4U, 8U})
        shown.canvas.setSelection({shown.node(i)});
    shown.key(Qt::Key_Left, Qt::AltModifier);
    CHECK(shown.selected() == shown.node(4));
    shown.key(Qt::Key_Left, Qt::AltModifier);
    CHECK(shown.selected() == shown.node(0));
    shown.key(Qt::Key_Right, Qt::AltModifier);
    CHECK(shown.selected() == shown.node(4));
    shown.canvas.setSelection({shown.node(2)});
    shown.key(Qt::Key_Right, Qt::AltModifier);
    CHECK(shown.selected() == shown.node(2));
}

TEST_CASE("slash asks for the search, Escape clears highlights, then the selection") {
    Shown shown;
    QSignalSpy search(&shown.canvas, &GraphCanvas::searchRequested);
    shown.key(Qt::Key_Slash);
    CHECK(search.count() == 1);
    shown.canvas.setSelection({shown.node(0)});
    shown.canvas.setHighlights({shown.node(1)});
    shown.key(Qt::Key_Escape);
    CHECK(shown.selected() == shown.node(0));
    shown.key(Qt::Key_Escape);
    CHECK(shown.canvas.selection().empty());
}

TEST_CASE("zooming keeps the point under the pointer") {
    Shown shown;
    const QPointF pointer(200, 150);
    const QPointF before = shown.canvas.toScene(pointer);
    QWheelEvent wheel(pointer, shown.canvas.mapToGlobal(pointer), {}, QPoint(0, 240), Qt::NoButton,
                      {}, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&shown.canvas, &wheel);
    CHECK(shown.canvas.scale() > 1.2);
    const QPointF after = shown.canvas.toScene(pointer);
    CHECK(QLineF(before, after).length() < 1.0); // rounding to whole pixels
}

TEST_CASE("dragging pans by as much as the pointer moves") {
    Shown shown;
    const QPointF before = shown.canvas.toWidget(QPointF(0, 0));
    QTest::mousePress(&shown.canvas, Qt::LeftButton, {}, QPoint(5, 5));
    QTest::mouseMove(&shown.canvas, QPoint(65, 45));
    QTest::mouseRelease(&shown.canvas, Qt::LeftButton, {}, QPoint(65, 45));
    CHECK(shown.canvas.toWidget(QPointF(0, 0)) - before == QPointF(60, 40));
    CHECK(shown.canvas.selection().empty()); // a drag is no click
}

TEST_CASE("F frames the selection, Home everything") {
    Shown shown;
    shown.canvas.setSelection({shown.node(2)});
    shown.key(Qt::Key_F);
    const QPointF middle = shown.canvas.elementRect(shown.node(2)).center();
    CHECK(QLineF(shown.canvas.centre(), middle).length() < 1);
    shown.key(Qt::Key_Home);
    const QRectF all(shown.canvas.toWidget(shown.canvas.sceneRect().topLeft()),
                     shown.canvas.toWidget(shown.canvas.sceneRect().bottomRight()));
    CHECK(QRectF(-1, -1, 802, 602).contains(all));
}

TEST_CASE("a picture that was shown before comes back as it was") {
    GraphCanvas canvas;
    canvas.resize(800, 600);
    const auto shown = [&](const ir::DocumentPtr& document) {
        canvas.setDocument(document);
        REQUIRE(waitForLayout(canvas));
        REQUIRE(canvas.scene()->document().document() == document);
        return canvas.scene();
    };
    const auto first = sample(), second = sample();
    const auto before = shown(first);
    CHECK(shown(second) != before);
    CHECK(shown(first) == before);
    const auto map = std::ranges::find(before->boxes(), BoxKind::map, &SceneBox::kind)->id;
    canvas.toggleCollapsed(map);
    REQUIRE(waitForLayout(canvas));
    CHECK(canvas.scene() != before); // other scopes are open in it
    canvas.toggleCollapsed(map);
    REQUIRE(waitForLayout(canvas));
    CHECK(canvas.scene() == before);
    for (int i = 0; i < 8; ++i)
        shown(sample());
    CHECK(shown(first) != before); // not all are kept
    const auto last = canvas.scene();
    canvas.startOver();
    CHECK(shown(first) != last);
}

TEST_CASE("texts over the picture follow what is said and the camera") {
    Shown shown;
    shown.canvas.setView(shown.canvas.sceneRect().center(), 0.3);
    const auto picture = [&] { return shown.canvas.grab().toImage(); };
    const auto plain = picture();
    CHECK(picture() == plain);
    shown.canvas.setAnnotations({{shown.node(1), QStringLiteral("22 ms")}});
    const auto said = picture();
    CHECK(said != plain);
    shown.canvas.setAnnotations({{shown.node(1), QStringLiteral("44 ms")}});
    CHECK(picture() != said);
    shown.canvas.setAnnotations({});
    CHECK(picture() == plain);
    const auto centre = shown.canvas.centre();
    shown.canvas.setView(centre + QPointF(100, 0), 0.3);
    CHECK(picture() != plain);
    shown.canvas.setView(centre, 0.3);
    CHECK(picture() == plain);
}

TEST_CASE("collapsing keeps the header of the scope where it was on the screen") {
    Shown shown;
    const QPointF before = shown.canvas.toWidget(shown.canvas.elementRect(shown.node(5)).topLeft());
    shown.canvas.toggleCollapsed(shown.node(5));
    REQUIRE(waitForLayout(shown.canvas));
    CHECK(shown.canvas.collapsed().count(shown.node(5)) == 1);
    CHECK(shown.canvas.elementRect(shown.node(6)) == shown.canvas.elementRect(shown.node(5)));
    const QPointF after = shown.canvas.toWidget(shown.canvas.elementRect(shown.node(5)).topLeft());
    CHECK(std::abs(after.y() - before.y()) <= 20);
    shown.canvas.toggleCollapsed(shown.node(5));
    REQUIRE(waitForLayout(shown.canvas));
    CHECK(shown.canvas.collapsed().empty());
    const QPointF again = shown.canvas.toWidget(shown.canvas.elementRect(shown.node(5)).topLeft());
    CHECK(QLineF(again, before).length() < 2);
}

TEST_CASE("the newest of several documents is shown, laid out once") {
    GraphCanvas canvas;
    canvas.resize(400, 300);
    canvas.show();
    QSignalSpy finished(&canvas, &GraphCanvas::layoutFinished);
    const auto last = sample();
    canvas.setDocument(sample());
    canvas.setDocument(last);
    REQUIRE(waitForLayout(canvas));
    CHECK(canvas.document() == last);
    CHECK_FALSE(canvas.sceneRect().isEmpty());
    CHECK(finished.count() == 1);
    canvas.setDocument(nullptr);
    CHECK(canvas.sceneRect().isEmpty());
}

TEST_CASE("after an edit the view and the surviving selection stay") {
    Shown shown;
    shown.canvas.setSelection({shown.node(6)});
    const QPoint before = shown.middle(shown.node(6));
    shown.canvas.setDocumentNow(shown.canvas.document());
    CHECK(shown.selected() == shown.node(6));
    CHECK(shown.middle(shown.node(6)) == before);
}

TEST_CASE("hovering marks the same data and names the element") {
    Shown shown;
    QSignalSpy hovered(&shown.canvas, &GraphCanvas::hoverChanged);
    const QPointF at = shown.middle(shown.node(4));
    QMouseEvent move(QEvent::MouseMove, at, shown.canvas.mapToGlobal(at), Qt::NoButton, {}, {});
    QCoreApplication::sendEvent(&shown.canvas, &move);
    CHECK(shown.canvas.hovered() == shown.node(4));
    CHECK(hovered.count() >= 1);
    CHECK(shown.canvas.toolTipText(shown.node(4)).startsWith("b "));
}

TEST_CASE("panning shows the same pixels as drawing anew") {
    Shown shown;
    const auto grabbed = [&] {
        QImage image(800, 600, QImage::Format_RGB32);
        QPainter painter(&image);
        shown.canvas.QWidget::render(&painter);
        return image;
    };
    shown.canvas.setMinimapVisible(false);
    grabbed();
    for (const QPointF step : {QPointF(13, 7), QPointF(-40, 21), QPointF(5, -60)}) {
        shown.canvas.setView(shown.canvas.centre() + step, shown.canvas.scale());
        const QImage moved = grabbed();
        GraphCanvas fresh;
        fresh.resize(800, 600);
        fresh.setMinimapVisible(false);
        fresh.setDocumentNow(shown.canvas.document());
        fresh.setView(shown.canvas.centre(), shown.canvas.scale());
        QImage drawn(800, 600, QImage::Format_RGB32);
        QPainter painter(&drawn);
        fresh.QWidget::render(&painter);
        CHECK(moved == drawn);
    }
}

TEST_CASE("the minimap covers nothing of the graph, wherever one looks") {
    Shown shown;
    int seen = 0;
    for (const double scale : {0.6, 1.0, 1.4, 2.5})
        for (double x = -300; x <= 300; x += 60)
            for (double y = -400; y <= 400; y += 80) {
                shown.canvas.fitAll();
                shown.canvas.setView(shown.canvas.centre() + QPointF(x, y), scale);
                shown.canvas.grab();
                const QRectF place = shown.canvas.minimapPlace();
                if (place.isNull())
                    continue;
                ++seen;
                Viewport view{shown.canvas.centre(), shown.canvas.scale(), QSizeF(800, 600), 1};
                CHECK(QRectF(0, 0, 800, 600).contains(place));
                CHECK_FALSE(coversScene(*shown.canvas.scene(), view, place));
            }
    CHECK(seen > 100);
}

TEST_CASE("where everything is in sight there is no minimap") {
    Shown shown;
    shown.canvas.fitAll();
    shown.canvas.grab();
    CHECK(shown.canvas.minimapPlace().isNull());
}

TEST_CASE("a minimap goes to another place only where it would cover something") {
    Shown shown;
    shown.canvas.setView(shown.canvas.centre() + QPointF(0, 200), 1);
    shown.canvas.grab();
    const QRectF before = shown.canvas.minimapPlace();
    REQUIRE_FALSE(before.isNull());
    shown.canvas.setView(shown.canvas.centre() + QPointF(0, 4), 1);
    shown.canvas.grab();
    CHECK(shown.canvas.minimapPlace() == before);
}

TEST_CASE("exports hold the whole graph") {
    const QTemporaryDir folder;
    Shown shown;
    REQUIRE(exportPng(pictureOf(shown.canvas), folder.filePath("g.png"), 2));
    const QImage png(folder.filePath("g.png"));
    CHECK(png.width() == 2 * static_cast<int>(std::ceil(shown.canvas.sceneRect().width())));
    REQUIRE(exportSvg(pictureOf(shown.canvas), folder.filePath("g.svg")));
    QFile svg(folder.filePath("g.svg"));
    REQUIRE(svg.open(QIODevice::ReadOnly));
    CHECK(svg.readAll().contains("out = x * 2.0"));
    REQUIRE(exportPdf(pictureOf(shown.canvas), folder.filePath("g.pdf")));
    QFile pdf(folder.filePath("g.pdf"));
    REQUIRE(pdf.open(QIODevice::ReadOnly));
    CHECK(pdf.readAll().startsWith("%PDF"));
    CHECK_FALSE(exportPng(pictureOf(shown.canvas), "/nowhere/g.png"));
    CHECK_FALSE(exportPng(pictureOf(GraphCanvas()), folder.filePath("empty.png")));
}

TEST_CASE("the heat scale is ordered in lightness") {
    double last = -1;
    for (int i = 0; i <= 10; ++i) {
        const QColor c = heatColour(i / 10.0);
        const double light = 0.2126 * c.redF() + 0.7152 * c.greenF() + 0.0722 * c.blueF();
        CHECK(light > last);
        last = light;
    }
}

namespace {

bool showsAll(const GraphCanvas& canvas) {
    const QRectF all(canvas.toWidget(canvas.sceneRect().topLeft()),
                     canvas.toWidget(canvas.sceneRect().bottomRight()));
    return QRectF(canvas.rect()).adjusted(-1, -1, 1, 1).contains(all);
}

} // namespace

TEST_CASE("another program is framed, and nothing of the one before is left") {
    Shown shown;
    auto& canvas = shown.canvas;
    canvas.setVolumesVisible(true);
    canvas.setSelection({shown.node(1)});
    canvas.setHighlights({shown.node(2)});
    canvas.toggleCollapsed(shown.node(1));
    REQUIRE(waitForLayout(canvas));
    canvas.setView(canvas.sceneRect().bottomRight() + QPointF(4000, 4000), 3);
    REQUIRE_FALSE(showsAll(canvas));

    canvas.startOver();
    CHECK_FALSE(canvas.elementAt(QPointF(400, 300)));
    canvas.setDocument(sample());
    REQUIRE(waitForLayout(canvas));
    CHECK(showsAll(canvas));
    CHECK(canvas.scale() <= 1);
    CHECK(canvas.collapsed().empty());
    CHECK(canvas.selection().empty());
    CHECK(canvas.areVolumesVisible());
    canvas.goBack();
    CHECK(canvas.selection().empty());
}

TEST_CASE("a new variant of the same program keeps the camera") {
    Shown shown;
    shown.canvas.setView(QPointF(10, 20), 2.5);
    shown.canvas.setDocument(sample());
    REQUIRE(waitForLayout(shown.canvas));
    CHECK(shown.canvas.scale() == 2.5);
}

TEST_CASE("what was framed stays framed when the widget's size changes, until the user moves it") {
    Shown shown;
    auto& canvas = shown.canvas;
    canvas.show();
    REQUIRE(QTest::qWaitForWindowExposed(&canvas));
    canvas.fitAll();
    canvas.resize(300, 200);
    QCoreApplication::processEvents();
    CHECK(showsAll(canvas));
    canvas.zoomIn();
    const double chosen = canvas.scale();
    canvas.resize(800, 600);
    QCoreApplication::processEvents();
    CHECK(canvas.scale() == chosen);
}

namespace {

/// `count` maps side by side, map_0_stage, map_1_stage, ...
std::string mapsBeside(int count) {
    std::string arrays, nodes;
    for (int i = 0; i < count; ++i) {
        const auto n = [i](int k) { return "n" + std::to_string(5 * i + k); };
        const std::string a = "a" + std::to_string(i), b = "b" + std::to_string(i);
        arrays += "  array " + a + " float64 [8]\n  array " + b + " float64 [8]\n";
        nodes += "    " + n(0) + " = access " + a + "\n    " + n(1) + " = map map_" +
                 std::to_string(i) + "_stage [i = 0:8] -> " + n(3) + "\n    " + n(2) +
                 " = tasklet t `o = x`\n    " + n(3) + " = exit " + n(1) + "\n    " + n(4) +
                 " = access " + b + "\n    " + n(0) + " -> " + n(1) + ".IN_x : " + a +
                 "[0:8]\n    " + n(1) + ".OUT_x -> " + n(2) + ".x : " + a + "[i]\n    " + n(2) +
                 ".o -> " + n(3) + ".IN_o : " + b + "[i]\n    " + n(3) + ".OUT_o -> " + n(4) +
                 " : " + b + "[0:8]\n";
    }
    return "sdfg many {\n" + arrays + "  state main {\n" + nodes + "  }\n}\n";
}

std::vector<SceneLabel> labelsAt(const GraphCanvas& canvas, double scale, const Marks& marks) {
    const Theme& theme = Theme::of(canvas.theme());
    ScenePainter painter(*canvas.scene(), theme, marks, scale);
    return painter.labels(canvas.sceneRect(), QTransform::fromScale(scale, scale));
}

} // namespace

TEST_CASE("times never hide names, nor each other") {
    constexpr int kMaps = 12;
    GraphCanvas canvas;
    canvas.resize(800, 600);
    auto document = ir::parseDump(mapsBeside(kMaps));
    REQUIRE(document);
    canvas.setDocumentNow(*document);
    Marks marks;
    for (const auto& box : canvas.scene()->boxes())
        if (box.kind == BoxKind::map)
            marks.annotations[box.id] = QStringLiteral("22.1 \u00b5s");
    REQUIRE(marks.annotations.size() == kMaps);
    for (const double scale : {0.25, 0.3, 0.45}) {
        const auto labels = labelsAt(canvas, scale, marks);
        std::set<QString> names;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            const auto& box = canvas.scene()->boxes()[static_cast<std::size_t>(labels[i].index)];
            if (labels[i].kind == SceneLabel::Kind::name && box.kind == BoxKind::map)
                names.insert(labels[i].text);
            for (std::size_t k = i + 1; k < labels.size(); ++k)
                CHECK_FALSE(labels[i].place.intersects(labels[k].place));
        }
        CHECK(names.size() == kMaps); // each map has one, of its own
    }
}

TEST_CASE("a name that is cut says enough, or is left out") {
    GraphCanvas canvas;
    canvas.resize(800, 600);
    QString text = QString::fromStdString(mapsBeside(12));
    text.replace(QRegularExpression(QStringLiteral("\\bb3\\b")), QStringLiteral("interpolated"));
    const auto document = ir::parseDump(text.toStdString());
    REQUIRE(document);
    canvas.setDocumentNow(*document);
    int cut = 0;
    for (double scale = 0.05; scale < 0.5; scale += 0.01)
        for (const auto& label : labelsAt(canvas, scale, {})) {
            const auto& box = canvas.scene()->boxes()[static_cast<std::size_t>(label.index)];
            if (!box.title.startsWith(QStringLiteral("inter")) || label.text == box.title)
                continue;
            ++cut;
            CAPTURE(scale, label.text.toStdString());
            CHECK(label.text.size() >= 5);
        }
    CHECK(cut > 0);
}

TEST_CASE("numbers stand at edges, beside texts that can be read") {
    Shown shown;
    Marks marks;
    for (const auto& line : shown.canvas.scene()->lines())
        marks.numbers[line.id] = QStringLiteral("1.46 MB");
    const auto labels = labelsAt(shown.canvas, 1, marks);
    CHECK(labels.size() >= 2);
    for (const auto& label : labels) {
        CHECK(label.kind == SceneLabel::Kind::number);
        for (const auto& box : shown.canvas.scene()->boxes())
            if (!box.container)
                CHECK_FALSE(label.place.intersects(box.rect));
    }
    for (const auto& label : labelsAt(shown.canvas, 0.3, marks)) // far out they are left out
        CHECK(label.kind == SceneLabel::Kind::name);
}

TEST_CASE("a scope is gone into and out of, by keys, double click and the way back") {
    Shown shown;
    auto& canvas = shown.canvas;
    const ElementId map = shown.node(1);
    canvas.setSelection({map});
    shown.key(Qt::Key_Return);
    REQUIRE(waitForLayout(canvas));
    CHECK(canvas.root() == map);
    CHECK(showsAll(canvas));
    CHECK(canvas.elementRect(shown.node(8)).isNull()); // nothing of the rest
    CHECK_FALSE(canvas.elementRect(shown.node(4)).isNull());
    const QPointF before = canvas.centre();
    shown.key(Qt::Key_Escape);
    REQUIRE(waitForLayout(canvas));
    CHECK_FALSE(canvas.root());
    CHECK(shown.selected() == map);
    canvas.goBack();
    REQUIRE(waitForLayout(canvas));
    CHECK(canvas.root() == map);
    CHECK(canvas.centre() == before);
    canvas.leave();
    REQUIRE(waitForLayout(canvas));
    QTest::mouseDClick(&canvas, Qt::LeftButton, {}, shown.middle(shown.node(5)) + QPoint(90, 0));
    if (!canvas.isLayoutRunning())
        QTest::mouseDClick(&canvas, Qt::LeftButton, {}, shown.header(shown.node(5)));
    REQUIRE(waitForLayout(canvas));
    CHECK(canvas.root() == shown.node(5));
    // Framing what is not shown goes to where it is.
    canvas.frame({shown.node(0)});
    REQUIRE(waitForLayout(canvas));
    CHECK_FALSE(canvas.root());
}

TEST_CASE("all is in view after everything was collapsed or expanded") {
    Shown shown;
    shown.canvas.setView(shown.canvas.sceneRect().bottomRight() + QPointF(2000, 0), 2);
    shown.canvas.collapseAll();
    REQUIRE(waitForLayout(shown.canvas));
    CHECK(showsAll(shown.canvas));
    CHECK(shown.canvas.elementRect(shown.node(2)) == shown.canvas.elementRect(shown.node(1)));
    shown.canvas.setView(QPointF(-4000, 0), 1);
    shown.canvas.expandAll();
    REQUIRE(waitForLayout(shown.canvas));
    CHECK(showsAll(shown.canvas));
}

TEST_CASE("what an overlay says stands in the tool tip") {
    Shown shown;
    Colouring bytes;
    bytes.title = QStringLiteral("bytes");
    bytes.values[shown.node(1)] = 1;
    bytes.texts[shown.node(1)] = QStringLiteral("12 MB");
    shown.canvas.setColouring(bytes, {});
    CHECK(shown.canvas.toolTipText(shown.node(1)).endsWith("bytes: 12 MB"));
    CHECK(bytes.colourOf(shown.node(1), Theme::of(ThemeKind::light)) == heatColour(1));
    CHECK_FALSE(bytes.colourOf(shown.node(0), Theme::of(ThemeKind::light)));
}

} // namespace canvas_test
