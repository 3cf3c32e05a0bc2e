// The roofline beside the table of times: what it says, mouse, keys, and the row that both mark.
#include "tests/support/catch.h"
#include "tests/viewers/panels/bench_results.h"
#include "viewers/panels/roofline_view.h"
#include "viewers/panels/timings_model.h"
#include "viewers/panels/timings_panel.h"

#include <QImage>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

namespace roofline_test {

using namespace mw;

namespace {

bench::BenchResult withOperations() {
    auto result = test::twoVariants();
    result.variants[0].kernels[0].operations = 1e5;
    result.variants[0].kernels[1].operations = 9e5;
    result.variants[1].kernels[0].operations = 1e6;
    return result;
}

struct Shown {
    bench::BenchResult result;
    viewers::TimingsPanel panel;

    explicit Shown(bench::BenchResult measured = withOperations()) : result(std::move(measured)) {
        panel.resize(1200, 500);
        panel.showResults({.results = &result});
        panel.setRooflineVisible(true);
        panel.show();
    }
    viewers::RooflineView& view() { return panel.roofline(); }
    int selectedRow() {
        const auto rows = panel.findChild<QTableView*>()->selectionModel()->selectedRows();
        return rows.isEmpty() ? -1 : rows.front().row();
    }
};

} // namespace

TEST_CASE("the roofline has a point per row and variant, named as in the table") {
    Shown shown;
    CHECK(
        shown.view().text().toStdString() ==
        R"(Σ first + second (2 kernels); original; 0.25 FLOP/B, 25.0 GFLOP/s; 40.0 µs, 4.00 MB, 1.00 MFLOP; 50.0 % of the roof
Σ first + second (2 kernels); fused; 0.25 FLOP/B, 50.0 GFLOP/s; 20.0 µs, 4.00 MB, 1.00 MFLOP; 100.0 % of the roof
program on the device; original; 0.25 FLOP/B, 25.0 GFLOP/s; 40.0 µs, 4.00 MB, 1.00 MFLOP; 50.0 % of the roof
program on the device; fused; 0.25 FLOP/B, 50.0 GFLOP/s; 20.0 µs, 4.00 MB, 1.00 MFLOP; 100.0 % of the roof
)");
    CHECK(shown.view().scene().note.isEmpty());
    CHECK(shown.view().scene().roofline.arrows.size() == 2);
}

TEST_CASE("on a loaded machine the roofline has no arrows and says why") {
    auto result = withOperations();
    result.load.processors = result.load.cores = result.load.threads = 2;
    result.load.othersBusy = 1.5;
    Shown shown(result);
    CHECK(shown.view().scene().roofline.arrows.empty());
    CHECK(shown.view().scene().note.contains("other work kept 1.5 of 2 cores busy"));
}

TEST_CASE("a measurement without operations says that there is nothing to draw") {
    Shown shown(test::twoVariants());
    CHECK(shown.view().isEmpty());
    CHECK(shown.view().scene().nothing.contains("floating point"));
}

TEST_CASE("a click on a point marks its row in the table and its maps in the graph") {
    Shown shown;
    QSignalSpy selected(&shown.panel, &viewers::Panel::selectRequested);
    QTest::mouseClick(&shown.view(), Qt::LeftButton, {}, shown.view().placeOf(1).toPoint());
    CHECK(shown.view().currentRow() == 1);
    CHECK(shown.selectedRow() == 1);
    REQUIRE(selected.size() == 1);
    CHECK(selected[0][0].value<std::vector<ElementId>>() ==
          std::vector{ElementId{10}, ElementId{20}, ElementId{20}});
}

TEST_CASE("a row that is chosen in the table is marked in the roofline") {
    Shown shown;
    auto* table = shown.panel.findChild<QTableView*>();
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                      table->visualRect(table->model()->index(1, 0)).center());
    CHECK(shown.view().currentRow() == 1);
    CHECK(shown.view().currentText().startsWith("Σ first + second (2 kernels); fused; "));
    CHECK(shown.view().accessibleDescription() == shown.view().currentText());
}

TEST_CASE("keys walk from row to row and from variant to variant, closer and back") {
    Shown shown;
    auto& view = shown.view();
    QTest::keyClick(&view, Qt::Key_Down);
    CHECK(view.currentText().startsWith("Σ first + second (2 kernels); original; "));
    QTest::keyClick(&view, Qt::Key_Right);
    CHECK(view.currentText().startsWith("Σ first + second (2 kernels); fused; "));
    QTest::keyClick(&view, Qt::Key_Right); // the last variant
    CHECK(view.currentText().startsWith("Σ first + second (2 kernels); fused; "));
    QTest::keyClick(&view, Qt::Key_Down);
    CHECK(view.currentText().startsWith("program on the device; original; "));
    QTest::keyClick(&view, Qt::Key_Down);
    CHECK(view.currentText().startsWith("program on the device; original; "));
    QTest::keyClick(&view, Qt::Key_Up);
    CHECK(view.currentRow() == 1);

    const auto before = view.scene().frame.intensity;
    QTest::keyClick(&view, Qt::Key_Plus);
    CHECK(view.scene().frame.intensity.high / view.scene().frame.intensity.low <
          before.high / before.low);
    QTest::keyClick(&view, Qt::Key_0);
    CHECK(view.scene().frame.intensity.high == Approx(before.high));
}

TEST_CASE("the roofline is painted in every theme, at any size, and alike whatever is zoomed to") {
    Shown shown;
    const auto picture = [&] {
        QImage image(600, 400, QImage::Format_ARGB32_Premultiplied);
        QPainter painter(&image);
        shown.view().draw(painter, image.size());
        painter.end();
        return image;
    };
    const auto whole = picture();
    shown.view().zoom(4, {300, 200});
    CHECK(picture() == whole);
    for (const auto kind : {viewers::ThemeKind::dark, viewers::ThemeKind::highContrast}) {
        shown.view().setTheme(kind);
        CHECK(picture() != whole);
        CHECK(picture().pixelColor(1, 1) == viewers::Theme::of(kind).base);
    }
    shown.view().resize(30, 10);
    shown.view().grab();
}

TEST_CASE("names in the roofline lie beside points, lines and each other, and lose a middle once") {
    auto result = withOperations();
    result.copyBandwidth = 100; // the roof goes through the first point
    result.cacheBandwidth = 400;
    Shown shown(result);
    auto scene = shown.view().scene();
    scene.names[0] = scene.names[1] =
        QStringLiteral("Σ a_kernel_of_many_words + … + another_kernel_of_many_words (11 kernels)");
    QImage image(700, 300, QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&image);
    viewers::RooflinePainter picture(scene, image.size());
    picture.paint(painter);
    painter.end();
    QStringList texts;
    const auto& taken = picture.taken();
    for (std::size_t i = 0; i < taken.size(); ++i) {
        texts << taken[i].text;
        for (std::size_t k = 0; k < i && !taken[i].text.isEmpty(); ++k) {
            INFO(taken[i].text.toStdString() << " over " << taken[k].text.toStdString());
            CHECK_FALSE(taken[i].place.intersects(taken[k].place));
        }
    }
    INFO(texts.join(", ").toStdString());
    CHECK(texts.contains("copy 100 GB/s"));
    CHECK(texts.contains("last cache 400 GB/s"));
    CHECK(texts.contains("Σ 11 kernels"));
}

} // namespace roofline_test
