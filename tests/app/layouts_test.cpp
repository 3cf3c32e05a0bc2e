// Fresh layouts on the screens that users have, in every theme and language: counted rows, and the
// geometry of what is painted. Twice as large by QT_SCALE_FACTOR.
#include "app/gui/bench_graphs.h"
#include "app/gui/language.h"
#include "app/gui/pane_area.h"
#include "app/gui/pane_frame.h"
#include "tests/app/window_fixture.h"
#include "tests/viewers/painted.h"
#include "viewers/program/program_view.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QSplitter>
#include <QTranslator>

#include <algorithm>

namespace layouts_test {

using namespace mw;
using test::PaintedText;
using test::WindowFixture;

namespace {

/// Speaks a language as long as it lives; before the window is made.
struct Speaking {
    std::vector<std::unique_ptr<QTranslator>> catalogues;

    explicit Speaking(const char* language) : catalogues(app::cataloguesOf(language)) {
        for (const auto& catalogue : catalogues)
            QCoreApplication::installTranslator(catalogue.get());
    }
};

struct Screen {
    QSize size;
    std::size_t rows; ///< of a program at least, in a fresh layout
};

struct LaidOut : Speaking, WindowFixture {
    LaidOut(const char* language, QSize size) : Speaking(language) {
        window.resize(size);
        window.show();
        settle();
    }

    std::size_t rowsOf(const viewers::ProgramView& view) {
        const auto [top, bottom] = view.rowsInSight();
        std::size_t count = 0;
        for (const std::size_t row : view.visibleRows())
            if (const auto span = view.spanOf(row))
                count += span->top >= top && span->bottom <= bottom;
        return count;
    }

    /// Titles of columns, and figures, names and ranges below them.
    void checkProgram(viewers::ProgramView& view) {
        const auto painted = test::paintedBy(view);
        const auto rows = view.rowsInSight();
        std::vector<PaintedText> titles, inRows;
        for (const auto& text : painted.texts) {
            const double y = text.ink.center().y();
            if (text.whole.top() > rows.top && text.whole.bottom() < rows.bottom)
                inRows.push_back(text);
            else if (y < rows.top && y > rows.top - 26 && text.whole.width() > text.whole.height())
                titles.push_back(text);
        }
        CHECK(titles.size() >= 3);
        CHECK(test::collisions(titles) == QStringList());
        for (const auto& title : titles) {
            CAPTURE(title.text.toStdString());
            CHECK_FALSE(title.isCut());
        }
        CHECK(inRows.size() >= 10);
        CHECK(test::collisions(inRows) == QStringList());
        for (const auto& text : inRows) {
            CAPTURE(text.text.toStdString());
            CHECK(text.isGroundEven);
            CHECK_FALSE(text.isPaintedOver);
            if (text.text.front().isDigit())
                CHECK_FALSE(text.isCut());
            // A name that lost its middle.
            const auto cut = text.text.indexOf(QChar(0x2026));
            if (cut > 0 && cut + 1 < text.text.size() && !text.text[cut - 1].isDigit())
                CHECK(text.text.size() >= 12);
        }
        // Every row that has levels says which.
        const auto& sheet = *view.sheet();
        std::size_t levels = 0, said = 0;
        for (const std::size_t row : view.visibleRows())
            if (const auto span = view.spanOf(row);
                span && span->top >= rows.top && span->bottom <= rows.bottom)
                levels += sheet.rows[row].range.contains(QStringLiteral("K "));
        for (const auto& text : inRows)
            said += text.text.contains(QStringLiteral("K ")) && !text.text.endsWith(QChar(0x2026));
        CHECK(said >= levels);
    }

    /// Of every table in sight: titles that are wholly in its area are neither cut nor covered.
    void checkHeaders() {
        int seen = 0;
        for (auto* header : window.findChildren<QHeaderView*>()) {
            if (header->viewport()->visibleRegion().isEmpty() ||
                header->orientation() != Qt::Horizontal)
                continue;
            const auto painted = test::paintedBy(*header->viewport());
            CHECK(test::collisions(painted.texts) == QStringList());
            for (const auto& text : painted.texts) {
                if (text.whole.bottom() < 0.55 * header->height())
                    continue; // a name over several columns, of which each paints its part
                const int section = header->logicalIndexAt(static_cast<int>(text.ink.center().x()));
                const int left = header->sectionViewportPosition(section);
                if (left < 0 || left + header->sectionSize(section) > header->viewport()->width())
                    continue; // scrolled to by whoever wants it
                CAPTURE(header->parent()->objectName().toStdString(), text.text.toStdString());
                const bool isElided = text.text.endsWith(QChar(0x2026)); // else that of a range
                CHECK_FALSE((isElided || text.ink.width() < text.whole.width() - 1));
                CHECK_FALSE(text.isPaintedOver);
                CHECK(text.whole.right() <= left + header->sectionSize(section));
                ++seen;
            }
        }
        CHECK(seen >= 3);
    }
};

const char* const kThemes[] = {"theme-light", "theme-dark", "theme-high-contrast"};

bool isLong() {
    return qEnvironmentVariableIsSet("MAPWRIGHT_LONG");
}

} // namespace

TEST_CASE("every screen has room for rows, and heads that are whole, in themes and languages") {
    const auto [language, screen] = GENERATE(std::pair("de", Screen{QSize(1366, 768), 15}),
                                             std::pair("en", Screen{QSize(1920, 1080), 28}),
                                             std::pair("en", Screen{QSize(1366, 768), 15}),
                                             std::pair("de", Screen{QSize(1920, 1080), 28}));
    // Twice as large a screen of 3840 x 2160 has the second size.
    const bool twice = qApp->devicePixelRatio() > 1;
    const bool usual = twice ? screen.size.width() == 1920 && language == std::string("de")
                             : (language == std::string("de")) == (screen.size.width() == 1366);
    if (!usual && !isLong())
        return;
    CAPTURE(language, screen.size.width());
    LaidOut shown(language, screen.size);
    shown.open(*app::generatedFile("stencil:5", shown.folder.path()));
    shown.act("view-program");
    auto& view = shown.window.parts().panes.programView();
    for (const char* theme : kThemes) {
        shown.act(theme);
        CAPTURE(theme);
        CHECK(shown.window.size() == screen.size);
        if (twice)
            CHECK(shown.window.grab().size() == 2 * screen.size);
        CHECK(shown.rowsOf(view) >= screen.rows);
        shown.checkProgram(view);
        shown.checkHeaders();
    }
    // Each panel's tables, of what is in front.
    for (const auto& entry : shown.docks().all()) {
        shown.docks().show(entry.info.id);
        shown.settle();
        CAPTURE(entry.info.id.toStdString());
        shown.checkHeaders();
    }
}

TEST_CASE("two panes on a narrow screen: names, levels, figures and titles are whole") {
    const auto* language = GENERATE("en", "de");
    if (std::string(language) == "de" && !isLong())
        return;
    LaidOut shown(language, QSize(1366, 768));
    shown.open(*app::generatedFile("stencil:5", shown.folder.path()));
    shown.act("view-program");
    shown.act("pane-split");
    shown.act("apply-first-map-fusion-vertical");
    auto& panes = shown.window.parts().panes;
    REQUIRE(panes.frames().size() == 2);
    CHECK(panes.handle(1)->width() == 60);
    for (auto* frame : panes.frames())
        shown.checkProgram(frame->programView());
    // With a column of times more.
    shown.runOn("torus:8,6,10");
    shown.act("run-bench");
    const auto timed = test::paintedBy(panes.programView());
    CHECK(std::ranges::any_of(timed.texts, [](const PaintedText& text) {
        return text.text.contains(QStringLiteral("µs")) || text.text.endsWith(QStringLiteral("ms"));
    }));
    for (auto* frame : panes.frames())
        shown.checkProgram(frame->programView());
    // They go their own way until both show rows again.
    shown.act("view-canvas");
    CHECK(panes.handle(1)->width() < 20);
}

TEST_CASE("a roofline beside the times is high enough to be read, and the program stays in sight") {
    LaidOut shown("en", QSize(1366, 768));
    shown.open(WindowFixture::sample("nabla4"));
    shown.act("view-program");
    shown.runOn("torus:8,6,10");
    shown.act("pin-current");
    shown.act("run-bench");
    const int before = shown.docks().panel<viewers::TimingsPanel>().height();
    shown.act("timings-roofline");
    const auto* roofline = shown.window.findChild<QWidget*>("roofline");
    REQUIRE(roofline);
    CHECK(roofline->height() >= 220);
    CHECK(shown.rowsOf(shown.window.parts().panes.programView()) >= 3);
    shown.act("timings-roofline");
    CHECK(shown.docks().panel<viewers::TimingsPanel>().height() == before);
}

} // namespace layouts_test
