// The bands between two program views: where they go, which one the pointer meets, how they look.
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/viewers/painted.h"
#include "viewers/program/bands.h"

#include <QImage>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>

namespace bands_test {

using namespace mw;
using namespace mw::viewers;

namespace {

/// Copies from array to array, a row each.
std::shared_ptr<const ProgramSheet> rows(int count) {
    std::string dump = "sdfg p {\n  symbols N:int32\n";
    for (int i = 0; i <= count; ++i)
        dump += "  array x" + std::to_string(i) + " float64 [N]\n";
    dump += "  state main {\n";
    for (int i = 0; i <= count; ++i)
        dump += "    n" + std::to_string(i) + " = access x" + std::to_string(i) + "\n";
    for (int i = 0; i < count; ++i)
        dump += "    n" + std::to_string(i) + " -> n" + std::to_string(i + 1) + " : x" +
                std::to_string(i) + "[0:N]\n";
    const auto document = ir::parseDump(dump + "  }\n}\n");
    INFO((document ? "" : toString(document.error())));
    REQUIRE(document);
    return std::make_shared<const ProgramSheet>(
        sheetOf(**document, {{"N", symbolic::Value::integer(10)}}));
}

struct Pair {
    ProgramView first, second;

    Pair(int left, int right, const std::vector<ProgramPartner>& partners) {
        const int counts[] = {left, right};
        ProgramView* views[] = {&first, &second};
        for (int i = 0; i < 2; ++i) {
            views[i]->resize(400, 400);
            views[i]->setSheet(rows(counts[i]));
            views[i]->show();
        }
        first.setPartners(partners);
        auto turned = partners;
        for (auto& one : turned) {
            std::swap(one.own, one.other);
            std::swap(one.ownFigures, one.otherFigures);
        }
        second.setPartners(turned);
    }
    std::vector<ProgramBand> bands() const { return bandsBetween(first, second, {80, 0, 0}); }
    double middleOf(const ProgramView& view, std::size_t row) const {
        return (view.spanOf(row)->top + view.spanOf(row)->bottom) / 2;
    }
};

ProgramPartner partner(std::vector<std::size_t> own, std::vector<std::size_t> other,
                       bool unchanged = false) {
    return {std::move(own), std::move(other), unchanged, "", {"left"}, {"right"}};
}

} // namespace

TEST_CASE("a band leads from all rows of one side to the row that they became") {
    const Pair pair(5, 3, {partner({0}, {0}, true), partner({1, 2, 4}, {1}), partner({3}, {2})});
    const auto bands = pair.bands();
    REQUIRE(bands.size() == 3);
    const auto& many = bands[1].shape;
    for (const std::size_t row : {1, 2, 4})
        CHECK(many.contains(QPointF(1, pair.middleOf(pair.first, row))));
    CHECK_FALSE(many.contains(QPointF(1, pair.middleOf(pair.first, 3))));
    CHECK_FALSE(many.contains(QPointF(1, pair.middleOf(pair.first, 0))));
    // Three rows share the height of the one.
    const auto one = *pair.second.spanOf(1);
    CHECK(many.contains(QPointF(79, one.top + 3)));
    CHECK(many.contains(QPointF(79, one.bottom - 3)));
    CHECK_FALSE(many.contains(QPointF(79, pair.middleOf(pair.second, 2))));
}

TEST_CASE("what changed is met by the pointer before what did not") {
    const Pair pair(2, 2, {partner({0}, {1}), partner({1}, {0}, true)});
    const auto bands = pair.bands();
    const auto met = bandAt(bands, {40, (bands[0].middle + bands[1].middle) / 2});
    REQUIRE(met);
    CHECK(bands[*met].partner == 0);
    CHECK_FALSE(bandAt(bands, {40, 399}));
}

TEST_CASE("what one side alone has ends in the gap") {
    const Pair pair(2, 1, {partner({0}, {0}, true), partner({1}, {})});
    const auto bands = pair.bands();
    REQUIRE(bands.size() == 2);
    CHECK(bands[1].onlyHere);
    const double y = pair.middleOf(pair.first, 1);
    CHECK(bands[1].shape.contains(QPointF(5, y)));
    CHECK_FALSE(bands[1].shape.contains(QPointF(60, y)));
}

TEST_CASE("bands follow the scroll position of either side, and keep to the rows in sight") {
    Pair pair(60, 1, {partner({2}, {0}), partner({40}, {})});
    QSignalSpy moved(&pair.first, &ProgramView::looksChanged);
    const auto before = pair.bands();
    REQUIRE(before.size() == 1); // row 40 is out of sight
    auto& bar = *pair.first.verticalScrollBar();
    bar.setValue(22);
    CHECK(moved.count() == 1);
    CHECK(pair.bands()[0].middle == Approx(before[0].middle - 11));
    bar.setValue(bar.maximum() * 3 / 4);
    const auto gathered = pair.bands();
    REQUIRE_FALSE(gathered.empty());
    const auto box = gathered[0].shape.boundingRect();
    CHECK(box.top() >= std::min(pair.first.rowsInSight().top,
                                pair.second.rowsInSight().top)); // not over the heads
    CHECK(pair.bands().back().partner == 1);                     // and row 40 came into sight
}

TEST_CASE("rows under a folded heading are where the heading is") {
    const auto document = ir::parseDump(R"(sdfg p {
  symbols N:int32 T:int32 i:int32
  array a float64 [N]
  array c float64 [N]
  loop again `i = 0` `i < T` `i = i + 1` variable i {
    state body {
      n0 = access c
      n1 = access a
      n0 -> n1 : c[0:N]
    }
  }
}
)");
    INFO((document ? "" : toString(document.error())));
    REQUIRE(document);
    ProgramView view;
    view.resize(400, 400);
    view.setSheet(std::make_shared<const ProgramSheet>(sheetOf(**document, {})));
    REQUIRE(view.sheet()->rows.size() == 2);
    CHECK(view.spanOf(1)->top > view.spanOf(0)->top);
    view.setFolded(view.sheet()->rows[0].row.element, true);
    CHECK(view.spanOf(1)->top == view.spanOf(0)->top);
    CHECK_FALSE(view.spanOf(2));
}

TEST_CASE("bands have the colours of their rows in every theme, and neighbours differ") {
    Pair pair(3, 3, {partner({0}, {0}), partner({1}, {1}, true), partner({2}, {2})});
    for (const auto kind : {ThemeKind::light, ThemeKind::dark, ThemeKind::highContrast}) {
        pair.first.setTheme(kind);
        pair.second.setTheme(kind);
        CHECK(pair.first.colourOfPartner(0) == pair.second.colourOfPartner(0));
        CHECK(pair.first.colourOfPartner(0) != pair.first.colourOfPartner(2));
        const auto bands = pair.bands();
        REQUIRE(bands.size() == 3);
        const Theme& theme = Theme::of(kind);
        const auto painted = [&](const std::vector<std::size_t>& strong) {
            QImage image(80, 400, QImage::Format_RGB32);
            image.fill(theme.window);
            QPainter painter(&image);
            paintBands(painter, bands, pair.first, strong, kind);
            return image.pixelColor(40, static_cast<int>(bands[0].middle));
        };
        CHECK(painted({}) != theme.window);
        CHECK(painted({0}) != painted({}));
    }
}

TEST_CASE("figures stand whole in a narrow gap: what has no room in a line takes more of them") {
    auto many = partner({0}, {0});
    many.ownFigures = {"140 kernels + 44 copies", "8.83 GB", "1.14 ms"};
    many.otherFigures = {"1 kernel", "888.8 MB", "88.8 µs"};
    const Pair pair(1, 1, {many});
    const auto paint = [&](double width) {
        auto painted = test::paintedBy(QSize(200, 400), Qt::white, [&](QPainter& painter) {
            paintBandFigures(painter, pair.bands()[0], many, QRectF(0, 20, width, 360),
                             ThemeKind::light);
        });
        return std::move(painted.texts);
    };
    const auto narrow = paint(60), wide = paint(180);
    CHECK(narrow.size() > wide.size());
    for (const auto& texts : {narrow, wide}) {
        QString all;
        for (const auto& text : texts) {
            CAPTURE(text.text.toStdString());
            CHECK_FALSE(text.isCut());
            all += text.text;
        }
        for (const char* figure : {"140", "44", "8.83", "1.14", "888.8", "88.8"})
            CHECK(all.contains(figure));
        CHECK(test::collisions(texts) == QStringList());
    }
    for (const auto& text : narrow)
        CHECK(text.ink.right() <= 60);
}

TEST_CASE("the figures of a band stay inside the gap") {
    const Pair pair(1, 1, {partner({0}, {0})});
    const auto bands = pair.bands();
    QImage image(80, 400, QImage::Format_RGB32);
    image.fill(Qt::magenta);
    {
        QPainter painter(&image);
        paintBandFigures(painter, bands[0], pair.first.partners()[0], QRectF(0, 118, 80, 200),
                         ThemeKind::light);
    }
    QRect touched;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y) != QColor(Qt::magenta))
                touched |= QRect(x, y, 1, 1);
    CHECK(touched.height() > 30); // three lines
    CHECK(touched.top() >= 117);
}

} // namespace bands_test
