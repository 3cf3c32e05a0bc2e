// The program view: rows, lanes and brackets, keys, and what is painted where.
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "viewers/program/program_view.h"
#include "viewers/program/program_view_p.h"

#include <QImage>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

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
    CHECK(shown.sheet->kernels == 2);
    CHECK(shown.sheet->copies == 1);
    CHECK(shown.sheet->bytes == 48000.0);
    CHECK(shown.sheet->temporaryBytes == 8000.0);
    CHECK(shown.sheet->lanes.size() == 3);
    CHECK(shown.sheet->lanes[2].details.contains("temporary"));
}

TEST_CASE("sizes that are open leave numbers out, not rows") {
    const auto sheet = sheetOf(*program(), {});
    CHECK(sheet.rows.size() == 4);
    CHECK_FALSE(sheet.bytes);
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
    shown.key(Qt::Key_Return);
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
    QSignalSpy done(&shown.view, &ProgramView::bracketActivated);
    shown.key(Qt::Key_BracketRight);
    CHECK(shown.view.currentBracket() == 0U);
    CHECK(shown.view.accessibleDescription().contains("16.0 kB"));
    shown.key(Qt::Key_Return);
    CHECK(done.count() == 0);
    shown.key(Qt::Key_Return);
    CHECK(done.count() == 1);
    shown.key(Qt::Key_Escape);
    CHECK_FALSE(shown.view.currentBracket());
}

TEST_CASE("a refused bracket can be looked at and not done") {
    Shown shown;
    shown.view.setBrackets({shown.bracket("the ranges differ")});
    QSignalSpy done(&shown.view, &ProgramView::bracketActivated);
    shown.key(Qt::Key_BracketRight);
    shown.key(Qt::Key_Return);
    shown.key(Qt::Key_Return);
    CHECK(done.count() == 0);
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
    const double from = g.bytesAt() + 62 + 6, whole = g.bytes - 62 - 12;
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

TEST_CASE("every theme paints the whole view") {
    Shown shown;
    shown.view.setBrackets({shown.bracket()});
    shown.view.setTimes({{shown.sheet->rows[0].row.element, 12.0}}, 4000);
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
