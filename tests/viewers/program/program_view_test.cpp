// The program view: rows, lanes and brackets, keys, and what is painted where.
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/viewers/painted.h"
#include "viewers/program/program_view.h"
#include "viewers/program/program_view_p.h"

#include <QImage>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

#include <algorithm>

namespace program_view_test {

using namespace mw;
using namespace mw::viewers;

namespace {

constexpr const char* kText = R"(sdfg p {
  args a c
  symbols N:int32 T:int32 i:int32
  array a float64 [N]
  array b float64 [N] transient
  array c float64 [N]
  state main {
    n0 = access a
    n1 = map first [i_K_gtx_vertical = 0:N] -> n3
    n2 = tasklet one `out = x * 2.0`
    n3 = exit n1
    n4 = access b
    n5 = map second [i_K_gtx_vertical = 0:N] -> n7
    n6 = tasklet two `out = x + 1.0`
    n7 = exit n5
    n8 = access c
    n0 -> n1.IN_a : a[0:N]
    n1.OUT_a -> n2.x : a[i_K_gtx_vertical]
    n2.out -> n3.IN_b : b[i_K_gtx_vertical]
    n3.OUT_b -> n4 : b[0:N]
    n4 -> n5.IN_b : b[0:N]
    n5.OUT_b -> n6.x : b[i_K_gtx_vertical]
    n6.out -> n7.IN_c : c[i_K_gtx_vertical]
    n7.OUT_c -> n8 : c[0:N]
  }
  loop again `i = 0` `i < T` `i = i + 1` variable i {
    state body {
      n0 = access c
      n1 = access a
      n0 -> n1 : c[0:N]
    }
  }
  main -> again
}
)";

ir::DocumentPtr program() {
    auto document = ir::parseDump(kText);
    if (!document)
        FAIL(toString(document.error()));
    return *document;
}

struct Shown {
    ir::DocumentPtr document = program();
    std::shared_ptr<const ProgramSheet> sheet = std::make_shared<const ProgramSheet>(sheetOf(
        *document, {{"N", symbolic::Value::integer(1000)}, {"T", symbolic::Value::integer(3)}}));
    ProgramView view;

    Shown() {
        view.resize(900, 400);
        view.setSheet(sheet);
        view.show();
    }
    ProgramBracket bracket(const QString& refusal = {}) const {
        return {0, 1, "fuse: first | second", "16.0 kB and 1 launch", "−16.0 kB", refusal, {}};
    }
    QImage picture() {
        QImage image(view.wholeSize(), QImage::Format_RGB32);
        image.fill(Qt::magenta);
        QPainter painter(&image);
        view.render(painter, image.size());
        return image;
    }
    void key(Qt::Key key) { QTest::keyClick(&view, key); }
};

QString text(const ProgramSheet& sheet) {
    QString all;
    for (const auto& row : sheet.rows)
        all += QString(2 * row.row.depth, QLatin1Char(' ')) + row.name + QStringLiteral(" | ") +
               row.range + QStringLiteral(" | ") +
               (row.bytes ? QString::number(*row.bytes) : QStringLiteral("?")) + QLatin1Char('\n');
    return all;
}

} // namespace

TEST_CASE("the sheet has a row per kernel with the numbers of the run") {
    const Shown shown;
    CHECK(text(*shown.sheet).toStdString() == "b | K 0…999 | 16000\n"
                                              "c | K 0…999 | 16000\n"
                                              "for i = 0 … T - 1 |  | ?\n"
                                              "  a |  | 16000\n");
    CHECK(shown.sheet->figures.kernels == 2);
    CHECK(shown.sheet->figures.copies == 1);
    CHECK(shown.sheet->figures.bytes == 48000);
    CHECK(shown.sheet->figures.temporaryBytes == 8000);
    CHECK(shown.sheet->lanes.size() == 3);
    CHECK(shown.sheet->lanes[2].details.contains("temporary"));
}

TEST_CASE("sizes that are open leave numbers out, not rows") {
    const auto sheet = sheetOf(*program(), {});
    CHECK(sheet.rows.size() == 4);
    CHECK_FALSE(sheet.figures.bytes);
    CHECK(sheet.rows[0].range == QStringLiteral("K 0…N - 1"));
}

TEST_CASE("an element inside a map belongs to the map's row") {
    const Shown shown;
    const ir::DocumentIndex index(shown.document);
    const auto& state = *shown.document->root->body.blocks.front()->as<ir::State>();
    RowFinder finder(*shown.sheet, index);
    CHECK(finder.rowOf(state.nodes[2]->id) == 0U); // tasklet
    CHECK(finder.rowOf(state.nodes[7]->id) == 1U); // exit
    CHECK_FALSE(finder.rowOf(state.nodes[4]->id)); // the array between them
}

TEST_CASE("keys walk the rows, fold headings and open kernels") {
    Shown shown;
    QSignalSpy chosen(&shown.view, &ProgramView::rowChosen);
    QSignalSpy opened(&shown.view, &ProgramView::rowOpened);
    shown.key(Qt::Key_Down);
    CHECK(shown.view.currentRow() == 0U);
    shown.key(Qt::Key_End);
    CHECK(shown.view.currentRow() == 3U);
    shown.key(Qt::Key_Up);
    CHECK(shown.view.currentRow() == 2U);
    CHECK(chosen.count() == 3);
    shown.key(Qt::Key_Left);
    CHECK(shown.view.visibleRows() == std::vector<std::size_t>{0, 1, 2});
    shown.key(Qt::Key_Down);
    CHECK(shown.view.currentRow() == 2U);
    shown.key(Qt::Key_Return); // a heading unfolds
    CHECK(shown.view.visibleRows().size() == 4);
    CHECK(opened.count() == 0);
    shown.key(Qt::Key_Home);
    QSignalSpy said(&shown.view, &ProgramView::said);
    shown.key(Qt::Key_Return); // never another view: it says what there is to do
    CHECK(opened.count() == 0);
    CHECK(said.count() == 1);
    const auto row = *shown.view.spanOf(0);
    QTest::mouseDClick(shown.view.viewport(), Qt::LeftButton, {},
                       QPoint(200, static_cast<int>((row.top + row.bottom) / 2)));
    REQUIRE(opened.count() == 1);
    CHECK(opened[0][0].value<ElementId>() == shown.sheet->rows[0].row.element);
}

TEST_CASE("a row that is folded away is unfolded when it is chosen elsewhere") {
    Shown shown;
    shown.view.setFolded(shown.sheet->rows[2].row.element, true);
    CHECK(shown.view.visibleRows().size() == 3);
    shown.view.setCurrentRow(3);
    CHECK(shown.view.visibleRows().size() == 4);
    CHECK(shown.view.currentRow() == 3U);
}

TEST_CASE("a bracket says what it saves, and the second Enter does it") {
    Shown shown;
    shown.view.setBrackets({shown.bracket()});
    QSignalSpy done(&shown.view, &ProgramView::stepActivated);
    QSignalSpy chosen(&shown.view, &ProgramView::bracketChosen);
    shown.key(Qt::Key_BracketRight);
    CHECK(shown.view.currentBracket() == 0U);
    CHECK(shown.view.accessibleDescription().contains("16.0 kB"));
    shown.key(Qt::Key_Return);
    CHECK(done.count() == 0);
    shown.key(Qt::Key_Return);
    CHECK(done.count() == 1);
    shown.key(Qt::Key_Escape); // leaves the preview, then the bracket
    shown.key(Qt::Key_Escape);
    CHECK_FALSE(shown.view.currentBracket());
    REQUIRE(chosen.count() == 2);
    CHECK(chosen[0][0].value<std::optional<std::size_t>>() == 0U);
    CHECK_FALSE(chosen[1][0].value<std::optional<std::size_t>>());
}

TEST_CASE("a preview shows what goes, what comes and the new totals until Escape") {
    Shown shown;
    shown.view.setBrackets({shown.bracket()});
    QSignalSpy asked(&shown.view, &ProgramView::bracketPreviewed);
    shown.key(Qt::Key_BracketRight);
    shown.key(Qt::Key_Return);
    CHECK(asked.count() == 1);
    const QImage before = shown.picture();
    ProgramPreview preview;
    preview.goingRows = {0, 1};
    preview.goingLanes = {2};
    preview.rows = {shown.sheet->rows[1]};
    preview.below = {1};
    preview.before = {
        {.kernels = 2, .copies = 1, .bytes = 48000, .copyBytes = 16000, .temporaryBytes = 8000},
        12.0};
    preview.after = {
        {.kernels = 1, .copies = 1, .bytes = 32000, .copyBytes = 16000, .temporaryBytes = 0}, 7.0};
    shown.view.setPreview(preview);
    CHECK(shown.view.visibleRows() == std::vector<std::size_t>{0, 1, 4, 2, 3});
    const QString said = shown.view.accessibleDescription();
    for (const char* part : {"2 kernels + 1 copy → 1 kernel + 1 copy", "48.0 kB → 32.0 kB",
                             "temporaries 8.00 kB → 0 B", "12.0 µs → 7.00 µs predicted"}) {
        INFO(said.toStdString());
        CHECK(said.contains(QString::fromUtf8(part)));
    }
    CHECK(shown.picture().height() > before.height());
    shown.key(Qt::Key_Escape);
    CHECK_FALSE(shown.view.preview());
    CHECK(shown.view.currentBracket() == 0U);
    CHECK(shown.picture() == before);
    shown.key(Qt::Key_Return); // asks again, and does nothing
    CHECK(asked.count() == 2);
}

TEST_CASE("a preview goes when another row is looked at") {
    Shown shown;
    shown.view.setBrackets({shown.bracket()});
    shown.key(Qt::Key_BracketRight);
    shown.key(Qt::Key_Return);
    shown.view.setPreview(ProgramPreview{{0, 1}, {}, {shown.sheet->rows[1]}, {1}, {}, {}, {}});
    shown.key(Qt::Key_Down);
    CHECK_FALSE(shown.view.preview());
    CHECK(shown.view.currentRow() == 1U);
    CHECK_FALSE(shown.view.currentBracket());
}

TEST_CASE("rows of a preview are no rows of the program: keys and buttons pass them by") {
    Shown shown;
    shown.view.setBrackets({shown.bracket()});
    const auto preview = [&] {
        shown.key(Qt::Key_BracketRight);
        shown.key(Qt::Key_Return);
        shown.view.setPreview(ProgramPreview{{0, 1}, {}, {shown.sheet->rows[1]}, {1}, {}, {}, {}});
        REQUIRE(shown.view.visibleRows().size() == shown.sheet->rows.size() + 1);
    };
    for (const int key : {Qt::Key_End, Qt::Key_PageDown, Qt::Key_Home}) {
        preview();
        shown.key(static_cast<Qt::Key>(key));
        REQUIRE(shown.view.currentRow());
        CHECK(*shown.view.currentRow() < shown.sheet->rows.size());
        CHECK_FALSE(shown.view.preview());
    }
    preview();
    const auto row = shown.view.spanOf(shown.sheet->rows.size());
    REQUIRE(row);
    const QPoint at(60, static_cast<int>((row->top + row->bottom) / 2));
    for (const auto button : {Qt::LeftButton, Qt::RightButton})
        QTest::mouseClick(shown.view.viewport(), button, {}, at);
    CHECK(shown.view.preview());
}

TEST_CASE("what is in the way is marked while the pointer is over a refused bracket") {
    Shown shown;
    auto refused = shown.bracket("the ranges differ");
    refused.blockingRows = {1};
    shown.view.setBrackets({refused});
    QSignalSpy hovered(&shown.view, &ProgramView::bracketHovered);
    const auto warnings = [&] {
        const QImage image = shown.view.viewport()->grab().toImage();
        const RowSpan row = *shown.view.spanOf(1);
        int found = 0;
        for (int y = static_cast<int>(row.top); y < static_cast<int>(row.bottom); ++y)
            found += image.pixelColor(image.width() - 40, y) == Theme::of(ThemeKind::light).warning;
        return found;
    };
    CHECK(warnings() == 0);
    const RowSpan first = *shown.view.spanOf(0);
    QTest::mouseMove(shown.view.viewport(), QPoint(12, static_cast<int>(first.bottom) - 2));
    REQUIRE(hovered.count() == 1);
    CHECK(warnings() > 0);
    QTest::mouseMove(shown.view.viewport(), QPoint(400, static_cast<int>(first.top) + 3));
    CHECK(hovered.count() == 2);
    CHECK(warnings() == 0);
}

TEST_CASE("a refused bracket has no preview: Enter asks for it, so that the window says why not") {
    Shown shown;
    shown.view.setBrackets({shown.bracket("the ranges differ")});
    QSignalSpy asked(&shown.view, &ProgramView::stepActivated);
    shown.key(Qt::Key_BracketRight);
    shown.key(Qt::Key_Return);
    CHECK_FALSE(shown.view.isPreviewing());
    CHECK(asked.count() == 1);
}

TEST_CASE("writes are filled marks and reads open ones, in the lane of the array") {
    Shown shown;
    const QImage image = shown.picture();
    const auto& theme = Theme::of(ThemeKind::light);
    ProgramView::Private d;
    d.sheet = shown.sheet;
    d.measureText();
    d.fit(1e6);
    const auto& g = d.geometry;
    const auto at = [&](std::size_t row, std::size_t lane) {
        return image.pixelColor(
            static_cast<int>(g.columns() + (static_cast<double>(lane) + 0.5) * g.lane),
            static_cast<int>(g.head + (static_cast<double>(row) + 0.5) * g.row));
    };
    const auto isNear = [](const QColor& a, const QColor& b) {
        return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) +
                   std::abs(a.blue() - b.blue()) <
               40;
    };
    CHECK(isNear(at(0, 0), theme.base));            // a is read
    CHECK(isNear(at(0, 2), theme.temporaryStroke)); // b is written
    CHECK(isNear(at(1, 2), theme.base));            // and read
    CHECK(isNear(at(1, 1), theme.argumentStroke));  // c is written
}

TEST_CASE("a bar of bytes says what a kernel must move and what it asks for") {
    Shown shown;
    const ElementId first = shown.sheet->rows[0].row.element;
    ProgramView::Private d;
    d.sheet = shown.sheet;
    d.measureText();
    d.fit(1e6);
    const auto& g = d.geometry;
    const double from = g.at(Column::bytes) + 62 + 6, whole = g.of(Column::bytes) - 62 - 12;
    const auto at = [&](double share) {
        return shown.picture().pixelColor(static_cast<int>(from + whole * share),
                                          static_cast<int>(g.head + g.row / 2));
    };
    const auto& theme = Theme::of(ThemeKind::light);
    CHECK(at(0.9) == theme.information); // the longest bar
    shown.view.setModelledBytes({{first, 64000.0}});
    CHECK(at(0.2) == theme.information); // 16 kB of 64 kB
    CHECK(at(0.9) != theme.information);
    CHECK(at(0.9) != mix(theme.base, theme.line, 0.35)); // the paler bar, not the empty one
    shown.key(Qt::Key_Home);
    CHECK(shown.view.accessibleDescription().contains("4.00 times what it must move"));
    shown.view.setSheet(shown.sheet);
    CHECK(at(0.9) == theme.information);
}

TEST_CASE("what was measured stands at the foot under the names of the table of times") {
    Shown shown;
    ProgramTimes times;
    times.kernels = {{shown.sheet->rows[0].row.element, 12.0},
                     {shown.sheet->rows[1].row.element, 30.0}};
    times.program = 50;
    times.copies = 6;
    times.bytes = 32000;
    times.copyBandwidth = 1;
    shown.view.setTimes(times);
    const auto says = [&](const char* text) {
        return shown.view.accessibleDescription().contains(QString::fromUtf8(text));
    };
    INFO(shown.view.accessibleDescription().toStdString());
    CHECK(says("measured: 50.0 µs on the device · kernels 42.0 µs for 32.0 kB · copies 6.00 µs"));
    CHECK(says("a copy of the kernels' bytes 32.0 µs"));
    times.cached = true;
    shown.view.setTimes(times);
    CHECK_FALSE(says("a copy of"));
    CHECK(says("flattered by caches"));
}

TEST_CASE("what a copy would take is marked where the bars reach that far, and not in caches") {
    Shown shown;
    const ElementId first = shown.sheet->rows[0].row.element;
    const auto ticks = [&](double time, bool cached) { // of 16 kB at 1 GB/s: 16 us
        ProgramTimes times{{{first, time}}, time, 0, 16000, 1, cached};
        shown.view.setTimes(times);
        ProgramView::Private d;
        d.sheet = shown.sheet;
        d.times = times;
        d.measureText();
        d.fit(1e6);
        const auto& g = d.geometry;
        const QImage image = shown.picture();
        const int y = static_cast<int>(g.head + g.row / 2) + 5; // below the bar
        int found = 0;
        for (int x = static_cast<int>(g.at(Column::time)) + 66; x < static_cast<int>(g.columns());
             ++x)
            found += image.pixelColor(x, y).lightness() < 120;
        return found;
    };
    CHECK(ticks(20, false) > 0);
    CHECK(ticks(10, false) == 0);
    CHECK(ticks(20, true) == 0);
}

TEST_CASE("a narrow view keeps ranges and room for lanes, and its foot is one line") {
    Shown shown;
    ProgramView::Private d;
    d.sheet = shown.sheet;
    d.brackets = {shown.bracket()};
    d.arrange();
    d.measureText();
    d.fit(1e6);
    const double wide = d.geometry.columns();
    CHECK(d.totalLines == QStringList{d.totals()});
    d.fit(440);
    CHECK(d.geometry.columns() < wide);
    CHECK(d.geometry.columns() <= 440 - 3 * d.geometry.lane);
    CHECK(d.geometry.of(Column::range) >= std::min(70.0, d.natural.range));
    // One line, of whole pieces; the tip has all.
    REQUIRE(d.totalLines.size() == 1);
    CHECK(d.totals().startsWith(d.totalLines[0].chopped(QStringLiteral(" · …").size())));
    CHECK(d.totalLines[0].endsWith(QStringLiteral(" · …")));
    // What is looked for stands beside it, a bracket's sentence below.
    const double low = d.geometry.foot;
    d.busy = QStringLiteral("looking for what could be fused");
    d.fit(440);
    CHECK(d.geometry.foot == low);
    d.chosen = 0;
    d.fit(440);
    CHECK(d.geometry.foot > low);
    CHECK(d.saidLines.size() == 2);
}

TEST_CASE("names keep twelve letters, below however many headings, in however narrow a view") {
    Shown shown;
    auto deep = *shown.sheet;
    for (auto& row : deep.rows)
        if (row.row.kind == analysis::RowKind::kernel) {
            row.row.depth = 9;
            row.name = QStringLiteral("contravariant_correction_at_cells_on_model_levels");
        }
    ProgramView::Private d;
    d.sheet = std::make_shared<const ProgramSheet>(deep);
    d.arrange();
    d.measureText();
    const QFontMetricsF metrics(d.fonts().ui);
    for (const double width : {1200.0, 440.0, 300.0, 200.0}) {
        d.fit(width);
        const double room = d.geometry.of(Column::name) - indentOf(9) - 14;
        CHECK(room >= 12 * metrics.averageCharWidth());
    }
    CHECK(indentOf(9) < 4 * 14);
    CHECK(indentOf(1) < indentOf(2));
}

namespace {

/// Kernels with long names below many headings, over edges and levels, that were launched and
/// timed.
struct Crowded : Shown {
    Crowded() {
        auto all = *sheet;
        for (auto& row : all.rows) {
            row.row.depth = row.row.kind == analysis::RowKind::kernel ? 7 : 1;
            row.name = QStringLiteral("contravariant_correction_at_cells_on_model_levels");
            row.range = QStringLiteral("Edge 5376…67199 × K 0…79");
        }
        sheet = std::make_shared<const ProgramSheet>(all);
        view.setSheet(sheet);
        const auto first = sheet->rows[0].row.element, second = sheet->rows[1].row.element;
        // What a copy would take is marked everywhere along the bars.
        view.setTimes({{{first, 877.0}, {second, 1.11}}, 888, 0, 32000, 0.04});
        view.setLaunches({{first, {"840×10 / 128", "blocks"}}, {second, {"1 / 32", "block"}}});
        view.setBrackets({bracket()});
    }
    /// Of all that is painted, what stands between two heights.
    std::vector<test::PaintedText> textsBetween(double top, double bottom) {
        auto painted = test::paintedBy(view);
        std::erase_if(painted.texts, [&](const test::PaintedText& text) {
            return text.ink.center().y() < top || text.ink.center().y() > bottom;
        });
        return painted.texts;
    }
};

/// Sides of a view in a pane of a narrow screen, of a wide one, and alone.
constexpr int kWidths[] = {400, 480, 600, 640, 900, 1400};

} // namespace

TEST_CASE("a range never loses its levels, in however narrow a view") {
    CHECK(rangeForms("Edge 5376…67199 × K 0…79") ==
          QStringList{"Edge 5376…67199 × K 0…79", "Edge × K 0…79", "K 0…79"});
    CHECK(rangeForms("K 0…79 × Cell 0…9").back() == "K 0…79");
    CHECK(rangeForms("Edge 5…9") == QStringList{"Edge 5…9"});
    Crowded shown;
    for (const int width : kWidths) {
        CAPTURE(width);
        shown.view.resize(width, 400);
        for (const std::size_t row : {0, 1}) {
            const auto span = *shown.view.spanOf(row);
            QString range, name;
            for (const auto& text : shown.textsBetween(span.top, span.bottom)) {
                if (text.text.contains("K 0…79"))
                    range += text.text;
                if (text.text.startsWith("contra"))
                    name = text.text;
                CHECK(text.ink == text.whole);
            }
            CHECK(range.endsWith("K 0…79"));
            CHECK(name.size() >= 12);
        }
    }
    shown.view.resize(1400, 400);
    const auto span = *shown.view.spanOf(0);
    CHECK(std::ranges::any_of(shown.textsBetween(span.top, span.bottom), [](const auto& text) {
        return text.text == "Edge 5376…67199 × K 0…79";
    }));
}

TEST_CASE("titles are neither cut nor over each other, whatever is sorted") {
    Crowded shown;
    for (const int width : kWidths)
        for (const auto order : {RowOrder::program, RowOrder::name, RowOrder::range,
                                 RowOrder::launch, RowOrder::bytes, RowOrder::time}) {
            CAPTURE(width, static_cast<int>(order));
            shown.view.resize(width, 400);
            shown.view.setOrder(order, true);
            const double bottom = shown.view.rowsInSight().top;
            auto titles = shown.textsBetween(bottom - 24, bottom - 1);
            std::erase_if(titles, [](const auto& one) { return one.text.size() == 1; }); // lanes
            CHECK(titles.size() >= 4); // kernel, range, bytes, time
            CHECK(test::collisions(titles) == QStringList());
            for (const auto& title : titles) {
                CAPTURE(title.text.toStdString());
                CHECK_FALSE(title.isCut());
            }
        }
}

TEST_CASE("no bar, mark or line runs through a text, figures least of all") {
    Crowded shown;
    for (const double zoom : {1.0, 0.7, 1.6})
        for (const int width : kWidths) {
            CAPTURE(width, zoom);
            if (width < 400 * zoom)
                continue; // columns as wide as they have to be end behind the view
            shown.view.setZoom(zoom);
            shown.view.resize(width, 400);
            const auto rows = shown.view.rowsInSight();
            const auto texts = shown.textsBetween(rows.top, rows.bottom);
            CHECK(texts.size() >= 8);
            CHECK(test::collisions(texts) == QStringList());
            for (const auto& text : texts) {
                CAPTURE(text.text.toStdString());
                CHECK(text.isGroundEven);
                CHECK_FALSE(text.isPaintedOver);
                const bool isFigure = text.text.endsWith("B") || text.text.endsWith("s");
                CHECK_FALSE((isFigure && text.text.front().isDigit() && text.isCut()));
            }
        }
}

TEST_CASE("the head is as high as names of lanes need, and less in a low view") {
    Shown shown;
    ProgramView::Private d;
    d.sheet = shown.sheet;
    d.arrange();
    d.measureText();
    d.fit(900);
    const double few = d.geometry.head; // lanes a, b, c
    auto longer = *shown.sheet;
    longer.lanes[1].name = QStringLiteral("contravariant_correction_at_cells_on_model_levels");
    d.sheet = std::make_shared<const ProgramSheet>(longer);
    d.measureText();
    d.fit(900);
    const double high = d.geometry.head;
    CHECK(high > few);
    d.sight = 400;
    d.fit(900);
    CHECK(d.geometry.head < high);
    CHECK(d.geometry.head >= few);
    d.corner = 100; // what stands in the corner is not cut
    d.fit(900);
    CHECK(d.geometry.head >= 100 + d.geometry.title);
}

TEST_CASE("the legend stands behind a mark: by key, by click") {
    Shown shown;
    shown.view.setBrackets({shown.bracket()});
    const auto lines = shown.view.legend().split(QLatin1Char('\n'));
    CHECK(lines.size() == 4);
    CHECK(lines.contains(QStringLiteral("[ ]: next bracket")));
    QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, Qt::NoModifier, {8, 8});
    CHECK(QToolTip::text() == shown.view.legend());
    QToolTip::hideText();
    shown.key(Qt::Key_Question);
    CHECK(QToolTip::text() == shown.view.legend());
}

TEST_CASE("arguments are one lane where temporaries would have no room beside them") {
    std::string dump = "sdfg many {\n  symbols N:int32\n";
    for (int i = 0; i < 40; ++i)
        dump += "  array a" + std::to_string(i) + " float64 [N]\n";
    for (int i = 0; i < 30; ++i)
        dump += "  array t" + std::to_string(i) + " float64 [N] transient\n";
    dump += "  state main {\n";
    for (int i = 0; i < 40; ++i)
        dump += "    n" + std::to_string(i) + " = access a" + std::to_string(i) + "\n";
    for (int i = 0; i < 30; ++i)
        dump += "    n" + std::to_string(40 + i) + " = access t" + std::to_string(i) + "\n";
    for (int i = 0; i < 40; ++i)
        dump += "    n" + std::to_string(i) + " -> n" + std::to_string(40 + i % 30) + " : a" +
                std::to_string(i) + "[0:N]\n";
    const auto document = ir::parseDump(dump + "  }\n}\n");
    INFO((document ? "" : toString(document.error())));
    REQUIRE(document);
    ProgramView view;
    view.resize(900, 1100);
    view.setSheet(std::make_shared<const ProgramSheet>(sheetOf(**document, {})));
    view.show();
    CHECK(view.areArgumentsFolded());
    CHECK(view.lanesOutOfSight().second == 0);
    QTest::keyClick(&view, Qt::Key_A);
    CHECK_FALSE(view.areArgumentsFolded());
    CHECK(view.lanesOutOfSight().second > 10); // temporaries
    const auto last = std::ranges::find(view.sheet()->rows, QStringLiteral("t29"), &SheetRow::name);
    view.setCurrentRow(static_cast<std::size_t>(last - view.sheet()->rows.begin()));
    CHECK(view.horizontalScrollBar()->value() > 0);
    view.setArgumentsFolded(std::nullopt);
    view.resize(3000, 1100);
    CHECK_FALSE(view.areArgumentsFolded());
}

TEST_CASE("lanes of arguments that are folded have one mark in common") {
    Shown shown;
    ProgramView::Private d;
    d.sheet = shown.sheet;
    d.argumentsFoldedByUser = true;
    d.fit(1e6);
    REQUIRE(d.argumentsFolded);
    CHECK(d.laneColumns() == 2);
    const auto copy = d.marksOf(3); // c to a, both arguments
    REQUIRE(copy.size() == 1);
    CHECK(copy[0].reads);
    CHECK(copy[0].writes);
    CHECK(d.columnOf(2) == 1);
    CHECK(d.laneAt(1) == 2U);
    CHECK_FALSE(d.laneAt(0));
}

TEST_CASE("zoom makes rows and lanes larger, headings fold all at once") {
    Shown shown;
    const auto heightOf = [&] {
        const RowSpan span = *shown.view.spanOf(0);
        return span.bottom - span.top;
    };
    const double natural = heightOf();
    QSignalSpy zoomed(&shown.view, &ProgramView::zoomed);
    shown.view.zoomBy(2);
    CHECK(heightOf() > 1.2 * natural);
    CHECK(zoomed.count() == 1);
    shown.view.setZoom(1);
    CHECK(heightOf() == natural);
    shown.view.foldAll(true);
    CHECK(shown.view.visibleRows() == std::vector<std::size_t>{0, 1, 2});
    shown.view.foldAll(false);
    CHECK(shown.view.visibleRows().size() == 4);
    shown.view.resize(900, 140);
    shown.view.fitAll();
    CHECK(shown.view.zoom() < 1);
    CHECK(shown.view.spanOf(3)->bottom <= shown.view.rowsInSight().bottom + 1);
}

TEST_CASE("rows, lanes and figures grow with the size of text and with zoom") {
    struct UsualSize {
        ~UsualSize() { Theme::setTextScale(1); }
    } const after;
    const Shown shown;
    const auto room = [&](double text, double zoom) {
        Theme::setTextScale(text);
        ProgramView::Private d;
        d.sheet = shown.sheet;
        d.zoom = zoom;
        d.measureText();
        d.fit(900);
        return std::pair(d.geometry, d.fonts());
    };
    for (const auto& [text, zoom] : {std::pair(1.0, 1.0), {1.6, 1.0}, {1.0, 1.6}, {1.6, 1.6}}) {
        INFO(text << ", zoom " << zoom);
        const auto [g, font] = room(text, zoom);
        const QFontMetricsF ui(font.ui), small(font.small);
        CHECK(g.row >= ui.height());
        CHECK(g.lane >= 0.8 * small.height());
        CHECK(g.number >= ui.horizontalAdvance("888.8 MB"));
        CHECK(g.of(Column::bytes) >= g.number);
        CHECK(g.title >= QFontMetricsF(font.bold).height());
    }
}

TEST_CASE("columns are as wide as their border is dragged, and by double click as they would be") {
    Shown shown;
    ProgramView::Private d;
    d.sheet = shown.sheet;
    d.measureText();
    d.fit(shown.view.viewport()->width());
    auto* inside = shown.view.viewport();
    const auto picture = [&] { return inside->grab().toImage(); };
    const QImage before = picture();
    const int x = static_cast<int>(d.geometry.at(Column::range));
    const int y = static_cast<int>(d.geometry.head) - 12;
    QTest::mousePress(inside, Qt::LeftButton, {}, QPoint(x, y));
    QTest::mouseMove(inside, QPoint(x + 60, y));
    QTest::mouseRelease(inside, Qt::LeftButton, {}, QPoint(x + 60, y));
    CHECK(picture() != before);
    CHECK_FALSE(shown.view.currentLane());
    QTest::mouseDClick(inside, Qt::LeftButton, {}, QPoint(x + 60, y));
    QTest::mouseMove(inside, QPoint(x, 2));
    CHECK(picture() == before);
}

TEST_CASE("how a kernel is launched stands in its row and its details") {
    Shown shown;
    const QSize before = shown.view.wholeSize();
    shown.view.setLaunches({{shown.sheet->rows[0].row.element, {"8 / 128", "8 blocks of 128"}}});
    CHECK(shown.view.wholeSize().width() > before.width());
    shown.key(Qt::Key_Home);
    CHECK(shown.view.accessibleDescription().contains("8 blocks of 128"));
    shown.view.setSheet(shown.sheet);
    CHECK(shown.view.wholeSize() == before);
}

TEST_CASE("pieces are wrapped where one ends, and cut only when there are no lines left") {
    const QFontMetricsF metrics(QFont{});
    const QStringList pieces{"first", "second", "third"};
    const double two = metrics.horizontalAdvance("first · second") + 1;
    const QString dot = QStringLiteral(" · ");
    CHECK(wrapped(pieces, dot, metrics, two, 2) == QStringList{"first · second", "third"});
    CHECK(wrapped(pieces, dot, metrics, 1e4, 2) == QStringList{"first · second · third"});
    const auto cut = wrapped(pieces, dot, metrics, two, 1);
    REQUIRE(cut.size() == 1);
    CHECK(cut[0].endsWith(QStringLiteral("…")));
}

TEST_CASE("every theme paints the whole view") {
    Shown shown;
    shown.view.setBrackets({shown.bracket()});
    shown.view.setTimes({{{shown.sheet->rows[0].row.element, 12.0}}, 12, 0, 16000, 4000});
    for (const auto kind : {ThemeKind::light, ThemeKind::dark, ThemeKind::highContrast}) {
        shown.view.setTheme(kind);
        const QImage image = shown.picture();
        std::set<QRgb> colours;
        for (int y = 0; y < image.height(); y += 2)
            for (int x = 0; x < image.width(); x += 2)
                colours.insert(image.pixel(x, y));
        CHECK_FALSE(colours.contains(QColor(Qt::magenta).rgb()));
        CHECK(colours.size() > 20);
    }
}

TEST_CASE("what is in view depends on the scroll position, not on the size of the program") {
    std::string dump = "sdfg big {\n  symbols N:int32\n";
    for (int i = 0; i <= 60; ++i)
        dump += "  array x" + std::to_string(i) + " float64 [N]\n";
    dump += "  state main {\n";
    for (int i = 0; i <= 60; ++i)
        dump += "    n" + std::to_string(i) + " = access x" + std::to_string(i) + "\n";
    for (int i = 0; i < 60; ++i)
        dump += "    n" + std::to_string(i) + " -> n" + std::to_string(i + 1) + " : x" +
                std::to_string(i) + "[0:N]\n";
    dump += "  }\n}\n";
    const auto document = ir::parseDump(dump);
    INFO((document ? "" : toString(document.error())));
    REQUIRE(document);
    ProgramView view;
    view.resize(700, 300);
    view.setSheet(std::make_shared<const ProgramSheet>(
        sheetOf(**document, {{"N", symbolic::Value::integer(10)}})));
    view.show();
    REQUIRE(view.visibleRows().size() == 60);
    CHECK(view.verticalScrollBar()->maximum() > 0);
    CHECK(view.horizontalScrollBar()->maximum() > 0);
    QTest::keyClick(&view, Qt::Key_End);
    CHECK(view.verticalScrollBar()->value() == view.verticalScrollBar()->maximum());
    QTest::keyClick(&view, Qt::Key_Home);
    CHECK(view.verticalScrollBar()->value() == 0);
}

TEST_CASE("a click on a title sorts the rows, marked; more clicks or Escape lead back") {
    Shown shown;
    shown.view.setBrackets({shown.bracket()});
    shown.view.setTimes({.kernels = {{shown.sheet->rows[0].row.element, 7.0},
                                     {shown.sheet->rows[1].row.element, 9.0}}});
    ProgramView::Private d;
    d.sheet = shown.sheet;
    const QImage program = shown.picture();
    const std::vector<std::size_t> all{0, 1, 2, 3};
    CHECK(shown.view.visibleRows() == all);
    const auto click = [&](const QString& title) {
        // Where its title is painted: the head is searched from the left to the right.
        const int y = static_cast<int>(shown.view.rowsInSight().top) - 12;
        for (int x = 20; x < shown.view.viewport()->width(); x += 4) {
            const auto before = shown.view.order();
            QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, {}, QPoint(x, y));
            if (shown.view.order() != before)
                return title == QString::number(static_cast<int>(shown.view.order()));
        }
        return false;
    };
    CHECK(click(QString::number(static_cast<int>(RowOrder::name))));
    CHECK(shown.view.visibleRows() == std::vector<std::size_t>{3, 0, 1}); // without headings
    CHECK(shown.picture() != program);
    shown.key(Qt::Key_Escape);
    CHECK(shown.view.visibleRows() == all);
    CHECK(shown.picture() == program);
    shown.view.setOrder(RowOrder::time, true);
    CHECK(shown.view.visibleRows() == std::vector<std::size_t>{1, 0, 3});
    shown.view.setTimes({.kernels = {{shown.sheet->rows[0].row.element, 70.0},
                                     {shown.sheet->rows[1].row.element, 9.0}}});
    CHECK(shown.view.visibleRows() == std::vector<std::size_t>{0, 1, 3});
    // launches by their numbers, as soon as they are there
    shown.view.setOrder(RowOrder::launch, false);
    QSignalSpy reordered(&shown.view, &viewers::ProgramView::orderChanged);
    shown.view.setLaunches({{shown.sheet->rows[0].row.element, {"1125 / 128", ""}},
                            {shown.sheet->rows[1].row.element, {"40 / 64", ""}}});
    CHECK(shown.view.visibleRows() == std::vector<std::size_t>{1, 0, 3});
    shown.view.setOrder(RowOrder::bytes, false);
    CHECK(reordered.count() == 1);
    CHECK(shown.view.isDescending() == false);
    shown.view.setCurrentRow(2); // a heading: it is not there
    CHECK_FALSE(shown.view.currentRow());
    shown.key(Qt::Key_BracketRight); // between neighbours: in the program's order
    CHECK(shown.view.order() == RowOrder::program);
    CHECK(shown.view.currentBracket() == 0U);
}

TEST_CASE("a bracket that is chosen stays so, with its preview, where it is among new ones") {
    Shown shown;
    shown.view.setBrackets({shown.bracket()});
    shown.key(Qt::Key_BracketRight);
    shown.key(Qt::Key_Return);
    shown.view.setBrackets({shown.bracket("refused"), shown.bracket()});
    CHECK(shown.view.currentBracket() == 1U);
    CHECK(shown.view.isPreviewing());
    shown.view.setBrackets({shown.bracket("refused")});
    CHECK_FALSE(shown.view.currentBracket());
    CHECK_FALSE(shown.view.isPreviewing());
}

TEST_CASE("] and [ say why there is nowhere to go") {
    Shown shown;
    QSignalSpy said(&shown.view, &ProgramView::said);
    shown.view.setBusy("Looking …");
    shown.key(Qt::Key_BracketRight);
    shown.view.setBusy({});
    shown.key(Qt::Key_BracketLeft);
    shown.key(Qt::Key_N);
    REQUIRE(said.count() == 3);
    CHECK(said[0][0].toString() == "Looking …");
    CHECK(said[1][0].toString() == "Nothing here could be fused");
    CHECK(said[2][0].toString().startsWith("There is nothing to compare with"));
}

} // namespace program_view_test
